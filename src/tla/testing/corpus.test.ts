import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { corpusCases, corpusVerdicts, SPECS_FOLDER } from './corpus.ts';

describe('the corpus of specifications', () => {
  const cases = corpusCases();
  const verdicts = corpusVerdicts();

  test("every case has TLC's verdict, and every verdict its case, in one order", () => {
    const id = ({ spec, config, deadlock }: { spec: string; config: string; deadlock: boolean }) =>
      `${spec} ${config} ${deadlock}`;
    expect(verdicts.map(id)).toEqual(cases.map(id));
  });

  test('every configuration has its module', () => {
    expect(cases.filter(({ specFile }) => !existsSync(specFile)).map(({ config }) => config)).toEqual([]);
  });

  test('every module is checked or used by one that is', () => {
    const checked = new Set(cases.map(({ spec }) => spec));
    const modules = readdirSync(SPECS_FOLDER).filter((file) => file.endsWith('.tla'));
    const texts = modules.map((file) => readFileSync(join(SPECS_FOLDER, file), 'utf8'));
    const unused = modules.filter((file) => {
      const name = new RegExp(`(?:EXTENDS|INSTANCE)[^\\n]*\\b${file.slice(0, -'.tla'.length)}\\b`);
      return !checked.has(file) && !texts.some((text) => name.test(text));
    });
    expect(unused).toEqual([]);
  });

  test('every verdict kind occurs', () => {
    expect(new Set(verdicts.map(({ outcome }) => outcome))).toEqual(
      new Set(['ok', 'invariant', 'property', 'deadlock', 'assumption', 'error']),
    );
  });

  test('counts are given exactly where the search came to its end', () => {
    expect(
      verdicts
        .filter(({ outcome, generatedStates }) => (outcome === 'ok') !== (generatedStates !== null))
        .map(({ config }) => config),
    ).toEqual([]);
  });

  test('every state space is small', () => {
    expect(Math.max(...verdicts.map(({ distinctStates }) => distinctStates ?? 0))).toBeLessThan(2000);
  });
});
