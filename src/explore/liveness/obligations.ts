import type { Automaton } from './automaton.ts';
import type { Fairness } from './formula.ts';
import { type BehaviourGraph, isTrueOf, readsSteps } from './graph.ts';
import type { Ltl } from './ltl.ts';
import type { Product } from './product.ts';

/** What a loop has to meet once in a turn, at a place or by an edge of the product. */
export interface Obligation {
  readonly place: ((place: number) => boolean) | null;
  readonly edge: ((at: number) => boolean) | null;
  /** A loop that meets none of these places owes nothing; null if it is owed in any case. */
  readonly owedAt: ((place: number) => boolean) | null;
}

/** All that makes a loop of the product a counterexample: promises of the case, eventualities of the automaton, and fairness. */
export function obligationsOf(
  graph: BehaviourGraph,
  product: Product,
  automaton: Automaton,
  recurring: readonly Ltl[],
  fair: readonly Fairness[],
): readonly Obligation[] {
  const stateAt = (place: number): number => product.states.items[place]!;
  const edgeAt = (at: number): number => product.edges.items[at]!;
  const obligations = recurring.map(
    (formula): Obligation =>
      readsSteps(graph, formula)
        ? {
            place: null,
            edge: (at) => isTrueOf(graph, formula, graph.source(edgeAt(at)), edgeAt(at)),
            owedAt: null,
          }
        : { place: (place) => isTrueOf(graph, formula, stateAt(place), -1), edge: null, owedAt: null },
  );
  for (let i = 0; i < automaton.eventualities; i++) {
    obligations.push({
      place: (place) => automaton.states[product.modes.items[place]!]!.fulfils[i] === true,
      edge: null,
      owedAt: null,
    });
  }
  for (const { strength, taken, enabled } of fair) {
    const isEnabled = (place: number): boolean => graph.state(enabled, stateAt(place));
    obligations.push({
      place: strength === 'WF' ? (place) => !isEnabled(place) : null,
      edge: (at) => graph.step(taken, edgeAt(at)),
      owedAt: strength === 'SF' ? isEnabled : null,
    });
  }
  return obligations;
}
