import { doubled } from './doubled.ts';
import { type Transform, unpackTransforms } from './transforms.ts';

/** A stretch of a looked-up text that also stands in an indexed one. Offsets are code points, half-open. */
export interface ProvenanceMatch {
  /** The indexed text, by the number that `add` gave it. */
  readonly text: number;
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** Empty: exact. */
  readonly transforms: readonly Transform[];
  /** The stretch is the whole looked-up value, white space and signs at its ends aside. */
  readonly whole: boolean;
}

/** Numbers of a match in {@link MatchList.cells}. */
export const MATCH = 7;
export const TEXT = 0;
export const START = 1;
export const END = 2;
export const VALUE_START = 3;
export const VALUE_END = 4;
/** As {@link packTransforms} packs them. */
export const TRANSFORMS = 5;
/** 1 if the stretch is the whole value, else 0. */
export const WHOLE = 6;

/** Matches as plain numbers, {@link MATCH} each: most are only counted or passed on. `cells` is replaced as it grows. */
export interface MatchList {
  cells: Int32Array;
  /** How many of the cells are in use. */
  size: number;
}

export const matchList = (): MatchList => ({ cells: new Int32Array(MATCH * 64), size: 0 });

/** Makes room for one more match, and gives the place where its numbers are to be written. */
export function appendMatch(list: MatchList): number {
  const at = list.size;
  if (at + MATCH > list.cells.length) list.cells = doubled(list.cells);
  list.size = at + MATCH;
  return at;
}

/** The matches of a list, for who reads them one by one. */
export function matchesIn({ cells, size }: MatchList): ProvenanceMatch[] {
  const matches: ProvenanceMatch[] = [];
  for (let at = 0; at < size; at += MATCH) {
    matches.push({
      text: cells[at + TEXT]!,
      start: cells[at + START]!,
      end: cells[at + END]!,
      valueStart: cells[at + VALUE_START]!,
      valueEnd: cells[at + VALUE_END]!,
      transforms: unpackTransforms(cells[at + TRANSFORMS]!),
      whole: cells[at + WHOLE] === 1,
    });
  }
  return matches;
}
