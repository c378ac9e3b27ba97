import type { Stopwatch } from '../stopwatch.ts';
import type { Automaton } from './automaton.ts';
import type { Case } from './cases.ts';
import { components, createTarjan } from './components.ts';
import { type Distances, distancesOf, wayTo } from './distances.ts';
import type { Fairness } from './formula.ts';
import { type BehaviourGraph, isTrueOf } from './graph.ts';
import { isShorter, type Lasso, lassoOf } from './lasso.ts';
import { type Effort, fullEffort, nearestFirst, type Turn, turnSearch } from './loop.ts';
import type { Ltl } from './ltl.ts';
import { type Obligation, obligationsOf } from './obligations.ts';
import { isIn, type Product, productOf, type Region, whereAll } from './product.ts';

/**
 * A fair behaviour of the graph that the automaton accepts and that keeps the promises of one of the cases, if there is one shorter than
 * `known`. Of several one in the fewest states, as far as the effort of looking for it is bounded.
 */
export function findLasso(
  graph: BehaviourGraph,
  automaton: Automaton,
  cases: readonly Pick<Case, 'recurring' | 'lasting'>[],
  fair: readonly Fairness[],
  known: Lasso | null,
  watch: Stopwatch,
): Lasso | null {
  const product = productOf(graph, automaton, watch);
  const size = product.states.count;
  const tarjan = createTarjan(size);
  const regions = new Int32Array(size);
  const marks = new Int32Array(size);
  let mark = 0;
  const marked = (component: readonly number[]): Region => {
    mark++;
    for (const place of component) marks[place] = mark;
    return { marks, mark };
  };
  const effort = fullEffort();
  let distances: Distances | null = null;
  let best = known;
  for (const { recurring, lasting } of cases) {
    const loops = whereAll(graph, product, lasting, watch);
    const fitting: (readonly number[])[] = [];
    // Strong fairness: a component where an action is enabled but never taken is searched again without the states that enable it.
    const work: (readonly number[])[] = [Array.from({ length: size }, (_, i) => i)];
    while (work.length > 0) {
      const nodes = work.pop()!;
      mark++;
      for (const node of nodes) regions[node] = mark;
      for (const component of components(loops, nodes, { marks: regions, mark }, tarjan, watch)) {
        const inside = marked(component);
        if (!accepted(graph, loops, automaton, fair, component, inside)) continue;
        if (!recurring.every((one) => meets(graph, loops, component, inside, one))) continue;
        const starving = fair.filter((one) => starves(graph, loops, component, inside, one));
        if (starving.length === 0) {
          fitting.push(component);
          continue;
        }
        const rest = component.filter(
          (place) => !starving.some((one) => graph.state(one.enabled, loops.states.items[place]!)),
        );
        if (rest.length > 0) work.push(rest);
      }
    }
    if (fitting.length === 0) continue;
    distances ??= distancesOf(graph, product, watch);
    const obligations = obligationsOf(graph, loops, automaton, recurring, fair);
    for (const component of nearest(fitting, distances)) {
      best = shorterIn({ graph, loops, distances, obligations, effort }, component, marked(component), best);
    }
  }
  return best === known ? null : best;
}

interface Ground {
  readonly graph: BehaviourGraph;
  /** What is left of the product in the component's case. */
  readonly loops: Product;
  readonly distances: Distances;
  readonly obligations: readonly Obligation[];
  readonly effort: Effort;
}

/** A lasso with its loop in a component if it is shorter than `known`, which is given back otherwise. */
function shorterIn(ground: Ground, component: readonly number[], inside: Region, known: Lasso | null): Lasso | null {
  const { graph, loops, distances, obligations, effort } = ground;
  const { depths } = distances;
  const entries = component.toSorted((a, b) => depths[a]! - depths[b]! || a - b);
  let best = known;
  const take = (turn: Turn): void => {
    const stateOf = (place: number): number => loops.states.items[place]!;
    const lasso = lassoOf(wayTo(distances, turn[0]!).map(stateOf), turn.map(stateOf));
    if (best === null || isShorter(lasso, best)) best = lasso;
  };
  /** How many states a loop from a place may have at most, to be worth it. */
  const room = (place: number): number =>
    best === null ? Number.POSITIVE_INFINITY : best.states.length - depths[place]!;
  if (room(entries[0]!) <= 1) return best;
  take(nearestFirst(loops, component, inside, obligations, entries[0]!));
  const search = turnSearch(graph, loops, component, inside, obligations, effort);
  if (search === null) return best;
  for (const entry of entries) {
    if (room(entry) <= 1 || effort.left <= 0) break;
    const turn = search.shortest(entry, room(entry));
    if (turn !== null) take(turn);
  }
  return best;
}

/** Components in the order of how near to the start they are. */
function nearest(components: readonly (readonly number[])[], { depths }: Distances): readonly (readonly number[])[] {
  const keyed = components.map((component) => ({
    component,
    depth: component.reduce((least, place) => Math.min(least, depths[place]!), Number.POSITIVE_INFINITY),
    first: component.reduce((least, place) => Math.min(least, place), Number.POSITIVE_INFINITY),
  }));
  return keyed.sort((a, b) => a.depth - b.depth || a.first - b.first).map(({ component }) => component);
}

/** Whether strong fairness forbids to stay in a component: an action is enabled there again and again, and never taken. */
const starves = (
  graph: BehaviourGraph,
  product: Product,
  component: readonly number[],
  inside: Region,
  one: Fairness,
): boolean =>
  one.strength === 'SF' &&
  component.some((place) => graph.state(one.enabled, product.states.items[place]!)) &&
  !takes(graph, product, component, inside, one);

const takes = (
  graph: BehaviourGraph,
  product: Product,
  component: readonly number[],
  inside: Region,
  one: Fairness,
): boolean => meets(graph, product, component, inside, { kind: 'atom', atom: one.taken, holds: true });

/** Whether a formula of a state or step is true of one in a component. */
function meets(
  graph: BehaviourGraph,
  product: Product,
  component: readonly number[],
  inside: Region,
  formula: Ltl,
): boolean {
  for (const place of component) {
    for (let at = product.starts.items[place]!; at < product.starts.items[place + 1]!; at++) {
      if (!isIn(inside, product.targets.items[at]!)) continue;
      if (isTrueOf(graph, formula, product.states.items[place]!, product.edges.items[at]!)) return true;
    }
  }
  return false;
}

/** Whether a run can stay in a component for ever, as far as eventualities and weak fairness go. */
function accepted(
  graph: BehaviourGraph,
  product: Product,
  automaton: Automaton,
  fair: readonly Fairness[],
  component: readonly number[],
  inside: Region,
): boolean {
  for (let i = 0; i < automaton.eventualities; i++) {
    if (!component.some((place) => automaton.states[product.modes.items[place]!]!.fulfils[i])) return false;
  }
  return fair.every(
    (one) =>
      one.strength === 'SF' ||
      component.some((place) => !graph.state(one.enabled, product.states.items[place]!)) ||
      takes(graph, product, component, inside, one),
  );
}
