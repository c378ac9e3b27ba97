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
        const repeated = !result.ok && result.errors[0].code === 'trace/repeated-key';
        expect(result.ok || repeated).toBe(engineAccepts(text));
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

  it('gives the value that the engine gives where no key is repeated and every number is held', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(tryParseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses a key that stands twice in one object, wherever that is, and places it', () => {
    const refused = (text: string) => {
      const result = parseJson(text, { file: 'f' });
      return result.ok ? null : result.errors[0];
    };
    expect(refused('{"to": "eve", "to": "ann"}')).toMatchInlineSnapshot(`
      {
        "at": {
          "end": {
            "column": 19,
            "line": 1,
          },
          "file": "f",
          "start": {
            "column": 15,
            "line": 1,
          },
        },
        "code": "trace/repeated-key",
        "expected": "each key once: readers differ in which of the two they take",
        "lineText": "{"to": "***", "to": "***"}",
        "message": "the key "to" stands twice in one object",
      }
    `);
    expect(refused(String.raw`[{"a": {"\u0074o": 1, "x": [], "to": 2}}]`)?.at?.start.column).toBe(32);
    expect(refused('{"__proto__": 1, "__proto__": 2}')?.code).toBe('trace/repeated-key');
    expect(tryParseJson('{"to": "eve", "to": "ann"}')).toBeUndefined();
    for (const text of [
      '{"a": {"a": 1}, "b": {"a": 2}}',
      '[{"a": 1}, {"a": 1}]',
      '{"a": ":", "b": "\\"{:"}',
      '{"__proto__": 1}',
    ])
      expect(refused(text)).toBeNull();
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (object, nth) => {
        const keys = Object.keys(object);
        const key = keys[nth % keys.length]!;
        const text = JSON.stringify([object]);
        const twice = `${text.slice(0, -2)},${JSON.stringify(key)}:0}]`;
        expect(refused(text)).toBeNull();
        expect(refused(twice)?.code).toBe('trace/repeated-key');
      }),
    );
  });

  it('keeps apart whole numbers that a double cannot tell apart', () => {
    expect(tryParseJson('[9007199254740992, 9007199254740993, -9007199254740993]')).toEqual([
      9007199254740992,
      '9007199254740993',
      '-9007199254740993',
    ]);
    expect(tryParseJson('{"a": [1234567890123456789], "9007199254740993": 1.5, "b": 12345678901234567e10}')).toEqual({
      a: ['1234567890123456789'],
      '9007199254740993': 1.5,
      b: Number('12345678901234567e10'),
    });
    const long = '7'.repeat(1_000_000);
    expect(tryParseJson(`[${long}]`)).toEqual([long]);
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (one, other) => {
        const [a, b] = [tryParseJson(`[${one}]`), tryParseJson(`[${other}]`)];
        expect(JSON.stringify(a) === JSON.stringify(b)).toBe(one === other);
        if (String(Number(one)) === String(one)) expect(a).toEqual([Number(one)]);
      }),
    );
  });

  it('keeps apart numbers with more digits than a double has, without bounds, or next to nothing', () => {
    const many = [
      '100000000000000000.01',
      '-0.12345678901234567890',
      '1e999',
      '-1e400',
      '1e-400',
      '123456789.123456789012',
    ];
    expect(tryParseJson(`[${many.join(', ')}]`)).toEqual(many);
    const held = [
      '0.1',
      '-2.5e-7',
      '1.7976931348623157e308',
      '0.00000000000000000000',
      '1e3',
      '5e-324',
      '1000000000.5000000000000',
    ];
    expect(tryParseJson(`[${held.join(', ')}]`)).toEqual(held.map(Number));
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        // Whatever writes a double writes it so that it is read back.
        expect(tryParseJson(`[${JSON.stringify(number)}]`)).toEqual([JSON.parse(JSON.stringify(number))]);
        expect(tryParseJson(`[${number.toExponential(16)}]`)).toEqual([number + 0]);
      }),
    );
  });
});
