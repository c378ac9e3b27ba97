import { isDistinctive, MIN_STRETCH, MIN_VALUE, shapeOf } from './distinctive.ts';
import type { Encoding } from './encodings.ts';
import { flatWords, NOWHERE, OUTSIDE } from './flat-words.ts';
import { casefold, dropInvisible, foldHomoglyphs } from './fold-text.ts';
import { JOINED, type Segments, segment, type WordTable, wordTable } from './segments.ts';

/** Version of the closed list of transformations under which two texts count as the same. */
export const TRANSFORMS_VERSION = 1;

/** What had to be undone, in either text, before the two were the same. */
export type Transform = 'casefold' | 'zero-width' | 'homoglyph' | 'whitespace' | Encoding;

/** Half-open, in code points. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A stretch of a looked-up text that also stands in an indexed one. */
export interface ProvenanceMatch {
  /** The indexed text, by the number that `add` gave it. */
  readonly text: number;
  readonly inText: TextRange;
  readonly inValue: TextRange;
  /** Empty: exact. */
  readonly transforms: readonly Transform[];
  /** The stretch is the whole looked-up value, white space and signs at its ends aside. */
  readonly whole: boolean;
}

export interface ProvenanceIndex {
  /** Adds a text; its number is how many were added before. */
  add(text: string): number;
  /**
   * The maximal distinctive stretches of `value` that stand in texts added so far, in order of value, then of text. `readings`: the value cut
   * by the word table of the index already, where several indexes of one table are asked.
   */
  find(value: string, readings?: readonly Segments[]): readonly ProvenanceMatch[];
  /** The text of a number. */
  text(number: number): string;
  readonly size: number;
}

/** A value of at most this many words is looked up by its common words too. */
const MAX_SHORT = 6;
const MAX_PLAIN = 12;

// Letters only, of ordinary length, and free on both sides: common ones of these are not worth following.
const isPlainWord = (segments: Segments, at: number): boolean =>
  segments.shapes[at] === 2 &&
  segments.sizes[at]! < MAX_PLAIN &&
  (at + 1 === segments.shapes.length || (segments.shapes[at + 1]! & JOINED) === 0);

/** A stretch in common: words `from` to `to` of the value, from `place` on in the indexed texts. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly place: number;
  readonly reading: number;
  readonly entry: number;
}

/**
 * An index of texts by their words. Building is linear in the texts, a look-up linear in the value: a word keeps its first places only
 * (`MAX_PLACES`), so a stretch of plain words all of which are that common is not found in a text of more than {@link MAX_SHORT} words. A stretch starts and ends at word boundaries of both texts.
 */
