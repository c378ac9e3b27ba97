import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderReader } from './folder-reader.ts';

describe('a folder of modules', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'modules-'));
    mkdirSync(join(folder, 'library'));
    mkdirSync(join(folder, 'Folder.tla'));
    writeFileSync(join(folder, 'A.tla'), 'first');
    writeFileSync(join(folder, 'library', 'A.tla'), 'second');
    writeFileSync(join(folder, 'library', 'B.tla'), 'third');
    writeFileSync(join(folder, 'notes.txt'), '');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reads the first file of a name, under its display name', () => {
    const reader = folderReader([folder, join(folder, 'library')], (path) => basename(path));
    expect(reader.read('A')).toMatchObject({ text: 'first', file: 'A.tla' });
    expect(reader.read('B')?.text).toBe('third');
    expect(reader.read('C')).toBeUndefined();
    expect(reader.read('Folder')).toBeUndefined();
    expect(reader.names?.()).toEqual(['A', 'Folder', 'A', 'B']);
  });

  it('never leaves the folder', () => {
    const reader = folderReader([join(folder, 'library')], (path) => path);
    expect(reader.read('../A')).toBeUndefined();
    expect(reader.read('/etc/passwd')).toBeUndefined();
  });
});
