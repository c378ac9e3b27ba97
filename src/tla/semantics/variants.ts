import type { Expr } from '../syntax/ast.ts';
import { definitionFacts, type Facts } from './analysis.ts';
import { asBoolean, asValue, fresh, type Generator, type Mode, type Variant } from './generator.ts';
import { child, emit } from './output.ts';
import { type Definition, type Env, extend, lookup } from './scope.ts';

/**
 * The generated function of a definition, one for each way in which its arguments are passed (`v` a value, `l` a function that gives the
 * value when asked, `o` an operator) and each mode.
 */
export function variantOf(g: Generator, definition: Definition, shape: string, mode: Mode): Variant {
  const facts = definitionFacts(g.analysis, definition);
  const ownMode = facts.level === 0 ? 'state' : mode;
  const key = `${shape}:${ownMode}`;
  let variants = g.variants.get(definition);
  if (variants === undefined) {
    variants = new Map();
    g.variants.set(definition, variants);
  }
  const known = variants.get(key);
  if (known !== undefined) return known;
  const boolean = isBoolean(g, definition.body, definition.env, new Set([definition]));
  const slot = definition.slot ?? g.top;
  const constant =
    definition.parameters.length === 0 && facts.level === 0 && !facts.local && !facts.impure && g.hooks.size === 0;
  const perState =
    definition.parameters.length === 0 && ownMode === 'state' && standsStillInState(g, definition, facts);
  const name = fresh(g, 'd');
  const variant: Variant = { js: name, boolean: boolean && !constant };
  variants.set(key, variant);
  const whole = child(slot);
  const parameters = definition.parameters.map(() => fresh(g, 'a'));
  if (constant) emit(whole, `let ${name}k = U;`);
  if (perState) emit(whole, `let ${name}k = U, ${name}e = 0;`);
  emit(whole, `function ${name}(${parameters.join(', ')}) {`);
  if (constant) emit(whole, `if (${name}k !== U) return ${name}k;`);
  if (perState) emit(whole, `if (${name}e === E) return ${name}k;`);
  const body = child(whole);
  const scope = extend(
    definition.env,
    definition.parameters.map((parameter, i) => {
      const js = parameters[i]!;
      switch (shape[i]) {
        case 'v':
          return [parameter.name.text, { kind: 'value', js } as const];
        case 'l': {
          emit(body, `let ${js}v = U; const ${js}f = () => (${js}v = ${js}());`);
          return [parameter.name.text, { kind: 'lazy', js: `${js}v`, thunk: `${js}f` } as const];
        }
        default:
          return [parameter.name.text, { kind: 'closure', js, arity: parameter.arity } as const];
      }
    }),
  );
  const code = g.expression(definition.body, {
    env: scope,
    block: body,
    mode: ownMode,
    at: null,
    assigned: new Set(),
    hoisted: constant,
  });
  if (constant) emit(whole, `return ${name}k = ${asValue(code)};`);
  else if (perState)
    emit(whole, `${name}k = ${variant.boolean ? asBoolean(code) : asValue(code)}; ${name}e = E; return ${name}k;`);
  else emit(whole, `return ${variant.boolean ? asBoolean(code) : asValue(code)};`);
  emit(whole, '}');
  return variant;
}

/** Whether a definition of the module gives the same throughout a state, so that it is worked out once for each state that is loaded. */
export const standsStillInState = (g: Generator, definition: Definition, facts: Facts): boolean =>
  facts.level === 1 &&
  !facts.local &&
  !facts.impure &&
  definition.slot === null &&
  g.hooks.size === 0 &&
  !g.traced &&
  !g.watchBounds;

/** Whether an expression gives a boolean whenever it gives anything, as far as its form tells. */
export function isBoolean(g: Generator, expr: Expr, env: Env, seen: Set<Definition>): boolean {
  switch (expr.kind) {
    case 'boolean':
    case 'junction':
    case 'quantifier':
      return true;
    case 'operator':
      return BOOLEAN_OPERATORS.has(expr.op);
    case 'parenthesized':
    case 'labelled':
      return isBoolean(g, expr.body, env, seen);
    case 'let':
      return isBoolean(
        g,
        expr.body,
        extend(
          env,
          expr.definitions.flatMap((unit) =>
            'name' in unit && unit.name !== null ? [[unit.name.text, { kind: 'parameter' }] as const] : [],
          ),
        ),
        seen,
      );
    case 'if':
      return isBoolean(g, expr.then, env, seen) && isBoolean(g, expr.else, env, seen);
    case 'case':
      return (
        expr.arms.every((arm) => isBoolean(g, arm.value, env, seen)) &&
        (expr.other === null || isBoolean(g, expr.other, env, seen))
      );
    case 'reference': {
      if (expr.path.length > 0) return false;
      const meaning = lookup(env, expr.name.text);
      if (meaning?.kind === 'builtin') return meaning.builtin.boolean;
      if (meaning?.kind !== 'definition' || meaning.definition.bounds !== null) return false;
      if (seen.has(meaning.definition)) return false;
      seen.add(meaning.definition);
      const result = isBoolean(g, meaning.definition.body, meaning.definition.env, seen);
      seen.delete(meaning.definition);
      return result;
    }
    default:
      return false;
  }
}

const BOOLEAN_OPERATORS = new Set([
  '/\\',
  '\\/',
  '~',
  '=>',
  '<=>',
  '=',
  '/=',
  '\\in',
  '\\notin',
  '\\subseteq',
  'ENABLED',
  'UNCHANGED',
]);
