import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it('agrees with its number', () => {
  expect([0, 1, 2].map((number) => counted(number, 'trio'))).toEqual(['0 trios', '1 trio', '2 trios']);
  expect(counted(1, 'entry', 'entries')).toBe('1 entry');
  expect(counted(3, 'entry', 'entries')).toBe('3 entries');
});

// A count in a template, and right behind it a word in the plural: `${trios.length} trios`, `${count} other files`.
const UNCOUNTED =
  /\$\{[^{}]*(?:length|size|count|runs|states|checks|steps|number)\)?\} (?:(?:other|more|changed|earlier) )?(?:trios|steps|events|runs|claims|guards|lines|differences|records|states|mutants|files|arguments|times|checks|verdicts|values|keys)\b/g;

it('is how every message counts', () => {
  const files = ['src', 'matchers'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  );
  const found = files
    .filter((file) => file.endsWith('.ts') && !/\.(?:test|e2e)\.ts$|\/testing\//.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(UNCOUNTED)].map(([text]) => `${file}: ${text}`));
  expect(found.filter((one) => !NEVER_ONE.some((file) => one.startsWith(file)))).toEqual([]);
  // The pattern finds what it is for.
  expect(found.length).toBeGreaterThan(3);
});

/** Files whose counts are above one where they are told. */
const NEVER_ONE = [
  'matchers/to-have-claim.ts',
  'src/cli/import.ts',
  'src/cli/truth-summary.ts',
  'src/evidence/render/check.ts',
  'src/evidence/render/comparison-lines.ts',
  'src/importers/import-trace.ts',
  'src/model/read-backwards.ts',
  'src/tla/standard-modules/runtime.ts',
];
