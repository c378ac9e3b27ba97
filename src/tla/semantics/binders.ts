import type { Bound, Expr, Pattern } from '../syntax/ast.ts';
import type { Value } from '../values/store.ts';
import { type Context, fresh, type Generator, knownValue, named, placed, value } from './generator.ts';
import { child, emit } from './output.ts';
import { type Env, extend, lookup, type Meaning } from './scope.ts';

/** One pattern of a bound, with the code of the set it ranges over. */
interface Range {
  readonly pattern: Pattern;
  readonly source: /** `of`: the set, where it is known before the code runs. */
    | { readonly kind: 'list'; readonly js: string; readonly of: Value | undefined }
    | { readonly kind: 'integers'; readonly low: string; readonly high: string };
}

/** `a..b` of the standard modules, whose elements need no set. */
function asInterval(expr: Expr, env: Env): readonly [Expr, Expr] | undefined {
  if (expr.kind === 'parenthesized') return asInterval(expr.body, env);
  if (expr.kind !== 'operator' || expr.op !== '..') return undefined;
  const meaning = lookup(env, '..');
  return meaning?.kind === 'builtin' && meaning.builtin.fn === 'interval' ? [expr.args[0]!, expr.args[1]!] : undefined;
}

function ranges(g: Generator, bounds: readonly Bound[], context: Context): Range[] {
  return bounds.flatMap((bound): Range[] => {
    const integers = asInterval(bound.set, context.env);
    if (integers !== undefined && !g.traced) {
      const low = named(g, `small(S, ${value(g, integers[0], context)})`, context);
      const high = named(g, `small(S, ${value(g, integers[1], context)})`, context);
      return bound.patterns.map((pattern) => ({ pattern, source: { kind: 'integers', low, high } as const }));
    }
    const set = value(g, bound.set, context);
    const js = placed(g, bound.set.at, `elements(S, ${set})`, context);
    return bound.patterns.map((pattern) => ({ pattern, source: { kind: 'list', js, of: knownValue(set) } as const }));
  });
}

/** Names of a pattern bound to the parts of a value in a local. */
export function bindPattern(
  g: Generator,
  pattern: Pattern,
  js: string,
  context: Context,
): (readonly [string, Meaning])[] {
  if (pattern.kind === 'name') return [[pattern.name.text, { kind: 'value', js }]];
  return pattern.names.map((name, i) => {
    const part = fresh(g, 'x');
    emit(context.block, `const ${part} = component(S, ${js}, ${i}, ${pattern.names.length});`);
    return [name.text, { kind: 'value', js: part }] as const;
  });
}

/**
 * Nested loops over the bounds; `body` gets the context inside, the locals of the loops in order, and puts its statements there. `label` names the
 * outermost loop, for breaking out.
 */
export function loops(
  g: Generator,
  bounds: readonly Bound[],
  context: Context,
  label: string,
  body: (inner: Context, locals: readonly string[]) => void,
): void {
  const all = ranges(g, bounds, context);
  const entries: (readonly [string, Meaning])[] = [];
  const locals: string[] = [];
  const whole = child(context.block);
  emit(whole, `${label}: {`);
  let inner: Context = { ...context, block: whole };
  let closing = '}';
  for (const { pattern, source } of all) {
    const js = fresh(g, 'x');
    if (source.kind === 'integers') {
      emit(inner.block, `for (let ${js}i = ${source.low}; ${js}i <= ${source.high}; ${js}i++) { const ${js} = ${js}i;`);
    } else {
      emit(
        inner.block,
        `for (let ${js}i = 0; ${js}i < ${source.js}.length; ${js}i++) { const ${js} = ${source.js}[${js}i];`,
      );
      if (source.of !== undefined) g.drawn.set(js, source.of);
    }
    closing += '}';
    const piece = child(inner.block);
    inner = { ...inner, block: piece };
    locals.push(js);
    entries.push(...bindPattern(g, pattern, js, inner));
  }
  // What stands in the body nests that much deeper in the code.
  g.depth += all.length;
  body({ ...inner, env: extend(context.env, entries) }, locals);
  g.depth -= all.length;
  emit(whole, closing);
}
