import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { plainConstants } from './plain-constants.ts';
import { readConstants } from './read-constants.ts';

const plain = fc.oneof(fc.integer(), fc.boolean(), fc.stringMatching(/^[^"\\\p{Cc}]*$/u));

it('reads plain constants as YAML would', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^\w+$/), fc.oneof(plain, fc.array(plain))), (constants) => {
      const pairs = Object.entries(constants).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
      const read = plainConstants(pairs);
      expect(read).not.toBeNull();
      expect(read).toEqual(unwrap(readConstants(pairs)));
    }),
  );
});

it('never reads differently from YAML what looks nearly plain', () => {
  const part = fc.constantFrom(
    '0',
    '1',
    '-',
    '.',
    'e',
    '"',
    ' ',
    ',',
    '[',
    ']',
    '{',
    'true',
    'a',
    ':',
    '#',
    '~',
    '\\',
    '\t',
    '\n',
  );
  let read = 0;
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const pairs = [`A=${parts.join('')}`];
      const known = plainConstants(pairs);
      if (known === null) return;
      read++;
      expect(known).toEqual(unwrap(readConstants(pairs)));
    }),
    { numRuns: 2000 },
  );
  expect(read).toBeGreaterThan(20);
});

it.each([
  'A',
  '=1',
  'A=',
  'A=x',
  'A={"a": 1}',
  'A=[[1]]',
  'A=1.5',
  'A=0x10',
  'A=01',
  'A=-0',
  'A=1234567890123456',
  'A="\\n"',
])('leaves %j to YAML', (pair) => {
  expect(plainConstants(['B=1', pair])).toBeNull();
});
