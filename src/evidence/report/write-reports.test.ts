import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { buildEvidence } from '../record/build.ts';
import { readRecord } from '../record/file.ts';
import { trioInput } from '../testing/fixtures.ts';
import { writeReports } from './write-reports.ts';

const records = [trioInput(), trioInput('guard gone')].map((input) => buildEvidence(input));
const kinds = ['html', 'sarif', 'markdown', 'evidence'] as const;

describe('writing reports', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tracefold-reports-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('makes the folder and writes each kind', () => {
    const result = writeReports(
      { records, guards: [] },
      { folder: join(root, 'a/b'), name: 'a/b', kinds, version: '1.0.0' },
    );
    expect(result).toEqual({
      written: ['a/b/report.html', 'a/b/report.sarif', 'a/b/report.md', 'a/b/evidence.jsonl'],
      problems: [],
    });
    expect(readdirSync(join(root, 'a/b')).sort()).toEqual([
      'evidence.jsonl',
      'report.html',
      'report.md',
      'report.sarif',
    ]);
    const lines = readFileSync(join(root, 'a/b/evidence.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => readRecord(line, { file: 'evidence.jsonl' }).ok)).toEqual([true, true]);
  });

  it('says what it could not write, without the path of the machine, and throws nothing', () => {
    writeFileSync(join(root, 'taken'), '');
    const { written, problems } = writeReports(
      { records, guards: [] },
      {
        folder: join(root, 'taken'),
        name: 'taken',
        kinds: ['html', 'sarif'],
        version: '1.0.0',
      },
    );
    expect(written).toEqual([]);
    expect(problems.map(formatDiagnostic).join('\n')).toMatchInlineSnapshot(`
      "the report taken/report.html was not written: there is a file where the folder should be; the results of the run stand [evidence/not-written]
        hint: name a folder that can be written
      the report taken/report.sarif was not written: there is a file where the folder should be; the results of the run stand [evidence/not-written]
        hint: name a folder that can be written"
    `);
    expect(JSON.stringify(problems)).not.toContain(root);
  });

  it('writes the other files if one cannot be written', () => {
    mkdirSync(join(root, 'report.html'));
    const { written, problems } = writeReports(
      { records, guards: [] },
      {
        folder: root,
        name: 'out',
        kinds: ['html', 'sarif'],
        version: '1.0.0',
      },
    );
    expect(written).toEqual(['out/report.sarif']);
    expect(problems.map(({ message }) => message)).toEqual([
      'the report out/report.html was not written: there is a folder of that name; the results of the run stand',
    ]);
  });
});
