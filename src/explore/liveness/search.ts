import type { Stopwatch } from '../stopwatch.ts';
import type { Automaton } from './automaton.ts';
import type { Case } from './cases.ts';
import type { Fairness, Ltl } from './formula.ts';
import { type BehaviourGraph, isTrueOf, readsSteps } from './graph.ts';
import { createIntegers, type Integers, push } from './integers.ts';

/** A behaviour without end: states from an initial one, of which the last leads back to the one at `loopsTo`. */
export interface Lasso {
  readonly states: readonly number[];
  readonly loopsTo: number;
}

/** A place of the search: a state of the model in a state of the automaton. */
interface Product {
  readonly states: Integers;
  readonly modes: Integers;
  readonly parents: Integers;
  /** Edges of place i: `targets` and `edges` from `starts[i]` to `starts[i + 1]`. */
  readonly starts: Integers;
  readonly targets: Integers;
  /** The edge of the graph that each goes along. */
  readonly edges: Integers;
}

/** A set of places: those marked with its number. */
interface Region {
  readonly marks: Int32Array;
  readonly mark: number;
}

const isIn = ({ marks, mark }: Region, place: number): boolean => marks[place] === mark;

/** A component that a run can stay in for ever, and where it is met first. */
interface Found {
  /** What is left of the search's product in the component's case. */
  readonly loops: Product;
  readonly recurring: readonly Ltl[];
  readonly component: readonly number[];
  readonly entry: number;
}

/**
 * A fair behaviour of the graph that the automaton accepts and that keeps the promises of one of the cases, if there is one; of several, one
 * whose loop is met first going breadth first.
 */
export function findLasso(
  graph: BehaviourGraph,
  automaton: Automaton,
  cases: readonly Pick<Case, 'recurring' | 'lasting'>[],
  fair: readonly Fairness[],
  watch: Stopwatch,
): Lasso | null {
  const product = explore(graph, automaton, watch);
  const size = product.states.count;
  let shortest: Lasso | null = null;
  let least = Number.POSITIVE_INFINITY;
  const tarjan: Tarjan = { order: new Int32Array(size), low: new Int32Array(size), open: new Uint8Array(size) };
  const regions = new Int32Array(size);
  const marks = new Int32Array(size);
  let mark = 0;
  for (const { recurring, lasting } of cases) {
    let best: Found | null = null;
    const loops = whereAll(graph, product, lasting, watch);
    // Strong fairness: a component where an action is enabled but never taken is searched again without the states that enable it.
    const work: (readonly number[])[] = [Array.from({ length: size }, (_, i) => i)];
    while (work.length > 0) {
      const nodes = work.pop()!;
      mark++;
      for (const node of nodes) regions[node] = mark;
      for (const component of components(loops, nodes, { marks: regions, mark }, tarjan, watch)) {
        const entry = component.reduce((first, place) => Math.min(first, place), Number.POSITIVE_INFINITY);
        if (entry > least || (best !== null && entry >= best.entry)) continue;
        mark++;
        for (const place of component) marks[place] = mark;
        const inside: Region = { marks, mark };
        if (!accepted(graph, loops, automaton, fair, component, inside)) continue;
        if (!recurring.every((one) => meets(graph, loops, component, inside, one))) continue;
        const starving = fair.filter(
          (one) =>
            one.strength === 'SF' &&
            component.some((place) => graph.state(one.enabled, loops.states.items[place]!)) &&
            !takes(graph, loops, component, inside, one),
        );
        if (starving.length === 0) {
          best = { loops, recurring, component, entry };
          continue;
        }
        const rest = component.filter(
          (place) => !starving.some((one) => graph.state(one.enabled, loops.states.items[place]!)),
        );
        if (rest.length > 0) work.push(rest);
      }
    }
    if (best === null) continue;
    mark++;
    for (const place of best.component) marks[place] = mark;
    const lasso = lassoIn(graph, automaton, fair, best, { marks, mark });
    if (shortest === null || best.entry < least || isShorter(lasso, shortest)) shortest = lasso;
    least = best.entry;
  }
  return shortest;
}

