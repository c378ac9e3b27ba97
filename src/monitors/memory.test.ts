import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EMPTY, type Memory, newest, recall, remember, takeBack } from './memory.ts';

const entries = fc.array(fc.nat(5), { maxLength: 20 });
const limits = fc.nat(8);
const remembered = (list: readonly number[], limit: number): Memory<number> =>
  list.reduce<Memory<number>>((memory, entry) => remember(memory, entry, limit), EMPTY);

it('a list of the newest entries is the end of the list of all', () => {
  fc.assert(
    fc.property(entries, limits, (list, limit) => {
      const kept = list.reduce<readonly number[]>((before, entry) => newest(Object.freeze(before), entry, limit), []);
      expect(kept).toEqual(list.slice(Math.max(0, list.length - limit)));
    }),
  );
});

it('a memory counts what it does not keep', () => {
  fc.assert(
    fc.property(entries, limits, (list, limit) => {
      const { kept, forgotten } = remembered(list, limit);
      expect(kept.length + forgotten).toBe(list.length);
    }),
  );
});

it('what may have been forgotten is never said not to have been there', () => {
  fc.assert(
    fc.property(entries, limits, fc.nat(5), (list, limit, wanted) => {
      const found = recall(remembered(list, limit), (entry) => entry === wanted);
      expect(found === undefined && list.includes(wanted)).toBe(false);
      if (list.length <= limit) expect(found).toBe(list.includes(wanted) ? wanted : undefined);
    }),
  );
});

it('what is taken back is gone, and was not forgotten', () => {
  const memory = remembered([1, 2, 1], 3);
  expect(takeBack(memory, (entry) => entry === 1)).toEqual({ kept: [2], forgotten: 0 });
  expect(takeBack(memory, (entry) => entry === 4)).toBe(memory);
});
