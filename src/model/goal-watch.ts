import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Candidate, NO_NAMES } from './candidates.ts';
import type { GoalReport } from './model.ts';
import type { StatePredicate } from './state-machine.ts';

/** The goals of a fold: each is reached at the first step at which every candidate satisfies it whose way began without it. */
export interface GoalWatch<S> {
  /** Goals that a first state satisfies already. */
  heldBy(state: S): ReadonlySet<string>;
  look(candidates: readonly Candidate<S>[], step: number): void;
  /** In the order of the goals, given the candidates at the end. */
  reports(candidates: readonly Candidate<S>[]): readonly GoalReport[];
}

interface Goal<S> {
  readonly predicate: StatePredicate<S>;
  step: number | null;
  error: Diagnostic | null;
}

export function watchGoals<S>(predicates: readonly StatePredicate<S>[]): GoalWatch<S> {
  const goals = predicates.map((predicate): Goal<S> => ({ predicate, step: null, error: null }));

  /** A goal that cannot be evaluated in a state, such as `executed[1]` of an empty list, is not reached there. */
  function satisfies(state: S, goal: Goal<S>): boolean {
    const outcome = goal.predicate.holds(state);
    if (outcome.kind === 'error') goal.error ??= outcome.error;
    return outcome.kind === 'decided' && outcome.holds;
  }

  return {
    heldBy: (state) => {
      const held = goals.filter((goal) => satisfies(state, goal)).map(({ predicate }) => predicate.text);
      return held.length === 0 ? NO_NAMES : new Set(held);
    },
    look: (candidates, step) => {
      for (const goal of goals) {
        if (goal.step !== null) continue;
        const { text } = goal.predicate;
        if (candidates.every(({ state, held }) => satisfies(state, goal) && !held.has(text))) goal.step = step;
      }
    },
    reports: (candidates) =>
      goals.map(({ predicate: { text }, step, error }) => ({
        goal: text,
        reached: step !== null,
        initially: step === null && candidates.every(({ held }) => held.has(text)),
        step,
        error: step === null ? error : null,
      })),
  };
}
