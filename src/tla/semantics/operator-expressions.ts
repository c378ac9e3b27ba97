import { nearestHint } from '../../diagnostics/nearest.ts';
import type { Expr, ExprOf } from '../syntax/ast.ts';
import { isInteger } from '../values/store.ts';
import { callBuiltin, callMeaning, meaningOf } from './calls.ts';
import {
  booleanBranch,
  branch,
  type Code,
  type Context,
  choice,
  type Generator,
  knownValue,
  not,
  simple,
  site,
  truth,
  value,
} from './generator.ts';
import { membership } from './membership.ts';
import { homeOf } from './names/expressions.ts';
import { partValues } from './part-values.ts';
import { lookup, plainName, visibleNames } from './scope.ts';
import { reject } from './semantic-error.ts';
import { terms } from './terms.ts';

/** JavaScript condition that an expression has the same value in both states. */
export function unchanged(g: Generator, expr: Expr, context: Context): string {
  if (expr.kind === 'parenthesized') return unchanged(g, expr.body, context);
  if (expr.kind === 'tuple') {
    if (expr.items.length === 0) return 'true';
    return `(${expr.items.map((item) => unchanged(g, item, context)).join(' && ')})`;
  }
  if (expr.kind === 'reference' && expr.args.length === 0) {
    const meaning = meaningOf(g, expr, context);
    if (meaning?.kind === 'definition' && meaning.definition.bounds === null && meaning.definition.slot === null) {
      return unchanged(g, meaning.definition.body, { ...context, env: meaning.definition.env });
    }
    if (meaning?.kind === 'macro' && context.free?.has(meaning) !== true)
      return unchanged(g, meaning.expr, { ...context, env: meaning.env });
  }
  const before = value(g, expr, context);
  const after = value(g, expr, { ...context, mode: 'next' });
  return `equal(S, ${before}, ${after})`;
}

/** Items from one on, each evaluated only where those before it leave it open. */
export function junction(g: Generator, items: readonly Expr[], op: '/\\' | '\\/', context: Context, from = 0): Code {
  const first = truth(g, items[from]!, context);
  if (from === items.length - 1) return { js: first, boolean: true };
  const rest = branch(context, (inner) => junction(g, items, op, inner, from + 1));
  return op === '/\\'
    ? choice(g, context, first, rest, simple({ js: 'false', boolean: true }))
    : choice(g, context, first, simple({ js: 'true', boolean: true }), rest);
}

/** Code of an operator written between or before its arguments. */
export function operator(g: Generator, expr: ExprOf<'operator'>, context: Context): Code {
  const code = plainOperator(g, expr, context);
  const bound = g.watchBounds ? boundOf(expr, context) : undefined;
  if (bound === undefined || context.hoisted) return code;
  const parts = partValues(g, terms(expr), context);
  return { js: `atBound(${site(g, expr.at, bound)}, ${code.js}, [${parts}])`, boolean: true };
}

const COMPARISONS = new Set(['<', '<=', '>', '>=']);

/** The integer constant that a comparison limits something by, if it does (see `BoundHit`). */
function boundOf(expr: ExprOf<'operator'>, context: Context): string | undefined {
  if (!COMPARISONS.has(expr.op)) return undefined;
  for (const arg of [expr.args[1]!, expr.args[0]!]) {
    const name = plainName(arg);
    const meaning = name === undefined ? undefined : lookup(context.env, name);
    if (meaning?.kind === 'constant' && isInteger(meaning.value)) return meaning.name;
  }
  return undefined;
}

function plainOperator(g: Generator, expr: ExprOf<'operator'>, context: Context): Code {
  const [a, b] = expr.args as [Expr, Expr];
  const own = lookup(context.env, expr.op);
  if (own !== undefined && own.kind !== 'builtin') {
    return callMeaning(
      g,
      own,
      expr.args.map((arg) => ({ expr: arg, env: context.env })),
      context,
      expr.at,
      expr.op,
    );
  }
  const call = (fn: string, boolean: boolean, ...args: Expr[]): Code => ({
    js: `${fn}(${['S', ...args.map((arg) => value(g, arg, context))].join(', ')})`,
    boolean,
  });
  switch (expr.op) {
    case '/\\':
    case '\\/':
      return junction(g, [a, b], expr.op, context);
    case '~':
      return { js: not(truth(g, a, context)), boolean: true };
    case '=>': {
      const condition = truth(g, a, context);
      const then = branch(context, (inner) => g.expression(b, inner));
      return choice(g, context, condition, booleanBranch(then), simple({ js: 'true', boolean: true }));
    }
    case '<=>':
      return { js: `(${truth(g, a, context)} === ${truth(g, b, context)})`, boolean: true };
    case '=':
      return { js: equality(g, a, b, context), boolean: true };
    case '/=':
      return { js: not(equality(g, a, b, context)), boolean: true };
    case '\\in':
      return membership(g, a, b, context);
    case '\\notin':
      return { js: not(membership(g, a, b, context).js), boolean: true };
    case '\\cup':
      return call('union', false, a, b);
    case '\\cap':
      return call('intersection', false, a, b);
    case '\\':
      return call('difference', false, a, b);
    case '\\subseteq':
      return call('subset', true, a, b);
    case 'SUBSET':
      return call('powerset', false, a);
    case 'UNION':
      return call('bigUnion', false, a);
    case 'DOMAIN':
      return call('domain', false, a);
    case "'":
      if (context.mode === 'next') return reject('tla/unsupported', expr.at, 'an expression is primed twice');
      return g.expression(a, { ...context, mode: 'next' });
    case 'UNCHANGED':
      return { js: unchanged(g, a, context), boolean: true };
    case 'ENABLED':
      return g.enabled(a, context);
    case '[]':
    case '<>':
    case '~>':
    case '-+->':
      return reject('tla/unsupported', expr.at, `"${expr.op}" makes a temporal formula, which has no value in a state`);
    default:
  }
  if (own?.kind === 'builtin') {
    return callBuiltin(
      g,
      own.builtin,
      expr.args.map((arg) => ({ expr: arg, env: context.env })),
      context,
    );
  }
  return reject('tla/unknown-name', expr.at, `the operator "${expr.op === '-.' ? '-' : expr.op}" is not defined here`, {
    hint: homeOf(expr.op) ?? nearestHint(expr.op, visibleNames(context.env)),
  });
}

/** What is the same is equal; whether other values compare is for the run to tell. */
function equality(g: Generator, a: Expr, b: Expr, context: Context): string {
  const left = value(g, a, context);
  const right = value(g, b, context);
  return left === right && knownValue(left) !== undefined ? 'true' : `equal(S, ${left}, ${right})`;
}
