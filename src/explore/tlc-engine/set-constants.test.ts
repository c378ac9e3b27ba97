import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { parseConfiguration } from '../../tla/config/parse-configuration.ts';
import type { JsonObject } from '../../trace/json.ts';
import { withConstants } from './set-constants.ts';

const TEXT = `SPECIFICATION Spec \\* as designed
CONSTANTS
  Max = 3
  Tools = {"run", "web"}
  Owner = nobody
  Limit <- Three
INVARIANT Safe
`;

function set(constants: JsonObject): string {
  const configuration = parseConfiguration(sourceText('m.cfg', TEXT));
  if (!configuration.ok) throw new Error(formatDiagnostic(configuration.errors[0]));
  const text = withConstants(configuration.value, constants);
  return text.ok ? text.value : formatDiagnostic(text.errors[0]);
}

test('sets constants and leaves the rest as it is', () => {
  expect(set({ Tools: ['web', 'nobody', 2], Max: 12, Limit: true })).toBe(
    TEXT.replace('Max = 3', 'Max = 12')
      .replace('{"run", "web"}', '{"web", nobody, 2}')
      .replace('Limit <- Three', 'Limit = TRUE'),
  );
});

test('changes nothing when nothing is set', () => {
  expect(set({})).toBe(TEXT);
});

test('names a constant that the configuration does not have', () => {
  expect(set({ Mex: 1 })).toMatchInlineSnapshot(`
    "the configuration sets no constant "Mex" [explore/tlc-constant]
      hint: did you mean "Max"?"
  `);
});

test.each<[string, JsonObject]>([
  ['a record', { Max: { a: 1 } }],
  ['a negative number', { Max: -1 }],
  ['a fraction', { Max: 1.5 }],
  ['null', { Max: null }],
  ['a string that would end the value', { Max: '1"\nINVARIANT TRUE' }],
  ['a string inside a set that would', { Tools: ['a', '\\'] }],
])('refuses %s', (_, constants) => {
  expect(set(constants)).toContain('has no form in a TLC configuration');
});

test('does not take a name of every object for a constant', () => {
  expect(set({ toString: 1 })).toContain('sets no constant "toString"');
});
