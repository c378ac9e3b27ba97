import type { CorpusCoverage } from '../../explore/coverage/corpus-coverage.ts';
import type { MutationMatrix } from '../../explore/mutation/matrix.ts';
import type { Outcome } from '../../model/claim.ts';

/** What a corpus of trios exercises of a model, with the event kinds that its mapping listens to. */
export interface Coverage extends CorpusCoverage {
  readonly events: readonly { readonly kind: string; readonly count: number }[];
}

/** What is known of a model's guards: which of their mutants the trios notice, and what the trios cover. Plain data; nothing of a trace is in it. */
export interface GuardReport {
  readonly model: string;
  readonly matrix: MutationMatrix | null;
  readonly coverage: Coverage | null;
  /** Least score that passes, 0 to 1; null where none was asked for. */
  readonly threshold: number | null;
}

/** Whether the matrix is what was asked for: unknown where there was nothing to judge, or nothing was asked. */
export function outcomeOfGuards({ matrix, threshold }: GuardReport): Outcome {
  if (matrix === null || threshold === null) return 'unknown';
  if (matrix.problems.length > 0) return 'fail';
  if (matrix.score === null) return 'unknown';
  return matrix.score >= threshold ? 'pass' : 'fail';
}
