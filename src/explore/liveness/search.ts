import type { Automaton } from './automaton.ts';
import type { Fairness } from './formula.ts';
import type { BehaviourGraph } from './graph.ts';

/** A behaviour without end: states from an initial one, of which the last leads back to the one at `loopsTo`. */
export interface Lasso {
  readonly states: readonly number[];
  readonly loopsTo: number;
}

/** A place of the search: a state of the model in a state of the automaton. */
interface Product {
  readonly states: number[];
  readonly modes: number[];
  readonly parents: number[];
  /** Edges of place i: `targets` and `edges` from `starts[i]` to `starts[i + 1]`. */
  readonly starts: number[];
  readonly targets: number[];
  /** The edge of the graph that each goes along. */
  readonly edges: number[];
}

/**
 * A fair behaviour of the graph that the automaton accepts, if there is one; of several, one whose loop is met first going breadth first.
 */
export function findLasso(graph: BehaviourGraph, automaton: Automaton, fair: readonly Fairness[]): Lasso | null {
  const product = explore(graph, automaton);
  let nodes: readonly number[] = Array.from({ length: product.states.length }, (_, i) => i);
  let best: readonly number[] | null = null;
  let bestEntry = Number.POSITIVE_INFINITY;
  // Strong fairness: a component where an action is enabled but never taken is searched again without the states that enable it.
  const work: (readonly number[])[] = [nodes];
  while (work.length > 0) {
    nodes = work.pop()!;
    for (const component of components(product, nodes)) {
      const entry = component.reduce((least, place) => Math.min(least, place), Number.POSITIVE_INFINITY);
      if (entry >= bestEntry) continue;
      const inside = new Set(component);
      if (!accepted(graph, product, automaton, fair, component, inside)) continue;
      const starving = fair.filter(
        (one) =>
          one.strength === 'SF' &&
          component.some((place) => graph.state(one.enabled, product.states[place]!)) &&
          !takes(graph, product, component, inside, one),
      );
      if (starving.length === 0) {
        best = component;
        bestEntry = entry;
        continue;
      }
      const rest = component.filter(
        (place) => !starving.some((one) => graph.state(one.enabled, product.states[place]!)),
      );
      if (rest.length > 0) work.push(rest);
    }
  }
  return best === null ? null : lassoIn(graph, product, automaton, fair, best, bestEntry);
}

/** Everything that can be reached, breadth first. */
function explore(graph: BehaviourGraph, automaton: Automaton): Product {
  const product: Product = { states: [], modes: [], parents: [], starts: [], targets: [], edges: [] };
  const width = automaton.states.length;
  const known = new Map<number, number>();
  const fits = (state: number, mode: number): boolean => {
    const { positive, negative } = automaton.states[mode]!;
    for (const atom of positive) if (!graph.isStep(atom) && !graph.state(atom, state)) return false;
    for (const atom of negative) if (!graph.isStep(atom) && graph.state(atom, state)) return false;
    return true;
  };
  const place = (state: number, mode: number, parent: number): number => {
    const key = state * width + mode;
    let index = known.get(key);
    if (index === undefined) {
      index = product.states.length;
      known.set(key, index);
      product.states.push(state);
      product.modes.push(mode);
      product.parents.push(parent);
    }
    return index;
  };
  for (const state of graph.initial) {
    automaton.states.forEach((one, mode) => {
      if (one.initial && fits(state, mode)) place(state, mode, -1);
    });
  }
  for (let index = 0; index < product.states.length; index++) {
    product.starts.push(product.targets.length);
    const state = product.states[index]!;
    const { positive, negative, successors } = automaton.states[product.modes[index]!]!;
    for (let edge = graph.starts[state]!; edge < graph.starts[state + 1]!; edge++) {
      if (positive.some((atom) => graph.isStep(atom) && !graph.step(atom, edge))) continue;
      if (negative.some((atom) => graph.isStep(atom) && graph.step(atom, edge))) continue;
      const target = graph.targets[edge]!;
      for (const mode of successors) {
        if (!fits(target, mode)) continue;
        product.targets.push(place(target, mode, index));
        product.edges.push(edge);
      }
    }
  }
  product.starts.push(product.targets.length);
  return product;
}

