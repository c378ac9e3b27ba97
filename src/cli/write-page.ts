import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { printable } from '../diagnostics/printable.ts';
import type { GuardReport } from '../evidence/guards/guard-report.ts';
import { renderHtml } from '../evidence/render/html/report.ts';
import type { CommandContext } from './command.ts';

/** Writes what is known of a model's guards as a page of one file; false, and said, if it cannot be written. */
export function writePage(file: string, report: GuardReport, context: CommandContext): boolean {
  const path = resolve(context.cwd, file);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, renderHtml([], { guards: [report] }));
    return true;
  } catch {
    context.err(`tracefold: cannot write "${printable(file)}"`);
    return false;
  }
}
