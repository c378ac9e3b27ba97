import { type CodePoints, codePointsOf, sameOffset } from './code-points.ts';
import { isDistinctive, MIN_PHRASE_WORDS, MIN_STRETCH, MIN_VALUE, shapeOf } from './distinctive.ts';
import { doubled } from './doubled.ts';
import type { Encoding } from './encodings.ts';
import { ENTRY, flatWords, GAP, NEXT, NOWHERE, PLACE } from './flat-words.ts';
import { casefold, dropInvisible, foldHomoglyphs } from './fold-text.ts';
import { phraseHash } from './gram-filter.ts';
import {
  appendMatch,
  END,
  MATCH,
  type MatchList,
  matchesIn,
  matchList,
  type ProvenanceMatch,
  START,
  TEXT,
  TRANSFORMS,
  VALUE_END,
  VALUE_START,
  WHOLE,
} from './match-list.ts';
import { DIGIT, JOINED, LETTER, type Segmenter, type Segments, segmenter } from './segments.ts';
import { packTransforms, type Transform } from './transforms.ts';
import { UNKNOWN, wordTable } from './word-table.ts';

export interface ProvenanceIndex {
  /** Adds a text; its number is how many were added before. */
  add(text: string): number;
  /** As `add`, for who knows that the text was never added. */
  addNew(text: string): number;
  /** The maximal distinctive stretches of `value` that stand in texts added so far, in order of value, then of text. */
  find(value: string): readonly ProvenanceMatch[];
  /**
   * Adds to `matches` what `find` has from one reading of a value, for who asks several indexes of one segmenter: readings come in the order
   * of the segmenter, and `matches` holds what those before brought.
   */
  findReading(value: string, reading: Segments, matches: MatchList): void;
}

/** A value of at most this many words is looked up by its common words too. */
const MAX_SHORT = 6;
const MAX_PLAIN = 12;

// Letters only, of ordinary length, and free on both sides: common ones of these are not worth following.
const isPlainWord = (segments: Segments, at: number): boolean =>
  segments.shapes[at] === LETTER &&
  segments.sizes[at]! < MAX_PLAIN &&
  (at + 1 === segments.count || (segments.shapes[at + 1]! & JOINED) === 0);

/** Numbers that the look-up that runs keeps of an indexed text; look-ups and their words are counted, so that none need be cleared. */
const MARKS = 4;
/** The look-up that the next number is of. */
const LOOK_UP = 0;
/** Up to which word of the value the best run so far reaches, so that its tail is not reported again. */
const REACHED = 1;
/** The word of the value that the next number is of. */
const TRIED = 2;
/** Which of the runs of that word is of this text. */
const RUN = 3;

/** A stretch in common: words `from` to `to` of the value, from `place` on in the indexed texts. */
interface Run {
  from: number;
  to: number;
  place: number;
  entry: number;
}

/**
 * An index of texts by their words. Building is linear in the texts, a look-up linear in the value: a word keeps its first places only
 * (`MAX_PLACES`), so a stretch of plain words all of which are that common is not found in a text of more than {@link MAX_SHORT} words. A stretch starts and ends at word boundaries of both texts.
 */
