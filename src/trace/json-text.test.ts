import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateInJson, parseJson, tryParseJson } from './json-text.ts';

const accepts = (text: string): boolean => parseJson(text, { file: 'f' }).ok;
const engineAccepts = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('parsing JSON', () => {
  it('agrees with the engine on what is JSON, and places every error inside the text', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', '\\', ',', '}', '\u0001', '0', 'e'))
      .map(
        ([text, at, piece]) => text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + 1),
      );
    fc.assert(
      fc.property(fc.oneof(fc.json(), broken, fc.string()), (text) => {
        const result = parseJson(text, { file: 'f' });
        expect(result.ok).toBe(engineAccepts(text));
        if (!result.ok) {
          expect(result.errors[0].message).not.toBe('not JSON');
          expect(result.errors[0].at!.start.column).toBeLessThanOrEqual(text.length + 1);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('finds the text of every value by its path', () => {
    const value = { a: [{ 'b"c': [1, 'x', null] }, true], __proto__key: {}, '': -2.5e3 };
    const text = JSON.stringify(value, null, 2);
    const at = (path: (string | number)[]) => {
      const range = locateInJson(text, path);
      return range && JSON.parse(text.slice(range.start, range.end));
    };
    expect(at([])).toEqual(value);
    expect(at(['a'])).toEqual(value.a);
    expect(at(['a', 0, 'b"c', 1])).toBe('x');
    expect(at(['a', 1])).toBe(true);
    expect(at([''])).toBe(-2500);
    expect(at(['a', 7])).toBeUndefined();
    const key = locateInJson(text, ['a', 0], 'b"c')!;
    expect(text.slice(key.start, key.end)).toBe('"b\\"c"');
  });

  it('parses a string inside a record or leaves it', () => {
    expect(tryParseJson('{"a":1}')).toEqual({ a: 1 });
    expect(tryParseJson('{"a":')).toBeUndefined();
    expect(tryParseJson('['.repeat(10_000) + ']'.repeat(10_000))).toBeUndefined();
    expect(accepts('['.repeat(1000) + ']'.repeat(1000))).toBe(true);
    expect(accepts('['.repeat(1001) + ']'.repeat(1001))).toBe(false);
  });
});
