import { canonicalJson } from '../trace/canonical-json.ts';
import type { JsonObject } from '../trace/json.ts';
import type { Change, StateMachine } from './state-machine.ts';

/** Most candidate states that a fold carries; past it the trace leaves too much open to judge, and the fold says so. */
export const MAX_CANDIDATES = 10_000;

/** No names; shared, so that nearly all candidates cost no set of their own. */
export const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * A state that the trace so far allows, with what every way to it has already done. Ways to one state that differ in that stay apart, so
 * that a violation on a way that later dies is not held against the trace, nor counted for it.
 */
export interface Candidate<S> {
  readonly state: S;
  readonly violated: ReadonlySet<string>;
  readonly exercised: ReadonlySet<string>;
  /** Goals that the first state of the way satisfies: no later one reaches them. */
  readonly held: ReadonlySet<string>;
  /** Where the same steps lead without the guard that may refuse them, as far as they are possible there; none where no guard may. */
  readonly weakened: readonly S[];
}

/** The candidates without those that are the same state and have done the same. */
export function distinctCandidates<S>(machine: StateMachine<S>, candidates: readonly Candidate<S>[]): Candidate<S>[] {
  const seen = new Map<string, Candidate<S>>();
  for (const candidate of candidates) {
    const { state, violated, exercised, held } = candidate;
    const done = [violated, exercised, held].map((names) => [...names].sort());
    const key = JSON.stringify([machine.key(state), ...done]);
    const same = seen.get(key);
    if (same === undefined) seen.set(key, candidate);
    else if (candidate.weakened.length > 0) {
      seen.set(key, { ...same, weakened: distinctStates(machine, [...same.weakened, ...candidate.weakened]) });
    }
  }
  return [...seen.values()];
}

function distinctStates<S>(machine: StateMachine<S>, states: readonly S[]): readonly S[] {
  const seen = new Map(states.map((state) => [machine.key(state), state] as const));
  return [...seen.values()];
}

/** Whether a state has the values that were seen after the step; a variable that it does not have agrees with none. */
export function agreesWith<S>(machine: StateMachine<S>, state: S, observed: JsonObject | undefined): boolean {
  if (observed === undefined) return true;
  const values = machine.observe(state);
  return Object.keys(observed).every(
    (variable) =>
      Object.hasOwn(values, variable) && canonicalJson(values[variable]!) === canonicalJson(observed[variable]!),
  );
}

/** The variables that differ between two states, in the machine's order. */
export function changesBetween<S>(machine: StateMachine<S>, before: S, after: S): readonly Change[] {
  const from = machine.observe(before);
  const to = machine.observe(after);
  return machine.variables.flatMap((variable) => {
    const [was, is] = [from[variable] ?? null, to[variable] ?? null];
    return canonicalJson(was) === canonicalJson(is) ? [] : [{ variable, before: was, after: is }];
  });
}
