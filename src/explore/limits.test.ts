import { expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { textModel } from '../tla/testing/text-model.ts';
import { exploreModel } from './explore-model.ts';
import { withinTime } from './time-limit.ts';

const endless = unwrap(
  textModel(
    "---- MODULE Test ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\nNext == x' = x + 1\n====",
    'INIT Init\nNEXT Next\n',
  ),
);

it('a search gives up when its states take more memory than it may have', () => {
  const { result } = exploreModel(endless, { maxBytes: 2 ** 20 });
  expect(result.outcome).toBe('error');
  expect(result.error?.message).toMatch(/^the \d+ distinct states take too much memory: the search was given up/);
});

it('a search tells its progress', () => {
  const seen: number[] = [];
  exploreModel(endless, { maxStates: 100_000, onProgress: ({ distinctStates }) => seen.push(distinctStates) });
  expect(seen.length).toBeGreaterThan(3);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

it('work within a time gives its result, and what it throws', () => {
  expect(withinTime(60_000, () => 7)).toBe(7);
  const thrown = new RangeError('no');
  expect(() =>
    withinTime(60_000, () => {
      throw thrown;
    }),
  ).toThrow(thrown);
});

it('work that never ends is stopped', () => {
  expect(
    withinTime(20, () => {
      for (;;);
    }),
  ).toBeUndefined();
});
