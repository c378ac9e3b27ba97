import { type GramFilter, gramFilter, pairHash, phraseHash } from './gram-filter.ts';
import { DIGIT, type Segments } from './segments.ts';

/** Places kept for each word: enough to find every text that is not a mere repetition, and a bound on the work of one look-up. */
const MAX_PLACES = 16;
/** No place: the end of a word's list. */
export const NOWHERE = -1;
/** Stands between readings, and is the number of no word, known or unknown, so that no run goes from one reading into the next. */
const OUTSIDE = -2;

/** Numbers of a place in {@link FlatWords.cells}; a place and its neighbours are read together, so they lie together. */
export const PLACE = 4;
/** The word; its number is at the place itself. */
const WORD = 0;
/** What stands before the word. */
export const GAP = 1;
/** The indexed text. */
export const ENTRY = 2;
/** The next place of the same word, or {@link NOWHERE}. */
export const NEXT = 3;

/** The words of all readings one after the other. A place is where its numbers begin in `cells`, which is replaced as it grows. */
export interface FlatWords {
  readonly cells: Int32Array;
  /** UTF-16 offsets in the text of the words at a place and at another, and the number of the reading. */
  start(place: number): number;
  end(place: number): number;
  reading(place: number): number;
  add(segments: Segments, entry: number, reading: number): void;
  /** The first place of a word, or {@link NOWHERE}. */
  first(word: number): number;
  /** Whether a word has more places than are kept. */
  isFull(word: number): boolean;
  /** Whether some reading may have these two words with this between them, or these four, by their {@link pairHash} or {@link phraseHash}. */
  mayHave(hash: number): boolean;
}

/** Bits of the filter for each place; it holds two grams for each at most. */
const BITS = 16;
const SPAN = 3;

const grown = (array: Int32Array, size: number): Int32Array<ArrayBuffer> => {
  const larger = new Int32Array(size);
  larger.set(array);
  return larger;
};

/** An empty store. Flat arrays instead of some for each text: they cost the garbage collector nothing. */
export function flatWords(): FlatWords {
  let capacity = 256;
  let cells = new Int32Array(PLACE * capacity);
  // By place, in threes: start, end, reading.
  let spans = new Int32Array(SPAN * capacity);
  cells[WORD] = OUTSIDE;
  let size = 1;
  // By word, in threes: first place, last place, how many.
  let lists = new Int32Array(256);
  let grams = gramFilter(BITS * capacity);

  const reserve = (more: number): void => {
    if (size + more <= capacity) return;
    while (size + more > capacity) capacity *= 2;
    cells = grown(cells, PLACE * capacity);
    spans = grown(spans, SPAN * capacity);
    grams = gramFilter(BITS * capacity);
    addGrams(grams, cells, PLACE, PLACE * size);
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
    else cells[lists[at + 1]! + NEXT] = place;
    lists[at + 1] = place;
    lists[at + 2] = count + 1;
  };

  // Places are multiples of 4; a shift keeps the number whole.
  const spanOf = (place: number): number => (place >> 2) * SPAN;

  return {
    get cells() {
      return cells;
    },
    start: (place) => spans[spanOf(place)]!,
    end: (place) => spans[spanOf(place) + 1]!,
    reading: (place) => spans[spanOf(place) + 2]!,
    add(segments, entry, reading) {
      const { count, words, gaps, pairs, starts, ends, sizes, shapes } = segments;
      reserve(count + 1);
      let place = PLACE * size;
      let span = SPAN * size;
      for (let at = 0; at < count; at++, place += PLACE, span += SPAN) {
        const word = words[at]!;
        cells[place] = word;
        cells[place + GAP] = gaps[at]!;
        cells[place + ENTRY] = entry;
        cells[place + NEXT] = NOWHERE;
        spans[span] = starts[at]!;
        spans[span + 1] = ends[at]!;
        spans[span + 2] = reading;
        if (sizes[at]! >= 2 || (shapes[at]! & DIGIT) !== 0) list(word, place);
        if (at >= 1) grams.add(pairs[at]!);
        if (at >= 3) grams.add(phraseHash(pairs[at - 2]!, pairs[at - 1]!, pairs[at]!));
      }
      cells[place] = OUTSIDE;
      size += count + 1;
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
function addGrams(grams: GramFilter, cells: Int32Array, from: number, to: number): void {
  let first = 0;
  let second = 0;
  for (let place = from + PLACE; place < to; place += PLACE) {
    const pair = pairHash(cells[place - PLACE]!, cells[place + GAP]!, cells[place]!);
    grams.add(pair);
    if (place > from + 2 * PLACE) grams.add(phraseHash(first, second, pair));
    first = second;
    second = pair;
  }
}
