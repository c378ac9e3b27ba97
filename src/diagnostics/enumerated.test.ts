import { expect, test } from 'vitest';
import { enumerated } from './enumerated.ts';

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j are listed as "%s"', (words, text) => {
  expect(enumerated(words)).toBe(text);
});
