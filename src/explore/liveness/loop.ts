import type { BehaviourGraph } from './graph.ts';
import type { Obligation } from './obligations.ts';
import { isIn, type Product, type Region } from './product.ts';

/** A turn round a component that meets all obligations, from a place back to it: the places in order, without that place again. */
export type Turn = readonly number[];

/** A turn that goes to whatever is nearest of what is still owed; short, but not always the shortest. */
export function nearestFirst(
  product: Product,
  component: readonly number[],
  inside: Region,
  obligations: readonly Obligation[],
  entry: number,
): Turn {
  let open = obligations.filter(({ owedAt, place }) => (owedAt === null || component.some(owedAt)) && !place?.(entry));
  const turn: number[] = [entry];
  const follow = (goal: (place: number, at: number) => boolean): Path => {
    const path = walk(product, inside, turn.at(-1)!, goal);
    for (const place of path.places) turn.push(place);
    return path;
  };
  while (open.length > 0) {
    const { places, along } = follow((place, at) => open.some((one) => one.edge?.(at) || one.place?.(place)));
    open = open.filter((one) => !places.some((place, i) => one.edge?.(along[i]!) || one.place?.(place)));
  }
  // A loop has at least one step, unless it is closed already.
  if (turn.length === 1 || turn.at(-1) !== entry) follow((place) => place === entry);
  return turn.slice(0, -1);
}

/** The places of a way, the one that it begins at left out, and the edges that lead to each. */
interface Path {
  readonly places: readonly number[];
  readonly along: readonly number[];
}

/** The shortest way of at least one step to a goal inside a component. */
function walk(product: Product, inside: Region, from: number, goal: (place: number, at: number) => boolean): Path {
  const came = new Map<number, { readonly before: number; readonly at: number }>();
  const queue = [from];
  for (let i = 0; i < queue.length; i++) {
    const place = queue[i]!;
    for (let at = product.starts.items[place]!; at < product.starts.items[place + 1]!; at++) {
      const target = product.targets.items[at]!;
      if (!isIn(inside, target)) continue;
      if (goal(target, at)) {
        const places = [target];
        const along = [at];
        for (let back = place; back !== from; back = came.get(back)!.before) {
          places.push(back);
          along.push(came.get(back)!.at);
        }
        return { places: places.reverse(), along: along.reverse() };
      }
      if (target === from || came.has(target)) continue;
      came.set(target, { before: place, at });
      queue.push(target);
    }
  }
  throw new Error('a component is strongly connected');
}

/** How many edges an exact search follows for one property, and how many pairs of a place and obligations met it tells apart. */
const MAX_EDGES = 4_000_000;
const MAX_PAIRS = 1 << 20;

/** What is left of the work that exact searches may take; counted, so that the same model gives the same counterexample everywhere. */
export interface Effort {
  left: number;
}

export const fullEffort = (): Effort => ({ left: MAX_EDGES });

/** Searches turns of one component exactly: breadth first over pairs of a place and the obligations that are met so far. */
export interface TurnSearch {
  /** The shortest turn from a place with fewer moves than `below`; null if there is none, or the effort is spent. */
  shortest(place: number, below: number): Turn | null;
}

/** Null where the component has too many places for its obligations, or the effort is spent. */
export function turnSearch(
  graph: Pick<BehaviourGraph, 'moves'>,
  product: Product,
  component: readonly number[],
  inside: Region,
  obligations: readonly Obligation[],
  effort: Effort,
): TurnSearch | null {
  const owing = obligations.filter(({ owedAt }) => owedAt !== null);
  const bits = obligations.length + owing.length;
  if (effort.left <= 0 || bits > 20 || component.length * 2 ** bits > MAX_PAIRS) return null;
  const size = component.length;
  const indices = new Map(component.map((place, index) => [place, index]));
  const { placeMasks, edgeMask, closes } = masksOf(component, obligations, owing);
  const pairs = size * 2 ** bits;
  const costs = new Int32Array(pairs);
  const before = new Int32Array(pairs);
  return {
    shortest: (place, below) => {
      // To begin anew costs effort too: a component may have as many places as pairs.
      effort.left -= pairs >> 4;
      if (effort.left <= 0) return null;
      costs.fill(-1);
      // The pair after the last is the start once more, with all met.
      const start = indices.get(place)!;
      const first = placeMasks[start]! * size + start;
      let last = -1;
      let least = Number.POSITIVE_INFINITY;
      costs[first] = 0;
      let level = [first];
      for (let cost = 0; level.length > 0 && cost < below; cost++) {
        const after: number[] = [];
        for (let i = 0; i < level.length; i++) {
          const pair = level[i]!;
          if (costs[pair] !== cost) continue;
          const own = pair % size;
          const mask = (pair - own) / size;
          const from = component[own]!;
          for (let at = product.starts.items[from]!; at < product.starts.items[from + 1]!; at++) {
            if (effort.left-- <= 0) return null;
            const target = product.targets.items[at]!;
            if (!isIn(inside, target)) continue;
            const reached = graph.moves(product.edges.items[at]!) ? cost + 1 : cost;
            const index = indices.get(target)!;
            const next = mask | edgeMask(at) | placeMasks[index]!;
            if (index === start && closes(next)) {
              if (reached < least) {
                last = pair;
                least = reached;
              }
              continue;
            }
            const to = next * size + index;
            if (costs[to]! >= 0 && costs[to]! <= reached) continue;
            costs[to] = reached;
            before[to] = pair;
            (reached === cost ? level : after).push(to);
          }
        }
        if (least <= cost + 1) break;
        level = after;
      }
      if (least >= below || last < 0) return null;
      const turn: number[] = [];
      for (let pair = last; pair !== first; pair = before[pair]!) turn.push(component[pair % size]!);
      turn.push(place);
      return turn.reverse();
    },
  };
}

/** Obligations as bits: those that are met, and above them those that are owed only once a place makes them so. */
interface Masks {
  /** What each place of the component adds, in its order. */
  readonly placeMasks: readonly number[];
  /** What an edge of the product adds. */
  edgeMask(at: number): number;
  /** Whether all that is owed is met. */
  closes(mask: number): boolean;
}

function masksOf(
  component: readonly number[],
  obligations: readonly Obligation[],
  owing: readonly Obligation[],
): Masks {
  const edges = new Map<number, number>();
  return {
    placeMasks: component.map((place) => {
      let mask = 0;
      for (const [i, one] of obligations.entries()) if (one.place?.(place)) mask |= 1 << i;
      for (const [i, one] of owing.entries()) if (one.owedAt?.(place)) mask |= 1 << (obligations.length + i);
      return mask;
    }),
    edgeMask: (at) => {
      let mask = edges.get(at);
      if (mask === undefined) {
        mask = 0;
        for (const [i, one] of obligations.entries()) if (one.edge?.(at)) mask |= 1 << i;
        edges.set(at, mask);
      }
      return mask;
    },
    closes: (mask) => {
      let owed = obligations.length;
      return obligations.every(({ owedAt }, i) => {
        const due = owedAt === null || (mask & (1 << owed++)) !== 0;
        return !due || (mask & (1 << i)) !== 0;
      });
    },
  };
}