export function createProvenanceIndex(table: WordTable = wordTable()): ProvenanceIndex {
  // Texts and readings by number; a text that was there before stands for its first.
  const entries: string[] = [];
  const readings: { readonly entry: number; readonly encodings: readonly Encoding[] }[] = [];
  const known = new Map<string, number>();
  const flat = flatWords();

  const add = (text: string): number => {
    const number = entries.length;
    entries.push(text);
    // The same text again adds nothing to find: places stay with the first.
    if (known.has(text)) return number;
    known.set(text, number);
    for (const segments of segment(text, table, true)) {
      flat.add(segments, readings.length);
      readings.push({ entry: number, encodings: segments.encodings });
    }
    return number;
  };

  const find = (value: string, cut?: readonly Segments[]): ProvenanceMatch[] => {
    if (readings.length === 0) return [];
    const matches: ProvenanceMatch[] = [];
    // A value of fewer characters than any rule asks for cannot be distinctive.
    if (value.length < MIN_VALUE) return [];
    for (const segments of cut ?? segment(value, table, false)) {
      const before = matches.length;
      findIn(value, segments, matches);
      // What stands unencoded in the value was found in its first reading already.
      for (let at = matches.length - 1; before > 0 && at >= before; at--) {
        const match = matches[at]!;
        const again = matches
          .slice(0, before)
          .some(
            (one) =>
              one.text === match.text &&
              one.inValue.start <= match.inValue.start &&
              one.inValue.end >= match.inValue.end,
          );
        if (again) matches.splice(at, 1);
      }
    }
    return matches;
  };

  const findIn = (value: string, segments: Segments, matches: ProvenanceMatch[]): void => {
    const { words, gaps } = segments;
    const { words: ours, gaps: ourGaps, next, readingOf } = flat;
    const count = words.length;
    // A short value may be made of common words only; a long text has others to be found by.
    const keepsCommon = count <= MAX_SHORT;
    // By text: up to which word the best run so far reaches, so that its tail is not reported again.
    let reached: Map<number, number> | undefined;
    for (let at = 0; at < count; at++) {
      const word = words[at]!;
      let place = flat.first(word);
      if (place === NOWHERE) continue;
      if (!keepsCommon && flat.isFull(word) && isPlainWord(segments, at)) continue;
      // Alone, a word can only count if it is long and has digits, or is the whole value.
      const alone = count === 1 || (segments.sizes[at]! >= MIN_STRETCH && (segments.shapes[at]! & 1) !== 0);
      const before = at === 0 ? OUTSIDE : words[at - 1]!;
      const after = at + 1 === count ? OUTSIDE : words[at + 1]!;
      // Runs of this start, the longest of each text.
      let best: Map<number, Run> | undefined;
      for (; place !== NOWHERE; place = next[place]!) {
        if (!alone && after !== ours[place + 1] && before !== ours[place - 1]) continue;
        const reading = readingOf[place]!;
        const { entry } = readings[reading]!;
        const limit = reached?.get(entry) ?? 0;
        if (at < limit) continue;
        let back = 0;
        // Backwards too: the words before may have been too common for their places to be kept.
        while (
          at - back > limit &&
          gaps[at - back] === ourGaps[place - back] &&
          words[at - back - 1] === ours[place - back - 1]
        )
          back++;
        let length = 1;
        while (
          at + length < count &&
          words[at + length] === ours[place + length] &&
          gaps[at + length] === ourGaps[place + length]
        )
          length++;
        if (length + back === 1 && !alone) continue;
        best ??= new Map();
        const longest = best.get(entry);
        if (longest === undefined || longest.to - longest.from < length + back) {
          best.set(entry, { from: at - back, to: at + length, place: place - back, reading, entry });
        }
      }
      if (best === undefined) continue;
      for (const run of best.values()) {
        const whole =
          run.from === 0 &&
          run.to === count &&
          (segments.encodings.length === 0 || (segments.starts[0] === 0 && segments.ends[count - 1] === value.length));
        const shape = shapeOf(segments, run.from, run.to);
        if (!isDistinctive(shape, run.from === 0 && run.to === count)) continue;
        reached ??= new Map();
        reached.set(run.entry, run.to);
        matches.push(matchOf(value, segments, run, whole));
      }
    }
  };

  const matchOf = (value: string, segments: Segments, run: Run, whole: boolean): ProvenanceMatch => {
    const text = entries[run.entry]!;
    const textStart = flat.starts[run.place]!;
    const textEnd = flat.ends[run.place + (run.to - run.from) - 1]!;
    const valueStart = segments.starts[run.from]!;
    const valueEnd = segments.ends[run.to - 1]!;
    const undone = readings[run.reading]!.encodings;
    const encodings =
      undone.length + segments.encodings.length === 0 ? undone : [...new Set([...undone, ...segments.encodings])];
    return {
      text: run.entry,
      inText: { start: codePoints(text, textStart), end: codePoints(text, textEnd) },
      inValue: { start: codePoints(value, valueStart), end: codePoints(value, valueEnd) },
      transforms:
        encodings.length > 0
          ? encodings
          : foldsBetween(text.slice(textStart, textEnd), value.slice(valueStart, valueEnd)),
      whole,
    };
  };

  return {
    add,
    find,
    text: (number) => entries[number]!,
    get size() {
      return entries.length;
    },
  };
}

const FOLDS: readonly (readonly [Transform, (text: string) => string])[] = [
  ['casefold', casefold],
  ['zero-width', dropInvisible],
  ['homoglyph', (text) => casefold(foldHomoglyphs(text))],
  ['whitespace', (text) => text.replace(/[\s\u00a0]+/g, ' ')],
];

/** The folds that were needed to make two stretches equal, in the order of the list. */
function foldsBetween(left: string, right: string): Transform[] {
  const used: Transform[] = [];
  let [a, b] = [left, right];
  for (const [name, fold] of FOLDS) {
    if (a === b) break;
    const [x, y] = [fold(a), fold(b)];
    if (x !== a || y !== b) used.push(name);
    [a, b] = [x, y];
  }
  // Case folding comes first, but is named only if it was needed: undo it and see.
  if (used[0] === 'casefold' && used.length > 1) {
    const rest = FOLDS.slice(1).reduce(([x, y], [, fold]) => [fold(x), fold(y)] as [string, string], [left, right] as [
      string,
      string,
    ]);
    if (rest[0] === rest[1]) used.shift();
  }
  return used;
}

const SURROGATE = /[\ud800-\udbff]/;

/** Code points before a UTF-16 offset. */
export function codePoints(text: string, offset: number): number {
  // Without surrogates the two are the same, and the engine's own search is quick to say so.
  if (!SURROGATE.test(text)) return offset;
  let count = offset;
  for (let at = 0; at < offset; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0xd800 && code <= 0xdbff && at + 1 < offset) {
      const next = text.charCodeAt(at + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        count--;
        at++;
      }
    }
  }
  return count;
}