/** Whether the loop of one lasso is met earlier, or else the whole is shorter. */
export const isShorter = (a: Lasso, b: Lasso): boolean =>
  a.loopsTo < b.loopsTo || (a.loopsTo === b.loopsTo && a.states.length < b.states.length);

/** The places with only those of their edges on which all formulas are true. */
function whereAll(graph: BehaviourGraph, product: Product, formulas: readonly Ltl[], watch: Stopwatch): Product {
  if (formulas.length === 0) return product;
  const kept: Product = { ...product, starts: createIntegers(), targets: createIntegers(), edges: createIntegers() };
  for (let place = 0; place < product.states.count; place++) {
    watch();
    push(kept.starts, kept.targets.count);
    const state = product.states.items[place]!;
    for (let at = product.starts.items[place]!; at < product.starts.items[place + 1]!; at++) {
      const edge = product.edges.items[at]!;
      if (!formulas.every((one) => isTrueOf(graph, one, state, edge))) continue;
      push(kept.targets, product.targets.items[at]!);
      push(kept.edges, edge);
    }
  }
  push(kept.starts, kept.targets.count);
  return kept;
}

/** The places of a state and a mode each, by number; a table while that is small, as most are met. */
function placeIndex(
  states: number,
  modes: number,
): { get(key: number): number; set(key: number, place: number): void } {
  if (states * modes <= 1 << 25) {
    const table = new Int32Array(states * modes);
    return {
      get: (key) => table[key]! - 1,
      set: (key, place) => {
        table[key] = place + 1;
      },
    };
  }
  const known = new Map<number, number>();
  return { get: (key) => known.get(key) ?? -1, set: (key, place) => void known.set(key, place) };
}

/** Everything that can be reached, breadth first. */
function explore(graph: BehaviourGraph, automaton: Automaton, watch: Stopwatch): Product {
  const product: Product = {
    states: createIntegers(),
    modes: createIntegers(),
    parents: createIntegers(),
    starts: createIntegers(),
    targets: createIntegers(),
    edges: createIntegers(),
  };
  const width = automaton.states.length;
  const known = placeIndex(graph.starts.length, width);
  const fits = (state: number, mode: number): boolean => {
    const { positive, negative } = automaton.states[mode]!;
    for (const atom of positive) if (!graph.isStep(atom) && !graph.state(atom, state)) return false;
    for (const atom of negative) if (!graph.isStep(atom) && graph.state(atom, state)) return false;
    return true;
  };
  const place = (state: number, mode: number, parent: number): number => {
    const key = state * width + mode;
    let index = known.get(key);
    if (index < 0) {
      index = product.states.count;
      known.set(key, index);
      push(product.states, state);
      push(product.modes, mode);
      push(product.parents, parent);
    }
    return index;
  };
  for (const state of graph.initial) {
    automaton.states.forEach((one, mode) => {
      if (one.initial && fits(state, mode)) place(state, mode, -1);
    });
  }
  for (let index = 0; index < product.states.count; index++) {
    watch();
    push(product.starts, product.targets.count);
    const state = product.states.items[index]!;
    const { positive, negative, successors } = automaton.states[product.modes.items[index]!]!;
    for (let edge = graph.starts[state]!; edge < graph.starts[state + 1]!; edge++) {
      if (positive.some((atom) => graph.isStep(atom) && !graph.step(atom, edge))) continue;
      if (negative.some((atom) => graph.isStep(atom) && graph.step(atom, edge))) continue;
      const target = graph.targets[edge]!;
      for (const mode of successors) {
        if (!fits(target, mode)) continue;
        push(product.targets, place(target, mode, index));
        push(product.edges, edge);
      }
    }
  }
  push(product.starts, product.targets.count);
  return product;
}

/** What Tarjan's algorithm keeps of each place; `order` counts from 1. */
interface Tarjan {
  readonly order: Int32Array;
  readonly low: Int32Array;
  /** Whether the place is on the stack. */
  readonly open: Uint8Array;
}

