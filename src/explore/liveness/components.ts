import type { Stopwatch } from '../stopwatch.ts';
import { createIntegers, push } from './integers.ts';
import { isIn, type Product, type Region } from './product.ts';

/** What Tarjan's algorithm keeps of each place; `order` counts from 1. */
export interface Tarjan {
  readonly order: Int32Array;
  readonly low: Int32Array;
  /** Whether the place is on the stack. */
  readonly open: Uint8Array;
}

/** Strongly connected components with at least one edge inside, among some places; Tarjan's algorithm without recursion. */
export function components(
  product: Product,
  nodes: readonly number[],
  region: Region,
  tarjan: Tarjan,
  watch: Stopwatch,
): number[][] {
  const found: number[][] = [];
  const { order, low, open } = tarjan;
  const starts = product.starts.items;
  const targets = product.targets.items;
  const stack = createIntegers();
  // The places on the way to where the search stands, and the edge that each goes on with.
  const path = createIntegers();
  const next = createIntegers();
  let visited = 0;
  for (const node of nodes) order[node] = 0;
  const enter = (node: number): void => {
    watch();
    order[node] = ++visited;
    low[node] = visited;
    open[node] = 1;
    push(stack, node);
    push(path, node);
    push(next, starts[node]!);
  };
  for (const root of nodes) {
    if (order[root] !== 0) continue;
    enter(root);
    while (path.count > 0) {
      const node = path.items[path.count - 1]!;
      const at = next.items[next.count - 1]!;
      if (at < starts[node + 1]!) {
        next.items[next.count - 1] = at + 1;
        const target = targets[at]!;
        if (!isIn(region, target)) continue;
        if (order[target] === 0) enter(target);
        else if (open[target] === 1) low[node] = Math.min(low[node]!, order[target]!);
        continue;
      }
      path.count--;
      next.count--;
      if (path.count > 0) {
        const parent = path.items[path.count - 1]!;
        low[parent] = Math.min(low[parent]!, low[node]!);
      }
      if (low[node] !== order[node]) continue;
      const component: number[] = [];
      for (;;) {
        const member = stack.items[--stack.count]!;
        open[member] = 0;
        component.push(member);
        if (member === node) break;
      }
      if (component.length > 1 || hasLoop(product, node)) found.push(component);
    }
  }
  return found;
}

export const createTarjan = (size: number): Tarjan => ({
  order: new Int32Array(size),
  low: new Int32Array(size),
  open: new Uint8Array(size),
});

function hasLoop(product: Product, node: number): boolean {
  for (let at = product.starts.items[node]!; at < product.starts.items[node + 1]!; at++)
    if (product.targets.items[at] === node) return true;
  return false;
}
