import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../trace/json.ts';
import { compareValues } from './compare.ts';
import { EvaluationFailure } from './failure.ts';
import { append, apply, domain, functionOf, override, tail } from './functions.ts';
import { fromItf, toItf } from './itf.ts';
import { functionSet, naturals, powerset, product } from './lazy-sets.ts';
import { interval } from './listed-sets.ts';
import { difference, intersection } from './set-algebra.ts';
import { cardinality, elements, enumerated, member, setOf, subset, tuple, union } from './sets.ts';
import { createStore, integer, modelValue, type Store, string, type Value } from './store.ts';
import { valueText } from './text.ts';

/** A value as plain data: the naive reference knows sets as sorted lists of texts and nothing else. */
type Plain =
  | { readonly kind: 'int'; readonly value: number }
  | { readonly kind: 'set'; readonly items: readonly Plain[] }
  | { readonly kind: 'seq'; readonly items: readonly Plain[] };

const text = (plain: Plain): string => {
  switch (plain.kind) {
    case 'int':
      return String(plain.value);
    case 'seq':
      return `<${plain.items.map(text).join(',')}>`;
    case 'set':
      return `{${[...new Set(plain.items.map(text))].sort().join(',')}}`;
  }
};

function make(store: Store, plain: Plain): Value {
  switch (plain.kind) {
    case 'int':
      return integer(store, plain.value);
    case 'seq':
      return tuple(
        store,
        plain.items.map((item) => make(store, item)),
      );
    case 'set':
      return setOf(
        store,
        plain.items.map((item) => make(store, item)),
      );
  }
}

const small = fc.integer({ min: -3, max: 6 }).map((value): Plain => ({ kind: 'int', value }));
const sets = (of: fc.Arbitrary<Plain>) =>
  fc.array(of, { maxLength: 6 }).map((items): Plain => ({ kind: 'set', items }));
const sequencesOf = (of: fc.Arbitrary<Plain>) =>
  fc.array(of, { maxLength: 4 }).map((items): Plain => ({ kind: 'seq', items }));
const integerSets = sets(small);
/** Values of one sort, so that all of them compare. */
const nested = sets(sequencesOf(integerSets));