/** Strongly connected components with at least one edge inside, among some places; Tarjan's algorithm without recursion. */
function components(
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

function hasLoop(product: Product, node: number): boolean {
  for (let at = product.starts.items[node]!; at < product.starts.items[node + 1]!; at++)
    if (product.targets.items[at] === node) return true;
  return false;
}

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

/** Something that a loop must meet: a place, or an edge of a place. */
type Goal = (place: number, at: number | null) => boolean;

function lassoIn(
  graph: BehaviourGraph,
  automaton: Automaton,
  fair: readonly Fairness[],
  { loops: product, recurring, component, entry }: Found,
  inside: Region,
): Lasso {
  const goals: Goal[] = recurring.map((formula): Goal => {
    if (!readsSteps(graph, formula)) return (place) => isTrueOf(graph, formula, product.states.items[place]!, -1);
    return (_, at) => {
      if (at === null) return false;
      const edge = product.edges.items[at]!;
      return isTrueOf(graph, formula, graph.source(edge), edge);
    };
  });
  for (let i = 0; i < automaton.eventualities; i++) {
    goals.push((place) => automaton.states[product.modes.items[place]!]!.fulfils[i] === true);
  }
  for (const one of fair) {
    const idle = component.some((place) => !graph.state(one.enabled, product.states.items[place]!));
    const step: Goal = (_, at) => at !== null && graph.step(one.taken, product.edges.items[at]!);
    if (one.strength === 'SF') {
      if (component.some((place) => graph.state(one.enabled, product.states.items[place]!))) goals.push(step);
    } else if (idle) goals.push((place) => !graph.state(one.enabled, product.states.items[place]!));
    else goals.push(step);
  }
  // A loop that moves says more than one that stands still, and TLC prefers it too.
  const moves: Goal = (place, at) => at !== null && graph.moves(product.edges.items[at]!) && isIn(inside, place);
  if (component.some((place) => product.states.items[place] !== product.states.items[component[0]!])) goals.push(moves);
  const loop: number[] = [entry];
  let open = goals.filter((goal) => !goal(entry, null));
  while (open.length > 0) {
    const path = walk(product, inside, loop[loop.length - 1]!, (place, at) => open.some((goal) => goal(place, at)));
    loop.push(...path.places);
    open = open.filter((goal) => !path.places.some((place, i) => goal(place, path.along[i]!) || goal(place, null)));
  }
  // A loop has at least one step.
  const back = walk(product, inside, loop[loop.length - 1]!, (place) => place === entry);
  loop.push(...back.places);
  const stem: number[] = [];
  for (let place = product.parents.items[entry]!; place >= 0; place = product.parents.items[place]!)
    stem.unshift(place);
  return withoutStutter(
    stem.map((place) => product.states.items[place]!),
    loop.slice(0, -1).map((place) => product.states.items[place]!),
  );
}

/** The shortest way of at least one step to a goal inside a component; each place with the edge that led there. */
function walk(
  product: Product,
  inside: Region,
  from: number,
  goal: Goal,
): { readonly places: readonly number[]; readonly along: readonly number[] } {
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
          places.unshift(back);
          along.unshift(came.get(back)!.at);
        }
        return { places, along };
      }
      if (target === from || came.has(target)) continue;
      came.set(target, { before: place, at });
      queue.push(target);
    }
  }
  throw new Error('a component is strongly connected');
}

/** Steps that change nothing are left out, unless they are all there is. */
function withoutStutter(stem: readonly number[], loop: readonly number[]): Lasso {
  const states: number[] = [];
  for (const state of stem) if (states[states.length - 1] !== state) states.push(state);
  const turns: number[] = [];
  for (const state of loop) if (turns[turns.length - 1] !== state) turns.push(state);
  while (turns.length > 1 && turns[turns.length - 1] === turns[0]) turns.pop();
  if (states[states.length - 1] === turns[0]) states.pop();
  return { states: [...states, ...turns], loopsTo: states.length };
}
