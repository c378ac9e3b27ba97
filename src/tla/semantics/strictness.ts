import type { Expr } from '../syntax/ast.ts';
import type { Analysis } from './analysis.ts';
import { PARAMETER } from './parts.ts';
import { type Definition, type Env, extend, lookup } from './scope.ts';

const STRICT_OPERATORS = new Set([
  '~',
  '<=>',
  '=',
  '/=',
  '\\in',
  '\\notin',
  '\\cup',
  '\\cap',
  '\\',
  '\\subseteq',
  'SUBSET',
  'UNION',
  'DOMAIN',
]);

/** Names that are evaluated whenever the expression is, so that computing them first changes nothing but the order. */
export function strictNames(analysis: Analysis, expr: Expr, env: Env): ReadonlySet<string> {
  const all = (exprs: readonly Expr[]): ReadonlySet<string> => {
    const names = new Set<string>();
    for (const one of exprs) for (const name of strictNames(analysis, one, env)) names.add(name);
    return names;
  };
  switch (expr.kind) {
    case 'parenthesized':
    case 'labelled':
      return strictNames(analysis, expr.body, env);
    case 'reference':
      return expr.args.length === 0 && expr.path.length === 0
        ? new Set([expr.name.text])
        : all(strictArguments(analysis, expr, env));
    case 'operator': {
      if (STRICT_OPERATORS.has(expr.op)) return all(expr.args);
      if (expr.op === '/\\' || expr.op === '\\/' || expr.op === '=>') return strictNames(analysis, expr.args[0]!, env);
      const meaning = lookup(env, expr.op);
      return meaning?.kind === 'builtin' ? all(expr.args) : new Set();
    }
    case 'junction':
      return strictNames(analysis, expr.items[0]!, env);
    case 'setEnumeration':
    case 'tuple':
      return all(expr.items);
    case 'record':
    case 'recordSet':
      return all(expr.fields.map((field) => field.value));
    case 'functionApplication':
      return all([expr.function, ...expr.args]);
    case 'field':
      return strictNames(analysis, expr.record, env);
    case 'except':
      return strictNames(analysis, expr.base, env);
    case 'product':
      return all(expr.sets);
    case 'functionSet':
      return all([expr.domain, expr.range]);
    case 'quantifier':
    case 'setMap':
    case 'function':
      return strictNames(analysis, expr.bounds[0]!.set, env);
    case 'setFilter':
      return strictNames(analysis, expr.set, env);
    case 'choose':
      return expr.set === null ? new Set() : strictNames(analysis, expr.set, env);
    case 'if': {
      const condition = strictNames(analysis, expr.condition, env);
      const then = strictNames(analysis, expr.then, env);
      const otherwise = strictNames(analysis, expr.else, env);
      return new Set([...condition, ...[...then].filter((name) => otherwise.has(name))]);
    }
    case 'case':
      return strictNames(analysis, expr.arms[0]!.guard, env);
    case 'let':
      return strictNamesOfLet(analysis, expr, env);
    default:
      return new Set();
  }
}

/** The arguments that an operator evaluates whenever it is evaluated. */
function strictArguments(
  analysis: Analysis,
  { path, name, args }: Extract<Expr, { readonly kind: 'reference' }>,
  env: Env,
): readonly Expr[] {
  const meaning = path.length > 0 ? undefined : lookup(env, name.text);
  switch (meaning?.kind) {
    case 'builtin':
      return meaning.builtin.operators === undefined ? args : [];
    case 'definition': {
      const { parameters } = meaning.definition;
      const strict = strictParameters(analysis, meaning.definition);
      return args.filter((_, i) => strict.has(parameters[i]?.name.text ?? ''));
    }
    default:
      return [];
  }
}

/** What the body evaluates, through the definitions that it uses, but for their names. */
function strictNamesOfLet(
  analysis: Analysis,
  { body, definitions }: Extract<Expr, { readonly kind: 'let' }>,
  env: Env,
): ReadonlySet<string> {
  const names = new Set(strictNames(analysis, body, env));
  // A definition sees those before it only.
  for (const unit of definitions.toReversed()) {
    if (unit.kind !== 'operatorDefinition' || unit.parameters.length > 0 || !names.has(unit.name.text)) continue;
    for (const name of strictNames(analysis, unit.body, env)) names.add(name);
  }
  for (const unit of definitions) if ('name' in unit && unit.name !== null) names.delete(unit.name.text);
  return names;
}

/** The parameters without arguments that an operator evaluates whenever it is evaluated. */
export function strictParameters(analysis: Analysis, definition: Definition): ReadonlySet<string> {
  const known = analysis.strict.get(definition);
  if (known !== undefined) return known;
  analysis.strict.set(definition, new Set());
  const scope = extend(
    definition.env,
    definition.parameters.map((parameter) => [parameter.name.text, PARAMETER] as const),
  );
  const names = strictNames(analysis, definition.body, scope);
  const own = new Set(definition.parameters.filter((p) => p.arity === 0).map((p) => p.name.text));
  const strict = new Set([...names].filter((name) => own.has(name)));
  analysis.strict.set(definition, strict);
  return strict;
}
