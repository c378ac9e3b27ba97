import type { Stopwatch } from '../stopwatch.ts';
import type { BehaviourGraph } from './graph.ts';
import type { Product } from './product.ts';

/** How far each place is from the start, in steps that change the state, and the place before it on a shortest way; -1 for none. */
export interface Distances {
  readonly depths: Int32Array;
  readonly parents: Int32Array;
}

/** Breadth first, where a step that changes nothing costs nothing: a counterexample leaves it out. */
export function distancesOf(graph: BehaviourGraph, product: Product, watch: Stopwatch): Distances {
  const size = product.states.count;
  const depths = new Int32Array(size).fill(-1);
  const parents = new Int32Array(size).fill(-1);
  let level: number[] = Array.from({ length: product.initial }, (_, place) => place);
  for (const place of level) depths[place] = 0;
  for (let depth = 0; level.length > 0; depth++) {
    const after: number[] = [];
    // The level grows by what stuttering leads to.
    for (let i = 0; i < level.length; i++) {
      const place = level[i]!;
      if (depths[place] !== depth) continue;
      watch();
      for (let at = product.starts.items[place]!; at < product.starts.items[place + 1]!; at++) {
        const target = product.targets.items[at]!;
        const moves = graph.moves(product.edges.items[at]!);
        const reached = moves ? depth + 1 : depth;
        if (depths[target]! >= 0 && depths[target]! <= reached) continue;
        depths[target] = reached;
        parents[target] = place;
        (moves ? after : level).push(target);
      }
    }
    level = after;
  }
  return { depths, parents };
}

/** The places on a shortest way from the start to one, that one left out. */
export function wayTo({ parents }: Distances, place: number): readonly number[] {
  const way: number[] = [];
  for (let before = parents[place]!; before >= 0; before = parents[before]!) way.push(before);
  return way.reverse();
}
