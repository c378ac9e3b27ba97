import type { Item, Link, Origins } from '../graph/entity.ts';

// What trusted content also says is not taken from content that is not.
const counting = (origins: Origins, item: Item): readonly Link[] =>
  item.trust === 'trusted' ? origins.all : origins.exclusive;

/** The links that count for a content. */
export const linksTo = (origins: Origins, item: Item): readonly Link[] =>
  counting(origins, item).filter((link) => link.item === item);

/** Whether some link counts for a content, of those that are `fresh`: not brought in again by the turn of the action. */
export function isLinked(origins: Origins, item: Item, fresh = false): boolean {
  for (const link of counting(origins, item)) if (link.item === item && !(fresh && link.reintroduced)) return true;
  return false;
}

/** The contents that have a value in common, once each. */
export function linkedItems(origins: Origins): ReadonlySet<Item> {
  const items = new Set<Item>();
  for (const link of origins.all) items.add(link.item);
  return items;
}
