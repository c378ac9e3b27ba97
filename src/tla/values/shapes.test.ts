import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareValues, equalValues } from './compare.ts';
import { EvaluationFailure } from './failure.ts';
import { functionOf } from './functions.ts';
import { member, setOf, tuple } from './sets.ts';
import { surelyComparable } from './shapes.ts';
import { createStore, FALSE, modelValue, type Store, string, TRUE, type Value } from './store.ts';

type Maker = (store: Store) => Value;

/** Values of every sort, mixed at every depth; a set that refuses to be made is the empty one. */
const { maker } = fc.letrec<{ maker: Maker }>((tie) => ({
  maker: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.integer({ min: 0, max: 3 }).map(
      (value): Maker =>
        () =>
          value,
    ),
    fc.constantFrom<Maker>(
      () => TRUE,
      () => FALSE,
      (store) => string(store, 'a'),
      (store) => string(store, 'b'),
      (store) => modelValue(store, 'm'),
      (store) => modelValue(store, 'A_1'),
      (store) => modelValue(store, 'B_1'),
    ),
    fc.array(tie('maker'), { maxLength: 3 }).map((items): Maker => {
      return (store) =>
        tuple(
          store,
          items.map((item) => item(store)),
        );
    }),
    fc.array(tie('maker'), { maxLength: 3 }).map((items): Maker => {
      return (store) =>
        orEmpty(() =>
          setOf(
            store,
            items.map((item) => item(store)),
          ),
        );
    }),
    fc.array(fc.tuple(tie('maker'), tie('maker')), { maxLength: 3 }).map((pairs): Maker => {
      return (store) =>
        orEmpty(() =>
          functionOf(
            store,
            pairs.map(([a, b]) => [a(store), b(store)] as const),
          ),
        );
    }),
    fc.uniqueArray(fc.constantFrom('f', 'g', 'h'), { maxLength: 3 }).chain((names) =>
      fc.tuple(...names.map(() => tie('maker'))).map((items): Maker => {
        return (store) =>
          functionOf(
            store,
            names.map((name, i) => [string(store, name), items[i]!(store)] as const),
          );
      }),
    ),
  ),
}));

function orEmpty(make: () => Value): Value {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof EvaluationFailure)) throw error;
    return 0;
  }
}

const refuses = (ask: () => unknown): boolean => {
  try {
    ask();
    return false;
  } catch (error) {
    if (!(error instanceof EvaluationFailure)) throw error;
    return true;
  }
};

describe('what values are made of', () => {
  test('never promises a comparison that is refused', () => {
    let promised = 0;
    let refused = 0;
    fc.assert(
      fc.property(maker, maker, (a, b) => {
        const store = createStore();
        const [left, right] = [a(store), b(store)];
        if (surelyComparable(store, left, right)) {
          promised++;
          expect(refuses(() => compareValues(store, left, right))).toBe(false);
        } else if (refuses(() => equalValues(store, left, right))) refused++;
      }),
      { numRuns: 1000, seed: 7 },
    );
    // Neither answer is the only one.
    expect(Math.min(promised, refused)).toBeGreaterThan(50);
  });

  test('does not change what is in a set, nor where that is refused', () => {
    fc.assert(
      fc.property(fc.array(maker, { minLength: 1, maxLength: 5 }), maker, (items, value) => {
        const store = createStore();
        const sought = value(store);
        const values = items.map((item) => item(store));
        if (refuses(() => setOf(store, values))) return;
        const set = setOf(store, values);
        const among = values.includes(sought);
        if (among) expect(member(store, sought, set)).toBe(true);
        else if (!refuses(() => member(store, sought, set))) expect(member(store, sought, set)).toBe(false);
        // What is refused, is so because of an element that it does not compare with.
        else expect(values.some((item) => refuses(() => compareValues(store, item, sought)))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
