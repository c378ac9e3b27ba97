import { ENCODINGS, type Encoding } from './encodings.ts';

/** Version of the closed list of transformations under which two texts count as the same. */
export const TRANSFORMS_VERSION = 1;

const FOLDS = ['casefold', 'zero-width', 'homoglyph', 'whitespace'] as const;

/** What had to be undone, in either text, before the two were the same. */
export type Transform = (typeof FOLDS)[number] | Encoding;

/** Every transform; their order is that of {@link packTransforms}. */
export const TRANSFORMS: readonly Transform[] = [...FOLDS, ...ENCODINGS];
// Four bits each, so that a list of seven fits: encodings are undone to a depth of two in each text, and there are four folds.
const BITS = 4;
const MASK = 15;

/** A list of at most seven transforms as one number, the first lowest; 0 is the empty list. */
export const packTransforms = (transforms: readonly Transform[]): number =>
  transforms.reduceRight((packed, one) => (packed << BITS) | (TRANSFORMS.indexOf(one) + 1), 0);

/** The list that {@link packTransforms} made into a number. */
export function unpackTransforms(packed: number): readonly Transform[] {
  const transforms: Transform[] = [];
  for (let left = packed; left !== 0; left >>= BITS) transforms.push(TRANSFORMS[(left & MASK) - 1]!);
  return transforms;
}