/** Strongly connected components with at least one edge inside, among some places; Tarjan's algorithm without recursion. */
function components(product: Product, nodes: readonly number[]): number[][] {
  const found: number[][] = [];
  const inside = new Set(nodes);
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const onStack = new Set<number>();
  const stack: number[] = [];
  for (const root of nodes) {
    if (order.has(root)) continue;
    const calls: { node: number; at: number }[] = [{ node: root, at: product.starts[root]! }];
    order.set(root, order.size);
    low.set(root, order.get(root)!);
    stack.push(root);
    onStack.add(root);
    while (calls.length > 0) {
      const call = calls[calls.length - 1]!;
      const { node } = call;
      if (call.at < product.starts[node + 1]!) {
        const target = product.targets[call.at++]!;
        if (!inside.has(target)) continue;
        if (!order.has(target)) {
          order.set(target, order.size);
          low.set(target, order.get(target)!);
          stack.push(target);
          onStack.add(target);
          calls.push({ node: target, at: product.starts[target]! });
        } else if (onStack.has(target)) {
          low.set(node, Math.min(low.get(node)!, order.get(target)!));
        }
        continue;
      }
      calls.pop();
      const parent = calls[calls.length - 1];
      if (parent !== undefined) low.set(parent.node, Math.min(low.get(parent.node)!, low.get(node)!));
      if (low.get(node) !== order.get(node)) continue;
      const component: number[] = [];
      for (;;) {
        const member = stack.pop()!;
        onStack.delete(member);
        component.push(member);
        if (member === node) break;
      }
      if (component.length > 1 || hasLoop(product, node)) found.push(component);
    }
  }
  return found;
}

function hasLoop(product: Product, node: number): boolean {
  for (let at = product.starts[node]!; at < product.starts[node + 1]!; at++)
    if (product.targets[at] === node) return true;
  return false;
}

function takes(
  graph: BehaviourGraph,
  product: Product,
  component: readonly number[],
  inside: ReadonlySet<number>,
  one: Fairness,
): boolean {
  for (const place of component) {
    for (let at = product.starts[place]!; at < product.starts[place + 1]!; at++) {
      if (inside.has(product.targets[at]!) && graph.step(one.taken, product.edges[at]!)) return true;
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
  inside: ReadonlySet<number>,
): boolean {
  for (let i = 0; i < automaton.eventualities; i++) {
    if (!component.some((place) => automaton.states[product.modes[place]!]!.fulfils[i])) return false;
  }
  return fair.every(
    (one) =>
      one.strength === 'SF' ||
      component.some((place) => !graph.state(one.enabled, product.states[place]!)) ||
      takes(graph, product, component, inside, one),
  );
}

/** Something that a loop must meet: a place, or an edge of a place. */
type Goal = (place: number, at: number | null) => boolean;

function lassoIn(
  graph: BehaviourGraph,
  product: Product,
  automaton: Automaton,
  fair: readonly Fairness[],
  component: readonly number[],
  entry: number,
): Lasso {
  const inside = new Set(component);
  const goals: Goal[] = [];
  for (let i = 0; i < automaton.eventualities; i++) {
    goals.push((place) => automaton.states[product.modes[place]!]!.fulfils[i] === true);
  }
  for (const one of fair) {
    const idle = component.some((place) => !graph.state(one.enabled, product.states[place]!));
    const step: Goal = (_, at) => at !== null && graph.step(one.taken, product.edges[at]!);
    if (one.strength === 'SF') {
      if (component.some((place) => graph.state(one.enabled, product.states[place]!))) goals.push(step);
    } else if (idle) goals.push((place) => !graph.state(one.enabled, product.states[place]!));
    else goals.push(step);
  }
  // A loop that moves says more than one that stands still, and TLC prefers it too.
  const moves: Goal = (place, at) => at !== null && graph.moves(product.edges[at]!) && inside.has(place);
  if (component.some((place) => product.states[place] !== product.states[component[0]!])) goals.push(moves);
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
  for (let place = product.parents[entry]!; place >= 0; place = product.parents[place]!) stem.unshift(place);
  return withoutStutter(
    stem.map((place) => product.states[place]!),
    loop.slice(0, -1).map((place) => product.states[place]!),
  );
}

/** The shortest way of at least one step to a goal inside a component; each place with the edge that led there. */
function walk(
  product: Product,
  inside: ReadonlySet<number>,
  from: number,
  goal: Goal,
): { readonly places: readonly number[]; readonly along: readonly number[] } {
  const came = new Map<number, { readonly before: number; readonly at: number }>();
  const queue = [from];
  for (let i = 0; i < queue.length; i++) {
    const place = queue[i]!;
    for (let at = product.starts[place]!; at < product.starts[place + 1]!; at++) {
      const target = product.targets[at]!;
      if (!inside.has(target)) continue;
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
