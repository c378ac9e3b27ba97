import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, sameJson } from './canonical-json.ts';
import { jsonDigest, textDigest } from './digest.ts';
import type { Json } from './json.ts';

/** What the RFC says, by recursion: the reference that the iterative writer is held against. */
function naive(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(naive).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${naive(item)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

describe('canonical JSON', () => {
  it('sorts the keys by UTF-16 code units, as in the example of RFC 8785, section 3.2.3', () => {
    const value = {
      '\u20ac': 'Euro',
      '\r': 'CR',
      '\ufb33': 'Dalet',
      '1': 'One',
      '\ud83d\ude00': 'Smile',
      '\u0080': 'C',
      '\u00f6': 'o',
    };
    const keys = [...canonicalJson(value).matchAll(/"(Euro|CR|Dalet|One|Smile|C|o)"/g)].map((match) => match[1]);
    expect(keys).toEqual(['CR', 'One', 'C', 'o', 'Euro', 'Smile', 'Dalet']);
  });

  it('writes numbers as ECMAScript does', () => {
    expect(canonicalJson([333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0])).toBe(
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
    );
  });

  it('agrees with a naive writer on any JSON value', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => canonicalJson(value as Json) === naive(value as Json)));
  });

  it('tells equal values without their text, whatever they share and in which order their keys stand', () => {
    const turned = (value: Json): Json =>
      Array.isArray(value)
        ? value.map(turned)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).reverse())
          : value;
    const anyKey = fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor', '0'), fc.string());
    const { value: small } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<Json>(null, true, 0, -0, 1, '', 'a', '0', Number.POSITIVE_INFINITY),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(anyKey, tie('value'), { maxKeys: 3 }),
      ),
    }));
    const both: Record<'same' | 'other', number> = { same: 0, other: 0 };
    fc.assert(
      fc.property(small, small, (one, other) => {
        for (const [left, right] of [
          [one, other] as const,
          [
            [one, other],
            [one, turned(other)],
          ] as const,
        ]) {
          const same = canonicalJson(left) === canonicalJson(right);
          both[same ? 'same' : 'other']++;
          expect(sameJson(left, right)).toBe(same);
        }
      }),
    );
    expect(Math.min(both.same, both.other)).toBeGreaterThan(0);
  });

  it('reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noNegativeZero: true } as never), (value) => {
        expect(JSON.parse(canonicalJson(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('does not depend on the order in which keys were set, and keeps a key named __proto__ as data', () => {
    const one = JSON.parse('{"a":1,"__proto__":{"b":2}}');
    const two = JSON.parse('{"__proto__":{"b":2},"a":1}');
    expect(canonicalJson(one)).toBe('{"__proto__":{"b":2},"a":1}');
    expect(jsonDigest(one)).toBe(jsonDigest(two));
    expect(jsonDigest(one)).not.toBe(jsonDigest({ a: 1 }));
  });

  it('keeps a lone surrogate and an infinite number apart from everything else', () => {
    expect(canonicalJson(['\ud800', JSON.parse('1e999'), JSON.parse('-1e999'), null])).toBe(
      '["\\ud800",1e999,-1e999,null]',
    );
  });

  it('writes a value nested 200,000 deep', () => {
    let value: Json = 0;
    for (let i = 0; i < 200_000; i++) value = i % 2 === 0 ? [value] : { a: value };
    expect(canonicalJson(value).length).toBe(100_000 * 2 + 100_000 * 6 + 1);
  });

  it('refuses what is not JSON', () => {
    expect(() => canonicalJson([Number.NaN])).toThrow('NaN is not a JSON value');
    expect(() => canonicalJson([undefined as unknown as Json])).toThrow('a undefined is not a JSON value');
    expect(() => canonicalJson({ a: 1n as unknown as Json })).toThrow('a bigint is not a JSON value');
  });
});

describe('digests', () => {
  it('name their algorithm', () => {
    expect(textDigest('abc')).toBe('sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
