import type { Expr } from '../ast.ts';
import { bare } from '../unparse.ts';

/** A tree as plain data without positions and parentheses, junction lists as left-nested infix operators: two texts that mean the
 * same tree have the same normal form. */
export function normalForm(e: Expr): unknown {
  return strip(e);
}

function strip(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  if ('kind' in value && (value.kind === 'parenthesized' || value.kind === 'junction')) {
    const e = bare(value as Expr);
    if (e.kind !== 'junction') return strip(e);
    const [first, ...rest] = e.items;
    return rest.reduce<unknown>(
      (left, right) => ({ kind: 'operator', op: e.op, fixity: 'infix', args: [left, strip(right)] }),
      strip(first),
    );
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'at')
      .map(([key, inner]) => [key, strip(inner)]),
  );
}
