import { isAbsolute, posix, relative, resolve } from 'node:path';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { printable } from '../../diagnostics/printable.ts';
import { renderGuards } from '../../evidence/guards/text.ts';
import type { EvidenceRecord } from '../../evidence/record/schema.ts';
import { renderAnnotation } from '../../evidence/render/github.ts';
import type { TrioWithoutEvidence } from '../../evidence/render/html/report.ts';
import { writeReports } from '../../evidence/report/write-reports.ts';
import { renderSummary, sameIds } from '../render-summary.ts';
import type { CompleteOptions } from './options.ts';
import type { Collected } from './test-report.ts';

declare const TRACEFOLD_VERSION: string | undefined;

export interface RunSurroundings {
  /** Absolute path of the project's root. */
  readonly root: string;
  /** Where GitHub has checked the repository out, if it has. */
  readonly workspace?: string | undefined;
}

export interface FinishedRun {
  readonly text: string;
  /** Why the run fails although its tests may have passed; null if it does not. */
  readonly failure: string | null;
}

/** What is printed, and the files that were written on the way. A report that cannot be written is told, and changes nothing else. */
export function finishRun(run: Collected, options: CompleteOptions, surroundings: RunSurroundings): FinishedRun {
  const { summaries, records, guards } = run;
  const parts: string[] = [];
  const twice = sameIds(summaries);
  if (options.summary && summaries.length > 0) parts.push(renderSummary(summaries, twice));
  if (options.summary) parts.push(...guards.map(renderGuards));
  if (options.reports.length > 0) {
    const folder = resolve(surroundings.root, options.folder);
    const { written, problems } = writeReports(
      { records, guards, others: withoutEvidence(run) },
      {
        folder,
        name: nameOfFolder(surroundings.root, folder),
        kinds: [...new Set(options.reports)],
        version: typeof TRACEFOLD_VERSION === 'string' ? TRACEFOLD_VERSION : 'development',
      },
    );
    if (written.length > 0) parts.push(`Reports: ${written.join(', ')}`);
    for (const problem of problems) parts.push(formatDiagnostic(problem));
  }
  if (options.github) {
    const prefix = prefixOf(surroundings);
    const lines = records.flatMap((record) => renderAnnotation(placedUnder(record, prefix)) ?? []);
    if (lines.length > 0) parts.push(lines.join('\n'));
  }
  const ids = twice.map(([first]) => printable(first!.trio));
  return {
    text: parts.map((part) => `${part}\n`).join('\n'),
    failure: ids.length === 0 ? null : `several trios have one id: ${ids.join(', ')} [runner/duplicate-trio]`,
  };
}

/** Each trio of which there is a summary and no record: the proved ones by default, and those whose scenario is wrong. */
function withoutEvidence({ summaries, records }: Collected): readonly TrioWithoutEvidence[] {
  const key = (file: string, line: number): string => JSON.stringify([file, line]);
  const told = new Set(records.map(({ subject: { at } }) => (at === undefined ? '' : key(at.file, at.start.line))));
  const others = new Map<string, TrioWithoutEvidence>();
  for (const { trio, file, line, outcome, guard, reasons } of summaries) {
    const place = key(file, line);
    if (told.has(place)) continue;
    others.set(place, { id: trio, outcome: OUTCOMES[outcome], guard, at: { file, line }, reasons });
  }
  return [...others.values()];
}

const OUTCOMES = { proved: 'pass', failed: 'fail', unknown: 'unknown', error: 'fail' } as const;

/** A folder outside of the project is named by its last part: messages hold no path of a machine. */
function nameOfFolder(root: string, folder: string): string {
  const name = relative(root, folder).replaceAll('\\', '/');
  return name === '' ? '.' : name.startsWith('../') || isAbsolute(name) ? posix.basename(name) : name;
}

/** GitHub wants paths from the root of the repository, which the project may lie below. */
function prefixOf({ root, workspace }: RunSurroundings): string {
  const below = workspace === undefined ? '' : relative(workspace, root).replaceAll('\\', '/');
  return below === '' || below.startsWith('..') || isAbsolute(below) ? '' : `${below}/`;
}

function placedUnder(record: EvidenceRecord, prefix: string): EvidenceRecord {
  if (prefix === '') return record;
  const moved = <T extends { readonly at?: { readonly file: string } | undefined }>(item: T): T =>
    item.at === undefined ? item : { ...item, at: { ...item.at, file: prefix + item.at.file } };
  return { ...record, subject: moved(record.subject), legs: record.legs.map(moved) } as EvidenceRecord;
}
