/** A set of numbers that may claim one that was never added, and never denies one that was (a Bloom filter of one hash). */
export interface GramFilter {
  add(hash: number): void;
  has(hash: number): boolean;
}

/** An empty filter of this many bits, a power of two of at least 32; it tells most others from what was added while eight times fewer were. */
export function gramFilter(bits: number): GramFilter {
  const cells = new Int32Array(bits >> 5);
  const mask = bits - 1;
  return {
    add(hash) {
      const bit = hash & mask;
      cells[bit >> 5]! |= 1 << (bit & 31);
    },
    has(hash) {
      const bit = hash & mask;
      return (cells[bit >> 5]! & (1 << (bit & 31))) !== 0;
    },
  };
}

const mixed = (hash: number): number => {
  const once = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return once ^ (once >>> 15);
};

/** The hash of two words with what stands between them, by their numbers in a word table. */
export const pairHash = (word: number, gap: number, next: number): number =>
  mixed(Math.imul(word, 0x9e3779b1) ^ Math.imul(gap + 1, 0x85ebca6b) ^ Math.imul(next, 0xc2b2ae35));

/** The hash of four words, by those of their three pairs. */
export const phraseHash = (first: number, second: number, third: number): number =>
  mixed(Math.imul(first, 0x27d4eb2f) ^ Math.imul(second, 0x165667b1) ^ third);
