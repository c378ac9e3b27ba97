import { sameJson } from '../../trace/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject, ownValue } from '../../trace/json.ts';
import { casefold, dropInvisible } from '../../trace/provenance/fold-text.ts';

/** A string in a JSON value, and where. Long numbers count as strings: account numbers are written both ways. */
export interface Leaf {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly text: string;
}

const MIN_DIGITS = 6;
const MAX_LEAVES = 10_000;

/** The strings and long numbers of a JSON value, in the order of sorted keys; at most 10,000. */
export function leavesOf(value: Json): Leaf[] {
  const leaves: Leaf[] = [];
  eachLeaf(value, (pointer, text) => leaves.push({ pointer, text }));
  return leaves;
}

/** Calls `visit` with what {@link leavesOf} lists, for who keeps no list: nearly all values have one leaf or two. */
export function eachLeaf(value: Json, visit: (pointer: string, text: string) => void): void {
  const pending: Part[] = [];
  let left = look('', value, MAX_LEAVES, visit, pending);
  for (let one = pending.pop(); one !== undefined && left > 0; one = pending.pop()) {
    left = look(one.pointer, one.value, left, visit, pending);
  }
}

/** A value that is still to be looked at. */
interface Part {
  readonly pointer: string;
  readonly value: Json;
}

// What has parts waits for them to be looked at; all else is looked at here, in its turn. Returns how many leaves of those `left` are left then.
function look(
  pointer: string,
  value: Json,
  left: number,
  visit: (pointer: string, text: string) => void,
  pending: Part[],
): number {
  if (Array.isArray(value)) {
    for (let at = value.length - 1; at >= 0; at--) pending.push({ pointer: `${pointer}/${at}`, value: value[at] });
    return left;
  }
  if (isJsonObject(value)) {
    // Sorted, so that the order of keys in the trace changes nothing.
    const keys = sorted(Object.keys(value));
    if (isFlat(value, keys)) return lookAtEach(pointer, value, keys, left, visit);
    for (let at = keys.length - 1; at >= 0; at--) {
      pending.push({ pointer: `${pointer}/${escaped(keys[at]!)}`, value: value[keys[at]!]! });
    }
    return left;
  }
  const text = textOf(value);
  if (text === null) return left;
  visit(pointer, text);
  return left - 1;
}

function isFlat(value: JsonObject, keys: readonly string[]): boolean {
  for (const key of keys) if (typeof value[key] === 'object') return false;
  return true;
}

function lookAtEach(
  pointer: string,
  value: JsonObject,
  keys: readonly string[],
  most: number,
  visit: (pointer: string, text: string) => void,
): number {
  let left = most;
  for (const key of keys) {
    const text = textOf(value[key]!);
    if (text === null || left === 0) continue;
    visit(`${pointer}/${escaped(key)}`, text);
    left--;
  }
  return left;
}

// Null for what is no leaf.
function textOf(value: Json): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return null;
  const text = String(value);
  return text.length >= MIN_DIGITS ? text : null;
}

// By insertion where there are few: the sort of the engine makes room for more.
function sorted(keys: string[]): string[] {
  if (keys.length > 16) return keys.sort();
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at]!;
    let to = at;
    for (; to > 0 && keys[to - 1]! > key; to--) keys[to] = keys[to - 1]!;
    keys[to] = key;
  }
  return keys;
}

// RFC 6901, section 3.
const escaped = (key: string): string =>
  key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;

/** Whether two JSON values are equal, whatever the order of their keys. */
export const sameValue = (left: Json | undefined, right: Json | undefined): boolean =>
  left === right || (left !== undefined && right !== undefined && sameJson(left, right));

/** Whether `value` has everything that `pattern` asks for: objects may have more keys, all else is equal. */
export const matchesPattern = (pattern: Json | undefined, value: Json | undefined): boolean => covers(pattern, value);

/** As {@link matchesPattern}, but strings may differ in case, in invisible characters and in white space at their ends. */
export const matchesLoosely = (pattern: Json | undefined, value: Json | undefined): boolean =>
  covers(pattern, value, (text) => casefold(dropInvisible(text)).trim());

function covers(pattern: Json | undefined, value: Json | undefined, fold?: (text: string) => string): boolean {
  if (pattern === value) return true;
  // In pairs: what is wanted, what there is.
  const pending: unknown[] = [pattern, value];
  while (pending.length > 0) {
    const actual = pending.pop();
    const wanted = pending.pop();
    if (wanted === actual) continue;
    if (
      fold !== undefined &&
      typeof wanted === 'string' &&
      typeof actual === 'string' &&
      fold(wanted) === fold(actual)
    ) {
      continue;
    }
    if (Array.isArray(wanted)) {
      if (!Array.isArray(actual) || actual.length !== wanted.length) return false;
      for (let at = 0; at < wanted.length; at++) pending.push(wanted[at], actual[at]);
    } else if (isJsonObject(wanted)) {
      if (!isJsonObject(actual)) return false;
      for (const key of Object.keys(wanted)) {
        if (!Object.hasOwn(actual, key)) return false;
        pending.push(ownValue(wanted, key), ownValue(actual, key));
      }
    } else return false;
  }
  return true;
}
