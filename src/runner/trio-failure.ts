import { type Diagnostic, failAll, type NonEmpty, type Result, type Span } from '../diagnostics/diagnostic.ts';
import { TracefoldError } from '../diagnostics/tracefold-error.ts';
import type { ScenarioHost } from '../scenario/host.ts';
import { renderTrio, runTrio, type TrioResult } from '../scenario/run-trio.ts';
import type { LegName, Trio } from '../scenario/trio.ts';
import { keyOfLeg, nameOfFile } from './trio-places.ts';

/** Runs a trio; what its surroundings throw as diagnostics is an error of the scenario, at its place in the YAML. */
export async function runOrErrors(trio: Trio, host: ScenarioHost): Promise<Result<TrioResult>> {
  try {
    return await runTrio(trio, host);
  } catch (error) {
    if (error instanceof TracefoldError) return failAll(error.diagnostics);
    throw error;
  }
}

/** Why a test of a trio fails, and where in its YAML. */
export interface Failure {
  readonly error: Error;
  readonly at: Span;
  /** Where it is shown if `at` lies in another file: the key of the leg, or the trio. */
  readonly home: Span;
}

/**
 * The failure of a trio, or of one of its legs; null if it is in order. An unknown outcome is a failure, and so is an error in the
 * scenario itself.
 */
export function failureOf(trio: Trio, run: Result<TrioResult>, leg: LegName | null): Failure | null {
  if (!run.ok) return failureOfErrors(trio, run.errors);
  const result = run.value;
  if (result.outcome === 'proved') return null;
  const problem = result.problems.find((each) => leg === null || each.leg === leg);
  if (problem === undefined) return null;
  const error = new Error(renderTrio(result));
  // Not "AssertionError": Jest would look for values to compare.
  error.name = 'TrioFailed';
  const home = keyOfLeg(trio, problem.leg ?? 'negative-control');
  return { error, at: problem.at, home };
}

export function failureOfErrors(trio: Trio, errors: NonEmpty<Diagnostic>): Failure {
  const at = errors[0].at ?? trio.at;
  return { error: new TracefoldError(errors), at, home: nameOfFile(trio, at.file) ?? trio.at };
}
