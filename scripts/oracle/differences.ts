import type { CheckReport, CheckStep } from '../../src/explore/check-report.ts';
import { type CorpusVerdict, hasOneTrace } from '../../src/tla/testing/corpus.ts';

/** One recorded check of TLC, in either of the two forms of list that exist. */
export interface RecordedVerdict {
  readonly spec?: string;
  readonly module?: string;
  readonly cfg: string;
  readonly flags?: readonly string[];
  /** `ok`, or a kind and the violated name after a colon. */
  readonly outcome: string;
  readonly distinct: number | null;
  readonly generated: number | null;
  readonly depth: number | null;
  readonly initStates?: number | null;
  readonly counterexampleLength?: number | null;
  readonly countsComparable?: boolean;
  readonly coverage?: { readonly [action: string]: number } | null;
  /** The only counterexample of its length, to be compared value by value. */
  readonly trace?: readonly CheckStep[];
}

/** A row of the corpus in this form. */
export function recordedVerdict(row: CorpusVerdict): RecordedVerdict {
  return {
    spec: row.spec,
    cfg: row.config,
    flags: row.deadlock ? [] : ['-deadlock'],
    outcome: row.name === null ? row.outcome : `${row.outcome}:${row.name}`,
    distinct: row.distinctStates,
    generated: row.generatedStates,
    depth: row.depth,
    initStates: row.initialStates,
    coverage: row.coverage,
    counterexampleLength: row.counterexampleLength,
    ...(hasOneTrace(row) ? { trace: row.trace } : {}),
  };
}

export interface Difference {
  readonly what: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Actions by name; those that were never taken are left out, as some engines do. */
const coverageText = (coverage: { readonly [action: string]: number } | null): string | null =>
  coverage === null
    ? null
    : Object.entries(coverage)
        .filter(([, count]) => count > 0)
        .map(([action, count]) => `${action} ${count}`)
        .sort()
        .join(', ');

/** Where our report and TLC's recorded verdict differ; a count that TLC did not give, or that depends on search order, is not compared. */
export function differencesOf(verdict: RecordedVerdict, report: CheckReport): readonly Difference[] {
  const found: Difference[] = [];
  const compare = (what: string, ours: string | number | null, theirs: string | number | null | undefined): void => {
    if (theirs === null || theirs === undefined || ours === theirs) return;
    found.push({ what, ours: String(ours), theirs: String(theirs) });
  };
  const [kind, name] = verdict.outcome.split(':');
  compare('outcome', report.outcome, kind);
  compare('name', report.name, name);
  if (verdict.countsComparable !== false && kind === 'ok') {
    compare('distinct states', report.distinctStates, verdict.distinct);
    compare('generated states', report.generatedStates, verdict.generated);
    compare('depth', report.depth, verdict.depth);
    compare('coverage', coverageText(report.coverage), coverageText(verdict.coverage ?? null));
    compare('initial states', report.initialStates, verdict.initStates);
  }
  // A lasso may be longer or shorter than TLC's; the shortest way to a bad state may not.
  if (kind === 'invariant' || kind === 'deadlock') {
    compare('counterexample length', report.trace.length, verdict.counterexampleLength);
  }
  // One initial state: what is in it is what the expressions came to.
  if (kind === 'invariant' && verdict.trace !== undefined) {
    compare('state', JSON.stringify(report.trace[0]?.state), JSON.stringify(verdict.trace[0]?.state));
  }
  return found;
}
