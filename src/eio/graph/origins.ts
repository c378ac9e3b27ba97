import type { Json } from '../../trace/json.ts';
import { MIN_VALUE } from '../../trace/provenance/distinctive.ts';
import { MATCH, matchList, TEXT, VALUE_END, VALUE_START } from '../../trace/provenance/match-list.ts';
import { createProvenanceIndex } from '../../trace/provenance/provenance-index.ts';
import { type Segments, segmenter } from '../../trace/provenance/segments.ts';
import { wordTable } from '../../trace/provenance/word-table.ts';
import type { Item, LinkTable, Origins } from './entity.ts';
import { addLink, FLAGS, ITEM, LINK, linkTable, NO_ORIGINS, REINTRODUCED } from './links.ts';
import { eachLeaf } from './values.ts';

/** Says for values, as they come, in which earlier content they stand. */
export interface OriginFinder {
  add(item: Item): void;
  of(value: Json, turn: number | null): Origins;
}

/**
 * Content that is trusted and content that is not are indexed apart, so that the one cannot crowd out the other. A value counts as coming
 * from untrusted content alone unless the same stretch stands in what the system, a developer or the user said and is trusted, or in
 * other trusted content that was there first. What the agent itself said vouches for nothing.
 */
export function originFinder(): OriginFinder {
  const segments = segmenter(wordTable());
  const table = linkTable();
  const { items } = table;
  const trusted = shelf();
  const others = shelf();
  const pointers = new Map<string, number>();
  // Of the value that is looked up.
  const found = matchList();
  const vouched = matchList();
  let text = '';
  let now: number | null = null;
  const look = (reading: Segments): void => {
    others.find(text, reading, found);
    trusted.find(text, reading, vouched);
  };

  function shelf() {
    const index = createProvenanceIndex(segments);
    // Items with equal text are one entry; the first and the last of them, by their places in the table, stand for all.
    const byText = new Map<string, { first: number; last: number }>();
    const entries: { first: number; last: number }[] = [];
    return {
      add(item: Item): void {
        const text = item.text!;
        const place = items.push(item) - 1;
        const known = byText.get(text);
        if (known !== undefined) {
          known.last = place;
          return;
        }
        const entry = { first: place, last: place };
        byText.set(text, entry);
        entries[index.addNew(text)] = entry;
      },
      find: index.findReading,
      entry: (number: number) => entries[number]!,
    };
  }

  const placeOf = (pointer: string): number => {
    let place = pointers.get(pointer);
    if (place === undefined) {
      place = table.pointers.push(pointer) - 1;
      pointers.set(pointer, place);
    }
    return place;
  };

  // Whether trusted content has the stretch of a match with an item too, and was there first where it must have been.
  const isVouchedFor = (match: number, item: Item): boolean => {
    const { cells } = vouched;
    for (let at = 0; at < vouched.size; at += MATCH) {
      if (cells[at + VALUE_START]! > found.cells[match + VALUE_START]!) continue;
      if (cells[at + VALUE_END]! < found.cells[match + VALUE_END]!) continue;
      const by = items[trusted.entry(cells[at + TEXT]!).first]!;
      if (INDEPENDENT.has(by.origin) || by.rank < item.rank) return true;
    }
    return false;
  };

  const lookUp = (pointer: string, leaf: string): void => {
    if (leaf.length < MIN_VALUE) return;
    found.size = 0;
    vouched.size = 0;
    text = leaf;
    segments.each(text, false, look);
    if (found.size === 0 && vouched.size === 0) return;
    const place = placeOf(pointer);
    const from = table.size;
    for (let at = 0; at < vouched.size; at += MATCH) {
      const { first, last } = trusted.entry(vouched.cells[at + TEXT]!);
      addLink(table, first, place, vouched, at, false);
      if (last !== first) addLink(table, last, place, vouched, at, false);
    }
    for (let at = 0; at < found.size; at += MATCH) {
      const { first, last } = others.entry(found.cells[at + TEXT]!);
      addLink(table, first, place, found, at, !isVouchedFor(at, items[first]!));
      if (last !== first) addLink(table, last, place, found, at, !isVouchedFor(at, items[last]!));
    }
    if (now !== null) markReintroduced(table, from, now);
  };

  return {
    add(item) {
      if (item.text === undefined || item.text === '') return;
      if (item.trust !== 'trusted') others.add(item);
      else if (item.origin !== 'assistant') trusted.add(item);
    },
    of(value, turn) {
      const before = table.size;
      now = turn;
      eachLeaf(value, lookUp);
      return table.size === before ? NO_ORIGINS : { table, from: before, to: table.size, carried: NO_LINKS };
    },
  };
}

const NO_LINKS: Origins['carried'] = [];

const INDEPENDENT = new Set<Item['origin']>(['system', 'developer', 'user']);

// A value that the current turn brought in again need not come from what an earlier turn left behind.
function markReintroduced({ cells, size, items }: LinkTable, from: number, turn: number): void {
  let current = false;
  for (let at = from; at < size && !current; at += LINK) {
    const item = items[cells[at + ITEM]!]!;
    current = item.turn === turn && item.origin !== 'memory' && item.origin !== 'other_session';
  }
  if (!current) return;
  for (let at = from; at < size; at += LINK) {
    const { turn: before } = items[cells[at + ITEM]!]!;
    if (before !== null && before < turn) cells[at + FLAGS]! |= REINTRODUCED;
  }
}