describe('values', () => {
  test('are equal exactly where they are the same integer', () => {
    fc.assert(
      fc.property(nested, nested, (a, b) => {
        const store = createStore();
        expect(make(store, a) === make(store, b)).toBe(text(a) === text(b));
      }),
    );
  });

  test('have one form whatever the order in which they are built', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7]), (items) => {
        const store = createStore();
        const plain: Plain = { kind: 'set', items: items.map((value) => ({ kind: 'int', value })) };
        const sorted: Plain = { kind: 'set', items: [...plain.items].sort((a, b) => (text(a) < text(b) ? -1 : 1)) };
        expect(make(store, plain)).toBe(make(store, sorted));
      }),
    );
  });

  test('are totally ordered where they compare', () => {
    fc.assert(
      fc.property(sequencesOf(integerSets), sequencesOf(integerSets), sequencesOf(integerSets), (a, b, c) => {
        const store = createStore();
        const [x, y, z] = [make(store, a), make(store, b), make(store, c)];
        const order = (p: Value, q: Value) => Math.sign(compareValues(store, p, q));
        expect(order(x, y) + order(y, x)).toBe(0);
        expect(order(x, y) === 0).toBe(x === y);
        if (order(x, y) <= 0 && order(y, z) <= 0) expect(order(x, z)).toBeLessThanOrEqual(0);
      }),
    );
  });

  test('form sets as a naive implementation does', () => {
    const operations = {
      union: (a: Set<string>, b: Set<string>) => new Set([...a, ...b]),
      intersection: (a: Set<string>, b: Set<string>) => new Set([...a].filter((one) => b.has(one))),
      difference: (a: Set<string>, b: Set<string>) => new Set([...a].filter((one) => !b.has(one))),
    };
    const ours = { union, intersection, difference };
    fc.assert(
      fc.property(nested, nested, fc.constantFrom('union', 'intersection', 'difference'), (a, b, operation) => {
        const store = createStore();
        const [x, y] = [make(store, a), make(store, b)];
        const plain = (one: Plain) => new Set(one.kind === 'int' ? [] : one.items.map(text));
        const expected = operations[operation as keyof typeof operations](plain(a), plain(b));
        const result = ours[operation as keyof typeof ours](store, x, y);
        expect(cardinality(store, result)).toBe(expected.size);
        if (a.kind === 'int' || b.kind === 'int') return;
        for (const item of [...a.items, ...b.items]) {
          expect(member(store, make(store, item), result)).toBe(expected.has(text(item)));
        }
        expect(subset(store, result, union(store, x, y))).toBe(true);
      }),
    );
  });

  test('list power sets, products and sets of functions completely and in ascending order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 4 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }),
        (a, b) => {
          const store = createStore();
          const [x, y] = [setOf(store, a), setOf(store, b)];
          const listed = [
            [powerset(store, x), 2 ** a.length],
            [product(store, [x, y]), a.length * b.length],
            [functionSet(store, x, y), b.length ** a.length],
          ] as const;
          for (const [set, size] of listed) {
            const all = elements(store, set);
            expect(all.length).toBe(size);
            expect(cardinality(store, set)).toBe(size);
            for (let i = 1; i < all.length; i++) expect(compareValues(store, all[i - 1]!, all[i]!)).toBeLessThan(0);
            for (const one of all) expect(member(store, one, set)).toBe(true);
            expect(setOf(store, [...all].reverse())).toBe(enumerated(store, set));
          }
        },
      ),
    );
  });

  test('survive being written as ITF and read back', () => {
    fc.assert(
      fc.property(nested, (plain) => {
        const store = createStore();
        const value = make(store, plain);
        const back = fromItf(store, JSON.parse(JSON.stringify(toItf(store, value))) as Json, 'sequences', new Set());
        expect(back).toEqual({ ok: true, value });
      }),
    );
  });

  test('are one thing as tuples, sequences and functions on 1..n', () => {
    const store = createStore();
    const pair = tuple(store, [7, 8]);
    expect(
      functionOf(store, [
        [2, 8],
        [1, 7],
      ]),
    ).toBe(pair);
    expect(append(store, tuple(store, [7]), 8)).toBe(pair);
    expect(tail(store, tuple(store, [6, 7, 8]))).toBe(pair);
    expect(domain(store, pair)).toBe(interval(store, 1, 2));
    expect(
      override(
        store,
        pair,
        functionOf(store, [
          [2, 0],
          [3, 9],
        ]),
      ),
    ).toBe(tuple(store, [7, 8, 9]));
    expect(apply(store, pair, 2)).toBe(8);
  });

  test('keep integers of 32 bits apart and refuse larger ones', () => {
    const store = createStore();
    expect(integer(store, 0x7fffffff)).toBe(integer(store, 0x7fffffff));
    expect(integer(store, 0x7fffffff)).not.toBe(integer(store, -0x80000000));
    expect(() => integer(store, 0x80000000)).toThrowErrorMatchingInlineSnapshot(
      '[EvaluationFailure: the integer 2147483648 does not fit into 32 bits]',
    );
  });

  test('of different sorts do not compare, but model values do with everything', () => {
    const store = createStore();
    const model = modelValue(store, 'm');
    expect(() => setOf(store, [1, string(store, 'one')])).toThrowErrorMatchingInlineSnapshot(
      `[EvaluationFailure: cannot compare the integer 1 with the string "one"]`,
    );
    const mixed = setOf(store, [1, model, string(store, 'one')].slice(0, 2));
    expect(member(store, model, mixed)).toBe(true);
    expect(valueText(store, mixed)).toBe('{m, 1}');
  });

  test('refuse to be listed before memory is spent', () => {
    const store = createStore();
    const large = powerset(store, interval(store, 1, 1000));
    expect(() => elements(store, large)).toThrow(EvaluationFailure);
    expect(member(store, interval(store, 5, 7), large)).toBe(true);
    expect(() => elements(store, interval(store, 1, integer(store, 0x7fffffff)))).toThrowErrorMatchingInlineSnapshot(
      '[EvaluationFailure: the set 1..2147483647 has more than 1000000 elements]',
    );
    expect(() => elements(store, naturals(store))).toThrowErrorMatchingInlineSnapshot(
      '[EvaluationFailure: the elements of Nat cannot be listed: it is not a finite set]',
    );
  });

  test('take records with any field name, __proto__ too', () => {
    const store = createStore();
    const json = JSON.parse('{"__proto__": {"polluted": 1}, "a": 2}') as Json;
    const record = fromItf(store, json, 'sequences', new Set());
    expect(record.ok && JSON.stringify(toItf(store, record.value))).toBe('{"__proto__":{"polluted":1},"a":2}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
