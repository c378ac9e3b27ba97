import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../trace/json.ts';
import { readValue } from './value-text.ts';

const value = (text: string): Json | undefined => readValue(text)?.value;

describe('readValue', () => {
  test.each<[string, Json]>([
    ['TRUE', true],
    ['FALSE', false],
    ['0', 0],
    ['-12', -12],
    ['9007199254740993', { '#bigint': '9007199254740993' }],
    ['""', ''],
    [String.raw`"a \"b\" \\ \t\n"`, 'a "b" \\ \t\n'],
    ['{}', { '#set': [] }],
    ['{1, 2}', { '#set': [1, 2] }],
    ['1..3', { '#set': [1, 2, 3] }],
    ['-1..1', { '#set': [-1, 0, 1] }],
    ['3..1', { '#set': [] }],
    ['<<>>', []],
    ['<< >>', []],
    ['<<1, <<"x">>>>', [1, ['x']]],
    ['[a |-> 1, b |-> {TRUE}]', { a: 1, b: { '#set': [true] } }],
    [
      '(1 :> "x" @@ 3 :> "y")',
      {
        '#map': [
          [1, 'x'],
          [3, 'y'],
        ],
      },
    ],
    ['("a b" :> 1 @@ "c" :> 2)', { 'a b': 1, c: 2 }],
    ['(<<1, 2>> :> {})', { '#map': [[[1, 2], { '#set': [] }]] }],
    ['p1', 'p1'],
    ['{A_1, 2}', { '#set': ['A_1', 2] }],
    ['<< 1,\n   2 >>', [1, 2]],
  ])('reads %s', (text, expected) => {
    expect(value(text)).toEqual(expected);
  });

  test('keeps a field named __proto__ as data', () => {
    const read = value('[__proto__ |-> 1, constructor |-> 2]') as { [key: string]: Json };
    expect(Object.keys(read)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  test.each([
    '',
    '{1',
    '<<1',
    '[a |-> ]',
    '[a 1]',
    '"open',
    '(1 :> )',
    'Nat',
    'SUBSET {1}',
    '{Nat}',
    '1..',
    '1..99999999',
    '@',
  ])('gives up on %j', (text) => {
    expect(readValue(text)).toBeUndefined();
  });

  test('gives up on nesting without end instead of overflowing', () => {
    expect(readValue('{'.repeat(100_000))).toBeUndefined();
  });

  test('never throws on any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        readValue(text);
      }),
    );
  });

  test('reads back what is written', () => {
    const written: fc.Arbitrary<{ text: string; json: Json }> = fc.letrec<{ value: { text: string; json: Json } }>(
      (tie) => ({
        value: fc.oneof(
          { depthSize: 'small' },
          fc.integer().map((number) => ({ text: String(number), json: number as Json })),
          fc.boolean().map((flag) => ({ text: flag ? 'TRUE' : 'FALSE', json: flag as Json })),
          fc.constantFrom('', 'a', 'x "y"', 'back\\slash', 'tab\t').map((string) => ({
            text: JSON.stringify(string),
            json: string as Json,
          })),
          fc.array(tie('value'), { maxLength: 3 }).map((items) => ({
            text: `<<${items.map(({ text }) => text).join(', ')}>>`,
            json: items.map(({ json }) => json),
          })),
          fc.array(tie('value'), { maxLength: 3 }).map((items) => ({
            text: `{${items.map(({ text }) => text).join(', ')}}`,
            json: { '#set': items.map(({ json }) => json) },
          })),
        ),
      }),
    ).value;
    fc.assert(
      fc.property(written, ({ text, json }) => {
        expect(value(text)).toEqual(json);
      }),
    );
  });
});
