import type { Json } from '../../trace/json.ts';
import { MIN_VALUE } from '../../trace/provenance/distinctive.ts';
import { createProvenanceIndex, type ProvenanceMatch } from '../../trace/provenance/provenance-index.ts';
import { type Segments, segmenter } from '../../trace/provenance/segments.ts';
import { wordTable } from '../../trace/provenance/word-table.ts';
import type { Item, Link, Origins } from './entity.ts';
import { leavesOf } from './values.ts';

export const NO_ORIGINS: Origins = { exclusive: [], all: [] };

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
  const trusted = shelf();
  const others = shelf();

  function shelf() {
    const index = createProvenanceIndex(segments);
    // Items with equal text are one entry; the first and the last of them stand for all.
    const byText = new Map<string, { first: Item; last: Item }>();
    const entries: { first: Item; last: Item }[] = [];
    return {
      add(item: Item): void {
        const text = item.text!;
        const known = byText.get(text);
        if (known !== undefined) {
          known.last = item;
          return;
        }
        const entry = { first: item, last: item };
        byText.set(text, entry);
        entries[index.add(text)] = entry;
      },
      find: (text: string, reading: Segments, matches: ProvenanceMatch[]): void =>
        index.findReading(text, reading, matches),
      entry: (number: number) => entries[number]!,
    };
  }

  return {
    add(item) {
      if (item.text === undefined || item.text === '') return;
      if (item.trust !== 'trusted') others.add(item);
      else if (item.origin !== 'assistant') trusted.add(item);
    },
    of(value, turn) {
      let exclusive: Link[] | undefined;
      let all: Link[] | undefined;
      for (const { pointer, text } of leavesOf(value)) {
        if (text.length < MIN_VALUE) continue;
        const found: ProvenanceMatch[] = [];
        const vouched: ProvenanceMatch[] = [];
        segments.each(text, false, (reading) => {
          others.find(text, reading, found);
          trusted.find(text, reading, vouched);
        });
        if (found.length === 0 && vouched.length === 0) continue;
        all ??= [];
        exclusive ??= [];
        const from = all.length;
        for (const match of vouched) {
          const { first, last } = trusted.entry(match.text);
          all.push(linkTo(first, pointer, match));
          if (last !== first) all.push(linkTo(last, pointer, match));
        }
        for (const match of found) {
          const { first, last } = others.entry(match.text);
          for (let item = first; ; item = last) {
            const link = linkTo(item, pointer, match);
            all.push(link);
            if (!vouched.some((one) => vouches(one, trusted.entry(one.text).first, match, item))) exclusive.push(link);
            if (item === last) break;
          }
        }
        markReintroduced(all, from, turn);
      }
      return all === undefined ? NO_ORIGINS : { exclusive: exclusive ?? [], all };
    },
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const linkTo = (item: Item, pointer: string, match: ProvenanceMatch): Link => ({
  item,
  pointer,
  start: match.start,
  end: match.end,
  valueStart: match.valueStart,
  valueEnd: match.valueEnd,
  transforms: match.transforms,
  whole: match.whole,
  reintroduced: false,
});

const INDEPENDENT = new Set<Item['origin']>(['system', 'developer', 'user']);

function vouches(match: ProvenanceMatch, by: Item, other: ProvenanceMatch, item: Item): boolean {
  return (
    match.valueStart <= other.valueStart &&
    match.valueEnd >= other.valueEnd &&
    (INDEPENDENT.has(by.origin) || by.rank < item.rank)
  );
}

// A value that the current turn brought in again need not come from what an earlier turn left behind.
function markReintroduced(links: Link[], from: number, turn: number | null): void {
  if (turn === null) return;
  const current = links.some(
    (link, at) =>
      at >= from && link.item.turn === turn && link.item.origin !== 'memory' && link.item.origin !== 'other_session',
  );
  if (!current) return;
  for (let at = from; at < links.length; at++) {
    const link = links[at]! as Mutable<Link>;
    if (link.item.turn !== null && link.item.turn < turn) link.reintroduced = true;
  }
}
