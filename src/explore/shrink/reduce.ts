/** What trying a shorter list came to. `refused`: an item (by number) that the model would not take there. */
export interface Trial {
  readonly same: boolean;
  readonly refused?: number | undefined;
}

/** A list to be made shorter; items are numbers below `size`, lists of them ascending. */
export interface Reducible {
  readonly size: number;
  /** By item: earlier items that it cannot be told without. */
  needs(item: number): readonly number[];
  /** Items that must stay, whatever else goes; what they need stays too. */
  readonly anchors: readonly number[];
  /** A list that may well be enough, if the whole list is `kept`; it is completed by what it needs. */
  guess(kept: readonly number[]): readonly number[];
  try(kept: readonly number[]): Trial;
}

export interface Reduced {
  readonly kept: readonly number[];
  /** False if the bound was hit, so that a shorter list may exist. */
  readonly complete: boolean;
}

/** Pairs of items are tried where so few are left. */
const MAX_FOR_PAIRS = 24;
/** Lists up to this length are mended by dropping what the model refuses, this many times. */
const MAX_FOR_MENDING = 200;
const MAX_MENDINGS = 8;

/**
 * Delta debugging (Zeller and Hildebrandt) over lists that are closed under `needs`: a removed item takes along what needs it. `start` must
 * show the failure. The result is a fixed point: no single item, and where few are left no pair, can go, and reducing it again gives itself.
 * `bound` limits the items tried in all, so the work is the same on every machine.
 */
export function reduce(reducible: Reducible, start: readonly number[], bound: number): Reduced {
  const state: Search = { reducible, kept: start, left: bound, exhausted: false, dependents: dependentsOf(reducible) };
  const needed = closure(reducible, reducible.anchors);
  const free = (): readonly number[] => state.kept.filter((item) => !needed.has(item));
  let before: readonly number[];
  do {
    before = state.kept;
    tryGuess(state);
    trySuffixes(state, needed);
    for (let size = powerBelow(free().length); size >= 1; size /= 2) tryChunks(state, free, size);
    if (free().length <= MAX_FOR_PAIRS) tryPairs(state, free);
  } while (state.kept !== before && !state.exhausted);
  return { kept: state.kept, complete: !state.exhausted };
}

interface Search {
  readonly reducible: Reducible;
  readonly dependents: readonly (readonly number[])[];
  kept: readonly number[];
  left: number;
  exhausted: boolean;
}

/** Tries a list in place of the one that is kept; a list that the model refuses in one place is tried without that place. */
function attempt(state: Search, list: readonly number[], anchors: ReadonlySet<number>): boolean {
  let candidate = list;
  for (let mending = 0; candidate.length < state.kept.length; mending++) {
    if (state.left < candidate.length) {
      state.exhausted = true;
      return false;
    }
    state.left -= candidate.length + 1;
    const { same, refused } = state.reducible.try(candidate);
    if (same) {
      state.kept = candidate;
      return true;
    }
    const mendable = refused !== undefined && mending < MAX_MENDINGS && candidate.length <= MAX_FOR_MENDING;
    if (!mendable) return false;
    const gone = withDependents(state, [refused]);
    if (reaches(anchors, gone)) return false;
    candidate = candidate.filter((item) => !gone.has(item));
  }
  return false;
}

function tryGuess(state: Search): void {
  const { reducible, kept } = state;
  const known = new Set(kept);
  const wanted = closure(
    reducible,
    [...reducible.anchors, ...reducible.guess(kept)].filter((item) => known.has(item)),
  );
  attempt(state, sorted(wanted), new Set(reducible.anchors));
}

/** The end of the list, doubling: what matters is often what came last. */
function trySuffixes(state: Search, needed: ReadonlySet<number>): void {
  const { kept } = state;
  for (let length = 1; length < kept.length / 2; length *= 2) {
    const wanted = new Set(needed);
    for (const item of closure(state.reducible, kept.slice(-length))) wanted.add(item);
    if (attempt(state, sorted(wanted), needed) || state.exhausted) return;
  }
}

/** Removes stretches of `size` free items, from the end: later items are rarely what others need. */
function tryChunks(state: Search, free: () => readonly number[], size: number): void {
  const items = free();
  const anchors = new Set(state.reducible.anchors);
  // Short lists are cheap, so every stretch is tried; in long ones they lie side by side.
  const stride = items.length <= MAX_FOR_MENDING ? 1 : size;
  for (let end = items.length; end > 0 && !state.exhausted; end -= stride) {
    tryWithout(state, items.slice(Math.max(0, end - size), end), anchors);
  }
}

function tryPairs(state: Search, free: () => readonly number[]): void {
  const items = free();
  const anchors = new Set(state.reducible.anchors);
  for (let first = items.length - 1; first > 0; first--) {
    for (let second = first - 1; second >= 0 && !state.exhausted; second--) {
      if (tryWithout(state, [items[second]!, items[first]!], anchors)) break;
    }
  }
}

function tryWithout(state: Search, items: readonly number[], anchors: ReadonlySet<number>): boolean {
  const gone = withDependents(state, items);
  if (reaches(anchors, gone)) return false;
  return attempt(
    state,
    state.kept.filter((item) => !gone.has(item)),
    anchors,
  );
}

function withDependents(state: Search, items: readonly number[]): ReadonlySet<number> {
  const gone = new Set<number>(items);
  for (const item of gone) for (const dependent of state.dependents[item]!) gone.add(dependent);
  return gone;
}

const reaches = (anchors: ReadonlySet<number>, items: ReadonlySet<number>): boolean =>
  [...anchors].some((anchor) => items.has(anchor));

/** The items with all that they need. */
function closure(reducible: Reducible, items: Iterable<number>): ReadonlySet<number> {
  const all = new Set<number>(items);
  for (const item of all) for (const needed of reducible.needs(item)) all.add(needed);
  return all;
}

function dependentsOf(reducible: Reducible): readonly (readonly number[])[] {
  const dependents: number[][] = Array.from({ length: reducible.size }, () => []);
  for (let item = 0; item < reducible.size; item++) {
    for (const needed of reducible.needs(item)) dependents[needed]!.push(item);
  }
  return dependents;
}

const sorted = (items: Iterable<number>): readonly number[] => [...items].sort((a, b) => a - b);

/** The largest power of two that is at most `count`; 0 for none. */
const powerBelow = (count: number): number => (count < 1 ? 0 : 2 ** Math.floor(Math.log2(count)));
