import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { COLLECT, collect, readCollected, wantsAnnotations, wantsEvidence } from './collect.ts';

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'tracefold-collect-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

test('lines come back as they were left, hostile strings too', () => {
  const env = { [COLLECT.folder]: folder() };
  const lines = [{ a: 'one\ntwo\u2028\ud800' }, { ['__proto__']: 1 }, [null]];
  for (const line of lines) collect(line, env);
  expect(readCollected(env[COLLECT.folder])).toEqual(JSON.parse(JSON.stringify(lines)));
});

test('nothing is left where no reporter asked, and a folder that is gone is no error', () => {
  const missing = join(folder(), 'gone');
  collect({ a: 1 }, {});
  collect({ a: 1 }, { [COLLECT.folder]: missing });
  expect(readCollected(missing)).toBeNull();
});

test('evidence and annotations are made only where a reporter asked for them', () => {
  const of = (wanted: string | undefined) =>
    [true, false].map((passed) => wantsEvidence(passed, { [COLLECT.evidence]: wanted }));
  expect(of(undefined)).toEqual([false, false]);
  expect(of('failures')).toEqual([false, true]);
  expect(of('all')).toEqual([true, true]);
  expect([{}, { [COLLECT.annotate]: '1' }].map(wantsAnnotations)).toEqual([false, true]);
});
