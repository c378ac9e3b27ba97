import { type GramFilter, gramFilter, pairHash, phraseHash } from './gram-filter.ts';
import { DIGIT, type Segments } from './segments.ts';

/** Places kept for each word: enough to find every text that is not a mere repetition, and a bound on the work of one look-up. */
const MAX_PLACES = 16;
/** No place: the end of a word's list. */
export const NOWHERE = -1;
/** Stands between readings, and is the number of no word, known or unknown, so that no run goes from one reading into the next. */
export const OUTSIDE = -2;

/** The words of all readings one after the other; a place is a position in these arrays, which are replaced as they grow. */
export interface FlatWords {
  /** Numbers of words; {@link OUTSIDE} before and after each reading. */
  readonly words: Int32Array;
  readonly gaps: Int32Array;
  /** UTF-16 offsets in the text. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly readingOf: Int32Array;
  /** The next place of the same word, or {@link NOWHERE}. */
  readonly next: Int32Array;
  add(segments: Segments, reading: number): void;
  /** The first place of a word, or {@link NOWHERE}. */
  first(word: number): number;
  /** Whether a word has more places than are kept. */
  isFull(word: number): boolean;
  /** Whether some reading may have these two words with this between them, or these four, by their {@link pairHash} or {@link phraseHash}. */
  mayHave(hash: number): boolean;
}

/** Bits of the filter for each place; it holds two grams for each at most. */
const BITS = 16;

const grown = (array: Int32Array, size: number): Int32Array<ArrayBuffer> => {
  const larger = new Int32Array(size);
  larger.set(array);
  return larger;
};

/** An empty store. Flat arrays instead of some for each text: they cost the garbage collector nothing. */
export function flatWords(): FlatWords {
  let capacity = 256;
  let words = new Int32Array(capacity);
  let gaps = new Int32Array(capacity);
  let starts = new Int32Array(capacity);
  let ends = new Int32Array(capacity);
  let readingOf = new Int32Array(capacity);
  let next = new Int32Array(capacity);
  words[0] = OUTSIDE;
  let size = 1;
  // By word, in threes: first place, last place, how many.
  let lists = new Int32Array(256);
  let grams = gramFilter(BITS * capacity);

  const reserve = (more: number): void => {
    if (size + more <= capacity) return;
    while (size + more > capacity) capacity *= 2;
    words = grown(words, capacity);
    gaps = grown(gaps, capacity);
    starts = grown(starts, capacity);
    ends = grown(ends, capacity);
    readingOf = grown(readingOf, capacity);
    next = grown(next, capacity);
    grams = gramFilter(BITS * capacity);
    addGrams(grams, words, gaps, 1, size);
  };

  const list = (word: number, place: number): void => {
    const at = word * 3;
    if (at + 3 > lists.length) {
      let length = lists.length;
      while (at + 3 > length) length *= 2;
      lists = grown(lists, length);
    }
    const count = lists[at + 2]!;
    if (count === MAX_PLACES) return;
    if (count === 0) lists[at] = place;
    else next[lists[at + 1]!] = place;
    lists[at + 1] = place;
    lists[at + 2] = count + 1;
  };

  return {
    get words() {
      return words;
    },
    get gaps() {
      return gaps;
    },
    get starts() {
      return starts;
    },
    get ends() {
      return ends;
    },
    get readingOf() {
      return readingOf;
    },
    get next() {
      return next;
    },
    add(segments, reading) {
      const { count } = segments;
      reserve(count + 1);
      for (let at = 0; at < count; at++) {
        const place = size + at;
        const word = segments.words[at]!;
        words[place] = word;
        gaps[place] = segments.gaps[at]!;
        starts[place] = segments.starts[at]!;
        ends[place] = segments.ends[at]!;
        readingOf[place] = reading;
        next[place] = NOWHERE;
        if (segments.sizes[at]! >= 2 || (segments.shapes[at]! & DIGIT) !== 0) list(word, place);
      }
      addGrams(grams, words, gaps, size, size + count);
      size += count;
      words[size] = OUTSIDE;
      size++;
    },
    first(word) {
      const at = word * 3;
      return word < 0 || at + 3 > lists.length || lists[at + 2] === 0 ? NOWHERE : lists[at]!;
    },
    isFull: (word) => lists[word * 3 + 2] === MAX_PLACES,
    mayHave: (hash) => grams.has(hash),
  };
}

// All pairs of neighbours and all phrases of four words between two places. Those over the edge of a reading have OUTSIDE in them, which no value has.
function addGrams(grams: GramFilter, words: Int32Array, gaps: Int32Array, from: number, to: number): void {
  let first = 0;
  let second = 0;
  for (let place = from + 1; place < to; place++) {
    const pair = pairHash(words[place - 1]!, gaps[place]!, words[place]!);
    grams.add(pair);
    if (place > from + 2) grams.add(phraseHash(first, second, pair));
    first = second;
    second = pair;
  }
}
