import type { Stopwatch } from '../stopwatch.ts';
import type { Automaton } from './automaton.ts';
import { type BehaviourGraph, isTrueOf } from './graph.ts';
import { createIntegers, type Integers, push } from './integers.ts';
import type { Ltl } from './ltl.ts';

/** Places of the search, each a state of the model in a state of the automaton, in the order that they are met breadth first. */
export interface Product {
  /** Places of initial states come first: so many. */
  initial: number;
  readonly states: Integers;
  readonly modes: Integers;
  /** Edges of place i: `targets` and `edges` from `starts[i]` to `starts[i + 1]`. */
  readonly starts: Integers;
  readonly targets: Integers;
  /** The edge of the graph that each goes along. */
  readonly edges: Integers;
}

/** A set of places: those marked with its number. */
export interface Region {
  readonly marks: Int32Array;
  readonly mark: number;
}

export const isIn = ({ marks, mark }: Region, place: number): boolean => marks[place] === mark;

/** The places with only those of their edges on which all formulas are true. */
export function whereAll(graph: BehaviourGraph, product: Product, formulas: readonly Ltl[], watch: Stopwatch): Product {
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
export function productOf(graph: BehaviourGraph, automaton: Automaton, watch: Stopwatch): Product {
  const product: Product = {
    initial: 0,
    states: createIntegers(),
    modes: createIntegers(),
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
  const place = (state: number, mode: number): number => {
    const key = state * width + mode;
    let index = known.get(key);
    if (index < 0) {
      index = product.states.count;
      known.set(key, index);
      push(product.states, state);
      push(product.modes, mode);
    }
    return index;
  };
  for (const state of graph.initial) {
    automaton.states.forEach((one, mode) => {
      if (one.initial && fits(state, mode)) place(state, mode);
    });
  }
  product.initial = product.states.count;
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
        push(product.targets, place(target, mode));
        push(product.edges, edge);
      }
    }
  }
  push(product.starts, product.targets.count);
  return product;
}
