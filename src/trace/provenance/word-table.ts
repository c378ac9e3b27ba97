/** Numbers for words and for what stands between them, shared by all texts of an index. */
export interface WordTable {
  /**
   * The number of the word `text[from, to)`, whose units {@link hashOf} made into `hash`. An unknown word gets the next number if
   * `grow`, else {@link UNKNOWN}.
   */
  word(text: string, from: number, to: number, hash: number, grow: boolean): number;
  /** As `word`, for the separator `text[from, to)`, of which white space counts as one space. */
  separator(text: string, from: number, to: number, grow: boolean): number;
}

/** The number of a word or a separator that no indexed text has. */
export const UNKNOWN = -1;
/** The number of a separator that is not there. */
export const NO_GAP = 0;

/** Words that hash alike are looked for in this many places; what finds none is kept aside, so that a hostile text costs no more. */
const MAX_PROBES = 32;
/** A separator keeps this many characters; what is longer compares equal to its beginning. */
export const MAX_GAP = 16;
const ASCII = 0x80;

/** The hash of no unit. */
export const EMPTY_HASH = 0x811c9dc5 | 0;

/** The hash of a word with one more unit (FNV-1a, 32 bits). */
export const hashOf = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

const grown = <A extends Int32Array | Uint16Array>(array: A, made: A): A => {
  made.set(array);
  return made;
};

/** An empty table. Words are compared unit by unit where they stand and are not cut out of their text: most words of a trace were there before. */
export function wordTable(): WordTable {
  let units = new Uint16Array(4_096);
  let offsets = new Int32Array(1_025);
  let hashes = new Int32Array(1_024);
  // Open addressing: a slot holds the number of a word, plus one.
  let slots = new Int32Array(4_096);
  let count = 0;
  const aside = new Map<string, number>();
  // The separators of one ASCII character have the numbers from 1 on, the others those above.
  const separators = new Map<string, number>();

  const matches = (number: number, text: string, from: number, to: number): boolean => {
    const start = offsets[number]!;
    if (offsets[number + 1]! - start !== to - from) return false;
    for (let at = from; at < to; at++) if (units[start + at - from] !== text.charCodeAt(at)) return false;
    return true;
  };

  // Puts a word that is in no slot into one; false if it finds none.
  const place = (hash: number, number: number): boolean => {
    const mask = slots.length - 1;
    let at = spread(hash) & mask;
    for (let probe = 0; probe < MAX_PROBES; probe++, at = (at + 1) & mask) {
      if (slots[at] !== 0) continue;
      slots[at] = number + 1;
      return true;
    }
    return false;
  };

  const textOf = (number: number): string => {
    let text = '';
    for (let at = offsets[number]!; at < offsets[number + 1]!; at++) text += String.fromCharCode(units[at]!);
    return text;
  };

  const append = (text: string, from: number, to: number, hash: number): number => {
    const number = count++;
    if (number === hashes.length) {
      hashes = grown(hashes, new Int32Array(2 * number));
      offsets = grown(offsets, new Int32Array(2 * number + 1));
    }
    const start = offsets[number]!;
    let size = units.length;
    while (start + to - from > size) size *= 2;
    if (size > units.length) units = grown(units, new Uint16Array(size));
    for (let at = from; at < to; at++) units[start + at - from] = text.charCodeAt(at);
    offsets[number + 1] = start + to - from;
    hashes[number] = hash;
    return number;
  };

  const rehash = (): void => {
    slots = new Int32Array(2 * slots.length);
    for (let number = 0; number < count; number++) {
      if (!place(hashes[number]!, number)) aside.set(textOf(number), number);
    }
  };

  return {
    word(text, from, to, hash, grow) {
      const mask = slots.length - 1;
      let at = spread(hash) & mask;
      for (let probe = 0; probe < MAX_PROBES; probe++, at = (at + 1) & mask) {
        const number = slots[at]! - 1;
        if (number < 0) {
          if (!grow) return UNKNOWN;
          const made = append(text, from, to, hash);
          slots[at] = made + 1;
          if (2 * count > slots.length) rehash();
          return made;
        }
        if (hashes[number] === hash && matches(number, text, from, to)) return number;
      }
      const word = text.slice(from, to);
      const known = aside.get(word);
      if (known !== undefined) return known;
      if (!grow) return UNKNOWN;
      const made = append(text, from, to, hash);
      aside.set(word, made);
      return made;
    },
    separator(text, from, to, grow) {
      if (to - from === 1) {
        const unit = spaceUnit(text.charCodeAt(from));
        if (unit < ASCII) return unit + 1;
      }
      const gap = gapOf(text, from, to);
      if (gap.length === 1 && gap < '\x80') return gap.charCodeAt(0) + 1;
      const known = separators.get(gap);
      if (known !== undefined) return known;
      if (!grow) return UNKNOWN;
      const made = ASCII + 1 + separators.size;
      separators.set(gap, made);
      return made;
    },
  };
}

const spread = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
};

const SPACES = /[\s\u00a0]+/g;

const spaceUnit = (unit: number): number => (unit === 10 || unit === 9 || unit === 13 || unit === 0xa0 ? 32 : unit);

// White space counts as one space, however much of it there is; a single form feed or other rare space stays what it is.
function gapOf(text: string, from: number, to: number): string {
  if (to - from === 1) return text[from]!;
  const gap = text.slice(from, Math.min(to, from + MAX_GAP));
  return isPlain(gap) ? gap : gap.replace(SPACES, ' ');
}

// Signs and single spaces only.
function isPlain(gap: string): boolean {
  let before = 0;
  for (let at = 0; at < gap.length; at++) {
    const unit = gap.charCodeAt(at);
    if (unit < 32 || unit > 126 || (unit === 32 && before === 32)) return false;
    before = unit;
  }
  return true;
}
