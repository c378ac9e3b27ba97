import type { Bound } from '../syntax/ast.ts';
import { definitionFacts } from './analysis.ts';
import { asValue, type Code, type Context, fresh, functionIn, type Generator, type Mode, named } from './generator.ts';
import { type Block, child, emit } from './output.ts';
import { type Definition, type Env, extend, type Meaning } from './scope.ts';
import { standsStillInState } from './variants.ts';

/**
 * `f[x \in S] == e` applied to an argument: a call of a function that checks the domain and, where the result can only depend on the argument,
 * remembers it.
 */
export function applyFunctionDefinition(
  g: Generator,
  definition: Definition,
  argument: string,
  context: Context,
): string {
  const name = functionVariant(g, definition, context.mode);
  return `${name}(${argument})`;
}

function functionVariant(g: Generator, definition: Definition, mode: Mode): string {
  const key = `f:${mode}`;
  let variants = g.variants.get(definition);
  if (variants === undefined) {
    variants = new Map();
    g.variants.set(definition, variants);
  }
  const known = variants.get(key);
  if (known !== undefined) return known.js;
  const facts = definitionFacts(g.analysis, definition);
  const name = fresh(g, 'f');
  variants.set(key, { js: name, boolean: false });
  const slot = definition.slot ?? g.top;
  const memo = facts.level === 0 || (definition.slot !== null && mode === 'state' && facts.level === 1);
  const whole = child(slot);
  const base: Context = {
    env: definition.env,
    block: whole,
    mode,
    at: null,
    assigned: new Set(),
    hoisted: false,
  };
  const perState = mode === 'state' && standsStillInState(g, definition, facts);
  if (memo || perState) emit(whole, `const ${name}m = new Map();`);
  emit(whole, `let ${name}s = U;${perState ? ` let ${name}e = 0;` : ''}`);
  emit(whole, `function ${name}(a) {`);
  if (perState) emit(whole, `if (${name}e !== E) { ${name}e = E; ${name}s = U; ${name}m.clear(); }`);
  if (memo || perState) emit(whole, `const k = ${name}m.get(a); if (k !== undefined) return k;`);
  const body = child(whole);
  const domain = functionIn(g, slot, 'e', [], (inner) => functionDomain(g, definition, { ...base, block: inner }));
  emit(
    body,
    `inDomain(S, a, ${memo || perState ? `(${name}s !== U ? ${name}s : (${name}s = ${domain}()))` : `${domain}()`});`,
  );
  const env = bindArgument(g, definition, 'a', body);
  const js = asValue(g.expression(definition.body, { ...base, block: body, env }));
  emit(whole, memo || perState ? `const r = ${js}; ${name}m.set(a, r); return r;` : `return ${js};`);
  emit(whole, '}');
  return name;
}

/** The scope of a function definition's body, its bound variables taken from the argument in a local. */
export const bindArgument = (g: Generator, definition: Definition, argument: string, body: Block): Env =>
  bindParts(g, definition.bounds!, argument, definition.env, body);

/** The scope with the bound variables of a function, taken from its argument in a local. */
export function bindParts(g: Generator, bounds: readonly Bound[], argument: string, env: Env, body: Block): Env {
  const patterns = bounds.flatMap((bound) => bound.patterns);
  const entries: (readonly [string, Meaning])[] = [];
  const single = patterns.length === 1;
  patterns.forEach((pattern, i) => {
    const whole = fresh(g, 'x');
    emit(body, `const ${whole} = ${single ? argument : `component(S, ${argument}, ${i}, ${patterns.length})`};`);
    if (pattern.kind === 'name') {
      entries.push([pattern.name.text, { kind: 'value', js: whole }]);
      return;
    }
    pattern.names.forEach((part, j) => {
      const js = fresh(g, 'x');
      emit(body, `const ${js} = component(S, ${whole}, ${j}, ${pattern.names.length});`);
      entries.push([part.text, { kind: 'value', js }]);
    });
  });
  return extend(env, entries);
}

function functionDomain(g: Generator, definition: Definition, context: Context): string {
  const bounds = definition.bounds!;
  const sets = bounds.flatMap((bound) => {
    const set = named(g, asValue(g.expression(bound.set, context)), context);
    return bound.patterns.map(() => set);
  });
  return sets.length === 1 ? sets[0]! : `product(S, [${sets.join(', ')}])`;
}

/** The function as a value: its domain listed, each argument applied. */
export function functionValue(g: Generator, definition: Definition, context: Context): Code {
  const facts = definitionFacts(g.analysis, definition);
  const mode = facts.level === 0 ? 'state' : context.mode;
  const key = `w:${mode}`;
  const name = functionVariant(g, definition, mode);
  const variants = g.variants.get(definition)!;
  const known = variants.get(key);
  if (known !== undefined) return { js: `${known.js}()`, boolean: false };
  const slot = definition.slot ?? g.top;
  const memo = facts.level === 0 || (definition.slot !== null && mode === 'state' && facts.level === 1);
  const whole = child(slot);
  const js = fresh(g, 'w');
  variants.set(key, { js, boolean: false });
  const perState = mode === 'state' && standsStillInState(g, definition, facts);
  if (memo || perState) emit(whole, `let ${js}k = U${perState ? `, ${js}e = 0` : ''};`);
  emit(whole, `function ${js}() {`);
  if (perState) emit(whole, `if (${js}e === E) return ${js}k;`);
  else if (memo) emit(whole, `if (${js}k !== U) return ${js}k;`);
  const body = child(whole);
  const domain = functionDomain(g, definition, {
    env: definition.env,
    block: body,
    mode,
    at: null,
    assigned: new Set(),
    hoisted: false,
  });
  emit(whole, `const r = tabulate(S, ${domain}, ${name});`);
  if (perState) emit(whole, `${js}e = E;`);
  emit(whole, memo || perState ? `return ${js}k = r;` : 'return r;');
  emit(whole, '}');
  return { js: `${js}()`, boolean: false };
}
