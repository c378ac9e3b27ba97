import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { printable } from '../diagnostics/printable.ts';
import { readRecord } from '../evidence/record/file.ts';
import { renderMarkdown } from '../evidence/render/markdown.ts';
import { renderMermaid } from '../evidence/render/mermaid.ts';
import { renderText } from '../evidence/render/text.ts';
import { chalkColours } from './colours.ts';
import { type Command, text } from './command.ts';

/** `tracefold explain`: renders an evidence record again (issue 6, item 3). */
export const explain: Command = {
  name: 'explain',
  summary: 'tells again what an evidence record shows',
  usage: 'explain FILE [--as text|markdown|mermaid] [--full]',
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
    let content: string;
    try {
      content = readFileSync(resolve(context.cwd, file), 'utf8');
    } catch {
      context.err(`tracefold explain: cannot read "${printable(file)}"`);
      return 2;
    }
    const record = readRecord(file, content);
    if (!record.ok) {
      context.err(record.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    const maxLines = values.full === true ? Number.MAX_SAFE_INTEGER : 40;
    if (form === 'markdown') context.out(renderMarkdown(record.value));
    else if (form === 'mermaid') context.out(renderMermaid(record.value) ?? 'the record holds no events to draw');
    else context.out(renderText(record.value, { maxLines, colours: chalkColours(context) }));
    return record.value.outcome === 'pass' ? 0 : record.value.outcome === 'fail' ? 1 : 2;
  },
};
