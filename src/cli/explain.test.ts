import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildEvidence } from '../evidence/record/build.ts';
import { writeRecord } from '../evidence/record/file.ts';
import { renderMarkdown } from '../evidence/render/markdown.ts';
import { renderMermaid } from '../evidence/render/mermaid.ts';
import { renderText } from '../evidence/render/text.ts';
import { traceInput, trioInput } from '../evidence/testing/fixtures.ts';
import { explain } from './explain.ts';
import { runCommand } from './run-command.ts';

const failed = buildEvidence(trioInput('guard gone'));
const proved = buildEvidence(trioInput());
const traced = buildEvidence(traceInput());

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'tracefold-explain-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

async function run(text: string | null, args: readonly string[] = [], colour = false) {
  if (text !== null) writeFileSync(join(cwd, 'evidence.json'), text);
  const lines = { out: [] as string[], err: [] as string[] };
  const code = await runCommand([explain], 'test', ['explain', 'evidence.json', ...args], {
    cwd,
    out: (line) => void lines.out.push(line),
    err: (line) => void lines.err.push(line),
    progress: false,
    colour,
  });
  return { code, out: lines.out.join('\n'), err: lines.err.join('\n') };
}

describe('tracefold explain', () => {
  it('renders a record as the run rendered it, and exits by its outcome', async () => {
    expect(await run(writeRecord(failed))).toEqual({ code: 1, out: renderText(failed), err: '' });
    expect(await run(writeRecord(proved))).toEqual({ code: 0, out: renderText(proved), err: '' });
  });

  it('renders it as Markdown and as a diagram', async () => {
    expect((await run(writeRecord(failed), ['--as', 'markdown'])).out).toBe(renderMarkdown(failed));
    expect((await run(writeRecord(traced), ['--as', 'mermaid'])).out).toBe(renderMermaid(traced));
  });

  it('colours nothing but lines that say the same without colour', async () => {
    const { out } = await run(writeRecord(failed), [], true);
    expect(out).not.toBe(renderText(failed));
    expect(stripVTControlCharacters(out)).toBe(renderText(failed));
  });

  it('renders every record of a reporter, and a failure among them is the exit code', async () => {
    const { code, out } = await run(writeRecord(proved) + writeRecord(failed));
    expect(out).toBe(`${renderText(proved)}\n\n${renderText(failed)}`);
    expect(code).toBe(1);
  });

  it.each([
    ['cut off', writeRecord(failed).slice(0, 400)],
    ['altered', writeRecord(failed).replace('"outcome":"fail"', '"outcome":"pass"')],
    ['of another version', writeRecord(failed).replace('"tracefoldEvidence":1', '"tracefoldEvidence":7')],
    ['something else', '{"a":1}'],
    ['no JSON', 'FAILED'],
    ['altered in its second line', writeRecord(proved) + writeRecord(proved).replace('"pass"', '"fail"')],
    ['missing', null],
  ])('says what is wrong with a file that is %s', async (_name, text) => {
    const { code, err } = await run(text);
    expect(code).toBe(2);
    expect(err.replace(/sha256:[0-9a-f]{64}/g, 'sha256:…')).toMatchSnapshot();
  });

  it('says how it is called', async () => {
    expect((await run(writeRecord(failed), ['--as', 'pdf'])).err).toMatchInlineSnapshot(
      `"tracefold explain: needs one evidence file, and "text", "markdown" or "mermaid" after --as"`,
    );
    expect((await run(writeRecord(failed), ['--ass', 'text'])).err).toMatchInlineSnapshot(
      `"tracefold explain: unknown option "--ass"; did you mean "--as"?"`,
    );
  });
});
