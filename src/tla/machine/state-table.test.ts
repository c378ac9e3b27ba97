import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addState, createStateTable } from './state-table.ts';

const row = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 3, maxLength: 3 });

test('a table of states keeps each distinct row once, in the order in which they came', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 3000 }), (rows) => {
      const table = createStateTable(3);
      const seen = new Map<string, number>();
      rows.forEach((values, i) => {
        const index = addState(table, Int32Array.from(values), Int32Array.from(values), i);
        const known = seen.get(values.join());
        expect(index).toBe(known ?? seen.size);
        if (known === undefined) seen.set(values.join(), index);
      });
      expect(table.count).toBe(seen.size);
      for (const [key, index] of seen) {
        const values = key.split(',').map(Number);
        expect([...table.rows.slice(index * 3, index * 3 + 3)]).toEqual(values);
        expect(addState(table, Int32Array.from(values), Int32Array.from(values), -1)).toBe(index);
      }
      expect(table.count).toBe(seen.size);
    }),
    { numRuns: 20 },
  );
});

test('a table with keys of its own tells rows apart by them alone', () => {
  const table = createStateTable(2, 1);
  expect(addState(table, Int32Array.of(1, 2), Int32Array.of(7), -1)).toBe(0);
  expect(addState(table, Int32Array.of(3, 4), Int32Array.of(7), 0)).toBe(0);
  expect(addState(table, Int32Array.of(1, 2), Int32Array.of(8), 0)).toBe(1);
  expect([...table.rows.slice(0, 4)]).toEqual([1, 2, 1, 2]);
});

test('a table grows past its first size without losing a row', () => {
  const table = createStateTable(1);
  for (let i = 0; i < 20_000; i++) addState(table, Int32Array.of(i * 7), Int32Array.of(i * 7), i - 1);
  expect(table.count).toBe(20_000);
  for (let i = 0; i < 20_000; i += 997) {
    expect(addState(table, Int32Array.of(i * 7), Int32Array.of(i * 7), -1)).toBe(i);
  }
});
