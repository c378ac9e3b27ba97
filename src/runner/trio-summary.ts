import type { TrioResult } from '../scenario/run-trio.ts';
import type { LegName, Trio } from '../scenario/trio.ts';

/** What a reporter gets to know of one test: plain data, small, and free of trace text. */
export interface TrioSummary {
  readonly trio: string;
  readonly file: string;
  readonly line: number;
  readonly outcome: TrioResult['outcome'];
  /** The guard that the trio is about: the one that its negative control weakens; null if it edits or records. */
  readonly guard: string | null;
  /** Null where the test is the whole trio. */
  readonly leg: LegName | null;
  /** First line of the message of each leg that is not in order. */
  readonly reasons: readonly string[];
}

export function summaryOf(trio: Trio, result: TrioResult, leg: LegName | null): TrioSummary {
  return {
    trio: trio.id,
    file: trio.file,
    line: trio.at.start.line,
    outcome: result.outcome,
    guard: trio.negativeControl.kind === 'weaken' ? trio.negativeControl.guard.name : null,
    leg,
    reasons: result.legs.filter((each) => !each.ok).map((each) => `${each.leg}: ${each.message.split('\n', 1)[0]}`),
  };
}
