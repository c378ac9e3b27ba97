import { canonicalJson, sameJson } from '../trace/canonical-json.ts';
import type { Json } from '../trace/json.ts';
import type { StepOutcome } from './state-machine.ts';

// Whether a function of a model answers twice alike.

export const sameText = (answer: unknown, later: unknown): boolean =>
  canonicalJson(answer as Json) === canonicalJson(later as Json);

/** Whether two lists of states are the same. Both answers share what the step did not make anew, and that is not written out. */
export const sameStates = (states: readonly unknown[], later: readonly unknown[]): boolean =>
  sameJson(states as readonly Json[], later as readonly Json[]);

export function sameOutcome(answer: StepOutcome<unknown>, later: StepOutcome<unknown>): boolean {
  if (answer.kind !== 'taken' || later.kind !== 'taken') return sameText(answer, later);
  const { successors, ...told } = answer;
  const { successors: laterSuccessors, ...toldLater } = later;
  return sameStates(successors, laterSuccessors) && sameText(told, toldLater);
}

/** The states without those that were there before, in their order. */
export function distinctStates(states: readonly unknown[]): unknown[] {
  if (states.length < 2) return [...states];
  const seen = new Map<string, unknown>();
  for (const state of states) {
    const key = canonicalJson(state as Json);
    if (!seen.has(key)) seen.set(key, state);
  }
  return [...seen.values()];
}
