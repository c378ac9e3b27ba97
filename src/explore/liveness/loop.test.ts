import { expect, test } from 'vitest';
import { createIntegers, push } from './integers.ts';
import { lassoOf } from './lasso.ts';
import { type Effort, fullEffort, nearestFirst, turnSearch } from './loop.ts';
import type { Obligation } from './obligations.ts';
import type { Product, Region } from './product.ts';

/** Places 0 to size - 1, each with an edge to itself and one to the next, the last to the first. */
function ring(size: number): {
  readonly product: Product;
  readonly component: readonly number[];
  readonly inside: Region;
} {
  const product: Product = {
    initial: 1,
    states: createIntegers(),
    modes: createIntegers(),
    starts: createIntegers(),
    targets: createIntegers(),
    edges: createIntegers(),
  };
  const component = Array.from({ length: size }, (_, place) => place);
  for (const place of component) {
    push(product.states, place);
    push(product.modes, 0);
    push(product.starts, product.targets.count);
    for (const target of [place, (place + 1) % size]) {
      push(product.edges, product.targets.count);
      push(product.targets, target);
    }
  }
  push(product.starts, product.targets.count);
  return { product, component, inside: { marks: new Int32Array(size).fill(1), mark: 1 } };
}

const moving = { moves: (edge: number): boolean => edge % 2 === 1 };
const at = (wanted: number): Obligation => ({ place: (place) => place === wanted, edge: null, owedAt: null });

// More places than a call can have arguments.
const MANY = 200_000;

test('a turn goes round a ring of many places', () => {
  const { product, component, inside } = ring(MANY);
  const turn = nearestFirst(product, component, inside, [at(MANY - 1)], 0);
  expect(turn).toEqual(component);
});

test('a turn that owes nothing stays where it is', () => {
  const { product, component, inside } = ring(MANY);
  expect(nearestFirst(product, component, inside, [at(0)], 0)).toEqual([0]);
});

test('a way that has gone round a long loop before ends where it met the loop first', () => {
  const round = Array.from({ length: MANY }, (_, i) => i);
  const { states, loopsTo } = lassoOf(
    [MANY, ...round, ...round.slice(0, 3)],
    [...round.slice(3), ...round.slice(0, 3)],
  );
  expect(loopsTo).toBe(1);
  expect(states).toEqual([MANY, ...round]);
});

const searchIn = (size: number, effort: Effort) => {
  const { product, component, inside } = ring(size);
  return turnSearch(moving, product, component, inside, [at(size - 1)], effort);
};

test('an exact search finds the shortest turn, or none that is short enough', () => {
  const search = searchIn(5, fullEffort());
  expect(search?.shortest(0, 6)).toEqual([0, 1, 2, 3, 4]);
  expect(search?.shortest(0, 5)).toBeNull();
});

test('an exact search begins nothing that its effort is not enough for', () => {
  expect(searchIn(5, { left: 0 })).toBeNull();
  const effort = fullEffort();
  const search = searchIn(20_000, effort);
  let turns = 0;
  while (search?.shortest(turns, 20_001) != null) turns++;
  expect(turns).toBeGreaterThan(0);
  expect(turns).toBeLessThan(20_000);
  expect(effort.left).toBeLessThanOrEqual(0);
});
