import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ENCODINGS } from './encodings.ts';
import { packTransforms, type Transform, unpackTransforms } from './transforms.ts';

const transform = fc.constantFrom<Transform>('casefold', 'zero-width', 'homoglyph', 'whitespace', ...ENCODINGS);

it('gives back every list of transforms that it packs, in its order', () => {
  fc.assert(
    fc.property(fc.array(transform, { maxLength: 7 }), (list) => {
      expect(unpackTransforms(packTransforms(list))).toEqual(list);
    }),
  );
});

it('packs different lists into different numbers, and only the empty one into 0', () => {
  fc.assert(
    fc.property(fc.array(transform, { maxLength: 7 }), fc.array(transform, { maxLength: 7 }), (one, other) => {
      expect(packTransforms(one) === packTransforms(other)).toBe(one.join() === other.join());
    }),
  );
  expect(packTransforms([])).toBe(0);
});
