import type { GuardReport } from '../../evidence/guards/guard-report.ts';
import type { EvidenceRecord } from '../../evidence/record/schema.ts';
import { isJsonObject, type Json } from '../../trace/json.ts';
import type { TrioSummary } from '../trio-summary.ts';

/** What one test leaves for the reporters: plain data, redacted. */
export interface TestReport {
  readonly summary?: TrioSummary;
  /** JSON text of a list of evidence records; a text, because runners copy deep objects slowly. */
  readonly evidence?: string;
  /** JSON text of what is known of a model's guards. */
  readonly guards?: string;
  /** For a matcher: the test that it stands in. */
  readonly test?: { readonly file: string; readonly name: string };
}

/** All that the tests of a run left. */
export interface Collected {
  readonly summaries: readonly TrioSummary[];
  readonly records: readonly EvidenceRecord[];
  /** One a model and corpus of trios, in the order of the models' names. */
  readonly guards: readonly GuardReport[];
}

/** Puts the tests' reports together: with a test a leg, and with retries, several tell of one trio. */
export function collected(reports: readonly TestReport[]): Collected {
  const summaries: TrioSummary[] = [];
  const records = new Map<string, EvidenceRecord>();
  const guards = new Map<string, GuardReport>();
  for (const { summary, evidence, guards: text } of reports) {
    if (text !== undefined) {
      const report = JSON.parse(text) as GuardReport;
      guards.set(keyOfGuards(report), report);
    }
    if (summary !== undefined) summaries.push(summary);
    for (const record of evidence === undefined ? [] : (JSON.parse(evidence) as EvidenceRecord[])) {
      const { id, at } = record.subject;
      const key = at === undefined ? record.digest : JSON.stringify([id, at.file, at.start.line, record.model.name]);
      records.set(key, record);
    }
  }
  return {
    summaries,
    records: [...records.values()].sort(byPlace),
    guards: [...guards].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, report]) => report),
  };
}

/** A test that is run again tells of the same mutants and the same trios. */
const keyOfGuards = ({ model, matrix }: GuardReport): string =>
  JSON.stringify([model, matrix?.trios ?? [], (matrix?.mutants ?? []).map(({ guard, how }) => [guard.path, how])]);

/** In the order of files and lines, whatever order the tests ended in. */
function byPlace(a: EvidenceRecord, b: EvidenceRecord): number {
  const key = ({ subject }: EvidenceRecord): readonly [string, number, string] => [
    subject.at?.file ?? '',
    subject.at?.start.line ?? 0,
    subject.id,
  ];
  const [one, two] = [key(a), key(b)];
  if (one[0] !== two[0]) return one[0] < two[0] ? -1 : 1;
  if (one[1] !== two[1]) return one[1] - two[1];
  return one[2] === two[2] ? 0 : one[2] < two[2] ? -1 : 1;
}

/** Whether a value that came from a test is a report of ours. */
export const isTestReport = (value: unknown): value is TestReport =>
  isJsonObject(value as Json) && ['summary', 'evidence', 'guards'].some((key) => key in (value as object));
