import { expect, test } from 'vitest';
import { lassoOf } from './lasso.ts';

test.each<[string, number[], number[], number[], number]>([
  ['a loop', [1, 2], [3, 4], [1, 2, 3, 4], 2],
  ['stuttering that is all there is', [1], [2, 2], [1, 2], 1],
  ['stuttering on the way and in the loop', [1, 1, 2], [3, 3, 4, 4], [1, 2, 3, 4], 2],
  ['stuttering where the way meets the loop', [1, 2], [2, 3], [1, 2, 3], 1],
  ['stuttering where the loop closes', [1], [2, 3, 2], [1, 2, 3], 1],
  ['a loop that goes round twice', [1], [2, 3, 2, 3], [1, 2, 3], 1],
  ['a way that has gone round the loop before', [1, 3, 2, 3], [2, 3], [1, 3, 2], 1],
  ['a way that ends as the loop does', [1, 4], [2, 3, 4], [1, 4, 2, 3], 1],
])('a lasso says nothing twice: %s', (_what, way, loop, states, loopsTo) => {
  expect(lassoOf(way, loop)).toEqual({ states, loopsTo });
});
