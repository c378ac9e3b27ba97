import { isJsonObject } from '../../trace/json.ts';
import { casefold } from '../../trace/provenance/fold-text.ts';
import type { Action, Item, Link } from './entity.ts';
import { exclusiveLinks } from './links.ts';
import { leavesOf } from './values.ts';

/** A stretch of this many words that is only part of an argument is the instruction quoted, not one of its values used. */
const MIN_QUOTED_WORDS = 6;
/** Tools that only look something up, by how their names begin. */
const LOOKS_UP =
  /^(?:get|list|read|search|find|view|show|check|count|describe|lookup|browse|open|visit|fetch|navigate)(?=[_.A-Z-]|$)/;
/** A web address with a path or a query; the front page of a site is only looked at. */
const WEB_ADDRESS = /^(?:https?:\/\/|www\.)[^\s/?#]+[/?#][^\s]/i;
const SCHEME = /^(?:https?:\/\/)?(?:www)?\.?$/i;
/** An argument of this many words is prose, in which a value may only be mentioned. */
const PROSE_WORDS = 8;

/** Whether a tool only looks something up, as far as its name says. */
export const looksUp = (tool: string): boolean => LOOKS_UP.test(tool.slice(tool.lastIndexOf('.') + 1));

/**
 * Whether an action took a value of an item that tells that it does what the item says: a value that stands there alone. What does not tell that: what the agent tells its user
 * about the item; an argument that quotes its sentences; the domain of somebody else's address; a single plain word; a mention in prose, unless another
 * argument is the item's too; and a look-up, unless it calls a web address with a path or a query, since to look at what an order speaks of is not yet to obey it.
 */
export function tookValue(action: Action, item: Item): boolean {
  if (action.channel === 'message' && isToUser(action)) return false;
  const passive = looksUp(action.tool);
  return tellingValues(action, item).some((value) => !passive || WEB_ADDRESS.test(value));
}

/** Whether an action looked something up with such a value: what it brought is then known through the order. */
export const lookedUpFor = (action: Action, item: Item): boolean =>
  looksUp(action.tool) && tellingValues(action, item).length > 0;

/** The arguments, whole, in which a telling value of the item stands. */
function tellingValues(action: Action, item: Item): readonly string[] {
  const links = exclusiveLinks(action.origins, (one) => one === item);
  if (links.length === 0) return [];
  const leaves = leavesOf(action.args);
  const values = new Map(leaves.map(({ pointer, text }) => [pointer, [...text]]));
  const quoting = new Set(links.filter((link) => wordsIn(link) >= MIN_QUOTED_WORDS).map(({ pointer }) => pointer));
  const text = casefold(item.text ?? '');
  const elsewhere = ({ pointer }: Link): boolean =>
    leaves.some(
      (leaf) => leaf.pointer !== pointer && leaf.text.length >= 3 && text.includes(casefold(leaf.text.trim())),
    );
  return links.flatMap((link) => {
    if (quoting.has(link.pointer) && !link.whole) return [];
    const value = values.get(link.pointer) ?? [];
    const stretch = value.slice(link.valueStart, link.valueEnd).join('');
    if (value.length === 0) return [''];
    const whole = value.join('');
    if (/^\p{L}+$/u.test(stretch) || SCHEME.test(stretch) || isOtherName(value, link)) return [];
    if (!link.whole && whole.split(/\s+/).length >= PROSE_WORDS && !elsewhere(link)) return [];
    return [whole];
  });
}

// `gmail.com` in one address says nothing of another, nor `shop.example` in the name of one host of another that ends alike.
const NAME_PART = /[\p{L}\p{N}._@-]/u;
const isOtherName = (value: readonly string[], link: Link): boolean =>
  NAME_PART.test(value[link.valueStart - 1] ?? '') && NAME_PART.test([...(link.item.text ?? '')][link.start - 1] ?? '');

const isToUser = ({ args }: Action): boolean => isJsonObject(args) && args.to === 'user';

/** Words that a space or the end of the link's text follows, counted by their last letter. */
const wordsIn = (link: Link): number =>
  (
    [...(link.item.text ?? '')]
      .slice(link.start, link.end)
      .join('')
      .match(/[\p{L}\p{N}](?=\s|$)/gu) ?? []
  ).length;
