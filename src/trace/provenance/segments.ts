import { doubled } from './doubled.ts';
import { decodings, type Encoding } from './encodings.ts';
import { type FoldedText, foldText, isFolded } from './fold-text.ts';
import { pairHash } from './gram-filter.ts';
import { EMPTY_HASH, hashOf, MAX_GAP, NO_GAP, UNKNOWN, type WordTable } from './word-table.ts';

/** One reading of a text, cut into words. Offsets are UTF-16 units of the original text. Only the first `count` places of each array count. */
export interface Segments {
  /** Encodings that were undone to get this reading, outermost first; empty for the text as it stands. */
  readonly encodings: readonly Encoding[];
  /** Every unit of the original text is an ASCII character, and so a code point. */
  readonly ascii: boolean;
  readonly count: number;
  readonly words: Int32Array;
  /** What stands before each word since the one before, as a number of the table. */
  readonly gaps: Int32Array;
  /** The {@link pairHash} of each word with the one before; of the first one nothing. */
  readonly pairs: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Folded length of each word. */
  readonly sizes: Int32Array;
  /** Bits: {@link DIGIT}, {@link LETTER}, {@link JOINED}. */
  readonly shapes: Int32Array;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The word has a digit. */
export const DIGIT = 1;
/** The word has a letter. */
export const LETTER = 2;
/** The word stands against the one before, with at most signs between. */
export const JOINED = 4;
/** A letter that is a word of its own: ideographs, kana. */
const ALONE = 4;
/** Encodings inside encodings are undone to this depth, and no further. */
const MAX_DEPTH = 2;

const ASCII_CLASSES = Uint8Array.from({ length: 0x80 }, (_, unit) =>
  unit >= 48 && unit <= 57 ? DIGIT : unit >= 97 && unit <= 122 ? LETTER : 0,
);

// 0 for a separator.
function classOf(unit: number): number {
  if (unit < 0x80) return ASCII_CLASSES[unit]!;
  if (unit < 0xc0) return unit === 0xaa || unit === 0xb5 || unit === 0xba ? LETTER : 0;
  if (unit === 0xd7 || unit === 0xf7) return 0;
  if (unit >= 0x2000 && unit <= 0x206f) return 0;
  if (unit >= 0x3000 && unit <= 0x303f) return 0;
  if (unit >= 0x3040 && unit <= 0x9fff) return ALONE;
  if (unit >= 0xff00 && unit <= 0xff0f) return 0;
  return LETTER;
}

/** Cuts texts into words with the numbers of one table. */
export interface Segmenter {
  /**
   * Calls `visit` for the text and then for each of its decodings. The segments are good until it returns: they are made in the same arrays
   * every time. With `grow` false, unknown words have no number and the table stays as it is.
   */
  each(text: string, grow: boolean, visit: (segments: Segments) => void): void;
}

const NO_ENCODINGS: readonly Encoding[] = [];

const larger = ({
  encodings,
  ascii,
  count,
  words,
  gaps,
  pairs,
  starts,
  ends,
  sizes,
  shapes,
}: Segments): Mutable<Segments> => ({
  encodings,
  ascii,
  count,
  words: doubled(words),
  gaps: doubled(gaps),
  pairs: doubled(pairs),
  starts: doubled(starts),
  ends: doubled(ends),
  sizes: doubled(sizes),
  shapes: doubled(shapes),
});

/** A segmenter that numbers words by this table. */
export function segmenter(table: WordTable): Segmenter {
  const none = new Int32Array(32);
  const empty = { words: none, gaps: none, pairs: none, starts: none, ends: none, sizes: none, shapes: none };
  let room: Mutable<Segments> = larger({ encodings: NO_ENCODINGS, ascii: true, count: 0, ...empty });

  const cut = (
    text: string,
    starts: Int32Array | null,
    ends: Int32Array | null,
    encodings: readonly Encoding[],
    grow: boolean,
  ): Segments => {
    // Most texts are folded as they stand, and need no record of it.
    const folded = isFolded(text) ? null : foldText(text);
    const source = folded === null ? text : folded.text;
    const plain = starts === null && (folded === null || folded.starts === null);
    const length = source.length;
    let { words, gaps, pairs, starts: wordStarts, ends: wordEnds, sizes, shapes } = room;
    let count = 0;
    let at = 0;
    let previous = UNKNOWN;
    let previousEnd = 0;
    while (at < length) {
      let unit = source.charCodeAt(at);
      let kind = classOf(unit);
      if (kind === 0) {
        at++;
        continue;
      }
      const start = at;
      let shape = kind & (DIGIT | LETTER) || LETTER;
      let hash = hashOf(EMPTY_HASH, unit);
      at++;
      if (kind !== ALONE) {
        while (at < length) {
          unit = source.charCodeAt(at);
          kind = classOf(unit);
          if (kind === 0 || kind === ALONE) break;
          shape |= kind;
          hash = hashOf(hash, unit);
          at++;
        }
      }
      if (count === words.length) {
        room = larger(room);
        ({ words, gaps, pairs, starts: wordStarts, ends: wordEnds, sizes, shapes } = room);
      }
      const word = table.word(source, start, at, hash, grow);
      const gap = start === previousEnd ? NO_GAP : table.separator(source, previousEnd, start, grow);
      words[count] = word;
      gaps[count] = gap;
      pairs[count] = pairHash(previous, gap, word);
      previous = word;
      wordStarts[count] = plain ? start : startOf(folded, starts, start);
      wordEnds[count] = plain ? at : endOf(folded, ends, at);
      sizes[count] = at - start;
      shapes[count] = count > 0 && isJoined(source, previousEnd, start) ? shape | JOINED : shape;
      count++;
      previousEnd = at;
    }
    room.encodings = encodings;
    if (encodings.length === 0) room.ascii = plain;
    room.count = count;
    return room;
  };

  const eachDecoding = (
    text: string,
    starts: Int32Array | null,
    ends: Int32Array | null,
    encodings: readonly Encoding[],
    grow: boolean,
    visit: (segments: Segments) => void,
  ): void => {
    for (const decoded of decodings(text)) {
      const from = starts === null ? decoded.starts : decoded.starts.map((at) => starts[at]!);
      const to = ends === null ? decoded.ends : decoded.ends.map((at) => ends[at - 1]!);
      const names = [...encodings, decoded.encoding];
      visit(cut(decoded.text, from, to, names, grow));
      if (names.length < MAX_DEPTH) eachDecoding(decoded.text, from, to, names, grow, visit);
    }
  };

  return {
    each(text, grow, visit) {
      visit(cut(text, null, null, NO_ENCODINGS, grow));
      eachDecoding(text, null, null, NO_ENCODINGS, grow, visit);
    },
  };
}

const startOf = (folded: FoldedText | null, starts: Int32Array | null, unit: number): number => {
  const inText = folded?.starts?.[unit] ?? unit;
  return starts === null ? inText : starts[inText]!;
};

const endOf = (folded: FoldedText | null, ends: Int32Array | null, unit: number): number => {
  const inText = folded?.ends?.[unit - 1] ?? unit;
  return ends === null ? inText : ends[inText - 1]!;
};

function isJoined(source: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = source.charCodeAt(at);
    if (unit <= 32 || unit === 0xa0) return false;
  }
  return to - from <= MAX_GAP;
}
