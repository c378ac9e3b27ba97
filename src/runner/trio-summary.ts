import type { Result } from '../diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { viewOf } from '../evidence/render/view.ts';
import type { TrioResult } from '../scenario/run-trio.ts';
import type { LegName, Trio } from '../scenario/trio.ts';

/** What a reporter gets to know of one test: plain data, small, and redacted. */
export interface TrioSummary {
  readonly trio: string;
  readonly file: string;
  readonly line: number;
  readonly outcome: TrioResult['outcome'] | 'error';
  /** The guard that the trio is about: the one that its negative control weakens; null if it edits or records. */
  readonly guard: string | null;
  /** Null where the test is the whole trio. */
  readonly leg: LegName | null;
  /** Why it is not proved, one line each. */
  readonly reasons: readonly string[];
  /** Invariants and predicates that the control never exercised. */
  readonly unexercised: readonly string[];
}

export function summaryOf(trio: Trio, run: Result<TrioResult>, leg: LegName | null): TrioSummary {
  return {
    trio: trio.id,
    file: trio.file,
    line: trio.at.start.line,
    outcome: run.ok ? run.value.outcome : 'error',
    guard: trio.negativeControl.kind === 'weaken' ? trio.negativeControl.guard.name : null,
    leg,
    reasons: run.ok ? reasonsOf(run.value) : run.errors.map((error) => formatDiagnostic(error).split('\n', 1)[0]!),
    unexercised: run.ok ? unexercisedOf(run.value) : [],
  };
}

function unexercisedOf(result: TrioResult): readonly string[] {
  const claims = result.legs
    .filter(({ leg }) => leg === 'control')
    .flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.claims));
  return [...new Set(claims.filter(({ state }) => state === 'NOT_APPLICABLE').map(({ predicate }) => predicate))];
}

/** The problems as the evidence words them, redacted. */
function reasonsOf(result: TrioResult): readonly string[] {
  if (result.outcome === 'proved') return [];
  return [...new Set(result.evidence().flatMap((record) => viewOf(record).problems))];
}
