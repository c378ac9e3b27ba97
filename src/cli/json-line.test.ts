import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from '../diagnostics/printable.ts';
import { HOSTILE_SHAPES, HOSTILE_TEXTS } from '../evidence/testing/hostile.ts';
import { jsonLine } from './json-line.ts';

test('a line of JSON holds nothing that acts, and is the same value', () => {
  for (const { text } of HOSTILE_TEXTS) {
    const line = jsonLine({ [text]: text });
    expect(printable(line)).toBe(line);
    expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify({ [text]: text })));
  }
});

test('a line of JSON holds nothing that acts, for all values', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const line = jsonLine(value);
      expect(printable(line)).toBe(line);
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

// Traces that are nested without end are refused when they are read.
test.each(HOSTILE_SHAPES.filter(({ name }) => !name.startsWith('is nested')))(
  'a value that $name has a line',
  ({ json }) => {
    const line = jsonLine(JSON.parse(json));
    expect(printable(line)).toBe(line);
    expect(line.length).toBeGreaterThan(1);
  },
);
