import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { definitions, textModel } from '../../tla/testing/text-model.ts';
import { functionOf } from '../../tla/values/functions.ts';
import { setOf, tuple } from '../../tla/values/sets.ts';
import { modelValue, type Store, type Value } from '../../tla/values/store.ts';
import { exploreModel } from '../explore-model.ts';
import { canonicalKey, orderVariables, symmetriesOf } from './symmetry.ts';

/** A value as plain data, so that a permutation can be applied without the code under test. */
type Plain =
  | { readonly kind: 'point' | 'other'; readonly name: string }
  | { readonly kind: 'set' | 'tuple'; readonly items: readonly Plain[] }
  | { readonly kind: 'function'; readonly entries: readonly (readonly [Plain, Plain])[] };

const POINTS = ['a', 'b', 'c'];
const PERMUTATIONS = [
  ['a', 'b', 'c'],
  ['a', 'c', 'b'],
  ['b', 'a', 'c'],
  ['b', 'c', 'a'],
  ['c', 'a', 'b'],
  ['c', 'b', 'a'],
].map((images) => new Map(POINTS.map((point, i) => [point, images[i]!])));

function text(plain: Plain, permutation: ReadonlyMap<string, string>): string {
  switch (plain.kind) {
    case 'other':
      return plain.name;
    case 'point':
      return permutation.get(plain.name)!;
    case 'tuple':
      return `<${plain.items.map((item) => text(item, permutation)).join()}>`;
    case 'set':
      return `{${[...new Set(plain.items.map((item) => text(item, permutation)))].sort().join()}}`;
    case 'function': {
      const all = new Map<string, string>();
      for (const [key, value] of plain.entries) {
        const name = text(key, permutation);
        if (!all.has(name)) all.set(name, text(value, permutation));
      }
      return `[${[...all]
        .map(([key, value]) => `${key}:${value}`)
        .sort()
        .join()}]`;
    }
  }
}

function make(store: Store, plain: Plain): Value {
  switch (plain.kind) {
    case 'point':
    case 'other':
      return modelValue(store, plain.name);
    case 'tuple':
      return tuple(
        store,
        plain.items.map((item) => make(store, item)),
      );
    case 'set':
      return setOf(
        store,
        plain.items.map((item) => make(store, item)),
      );
    case 'function':
      return functionOf(
        store,
        plain.entries.map(([key, value]) => [make(store, key), make(store, value)] as const),
      );
  }
}

const point = fc.constantFrom(...POINTS).map((name): Plain => ({ kind: 'point', name }));
const leaf = fc.oneof(point, point, fc.constant<Plain>({ kind: 'other', name: 'n' }));
const pair = fc.tuple(leaf, leaf).map((items): Plain => ({ kind: 'tuple', items }));
const listed = (of: fc.Arbitrary<Plain>) =>
  fc.array(of, { maxLength: 3 }).map((items): Plain => ({ kind: 'set', items }));
const functions = fc
  .array(fc.tuple(point, listed(leaf)), { minLength: 1, maxLength: 3 })
  .map((entries): Plain => ({ kind: 'function', entries }));
const row = fc.tuple(leaf, listed(pair), functions);

const model = () =>
  unwrap(
    textModel(
      definitions('CONSTANT S, n\nVARIABLE w, x\nPerms == Permutations(S)\n').replace(
        'v = 0',
        'v = 0 /\\ w = 0 /\\ x = 0',
      ),
      'CONSTANT S = {a, b, c}\nCONSTANT n = n\nINIT Init\nNEXT Next\nSYMMETRY Perms',
    ),
  );

describe('symmetry', () => {
  test('gives two states one key exactly where a permutation leads the one to the other, in every order of the variables', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 12 }), fc.boolean(), (rows, reordered) => {
        const own = model();
        const symmetry = symmetriesOf(own)!;
        expect(symmetry.permutations).toHaveLength(6);
        const values = rows.map((plain) => Int32Array.from(plain, (part) => make(own.store, part)));
        if (reordered) orderVariables(symmetry, Int32Array.from(values.flatMap((one) => [...one])), values.length);
        const keys = values.map((one) => {
          const key = new Int32Array(3);
          canonicalKey(symmetry, one, key);
          return key.join();
        });
        const orbits = rows.map(
          (plain) => PERMUTATIONS.map((to) => plain.map((part) => text(part, to)).join(' ')).sort()[0]!,
        );
        const first = (all: readonly string[]) => all.map((one) => all.indexOf(one));
        expect(first(keys)).toEqual(first(orbits));
      }),
      { numRuns: 150 },
    );
  });

  test('counts states as TLC does past the point where the order of the variables is chosen', () => {
    const text = `---- MODULE Test ----
EXTENDS Naturals, TLC
CONSTANT S
VARIABLES sent, at
Perms == Permutations(S)
Init == sent = {} /\\ at = [s \\in S |-> 0]
Next == \\E s, t \\in S : /\\ s /= t /\\ at[s] < 2
                         /\\ at' = [at EXCEPT ![s] = @ + 1]
                         /\\ sent' = sent \\cup {<<s, t, at[s]>>}
====`;
    const states = (symmetric: string) => {
      const config = `CONSTANT S = {s1, s2, s3, s4}\nINIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n${symmetric}`;
      return exploreModel(unwrap(textModel(text, config))).result.distinctStates;
    };
    // One state for each of (3 + 9 + 1) ways that each of the four can have gone: 13^4, of which TLC keeps one in each orbit.
    expect(states('')).toBe(28561);
    expect(states('SYMMETRY Perms')).toBe(1248);
  });
});

describe('SYMMETRY that cannot be used', () => {
  const told = (perms: string, points: number) => {
    const set = Array.from({ length: points }, (_, i) => `p${i}`).join(', ');
    const model = textModel(
      definitions(`CONSTANT S\nPerms == ${perms}`),
      `CONSTANT S = {${set}}\nINIT Init\nNEXT Next\nSYMMETRY Perms`,
    );
    return formatDiagnostic(exploreModel(unwrap(model)).result.error!);
  };

  test('is told with its place', () => {
    expect(told('Permutations(S)', 12)).toMatchInlineSnapshot(`
      "Test.tla:5:10: Permutations of a set with 12 elements, in Permutations(S) [tla/too-large]
       5 | Perms == Permutations(S)
         |          ^^^^^^^^^^^^^^^
        Test.cfg:4:10: in Perms"
    `);
    expect(
      told('{[p \\in S |-> IF p = q THEN r ELSE IF p = r THEN q ELSE p] : q, r \\in S}', 9),
    ).toMatchInlineSnapshot(`
      "Test.cfg:4:10: SYMMETRY makes a group of more than 50000 permutations [tla/too-large]
       4 | SYMMETRY Perms
         |          ^^^^^"
    `);
    expect(told('{1 + TRUE}', 2)).toMatchInlineSnapshot(`
      "Test.tla:5:11: "+" takes integers, but got the boolean TRUE, in 1 + TRUE [tla/type-error]
       5 | Perms == {1 + TRUE}
         |           ^^^^^^^^
        Test.cfg:4:10: in Perms"
    `);
  });

  test('is no matter of few elements', () => {
    const model = textModel(
      definitions('CONSTANT S\nPerms == Permutations(S)'),
      'CONSTANT S = {a, b, c}\nINIT Init\nNEXT Next\nSYMMETRY Perms',
    );
    expect(exploreModel(unwrap(model)).result.outcome).toBe('ok');
  });
});
