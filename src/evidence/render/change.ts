import { canonicalJson } from '../../trace/canonical-json.ts';
import { isJsonObject, type Json, ownValue } from '../../trace/json.ts';
import { formatValue, itfOf, type Notation } from './value.ts';

const MAX_DEPTH = 6;
/** Parts that are told one by one; a change of more parts is told as a whole. */
const MAX_PARTS = 4;
/** Items of a list or set that are told one by one; of more the rest is counted. */
const MAX_ITEMS = 20;

const same = (a: Json, b: Json): boolean => canonicalJson(a) === canonicalJson(b);

/** What a step did to one variable, in words and only where it changed: `executed: appends …`, `live[1].status: pending becomes approved`. */
export function describeChange(variable: string, before: Json, after: Json, notation: Notation): readonly string[] {
  return describe(variable, before, after, notation, 0);
}

function describe(place: string, before: Json, after: Json, notation: Notation, depth: number): readonly string[] {
  const text = (value: Json | undefined): string => (value === undefined ? 'unset' : formatValue(value, notation, 110));
  const whole = [`${place}: ${text(before)} becomes ${text(after)}`];
  if (depth >= MAX_DEPTH) return whole;
  const parts = (changes: readonly (readonly [string, Json | undefined, Json | undefined])[], of: number) => {
    if (changes.length === 0 || changes.length > MAX_PARTS || (changes.length === of && of > 1)) return whole;
    return changes.flatMap(([part, old, now]) =>
      old === undefined || now === undefined
        ? [`${part}: ${text(old)} becomes ${text(now)}`]
        : describe(part, old, now, notation, depth + 1),
    );
  };
  if (Array.isArray(before) && Array.isArray(after)) {
    return describeList(place, before, after, text) ?? parts(itemChanges(place, before, after, notation), after.length);
  }
  const one = itfOf(before);
  const two = itfOf(after);
  if (one?.kind === 'set' && two?.kind === 'set') return describeSet(place, one.items, two.items, text) ?? whole;
  if (one?.kind === 'map' && two?.kind === 'map') {
    const had = new Map(one.entries.map(([key, value]) => [canonicalJson(key), value]));
    const has = new Set(two.entries.map(([key]) => canonicalJson(key)));
    const changes = two.entries.flatMap(([key, value]) => {
      const old = had.get(canonicalJson(key));
      return old !== undefined && same(old, value) ? [] : [[`${place}[${text(key)}]`, old, value] as const];
    });
    const gone = one.entries.filter(([key]) => !has.has(canonicalJson(key)));
    const removed = gone.map(([key, value]) => [`${place}[${text(key)}]`, value, undefined] as const);
    return parts([...changes, ...removed], two.entries.length);
  }
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const changes = keys.flatMap((key) => {
      const old = ownValue(before, key) as Json | undefined;
      const now = ownValue(after, key) as Json | undefined;
      if (old !== undefined && now !== undefined && same(old, now)) return [];
      return [[`${place}.${formatValue(key, notation)}`, old, now] as const];
    });
    return parts(changes, keys.length);
  }
  return whole;
}

type Text = (value: Json | undefined) => string;

function listed(items: readonly Json[], text: Text): string {
  const told = items.slice(0, MAX_ITEMS).map(text);
  return [...told, ...(items.length > MAX_ITEMS ? [`… (${items.length - MAX_ITEMS} more)`] : [])].join(', ');
}

/** Items that came at the end or went from the front; null for any other change. */
function describeList(
  place: string,
  before: readonly Json[],
  after: readonly Json[],
  text: Text,
): readonly string[] | null {
  const grown = after.length - before.length;
  if (grown > 0 && before.every((item, index) => same(item, after[index] as Json))) {
    return [`${place}: appends ${listed(after.slice(before.length), text)}`];
  }
  if (grown < 0 && after.every((item, index) => same(item, before[index - grown] as Json))) {
    return [`${place}: takes ${listed(before.slice(0, -grown), text)} from the front`];
  }
  return null;
}

/** Items that differ in lists of one length, numbered as the notation does. */
function itemChanges(place: string, before: readonly Json[], after: readonly Json[], notation: Notation) {
  if (before.length !== after.length) return [];
  const first = notation === 'tla' ? 1 : 0;
  return after.flatMap((item, index) => {
    const old = before[index] as Json;
    return same(old, item) ? [] : [[`${place}[${index + first}]`, old, item] as const];
  });
}

function describeSet(
  place: string,
  before: readonly Json[],
  after: readonly Json[],
  text: Text,
): readonly string[] | null {
  const had = new Set(before.map(canonicalJson));
  const has = new Set(after.map(canonicalJson));
  const added = after.filter((item) => !had.has(canonicalJson(item)));
  const gone = before.filter((item) => !has.has(canonicalJson(item)));
  const words = [
    ...(added.length === 0 ? [] : [`adds ${listed(added, text)}`]),
    ...(gone.length === 0 ? [] : [`removes ${listed(gone, text)}`]),
  ];
  return words.length === 0 ? null : [`${place}: ${words.join(' and ')}`];
}

const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  isJsonObject(value) && itfOf(value) === null;
