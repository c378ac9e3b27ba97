import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildEvidence } from '../evidence/record/build.ts';
import { writeRecord } from '../evidence/record/file.ts';
import { renderMarkdown } from '../evidence/render/markdown.ts';
import { renderText } from '../evidence/render/text.ts';
import { trioInput } from '../evidence/testing/fixtures.ts';
import { explain } from './explain.ts';
import { runLine } from './testing/run.ts';

const failed = buildEvidence(trioInput('guard gone'));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracefold-explain-'));
  writeFileSync(join(folder, 'failed.json'), writeRecord(failed));
  writeFileSync(join(folder, 'proved.json'), writeRecord(buildEvidence(trioInput())));
  writeFileSync(join(folder, 'altered.json'), writeRecord(failed).replace('"outcome":"fail"', '"outcome":"pass"'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('tracefold explain', () => {
  it('tells a record again, and exits with its outcome', async () => {
    expect(await runLine(explain, ['failed.json'], folder)).toEqual({ code: 1, out: renderText(failed), err: '' });
    expect(await runLine(explain, ['proved.json'], folder)).toMatchObject({ code: 0, err: '' });
  });

  it('tells it in full, as Markdown or as a Mermaid diagram', async () => {
    const full = renderText(failed, { maxLines: 1000 });
    expect((await runLine(explain, ['failed.json', '--full'], folder)).out).toBe(full);
    expect((await runLine(explain, ['failed.json', '--as', 'markdown'], folder)).out).toBe(renderMarkdown(failed));
    expect((await runLine(explain, ['failed.json', '--as', 'mermaid'], folder)).code).toBe(1);
  });

  it.each([
    ['no file', []],
    ['two files', ['failed.json', 'proved.json']],
    ['an unknown form', ['failed.json', '--as', 'html']],
    ['a missing file', ['faild.json']],
    ['a folder', ['.']],
    ['a hostile name', ['\u001b[2J.json']],
    ['a record that was altered', ['altered.json']],
  ])('exits with 2 for %s', async (_name, args) => {
    const { code, out, err } = await runLine(explain, args, folder);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.replace(/sha256:[0-9a-f]{64}/g, 'sha256:…')).toMatchSnapshot();
  });
});
