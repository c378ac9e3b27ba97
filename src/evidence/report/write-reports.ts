import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { GuardReport } from '../guards/guard-report.ts';
import { renderGuardsMarkdown } from '../guards/markdown.ts';
import { writeRecord } from '../record/file.ts';
import type { EvidenceRecord } from '../record/schema.ts';
import { renderHtml, type TrioWithoutEvidence } from '../render/html/report.ts';
import { renderJunit } from '../render/junit.ts';
import { renderMarkdown } from '../render/markdown.ts';
import { renderSarif } from '../render/sarif.ts';
import { makeFolder } from './make-folder.ts';

/** The files that a report can consist of, by kind. */
export const REPORT_FILES = {
  html: 'report.html',
  sarif: 'report.sarif',
  markdown: 'report.md',
  junit: 'report.junit.xml',
  /** One record a line, as `readRecord` reads them. */
  evidence: 'evidence.jsonl',
} as const;

export type ReportKind = keyof typeof REPORT_FILES;

export interface ReportOptions {
  /** Absolute path of the folder; it is made if it is missing. */
  readonly folder: string;
  /** The folder as messages name it, relative to the project. */
  readonly name: string;
  readonly kinds: readonly ReportKind[];
  /** Version of tracefold. */
  readonly version: string;
}

export interface WrittenReports {
  /** Files that were written, as messages name them. */
  readonly written: readonly string[];
  /** `evidence/not-written` for each file that was not. The outcome of the run does not depend on it. */
  readonly problems: readonly Diagnostic<'evidence/not-written'>[];
}

/** What a run leaves to report. */
export interface Reported {
  readonly records: readonly EvidenceRecord[];
  readonly guards: readonly GuardReport[];
  /** Trios that left no record. */
  readonly others?: readonly TrioWithoutEvidence[];
}

/** Writes the reports of a run. Never throws: a folder that cannot be written is told, and the verdict stands. */
export function writeReports(reported: Reported, options: ReportOptions): WrittenReports {
  const written: string[] = [];
  const problems: Diagnostic<'evidence/not-written'>[] = [];
  for (const kind of options.kinds) {
    const file = `${options.name}/${REPORT_FILES[kind]}`;
    try {
      makeFolder(options.folder);
      writeFileSync(join(options.folder, REPORT_FILES[kind]), contents(kind, reported, options.version));
      written.push(file);
    } catch (error) {
      problems.push({
        code: 'evidence/not-written',
        message: `the report ${file} was not written: ${reasonOf(error)}; the results of the run stand`,
        hint: 'name a folder that can be written',
      });
    }
  }
  return { written, problems };
}

function contents(kind: ReportKind, { records, guards, others = [] }: Reported, version: string): string {
  switch (kind) {
    case 'html':
      return renderHtml(records, { guards, others });
    case 'sarif':
      return renderSarif(records, { version, guards });
    case 'markdown':
      return [
        ...records.filter((record) => record.outcome !== 'pass').map((record) => renderMarkdown(record)),
        ...guards.map(renderGuardsMarkdown),
      ].join('\n');
    case 'junit':
      return renderJunit({ records, others, guards });
    case 'evidence':
      return records.map(writeRecord).join('');
  }
}

/** The system's error code and nothing else: its message holds the absolute path. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'no permission';
    case 'EROFS':
      return 'the file system is read-only';
    case 'ENOSPC':
      return 'no space is left';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'there is a file where the folder should be';
    case 'EISDIR':
      return 'there is a folder of that name';
    default:
      return code === '' ? 'an unknown reason' : code;
  }
}
