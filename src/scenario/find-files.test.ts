import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFiles } from './find-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracefold-find-'));
  mkdirSync(join(folder, 'runs/old'), { recursive: true });
  mkdirSync(join(folder, 'empty'));
  for (const file of ['runs/b.jsonl', 'runs/a.jsonl', 'runs/old/c.json', 'top.json', 'runs/[x].json'])
    writeFileSync(join(folder, file), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the files that paths and globs name', () => {
  it('are sorted, and each once', () => {
    expect(findFiles(folder, ['top.json', 'runs/*.jsonl', 'runs/a.jsonl'])).toEqual({
      files: ['runs/a.jsonl', 'runs/b.jsonl', 'top.json'],
      missing: [],
    });
  });

  it('are all those below a folder that is named', () => {
    const all = ['runs/[x].json', 'runs/a.jsonl', 'runs/b.jsonl', 'runs/old/c.json'];
    expect(findFiles(folder, ['runs']).files).toEqual(all);
    expect(findFiles(folder, ['runs/']).files).toEqual(all);
    expect(findFiles(folder, ['./runs']).files).toEqual(all);
    expect(findFiles(folder, ['**/*.json']).files).toEqual(['runs/[x].json', 'runs/old/c.json', 'top.json']);
  });

  it('are those of one project however their folder is spelled', () => {
    expect(findFiles(folder, ['./top.json', 'top.json', './runs/*.jsonl', 'runs/a.jsonl']).files).toEqual([
      'runs/a.jsonl',
      'runs/b.jsonl',
      'top.json',
    ]);
  });

  it('may have signs of a glob in their names', () => {
    expect(findFiles(folder, ['runs/[x].json']).files).toEqual(['runs/[x].json']);
  });

  it('come without what names nothing, which is told', () => {
    expect(findFiles(folder, ['top.jsno', 'runs/*.txt', 'empty', 'none/**'])).toEqual({
      files: [],
      missing: ['top.jsno', 'runs/*.txt', 'empty', 'none/**'],
    });
  });
});
