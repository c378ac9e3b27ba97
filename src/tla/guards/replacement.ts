import type { Expr } from '../syntax/ast.ts';
import { bare } from '../syntax/unparse.ts';

/**
 * What a guard part becomes: `true` and `false`; `negate` its negation; `loosen` and `tighten` a comparison of bounds that lets
 * one value more, or one fewer, through.
 */
export type Replacement = 'true' | 'false' | 'negate' | 'loosen' | 'tighten';

type Comparison = Extract<Expr, { readonly kind: 'operator' }>;

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

function comparison(e: Expr): Comparison | undefined {
  const found = bare(e);
  if (found.kind !== 'operator' || found.fixity !== 'infix') return undefined;
  return COMPARISONS.has(found.op) || interval(found) !== undefined ? found : undefined;
}

/** The interval in `x \in a..b`. */
function interval(e: Comparison): Comparison | undefined {
  const set = e.op === '\\in' ? bare(e.args[1]!) : undefined;
  return set?.kind === 'operator' && set.op === '..' ? set : undefined;
}

/** Whether the expression is `<`, `<=`, `>`, `>=` or membership in an interval. */
export const comparesBounds = (e: Expr): boolean => comparison(e) !== undefined;

/** The replacement for a node, at its place in the source; undefined if a bound is to be moved and none is compared. */
export function replacementFor(node: Expr, replacement: Replacement): Expr | undefined {
  const { at } = node;
  switch (replacement) {
    case 'true':
    case 'false':
      return { kind: 'boolean', value: replacement === 'true', at };
    case 'negate': {
      const inner = bare(node);
      if (inner.kind === 'operator' && inner.op === '~') return inner.args[0]!;
      return { kind: 'operator', op: '~', fixity: 'prefix', args: [{ kind: 'parenthesized', body: node, at }], at };
    }
    case 'loosen':
    case 'tighten': {
      const found = comparison(node);
      return found === undefined ? undefined : moveBound(found, replacement);
    }
  }
}

function moveBound(e: Comparison, direction: 'loosen' | 'tighten'): Comparison {
  const [left, right] = e.args as [Expr, Expr];
  const loosen = direction === 'loosen';
  const within = interval(e);
  if (within !== undefined) {
    const [low, high] = within.args as [Expr, Expr];
    return { ...e, args: [left, { ...within, args: [low, plus(high, loosen ? '+' : '-')] }] };
  }
  // Strictness moves a bound by one where it can; otherwise one is added on the side that leaves naturals natural.
  switch (e.op) {
    case '<':
      return loosen ? { ...e, op: '<=' } : { ...e, args: [plus(left, '+'), right] };
    case '<=':
      return loosen ? { ...e, args: [left, plus(right, '+')] } : { ...e, op: '<' };
    case '>':
      return loosen ? { ...e, op: '>=' } : { ...e, args: [left, plus(right, '+')] };
    default:
      return loosen ? { ...e, args: [plus(left, '+'), right] } : { ...e, op: '>' };
  }
}

function plus(e: Expr, op: '+' | '-'): Expr {
  const { at } = e;
  const one: Expr = { kind: 'number', value: 1n, at };
  return { kind: 'operator', op, fixity: 'infix', args: [{ kind: 'parenthesized', body: e, at }, one], at };
}
