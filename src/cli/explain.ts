import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Diagnostic, fail, failEach, ok, type Result } from '../diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { printable } from '../diagnostics/printable.ts';
import { readRecord } from '../evidence/record/file.ts';
import type { EvidenceRecord } from '../evidence/record/schema.ts';
import { renderMarkdown } from '../evidence/render/markdown.ts';
import { renderMermaid } from '../evidence/render/mermaid.ts';
import { renderText } from '../evidence/render/text.ts';
import { chalkColours } from './colours.ts';
import { type Command, type CommandContext, text } from './command.ts';
import { readStdin, STDIN } from './read-recording.ts';

/** `tracefold explain`: renders an evidence record again (issue 6, item 3). */
export const explain: Command = {
  name: 'explain',
  summary: 'tells again what evidence records show',
  usage: 'explain FILE|- [--as text|markdown|mermaid] [--full]',
  options: { as: { type: 'string' }, full: { type: 'boolean' } },
  help: {
    '--as FORM': 'text (default), markdown or mermaid',
    '--full': 'every line, instead of the first 40',
  },
  run: async (files, values, context) => {
    const [file, second] = files;
    const form = text(values, 'as') ?? 'text';
    if (file === undefined || second !== undefined || !['text', 'markdown', 'mermaid'].includes(form)) {
      context.err('tracefold explain: needs one evidence file, and "text", "markdown" or "mermaid" after --as');
      return 2;
    }
    const content = await contentOf(file, context);
    if (!content.ok) {
      context.err(content.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    const records = recordsOf(file, content.value);
    for (const record of records) {
      if (!record.ok) context.err(record.errors.map(formatDiagnostic).join('\n\n'));
    }
    const maxLines = values.full === true ? Number.MAX_SAFE_INTEGER : 40;
    const shown = records.flatMap((record) => (record.ok ? [record.value] : []));
    for (const [index, record] of shown.entries()) {
      if (index > 0) context.out('');
      if (form === 'markdown') context.out(renderMarkdown(record));
      else if (form === 'mermaid') context.out(renderMermaid(record) ?? 'the record holds no events to draw');
      else context.out(renderText(record, { maxLines, colours: await chalkColours(context) }));
    }
    if (shown.some(({ outcome }) => outcome === 'fail')) return 1;
    return shown.length === records.length && shown.every(({ outcome }) => outcome === 'pass') ? 0 : 2;
  },
};

async function contentOf(file: string, context: CommandContext): Promise<Result<string>> {
  if (file === STDIN) {
    const bytes = await readStdin(context);
    return bytes.ok ? ok(Buffer.from(bytes.value).toString('utf8')) : bytes;
  }
  try {
    return ok(readFileSync(resolve(context.cwd, file), 'utf8'));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return fail({ code: 'cli/unreadable', message: `cannot read "${printable(file)}" (${code})` });
  }
}

/** One record, or one a line, as reporters write them. */
function recordsOf(file: string, content: string): readonly Result<EvidenceRecord>[] {
  const lines = content.split('\n').map((line, index) => ({ line, number: index + 1 }));
  const filled = lines.filter(({ line }) => line.trim() !== '');
  const many = filled.length > 1 && filled.every(({ line }) => line.startsWith('{"'));
  if (!many) return [readRecord(content, { file })];
  return filled.map(({ line, number }) => {
    const record = readRecord(line, { file });
    return record.ok ? record : failEach(record.errors, atLine(number));
  });
}

const atLine =
  (line: number) =>
  (error: Diagnostic): Diagnostic => {
    if (error.at === undefined) return error;
    const { column } = error.at.start;
    return { ...error, at: { file: error.at.file, start: { line, column } } };
  };
