import { JOINED, type Segments } from './segments.ts';

/** A whole argument value must have this many folded characters before it counts as taken from anywhere. */
export const MIN_VALUE = 6;
/** A stretch inside a longer text must have this many. */
export const MIN_STRETCH = 8;
/** Plain words count as a stretch only from this many words and this many characters on. */
export const MIN_PHRASE_WORDS = 4;
export const MIN_PHRASE = 20;

/** How much of a text a run of words covers, and what it looks like. */
export interface RunShape {
  readonly words: number;
  readonly characters: number;
  /** Two words stand together with no white space between them, as in an address or a path. */
  readonly joined: boolean;
  /** A word has letters and digits, or digits alone. */
  readonly hasDigit: boolean;
}

export function shapeOf(segments: Segments, from: number, to: number): RunShape {
  let characters = 0;
  let joined = false;
  let hasDigit = false;
  for (let at = from; at < to; at++) {
    characters += segments.sizes[at]!;
    if ((segments.shapes[at]! & 1) !== 0) hasDigit = true;
    if (at > from && (segments.shapes[at]! & JOINED) !== 0) joined = true;
  }
  return { words: to - from, characters, joined, hasDigit };
}

/**
 * Whether a run of words is distinctive enough to say where it came from. As a whole value: {@link MIN_VALUE} characters. As a stretch:
 * {@link MIN_STRETCH} characters that no dictionary holds (digits, or words joined by signs), or a phrase of {@link MIN_PHRASE_WORDS}
 * words and {@link MIN_PHRASE} characters. The rule is lexical: it cannot tell a rare name from a common one.
 */
export function isDistinctive(run: RunShape, wholeValue: boolean): boolean {
  if (wholeValue && run.characters >= MIN_VALUE) return true;
  if (run.characters < MIN_STRETCH) return false;
  if (run.hasDigit || run.joined) return true;
  return run.words >= MIN_PHRASE_WORDS && run.characters >= MIN_PHRASE;
}
