import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sourceText } from '../diagnostics/source-text.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { findFiles } from '../scenario/find-files.ts';
import { loadScenarioFile } from '../scenario/load-scenario.ts';
import { loadedFromJson, loadedToJson } from './loaded-json.ts';
import { trioYaml } from './testing/transfer-files.ts';

const there = (file: string, text: string) => {
  const source = sourceText(file, text);
  const loaded = loadScenarioFile(source);
  return { loaded, back: loadedFromJson(loadedToJson(loaded), source) };
};

describe('what a generated test file carries', () => {
  test.each(findFiles('.', ['scenarios/**/*.scenario.yaml']).files)('is %s as it loads', (file) => {
    const { loaded, back } = there(file, readFileSync(file, 'utf8'));
    expect(unwrap(back).length).toBeGreaterThan(0);
    expect(unwrap(back)).toStrictEqual(unwrap(loaded).trios);
  });

  test('keeps keys and strings that a careless copy would lose', () => {
    const steps = '  steps:\n    - Send: { to: "\\u2028\\ud800`", "constructor": 1 }\n';
    const { loaded, back } = there('a.scenario.yaml', trioYaml({ id: 'a', attack: steps }));
    expect(unwrap(back)).toStrictEqual(unwrap(loaded).trios);
    expect(JSON.stringify(unwrap(back)[0]?.attack.sources)).toContain('constructor');
  });

  test('keeps every error of a file that does not load, with its place', () => {
    const { loaded, back } = there('a.scenario.yaml', 'trio: a\nclam: b\n');
    expect(back.ok).toBe(false);
    expect(back).toStrictEqual(loaded);
  });
});
