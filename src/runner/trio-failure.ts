import type { Span } from '../diagnostics/diagnostic.ts';
import { renderTrio, type TrioResult } from '../scenario/run-trio.ts';
import type { LegName, Trio } from '../scenario/trio.ts';
import { keyOfLeg } from './trio-places.ts';
import { summaryOf } from './trio-summary.ts';

export const LEGS: readonly LegName[] = ['attack', 'control', 'negative-control'];

/** Why a test of a trio fails, and where in its YAML. */
export interface Failure {
  readonly error: Error;
  readonly at: Span;
  /** Where it is shown if `at` lies in another file: the key of the leg, or of the trio. */
  readonly home: Span;
}

/** The failure of a trio, or of one of its legs; null if it is in order. An unknown outcome is a failure. */
export function failureOf(trio: Trio, result: TrioResult, leg: LegName | null): Failure | null {
  if (result.outcome === 'proved') return null;
  const failed = result.legs.find((each) => !each.ok && (leg === null || each.leg === leg));
  // Where no leg is at fault, the trio as a whole is; among the tests of single legs the first tells it.
  if (failed === undefined && leg !== null && (leg !== 'attack' || result.legs.some((each) => !each.ok))) return null;
  const error = new Error(renderTrio(result));
  // Not "AssertionError": Jest would look for values to compare.
  error.name = 'TrioFailed';
  const home = failed === undefined ? (leg === null ? trio.at : keyOfLeg(trio, leg)) : keyOfLeg(trio, failed.leg);
  return { error, at: failed?.at ?? home, home };
}

/** Leaves the result where Vitest's reporters find it: `task.meta` of the test. Other runners have no such place. */
export function recordResult(context: unknown, trio: Trio, result: TrioResult, leg: LegName | null): void {
  const task = (context as { task?: { meta?: Record<string, unknown> } } | undefined)?.task;
  if (task?.meta !== undefined) task.meta.tracefold = summaryOf(trio, result, leg);
}
