import { posix } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Span } from '../diagnostics/diagnostic.ts';
import type { SourceText } from '../diagnostics/source-text.ts';

// `mail.ts:7:29` of Oxc, SWC and TypeScript, `mail.ts:7:28: ERROR` of esbuild, `mail.ts: Unexpected token (7:28)` of Babel; the last two count
// columns from 0.
const PLACE = /([\w.-]+\.[cm]?[jt]s)(?::(\d+):(\d+)(: ERROR)?|: [^\n]*\((\d+):(\d+)\))/g;

/** Where a compiler's message says that a file is wrong; null if it says nothing of this file, or nothing that can be. */
export function compilerPlace(message: string, source: SourceText): Span | null {
  for (const found of stripVTControlCharacters(message).matchAll(PLACE)) {
    const [, name, line = found[5], column = found[6], esbuild = found[5]] = found;
    if (name !== posix.basename(source.file)) continue;
    const start = { line: Number(line), column: Number(column) + (esbuild === undefined ? 0 : 1) };
    if (start.line >= 1 && start.line <= source.text.split('\n').length) return { file: source.file, start };
  }
  return null;
}