export function createProvenanceIndex(segments: Segmenter = segmenter(wordTable())): ProvenanceIndex {
  // Texts and readings by number; a text that was there before stands for its first.
  const entries: { readonly text: string; points: CodePoints }[] = [];
  const encodingsOf: (readonly Encoding[])[] = [];
  const known = new Set<string>();
  const flat = flatWords();
  let marks = new Int32Array(MARKS * 64);
  let lookUps = 0;
  let wordsTried = 0;
  // The runs through one word, in objects that serve for the next one too.
  const runs: Run[] = [];
  let points: CodePoints | null = null;

  const add = (text: string): number => {
    // The same text again adds nothing to find: places stay with the first.
    if (known.has(text)) return entries.push({ text, points: sameOffset }) - 1;
    known.add(text);
    return addNew(text);
  };

  const addNew = (text: string): number => {
    const entry = { text, points: sameOffset };
    const number = entries.push(entry) - 1;
    while (MARKS * entries.length > marks.length) marks = doubled(marks);
    segments.each(text, true, (reading) => {
      if (!reading.ascii && entry.points === sameOffset) entry.points = codePointsOf(text);
      flat.add(reading, number, encodingsOf.length);
      encodingsOf.push(reading.encodings);
    });
    return number;
  };

  const found = matchList();
  const find = (value: string): ProvenanceMatch[] => {
    // A value of fewer characters than any rule asks for cannot be distinctive.
    if (entries.length === 0 || value.length < MIN_VALUE) return [];
    found.size = 0;
    segments.each(value, false, (reading) => findReading(value, reading, found));
    return matchesIn(found);
  };

  const findReading = (value: string, reading: Segments, matches: MatchList): void => {
    const before = matches.size;
    findIn(value, reading, matches);
    // What stands unencoded in the value was found in its first reading already.
    if (before > 0 && matches.size > before) dropRepeated(matches, before);
  };

  // A stretch in common is one of neighbours that stand together somewhere. Most stretches of those are too plain to count, and cost no more.
  const findIn = (value: string, reading: Segments, matches: MatchList): void => {
    const { words, pairs, count } = reading;
    lookUps++;
    points = reading.ascii ? sameOffset : null;
    let from = 0;
    for (let at = 1; at <= count; at++) {
      if (at < count && flat.mayHave(pairs[at]!)) continue;
      const alone = at - from === 1;
      if (!(alone && words[from] === UNKNOWN)) {
        const shape = shapeOf(reading, from, at);
        if (isDistinctive(shape, from === 0 && at === count)) {
          const phrasesOnly = at - from >= MIN_PHRASE_WORDS && !shape.hasDigit && !shape.joined;
          if (phrasesOnly) findPhrases(value, reading, from, at, matches);
          else for (let word = from; word < at; word++) findFrom(value, reading, word, matches);
        }
      }
      from = at;
    }
  };

  // Of plain words only: what counts has a phrase of so many words, so only words of phrases that stand somewhere are followed.
  const findPhrases = (value: string, reading: Segments, from: number, to: number, matches: MatchList): void => {
    const { pairs } = reading;
    let next = from;
    for (let last = from + MIN_PHRASE_WORDS - 1; last < to; last++) {
      if (!flat.mayHave(phraseHash(pairs[last - 2]!, pairs[last - 1]!, pairs[last]!))) continue;
      for (next = Math.max(next, last - MIN_PHRASE_WORDS + 1); next <= last; next++) {
        findFrom(value, reading, next, matches);
      }
    }
  };

  // The distinctive runs through one word of the value, the longest of each text.
  const findFrom = (value: string, reading: Segments, at: number, matches: MatchList): void => {
    const { words, gaps, count } = reading;
    const { cells } = flat;
    const word = words[at]!;
    let place = flat.first(word);
    if (place === NOWHERE) return;
    // A short value may be made of common words only; a long text has others to be found by.
    if (count > MAX_SHORT && flat.isFull(word) && isPlainWord(reading, at)) return;
    // Alone, a word can only count if it is long and has digits, or is the whole value.
    const alone = count === 1 || (reading.sizes[at]! >= MIN_STRETCH && (reading.shapes[at]! & DIGIT) !== 0);
    let found = 0;
    wordsTried++;
    for (; place !== NOWHERE; place = cells[place + NEXT]!) {
      const entry = cells[place + ENTRY]!;
      const mark = MARKS * entry;
      const limit = marks[mark + LOOK_UP] === lookUps ? marks[mark + REACHED]! : 0;
      if (at < limit) continue;
      let back = 0;
      // Backwards too: the words before may have been too common for their places to be kept.
      for (let one = place; at - back > limit; one -= PLACE, back++) {
        if (gaps[at - back] !== cells[one + GAP] || words[at - back - 1] !== cells[one - PLACE]) break;
      }
      let length = 1;
      for (let one = place + PLACE; at + length < count; one += PLACE, length++) {
        if (words[at + length] !== cells[one] || gaps[at + length] !== cells[one + GAP]) break;
      }
      if (length + back === 1 && !alone) continue;
      if (marks[mark + TRIED] !== wordsTried) {
        marks[mark + TRIED] = wordsTried;
        marks[mark + RUN] = found++;
        if (found > runs.length) runs.push({ from: 0, to: 0, place: 0, entry });
      } else if (runs[marks[mark + RUN]!]!.to - runs[marks[mark + RUN]!]!.from >= length + back) continue;
      const run = runs[marks[mark + RUN]!]!;
      run.from = at - back;
      run.to = at + length;
      run.place = place - PLACE * back;
      run.entry = entry;
    }
    let judged: Run | undefined;
    let counts = false;
    for (let which = 0; which < found; which++) {
      const run = runs[which]!;
      const isWhole = run.from === 0 && run.to === count;
      // Many texts tend to have the same stretch.
      if (judged === undefined || judged.from !== run.from || judged.to !== run.to) {
        judged = run;
        counts = isDistinctive(shapeOf(reading, run.from, run.to), isWhole);
      }
      if (!counts) continue;
      const whole =
        isWhole &&
        (reading.encodings.length === 0 || (reading.starts[0] === 0 && reading.ends[count - 1] === value.length));
      marks[MARKS * run.entry + LOOK_UP] = lookUps;
      marks[MARKS * run.entry + REACHED] = run.to;
      append(value, reading, run, whole, matches);
    }
  };

  const append = (value: string, reading: Segments, run: Run, whole: boolean, matches: MatchList): void => {
    const entry = entries[run.entry]!;
    const { text } = entry;
    points ??= codePointsOf(value);
    const textStart = flat.start(run.place);
    const textEnd = flat.end(run.place + PLACE * (run.to - run.from - 1));
    const valueStart = reading.starts[run.from]!;
    const valueEnd = reading.ends[run.to - 1]!;
    const undone = encodingsOf[flat.reading(run.place)]!;
    const at = appendMatch(matches);
    const { cells } = matches;
    cells[at + TEXT] = run.entry;
    cells[at + START] = entry.points(textStart);
    cells[at + END] = entry.points(textEnd);
    cells[at + VALUE_START] = points(valueStart);
    cells[at + VALUE_END] = points(valueEnd);
    cells[at + TRANSFORMS] =
      undone.length + reading.encodings.length > 0
        ? packTransforms([...new Set([...undone, ...reading.encodings])])
        : sameStretch(text, textStart, textEnd, value, valueStart, valueEnd)
          ? 0
          : packTransforms(foldsBetween(text.slice(textStart, textEnd), value.slice(valueStart, valueEnd)));
    cells[at + WHOLE] = whole ? 1 : 0;
  };

  return { add, addNew, find, findReading };
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
    const rest = FOLDS.slice(1).reduce<[string, string]>(([x, y], [, fold]) => [fold(x), fold(y)], [left, right]);
    if (rest[0] === rest[1]) used.shift();
  }
  return used;
}

/** Drops the matches from `before` on that lie in an earlier one with the same text. */
function dropRepeated(matches: MatchList, before: number): void {
  const { cells } = matches;
  let kept = before;
  for (let at = before; at < matches.size; at += MATCH) {
    let again = false;
    for (let one = 0; one < before && !again; one += MATCH) {
      again =
        cells[one + TEXT] === cells[at + TEXT] &&
        cells[one + VALUE_START]! <= cells[at + VALUE_START]! &&
        cells[one + VALUE_END]! >= cells[at + VALUE_END]!;
    }
    if (again) continue;
    cells.copyWithin(kept, at, at + MATCH);
    kept += MATCH;
  }
  matches.size = kept;
}

function sameStretch(left: string, from: number, to: number, right: string, start: number, end: number): boolean {
  if (to - from !== end - start) return false;
  for (let at = from; at < to; at++) if (left.charCodeAt(at) !== right.charCodeAt(start + at - from)) return false;
  return true;
}
