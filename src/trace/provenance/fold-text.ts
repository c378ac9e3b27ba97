import { FOLD_EXPANSIONS, FOLD_RUNS } from './casefold-table.ts';
import { HOMOGLYPH_RUNS, HOMOGLYPHS } from './homoglyph-table.ts';

const expansions = new Map<number, string>(FOLD_EXPANSIONS);
const homoglyphs = new Map<number, string>(HOMOGLYPHS);

const ASCII = /^[\x00-\x7f]*$/;
const FOLDABLE = /[A-Z\u0080-\uffff]/;

/** Characters that show nothing: soft hyphen, joiners, direction marks, variation selectors, tags, byte order mark. */
const invisible = (code: number): boolean =>
  code === 0xad ||
  code === 0x34f ||
  code === 0x61c ||
  code === 0x180e ||
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  code === 0xfeff ||
  (code >= 0xe0000 && code <= 0xe01ef);

const foldCode = (code: number): string => {
  if (code < 0x80) return String.fromCharCode(code >= 65 && code <= 90 ? code + 32 : code);
  const several = expansions.get(code);
  if (several !== undefined) return several;
  let low = 0;
  let high = FOLD_RUNS.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last, step, delta] = FOLD_RUNS[middle]!;
    if (code < first) high = middle - 1;
    else if (code > last) low = middle + 1;
    else return String.fromCodePoint((code - first) % step === 0 ? code + delta : code);
  }
  return String.fromCodePoint(code);
};

const lookAlike = (code: number): string | undefined => {
  if (code < 0x80) return undefined;
  const one = homoglyphs.get(code);
  if (one !== undefined) return one;
  for (const [first, last, to] of HOMOGLYPH_RUNS) {
    if (code >= first && code <= last) return String.fromCharCode(to + ((code - first) % 26));
  }
  return undefined;
};

/** Full case folding by the pinned table of Unicode 14.0.0, the operation that Python calls casefold. */
export function casefold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  let out = '';
  for (const character of text) out += foldCode(character.codePointAt(0)!);
  return out;
}

/** The text without characters that show nothing. */
export function dropInvisible(text: string): string {
  if (ASCII.test(text)) return text;
  let out = '';
  for (const character of text) if (!invisible(character.codePointAt(0)!)) out += character;
  return out;
}

/** The text with letters that look like Latin ones replaced by them (a closed table). */
export function foldHomoglyphs(text: string): string {
  if (ASCII.test(text)) return text;
  let out = '';
  for (const character of text) out += lookAlike(character.codePointAt(0)!) ?? character;
  return out;
}

/** A text in the form in which texts are compared, with the way back to the original. */
export interface FoldedText {
  readonly text: string;
  /** Original UTF-16 offset at which each unit of `text` starts and ends; null if the same offsets hold. */
  readonly starts: Int32Array | null;
  readonly ends: Int32Array | null;
}

/** Whether {@link foldText} would leave the text as it is. */
export const isFolded = (text: string): boolean => !FOLDABLE.test(text);

/** Case, look-alikes and invisible characters folded away. White space is folded by the comparison of separators. */
export function foldText(text: string): FoldedText {
  // Lower case would be made by copying.
  if (isFolded(text)) return { text, starts: null, ends: null };
  if (ASCII.test(text)) return { text: text.toLowerCase(), starts: null, ends: null };
  let out = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let offset = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const end = offset + character.length;
    if (!invisible(code)) {
      const like = lookAlike(code);
      const folded = like === undefined ? foldCode(code) : like.toLowerCase();
      out += folded;
      for (let unit = 0; unit < folded.length; unit++) {
        starts.push(offset);
        ends.push(end);
      }
    }
    offset = end;
  }
  return { text: out, starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}
