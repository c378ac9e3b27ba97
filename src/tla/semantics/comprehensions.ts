import type { Bound, Expr, ExprOf, Pattern } from '../syntax/ast.ts';
import { bindPattern, loops } from './binders.ts';
import { mayBeEndless } from './endless.ts';
import { bindParts } from './function-definitions.ts';
import { type Code, type Context, fresh, functionIn, type Generator, named, truth, value } from './generator.ts';
import { child, emit } from './output.ts';
import { extend } from './scope.ts';
import { reject } from './semantic-error.ts';

/** `\A x \in S : P` and `\E x \in S : P` */
export function quantifier(g: Generator, bounds: readonly Bound[], body: Expr, all: boolean, context: Context): Code {
  const result = fresh(g, 'q');
  const label = `L${result}`;
  emit(context.block, `let ${result} = ${all};`);
  loops(g, bounds, context, label, (inner) => {
    const condition = truth(g, body, inner);
    emit(inner.block, `if (${all ? `!${condition}` : condition}) { ${result} = ${!all}; break ${label}; }`);
  });
  return { js: result, boolean: true };
}

/** `CHOOSE x \in S : P`: the first that there is, in the order of the values. */
export function choose(g: Generator, expr: ExprOf<'choose'>, context: Context): Code {
  if (expr.set === null) {
    return reject('tla/unsupported', expr.at, 'CHOOSE without a set cannot be evaluated', {
      expected: '"CHOOSE x \\in S : …", or a replacement of the definition in the configuration',
    });
  }
  const result = fresh(g, 'c');
  const label = `L${result}`;
  const set = named(g, value(g, expr.set, context), context);
  const list = named(g, `elements(S, ${set})`, context);
  emit(context.block, `let ${result} = U;`);
  const whole = child(context.block);
  const js = fresh(g, 'x');
  emit(whole, `${label}: for (let ${js}i = 0; ${js}i < ${list}.length; ${js}i++) { const ${js} = ${list}[${js}i];`);
  const piece = child(whole);
  const inner = { ...context, block: piece };
  const entries = bindPattern(g, expr.pattern, js, inner);
  const condition = truth(g, expr.body, { ...inner, env: extend(context.env, entries) });
  emit(piece, `if (${condition}) { ${result} = ${js}; break ${label}; }`);
  emit(whole, '}');
  emit(context.block, `if (${result} === U) noChoice(S, ${set});`);
  return { js: result, boolean: false };
}

/** `{x \in S : P}`; where S may be without end its condition is kept. */
export function setFilter(g: Generator, expr: ExprOf<'setFilter'>, context: Context): Code {
  if (mayBeEndless(g.analysis, expr.set, context.env)) {
    const condition = functionIn(g, child(context.block), 'z', ['a'], (body) => {
      const inner = { ...context, block: body };
      const own = named(g, '(a)', inner, 'x');
      const entries = bindPattern(g, expr.pattern, own, inner);
      return truth(g, expr.body, { ...inner, env: extend(context.env, entries) });
    });
    return { js: `filtered(S, ${value(g, expr.set, context)}, ${condition})`, boolean: false };
  }
  const list = named(g, `elements(S, ${value(g, expr.set, context)})`, context);
  const result = fresh(g, 'm');
  emit(context.block, `const ${result} = [];`);
  eachItem(g, expr.pattern, list, context, (inner, js) => {
    emit(inner.block, `if (${truth(g, expr.body, inner)}) ${result}.push(${js});`);
  });
  return { js: `setOfAscending(S, ${result})`, boolean: false };
}

function eachItem(
  g: Generator,
  pattern: Pattern,
  list: string,
  context: Context,
  body: (inner: Context, js: string) => void,
): void {
  const js = fresh(g, 'x');
  const whole = child(context.block);
  emit(whole, `for (let ${js}i = 0; ${js}i < ${list}.length; ${js}i++) { const ${js} = ${list}[${js}i];`);
  const piece = child(whole);
  const inner = { ...context, block: piece };
  const entries = bindPattern(g, pattern, js, inner);
  body({ ...inner, env: extend(context.env, entries) }, js);
  emit(whole, '}');
}

/** `{e : x \in S}` */
export function setMap(g: Generator, expr: ExprOf<'setMap'>, context: Context): Code {
  const result = fresh(g, 'm');
  emit(context.block, `const ${result} = [];`);
  loops(g, expr.bounds, context, `L${result}`, (inner) => {
    emit(inner.block, `${result}.push(${value(g, expr.body, inner)});`);
    emit(inner.block, `bounded(${result});`);
  });
  return { js: `setOf(S, ${result})`, boolean: false };
}

/** `[x \in S |-> e]` */
export function functionLiteral(g: Generator, expr: ExprOf<'function'>, context: Context): Code {
  if (expr.bounds.some(({ set }) => mayBeEndless(g.analysis, set, context.env)))
    return endlessFunction(g, expr, context);
  const sets = expr.bounds.flatMap((bound) => {
    const set = named(g, value(g, bound.set, context), context);
    return bound.patterns.map(() => set);
  });
  const domain = named(
    g,
    sets.length === 1 ? `enumerated(S, ${sets[0]})` : `enumerated(S, product(S, [${sets.join(', ')}]))`,
    context,
  );
  const list = named(g, `elements(S, ${domain})`, context);
  const result = fresh(g, 'm');
  emit(context.block, `const ${result} = [];`);
  const patterns = expr.bounds.flatMap((bound) => bound.patterns);
  const js = fresh(g, 'x');
  const whole = child(context.block);
  emit(whole, `for (let ${js}i = 0; ${js}i < ${list}.length; ${js}i++) { const ${js} = ${list}[${js}i];`);
  const piece = child(whole);
  const inner = { ...context, block: piece };
  const entries = patterns.flatMap((pattern, i) => {
    if (patterns.length === 1) return bindPattern(g, pattern, js, inner);
    const part = named(g, `component(S, ${js}, ${i}, ${patterns.length})`, inner, 'x');
    return bindPattern(g, pattern, part, inner);
  });
  emit(piece, `${result}.push(${value(g, expr.body, { ...inner, env: extend(context.env, entries) })});`);
  emit(whole, '}');
  return { js: `functionOn(S, ${domain}, ${result})`, boolean: false };
}

/** A function whose domain may be without end: a JavaScript function that gives its values. */
function endlessFunction(g: Generator, expr: ExprOf<'function'>, context: Context): Code {
  const sets = expr.bounds.flatMap((bound) => {
    const set = named(g, value(g, bound.set, context), context);
    return bound.patterns.map(() => set);
  });
  const rule = functionIn(g, child(context.block), 'z', ['a'], (body) => {
    const own = named(g, '(a)', { ...context, block: body }, 'x');
    const env = bindParts(g, expr.bounds, own, context.env, body);
    return value(g, expr.body, { ...context, block: body, env });
  });
  const domain = sets.length === 1 ? sets[0] : `product(S, [${sets.join(', ')}])`;
  return { js: `tabulate(S, ${domain}, ${rule})`, boolean: false };
}
