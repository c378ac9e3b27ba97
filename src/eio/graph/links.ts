import { doubled } from '../../trace/provenance/doubled.ts';
import {
  END,
  type MatchList,
  START,
  TRANSFORMS,
  VALUE_END,
  VALUE_START,
  WHOLE,
} from '../../trace/provenance/match-list.ts';
import { unpackTransforms } from '../../trace/provenance/transforms.ts';
import type { Item, Link, LinkTable, Origins } from './entity.ts';

/** Numbers of a link in {@link LinkTable.cells}: those of its match, but for the text the item by its place in {@link LinkTable.items}, and two more. */
export const LINK = 8;
export const ITEM = 0;
/** Bits: {@link EXCLUSIVE}, {@link REINTRODUCED}, {@link ENTIRE}. */
export const FLAGS = 6;
/** The pointer, by its place in {@link LinkTable.pointers}. */
const POINTER = 7;

export const EXCLUSIVE = 1;
export const REINTRODUCED = 2;
/** The match is of the whole value. */
const ENTIRE = 4;

export const linkTable = (): LinkTable => ({ cells: new Int32Array(LINK * 256), size: 0, items: [], pointers: [] });

/** Adds the link to an item that a match makes; `item` and `pointer` are places in the lists of the table. */
export function addLink(
  table: LinkTable,
  item: number,
  pointer: number,
  matches: MatchList,
  match: number,
  exclusive: boolean,
): void {
  const at = table.size;
  if (at + LINK > table.cells.length) table.cells = doubled(table.cells);
  const { cells } = table;
  const from = matches.cells;
  cells[at + ITEM] = item;
  cells[at + START] = from[match + START]!;
  cells[at + END] = from[match + END]!;
  cells[at + VALUE_START] = from[match + VALUE_START]!;
  cells[at + VALUE_END] = from[match + VALUE_END]!;
  cells[at + TRANSFORMS] = from[match + TRANSFORMS]!;
  cells[at + FLAGS] = (exclusive ? EXCLUSIVE : 0) | (from[match + WHOLE] === 1 ? ENTIRE : 0);
  cells[at + POINTER] = pointer;
  table.size = at + LINK;
}

export const NO_ORIGINS: Origins = { table: linkTable(), from: 0, to: 0, carried: [] };

export const hasLinks = ({ from, to, carried }: Origins): boolean => from < to || carried.length > 0;

const isExclusive = (link: Link): boolean => link.item.trust !== 'trusted';

// What trusted content also says is not taken from content that is not.
const bitsFor = (item: Item): number => (item.trust === 'trusted' ? 0 : EXCLUSIVE);

/** The links that count for a content: all of them if it is trusted, else those from nowhere trusted. */
export const linksTo = (origins: Origins, item: Item): readonly Link[] =>
  linksWith(origins, (one) => one === item, bitsFor(item));

/** The links from content that is not trusted, and from nowhere trusted, to such items. */
export const exclusiveLinks = (origins: Origins, wanted: (item: Item) => boolean): readonly Link[] =>
  linksWith(origins, wanted, EXCLUSIVE);

function linksWith(
  { table, from, to, carried }: Origins,
  wanted: (item: Item) => boolean,
  bits: number,
): readonly Link[] {
  const { cells, items } = table;
  const links: Link[] = [];
  for (let at = from; at < to; at += LINK) {
    if ((cells[at + FLAGS]! & bits) === bits && wanted(items[cells[at + ITEM]!]!)) links.push(linkAt(table, at));
  }
  for (const link of carried) if ((bits === 0 || isExclusive(link)) && wanted(link.item)) links.push(link);
  return links;
}

const linkAt = ({ cells, items, pointers }: LinkTable, at: number): Link => ({
  item: items[cells[at + ITEM]!]!,
  pointer: pointers[cells[at + POINTER]!]!,
  start: cells[at + START]!,
  end: cells[at + END]!,
  valueStart: cells[at + VALUE_START]!,
  valueEnd: cells[at + VALUE_END]!,
  transforms: unpackTransforms(cells[at + TRANSFORMS]!),
  whole: (cells[at + FLAGS]! & ENTIRE) !== 0,
  reintroduced: (cells[at + FLAGS]! & REINTRODUCED) !== 0,
});

/** Whether some link counts for a content, of those that are `fresh`: not brought in again by the turn of the action. */
export function isLinked({ table, from, to, carried }: Origins, item: Item, fresh = false): boolean {
  const { cells, items } = table;
  const bits = bitsFor(item);
  const looked = fresh ? bits | REINTRODUCED : bits;
  for (let at = from; at < to; at += LINK) {
    if (items[cells[at + ITEM]!] === item && (cells[at + FLAGS]! & looked) === bits) return true;
  }
  return carried.length > 0 && carried.some((link) => link.item === item);
}

/** Whether some link that counts for a content is exact. */
export function isLinkedExactly({ table, from, to, carried }: Origins, item: Item): boolean {
  const { cells, items } = table;
  const bits = bitsFor(item);
  for (let at = from; at < to; at += LINK) {
    if (cells[at + TRANSFORMS] !== 0 || items[cells[at + ITEM]!] !== item) continue;
    if ((cells[at + FLAGS]! & bits) === bits) return true;
  }
  return carried.length > 0 && carried.some((link) => link.item === item && link.transforms.length === 0);
}

/** Calls `visit` with the item of each link, in order; of the exclusive ones only, if so asked. */
export function eachItem(
  { table, from, to, carried }: Origins,
  exclusiveOnly: boolean,
  visit: (item: Item) => void,
): void {
  const { cells, items } = table;
  for (let at = from; at < to; at += LINK) {
    if (!exclusiveOnly || (cells[at + FLAGS]! & EXCLUSIVE) !== 0) visit(items[cells[at + ITEM]!]!);
  }
  for (const link of carried) if (!exclusiveOnly || isExclusive(link)) visit(link.item);
}

/** The contents that have a value in common, once each. */
export function linkedItems(origins: Origins): ReadonlySet<Item> {
  const items = new Set<Item>();
  eachItem(origins, false, (item) => items.add(item));
  return items;
}
