import { decodings, type Encoding } from './encodings.ts';
import { foldText } from './fold-text.ts';

/** Numbers for words and for what stands between them, shared by all texts of an index. */
export interface WordTable {
  readonly words: Map<string, number>;
  readonly separators: Map<string, number>;
}

export const wordTable = (): WordTable => ({ words: new Map(), separators: new Map([['', 0]]) });

/** One reading of a text, cut into words. Offsets are UTF-16 units of the original text. */
export interface Segments {
  /** Encodings that were undone to get this reading, outermost first; empty for the text as it stands. */
  readonly encodings: readonly Encoding[];
  readonly words: readonly number[];
  /** What stands before each word since the one before, as a number of the table; 0 for nothing. */
  readonly gaps: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Folded length of each word. */
  readonly sizes: readonly number[];
  /** Bits: 1 a digit, 2 a letter, 4 no white space since the word before. */
  readonly shapes: readonly number[];
}

const DIGIT = 1;
const LETTER = 2;
/** The word stands against the one before, with at most signs between. */
export const JOINED = 4;
/** A separator keeps this many characters; what is longer compares equal to its beginning. */
const MAX_GAP = 16;
/** Encodings inside encodings are undone to this depth, and no further. */
const MAX_DEPTH = 2;

// 0 separator, 1 digit, 2 letter, 4 a letter that is a word of its own (ideographs, kana).
function classOf(code: number): number {
  if (code < 0x80) return code >= 48 && code <= 57 ? DIGIT : code >= 97 && code <= 122 ? LETTER : 0;
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba ? LETTER : 0;
  if (code === 0xd7 || code === 0xf7) return 0;
  if (code >= 0x2000 && code <= 0x206f) return 0;
  if (code >= 0x3000 && code <= 0x303f) return 0;
  if (code >= 0x3040 && code <= 0x9fff) return 4;
  if (code >= 0xff00 && code <= 0xff0f) return 0;
  return LETTER;
}

/** The text and its decodings, cut into words. With `grow` false, unknown words get -1 and the table stays as it is. */
export function segment(text: string, table: WordTable, grow: boolean): Segments[] {
  const readings: Segments[] = [cut(text, null, null, [], table, grow)];
  const decode = (source: string, starts: Int32Array | null, ends: Int32Array | null, encodings: Encoding[]): void => {
    for (const decoded of decodings(source)) {
      const from = starts === null ? decoded.starts : decoded.starts.map((at) => starts[at]!);
      const to = ends === null ? decoded.ends : decoded.ends.map((at) => ends[at - 1]!);
      const names = [...encodings, decoded.encoding];
      readings.push(cut(decoded.text, from, to, names, table, grow));
      if (names.length < MAX_DEPTH) decode(decoded.text, from, to, names);
    }
  };
  decode(text, null, null, []);
  return readings;
}

function cut(
  text: string,
  starts: Int32Array | null,
  ends: Int32Array | null,
  encodings: readonly Encoding[],
  table: WordTable,
  grow: boolean,
): Segments {
  const folded = foldText(text);
  const source = folded.text;
  const original = (at: number, edge: 'start' | 'end'): number => {
    const unit = edge === 'start' ? at : at - 1;
    const inText = edge === 'start' ? (folded.starts?.[unit] ?? unit) : (folded.ends?.[unit] ?? unit + 1);
    if (edge === 'start') return starts === null ? inText : starts[inText]!;
    return ends === null ? inText : ends[inText - 1]!;
  };
  // Plain arrays: texts are short, and small typed arrays cost more to make than they save.
  const words: number[] = [];
  const gaps: number[] = [];
  const wordStarts: number[] = [];
  const wordEnds: number[] = [];
  const sizes: number[] = [];
  const shapes: number[] = [];
  const plain = starts === null && folded.starts === null;
  const length = source.length;
  let count = 0;
  let at = 0;
  let previousEnd = 0;
  while (at < length) {
    let kind = classOf(source.charCodeAt(at));
    if (kind === 0) {
      at++;
      continue;
    }
    const start = at;
    let shape = kind & 3 || LETTER;
    at++;
    if (kind !== 4) {
      while (at < length) {
        kind = classOf(source.charCodeAt(at));
        if (kind === 0 || kind === 4) break;
        shape |= kind;
        at++;
      }
    }
    words.push(numberOf(table.words, source.slice(start, at), grow));
    gaps.push(start === previousEnd ? 0 : numberOf(table.separators, gapOf(source, previousEnd, start), grow));
    wordStarts.push(plain ? start : original(start, 'start'));
    wordEnds.push(plain ? at : original(at, 'end'));
    sizes.push(at - start);
    shapes.push(count > 0 && isJoined(source, previousEnd, start) ? shape | JOINED : shape);
    count++;
    previousEnd = at;
  }
  return {
    encodings,
    words,
    gaps,
    starts: wordStarts,
    ends: wordEnds,
    sizes,
    shapes,
  };
}

function isJoined(source: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = source.charCodeAt(at);
    if (code <= 32 || code === 0xa0) return false;
  }
  return to - from <= MAX_GAP;
}

// White space counts as one space, however much of it there is.
function gapOf(source: string, from: number, to: number): string {
  if (to - from === 1) {
    const only = source[from]!;
    return only === '\n' || only === '\t' || only === '\r' || only === '\u00a0' ? ' ' : only;
  }
  return source.slice(from, Math.min(to, from + MAX_GAP)).replace(/[\s\u00a0]+/g, ' ');
}

function numberOf(table: Map<string, number>, key: string, grow: boolean): number {
  const known = table.get(key);
  if (known !== undefined) return known;
  if (!grow) return -1;
  const next = table.size;
  table.set(key, next);
  return next;
}
