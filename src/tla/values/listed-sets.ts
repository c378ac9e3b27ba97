import { compareValues, setSize } from './compare.ts';
import { failure } from './failure.ts';
import {
  EMPTY_SET,
  HEAP,
  INDEX,
  integer,
  intern,
  isLazy,
  itemsOf,
  Kind,
  MAX_SET_SIZE,
  numberOf,
  type Store,
  type Value,
} from './store.ts';
import { kindText, valueText } from './text.ts';

/** The elements of an interval, ascending. */
export function intervalElements(store: Store, set: Value): readonly Value[] {
  const known = store.intervals.get(set & INDEX);
  if (known !== undefined) return known;
  const size = setSize(store, set);
  if (size > MAX_SET_SIZE) tooLarge(store, set);
  const [low, high] = itemsOf(store, set) as [number, number];
  const result: Value[] = [];
  for (let n = low; n <= high; n++) result.push(integer(store, n));
  store.intervals.set(set & INDEX, result);
  return result;
}

/** Refuses what is no set. */
export function notASet(store: Store, value: Value): never {
  return failure('tla/type-error', `expected a set, but got the ${kindText(store, value)} ${valueText(store, value)}`);
}

/** Refuses a set that has too many elements to be listed. */
export function tooLarge(store: Store, set: Value): never {
  return failure('tla/too-large', `the set ${valueText(store, set)} has more than ${MAX_SET_SIZE} elements`);
}

/** Whether a value is a set, of any kind. */
export function isSet(store: Store, value: Value): boolean {
  if (isLazy(value)) return true;
  return value >= HEAP && (store.kinds[value & INDEX] === Kind.Set || store.kinds[value & INDEX] === Kind.Interval);
}

/** The set of these values, which are settled, strictly ascending, and belong to the caller no more. */
export function setOfAscending(store: Store, items: readonly Value[]): Value {
  const size = items.length;
  if (size === 0) return EMPTY_SET;
  if (size > MAX_SET_SIZE) failure('tla/too-large', `a set has more than ${MAX_SET_SIZE} elements`);
  const low = numberOf(store, items[0]!);
  if (low !== undefined) {
    const high = numberOf(store, items[size - 1]!);
    if (high === low + size - 1) return intern(store, Kind.Interval, 0, [low, high]);
  }
  return intern(store, Kind.Set, 0, items);
}

/** `a..b` */
export function interval(store: Store, low: Value, high: Value): Value {
  const from = numberOf(store, low);
  const to = numberOf(store, high);
  if (from === undefined || to === undefined) {
    const wrong = from === undefined ? low : high;
    return failure(
      'tla/type-error',
      `".." takes integers, but got the ${kindText(store, wrong)} ${valueText(store, wrong)}`,
    );
  }
  return to < from ? EMPTY_SET : intern(store, Kind.Interval, 0, [from, to]);
}

/** Whether a value is a function with a domain that is listed. */
export const isFunction = (store: Store, value: Value): boolean =>
  value >= HEAP && (store.kinds[value & INDEX] === Kind.Tuple || store.kinds[value & INDEX] === Kind.Function);

/** The domain of a value that is known to be a function. */
export function domainOf(store: Store, fn: Value): Value {
  if (store.kinds[fn & INDEX] === Kind.Function) return store.domains[fn & INDEX]!;
  const size = store.items[fn & INDEX]!.length;
  return size === 0 ? EMPTY_SET : intern(store, Kind.Interval, 0, [1, size]);
}

/** The set of what stands in one of two ascending lists. */
export function merge(store: Store, left: readonly Value[], right: readonly Value[]): Value {
  const items: Value[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    const a = left[i]!;
    const b = right[j]!;
    if (a === b) {
      items.push(a);
      i++;
      j++;
    } else if (compareValues(store, a, b) < 0) {
      items.push(a);
      i++;
    } else {
      items.push(b);
      j++;
    }
  }
  while (i < left.length) items.push(left[i++]!);
  while (j < right.length) items.push(right[j++]!);
  return setOfAscending(store, items);
}
