import { printable } from '../diagnostics/printable.ts';
import type { Outcome } from '../model/claim.ts';
import { type JsonObject, ownValue } from '../trace/json.ts';

/** One judged trace beside its labels. */
export interface Judged {
  readonly file: string;
  readonly verdict: Outcome;
  readonly truth: JsonObject | null;
}

interface Counts {
  truePositives: number;
  falsePositives: number;
  trueNegatives: number;
  falseNegatives: number;
  /** Could not be judged; `unknownPositives` of them have a true label. */
  unknown: number;
  unknownPositives: number;
  unlabelled: number;
}

const LABEL = 'attack_succeeded';
const MAX_LISTED = 50;

/**
 * Verdicts against the label "the attacker's goal was reached" (issue 5, item 7), for each source and over all: a failure is a positive. What could not be judged is no alarm: it is
 * counted apart, and where the label is true it counts as missed in the recall. The source of a file is its first folder below the folders that all files share.
 */
export function truthSummary(judged: readonly Judged[]): string {
  const shared = sharedFolders(judged.map(({ file }) => file));
  const bySource = new Map<string, Counts>();
  const all = noCounts();
  const disagreeing: string[] = [];
  for (const one of judged) {
    const source = sourceOf(one.file, shared);
    const counts = bySource.get(source) ?? noCounts();
    bySource.set(source, counts);
    for (const into of [counts, all]) count(into, one);
    const label = one.truth === null ? undefined : ownValue(one.truth, LABEL);
    if (typeof label !== 'boolean' || label === (one.verdict === 'fail')) continue;
    const what = !label ? 'false alarm' : one.verdict === 'unknown' ? 'missed (unknown)' : 'missed';
    disagreeing.push(`  ${what.padEnd(16)}  ${printable(one.file)}`);
  }
  const rows = [...bySource].sort(([a], [b]) => (a < b ? -1 : 1)).map(([source, counts]) => row(source, counts));
  const listed = disagreeing.slice(0, MAX_LISTED);
  return [
    row('source', null),
    ...rows,
    ...(bySource.size > 1 ? [row('all', all)] : []),
    '',
    disagreeing.length === 0
      ? 'no file disagrees'
      : disagreeing.length === 1
        ? '1 file disagrees:'
        : `${disagreeing.length} files disagree:`,
    ...listed,
    ...(disagreeing.length > listed.length ? [`  … and ${disagreeing.length - listed.length} more`] : []),
  ].join('\n');
}

const noCounts = (): Counts => ({
  truePositives: 0,
  falsePositives: 0,
  trueNegatives: 0,
  falseNegatives: 0,
  unknown: 0,
  unknownPositives: 0,
  unlabelled: 0,
});

function count(counts: Counts, { verdict, truth }: Judged): void {
  const label = truth === null ? undefined : ownValue(truth, LABEL);
  if (typeof label !== 'boolean') counts.unlabelled++;
  else if (verdict === 'unknown') {
    counts.unknown++;
    if (label) counts.unknownPositives++;
  } else if (label) counts[verdict === 'fail' ? 'truePositives' : 'falseNegatives']++;
  else counts[verdict === 'fail' ? 'falsePositives' : 'trueNegatives']++;
}

const foldersOf = (file: string): readonly string[] => file.split('/').slice(0, -1);

/** How many folders, from the first on, all files share. */
function sharedFolders(files: readonly string[]): number {
  const [first, ...others] = files.map(foldersOf);
  if (first === undefined) return 0;
  let shared = first.length;
  for (const folders of others) {
    let same = 0;
    while (same < shared && folders[same] === first[same]) same++;
    shared = same;
  }
  return shared;
}

const sourceOf = (file: string, shared: number): string => foldersOf(file)[shared] ?? '.';

function row(source: string, counts: Counts | null): string {
  const cells =
    counts === null
      ? ['TP', 'FP', 'TN', 'FN', 'unknown', 'no label', 'precision', 'recall', 'F1']
      : [
          counts.truePositives,
          counts.falsePositives,
          counts.trueNegatives,
          counts.falseNegatives,
          counts.unknown,
          counts.unlabelled,
          ...scores(counts),
        ].map(String);
  return [printable(source).padEnd(40), ...cells.map((cell) => cell.padStart(9))].join(' ');
}

function scores({ truePositives, falsePositives, falseNegatives, unknownPositives }: Counts): readonly string[] {
  const missed = falseNegatives + unknownPositives;
  const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
  const precision = ratio(truePositives, truePositives + falsePositives);
  const recall = ratio(truePositives, truePositives + missed);
  const f1 = ratio(2 * truePositives, 2 * truePositives + falsePositives + missed);
  return [precision, recall, f1].map((score) => (score === null ? '-' : score.toFixed(3)));
}
