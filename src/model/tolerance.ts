import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Candidate, MAX_CANDIDATES } from './candidates.ts';
import type { BoundHit, StateMachine, Step } from './state-machine.ts';

/** Constants that limit the model and not the system (`bounds`). */
export interface Limits {
  readonly names: readonly string[];
  /** Whether the author of the model listed them; otherwise they are all constants that might be limits. */
  readonly listed: boolean;
}

/** Those of the hits that are limits of the model, told as guessed where nobody listed them. */
export const limitsAmong = (hits: readonly BoundHit[], { names, listed }: Limits): readonly BoundHit[] =>
  hits
    .filter(({ bound }) => names.includes(bound))
    .map(({ guessed, ...hit }) => (guessed && !listed ? { ...hit, guessed } : hit));

/**
 * Whether a refused step was stopped by one guard: the attack being stopped (design section 5, "Refused steps"). Each candidate carries the run of
 * the same steps without that guard.
 */
export interface Tolerance<S> {
  /** Where the run without the guard begins. */
  begin(state: S): readonly S[];
  /** Where the step leads it; none where it leads nowhere there either. */
  after(step: Step, candidate: Candidate<S>): readonly S[];
  /** The run without the guard beside a state that the step led to. */
  beside(state: S, before: Candidate<S>, after: readonly S[]): readonly S[];
  /** Whether the step, refused by limits or by none, is enabled without the guard. */
  stops(step: Step, candidate: Candidate<S>, after: readonly S[], limits: readonly BoundHit[]): boolean;
  /** Why it cannot be said whether the guard is what refused the step; null if it can. */
  errorOf(step: Step, candidates: readonly Candidate<S>[]): Diagnostic | null;
}

const NONE: readonly never[] = [];

/** The tolerance of a fold in which no step may be refused. */
export const NO_TOLERANCE: Tolerance<never> = {
  begin: () => NONE,
  after: () => NONE,
  beside: () => NONE,
  stops: () => false,
  errorOf: () => null,
};

/** The tolerance of the guard that `weakened` lacks. */
export function toleranceOf<S>(machine: StateMachine<S>, weakened: StateMachine<S>, limits: Limits): Tolerance<S> {
  return {
    begin: (state) => [state],
    after: (step, candidate) => {
      const next = candidate.weakened.flatMap((state) => {
        const outcome = weakened.step(state, step);
        return outcome.kind === 'taken' ? outcome.successors : [];
      });
      return next.length > MAX_CANDIDATES ? next.slice(0, MAX_CANDIDATES) : next;
    },
    beside: (state, before, after) => {
      // Both are one run as long as they lead to the same state.
      const key = machine.key(state);
      if (after.some((other) => machine.key(other) === key)) return [state];
      return after.length === 0 ? before.weakened : after;
    },
    stops: (step, { state }, after, hits) => {
      if (hits.length > 0 && limits.listed) return false;
      if (hits.length === 0 && after.length > 0) return true;
      const outcome = weakened.step(state, step);
      if (outcome.kind !== 'taken') return false;
      // What might be a limit of the model is the guard itself where the step is enabled without it and reaches no limit there.
      return hits.length === 0 || limitsAmong(outcome.bounds, limits).length === 0;
    },
    errorOf: (step, candidates) => {
      for (const { state } of candidates) {
        const outcome = weakened.step(state, step);
        if (outcome.kind === 'error') return outcome.error;
      }
      return null;
    },
  };
}
