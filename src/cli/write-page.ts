import type { GuardReport } from '../evidence/guards/guard-report.ts';
import { renderHtml } from '../evidence/render/html/report.ts';
import type { CommandContext } from './command.ts';
import { writeFile } from './write-file.ts';

/** Writes what is known of a model's guards as a page of one file; false, and said, if it cannot be written. */
export const writePage = (file: string, report: GuardReport, context: CommandContext): boolean =>
  writeFile(context, file, renderHtml([], { guards: [report] }));
