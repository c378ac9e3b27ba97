import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { printable } from '../diagnostics/printable.ts';
import { makeFolder } from '../evidence/report/make-folder.ts';
import type { CommandContext } from './command.ts';

/** Writes a file, its folder too; false, and said on standard error, if it cannot be written. */
export function writeFile(context: CommandContext, file: string, content: string): boolean {
  const path = resolve(context.cwd, file);
  try {
    makeFolder(dirname(path));
    writeFileSync(path, content);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    context.err(`tracefold: cannot write "${printable(file.replaceAll('\\', '/'))}" (${code})`);
    return false;
  }
}
