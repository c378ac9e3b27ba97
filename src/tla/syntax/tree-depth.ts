import type { Expr } from './ast.ts';
import { childExpressions } from './children.ts';

/** The deepest tree that the parser hands on: what walks it may recurse without fear for the stack. */
export const MAX_TREE_DEPTH = 1_000;

/** The first node, in depth-first order, that lies deeper than the limit under one of these expressions; without recursion. */
export function tooDeep(roots: readonly Expr[]): Expr | undefined {
  const stack: { readonly node: Expr; readonly depth: number }[] = roots.map((node) => ({ node, depth: 1 })).reverse();
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (item.depth > MAX_TREE_DEPTH) return item.node;
    const children = childExpressions(item.node);
    for (let i = children.length - 1; i >= 0; i--) stack.push({ node: children[i]!, depth: item.depth + 1 });
  }
  return undefined;
}
