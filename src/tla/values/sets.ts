import { forEachChoice, forEachSubset } from './combinations.ts';
import { compareValues, equalValues, setSize } from './compare.ts';
import { failure } from './failure.ts';
import {
  domainOf,
  intervalElements,
  isFunction,
  isSet,
  merge,
  notASet,
  setOfAscending,
  tooLarge,
} from './listed-sets.ts';
import { surelyComparableWithin } from './shapes.ts';
import {
  EMPTY_SET,
  EMPTY_TUPLE,
  FALSE,
  HEAP,
  hasKind,
  INDEX,
  integer,
  intern,
  internLazy,
  isInteger,
  isLazy,
  itemsOf,
  Kind,
  Lazy,
  lazyEntry,
  MAX_SET_SIZE,
  numberOf,
  recall,
  remember,
  type Store,
  TRUE,
  UNSET,
  type Value,
} from './store.ts';
import { kindText, valueText } from './text.ts';

const MAX_LISTED = 1 << 23;

/** Elements that are looked through one by one rather than by halves: comparing two numbers is cheap, two values is not. */
const MAX_SCANNED = 64;

/** Elements of an enumerated set in ascending order; the array may be shared and must not be changed. */
export function elements(store: Store, set: Value): readonly Value[] {
  if (isLazy(set) && !store.lazySets.has(lazyEntry(set)) && canEnumerate(store, set)) {
    const size = cardinality(store, set);
    // Too large to be a set of its own, but not to be gone through once.
    if (size > MAX_SET_SIZE && size <= MAX_LISTED) {
      const all: Value[] = [];
      forEachElement(store, set, (value) => all.push(value) > 0);
      return all;
    }
  }
  const value = isLazy(set) ? enumerated(store, set) : set;
  if (value >= HEAP) {
    const kind = store.kinds[value & INDEX];
    if (kind === Kind.Set) return store.items[value & INDEX]!;
    if (kind === Kind.Interval) return intervalElements(store, value);
  }
  return notASet(store, set);
}

/** What may stand inside another value: a lazy set in its enumerated form, unless it has none. */
export const settled = (store: Store, value: Value): Value =>
  isLazy(value) && canEnumerate(store, value) ? enumerated(store, value) : value;

/** Equality with TLC's refusals; see `equalValues`. */
export function equal(store: Store, a: Value, b: Value): boolean {
  if (a === b) return true;
  if (isInteger(a) && isInteger(b)) return false;
  return equalValues(store, isLazy(a) ? comparable(store, a, b) : a, isLazy(b) ? comparable(store, b, a) : b);
}

function comparable(store: Store, lazy: Value, other: Value): Value {
  if (isSet(store, other) && (canEnumerate(store, lazy) || !isLazy(other))) return enumerated(store, lazy);
  return lazy;
}

/** The set of these values, in any order and with repetitions. */
export function setOf(store: Store, values: readonly Value[]): Value {
  if (values.length === 0) return EMPTY_SET;
  const items: Value[] = [];
  let sorted = true;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const item = isLazy(value) ? settled(store, value) : value;
    if (i > 0 && sorted) {
      const last = items[items.length - 1]!;
      if (item === last) continue;
      if (compareValues(store, last, item) > 0) sorted = false;
    }
    items.push(item);
  }
  if (sorted) return setOfAscending(store, items);
  items.sort((a, b) => compareValues(store, a, b));
  let kept = 1;
  for (let i = 1; i < items.length; i++) if (items[i] !== items[kept - 1]) items[kept++] = items[i]!;
  items.length = kept;
  return setOfAscending(store, items);
}

/** `value \in set`, without enumerating the set where its kind tells. */
export function member(store: Store, value: Value, set: Value): boolean {
  if (isLazy(set)) return lazyMember(store, value, set);
  const index = set & INDEX;
  const kind = set >= HEAP ? store.kinds[index] : -1;
  if (kind === Kind.Interval) {
    const number = numberOf(store, value);
    if (number !== undefined) return number >= store.items[index]![0]! && number <= store.items[index]![1]!;
    if (hasKind(store, value, Kind.Model)) return equal(store, value, integer(store, store.items[index]![0]!));
    return failure(
      'tla/incomparable',
      `cannot tell whether the ${kindText(store, value)} ${valueText(store, value)} is in ${valueText(store, set)}`,
    );
  }
  if (kind !== Kind.Set) return notASet(store, set);
  const items = store.items[index]!;
  const size = items.length;
  if (size === 0) return false;
  const sought = isLazy(value) ? settled(store, value) : value;
  if (size <= MAX_SCANNED) {
    for (let i = 0; i < size; i++) if (items[i] === sought) return true;
    // Not there: what is left to find is an element that it cannot be compared with.
    if (surelyComparableWithin(store, sought, set)) return false;
  }
  let low = 0;
  let high = size - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compareValues(store, items[middle]!, sought);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

function lazyMember(store: Store, value: Value, set: Value): boolean {
  const entry = lazyEntry(set);
  const items = store.lazyItems[entry]!;
  const kind = store.lazyKinds[entry]!;
  switch (kind) {
    case Lazy.Naturals:
    case Lazy.Integers: {
      const number = numberOf(store, value);
      if (number !== undefined) return kind === Lazy.Integers || number >= 0;
      if (hasKind(store, value, Kind.Model)) return false;
      return failure(
        'tla/incomparable',
        `cannot tell whether the ${kindText(store, value)} ${valueText(store, value)} is in ${valueText(store, set)}`,
      );
    }
    case Lazy.Strings:
      if (hasKind(store, value, Kind.String)) return true;
      if (hasKind(store, value, Kind.Model)) return false;
      return failure(
        'tla/incomparable',
        `cannot tell whether the ${kindText(store, value)} ${valueText(store, value)} is in STRING`,
      );
    case Lazy.Any:
      return true;
    default: {
      // From state to state most values stay what they are, and what they are in too.
      const known = recall(store, MEMBER, value, set);
      if (known !== UNSET) return known === TRUE;
      const result = structuredMember(store, value, set, kind, items);
      remember(store, MEMBER, value, set, result ? TRUE : FALSE);
      return result;
    }
  }
}

/** Membership in a lazy set that is made of other sets. */
function structuredMember(store: Store, value: Value, set: Value, kind: number, items: readonly Value[]): boolean {
  switch (kind) {
    case Lazy.Powerset:
      if (hasKind(store, value, Kind.Model)) return false;
      return subset(store, value, items[0]!);
    case Lazy.Sequences: {
      const members = items[0]!;
      if (!isFunction(store, value)) {
        if (hasKind(store, value, Kind.Model)) return false;
        return failure(
          'tla/incomparable',
          `cannot tell whether the ${kindText(store, value)} ${valueText(store, value)} is in ${valueText(store, set)}`,
        );
      }
      if (!hasKind(store, value, Kind.Tuple)) return notAFunction(store, value, set);
      return itemsOf(store, value).every((item) => member(store, item, members));
    }
    case Lazy.Functions: {
      if (!isFunction(store, value)) return notAFunction(store, value, set);
      const domain = domainOf(store, value);
      if (!equal(store, domain, items[0]!)) return false;
      return itemsOf(store, value).every((item) => member(store, item, items[1]!));
    }
    case Lazy.Product: {
      if (!isFunction(store, value)) return notAFunction(store, value, set);
      const own = itemsOf(store, value);
      return (
        hasKind(store, value, Kind.Tuple) &&
        own.length === items.length &&
        own.every((item, i) => member(store, item, items[i]!))
      );
    }
    case Lazy.Records: {
      if (!isFunction(store, value)) return notAFunction(store, value, set);
      if (hasKind(store, value, Kind.Tuple) && value !== EMPTY_TUPLE) return notAFunction(store, value, set);
      if (domainOf(store, value) !== items[0]) return false;
      return itemsOf(store, value).every((item, i) => member(store, item, items[i + 1]!));
    }
    case Lazy.Union:
      return member(store, value, items[0]!) || member(store, value, items[1]!);
    case Lazy.Intersection:
      return member(store, value, items[0]!) && member(store, value, items[1]!);
    case Lazy.Difference:
      return member(store, value, items[0]!) && !member(store, value, items[1]!);
    case Lazy.Filter:
      return member(store, value, items[0]!) && store.conditions[items[1]!]!(value);
    default:
      return elements(store, items[0]!).some((set) => member(store, value, set));
  }
}

function notAFunction(store: Store, value: Value, set: Value): boolean {
  if (hasKind(store, value, Kind.Model)) return false;
  return failure(
    'tla/incomparable',
    `cannot tell whether the ${kindText(store, value)} ${valueText(store, value)} is in ${valueText(store, set)}`,
  );
}

/** Whether the set has finitely many elements and TLC would list them. */
export function canEnumerate(store: Store, set: Value): boolean {
  if (!isLazy(set)) return isSet(store, set);
  const entry = lazyEntry(set);
  const items = store.lazyItems[entry]!;
  switch (store.lazyKinds[entry]) {
    case Lazy.Naturals:
    case Lazy.Integers:
    case Lazy.Strings:
    case Lazy.Sequences:
    case Lazy.Any:
    case Lazy.Filter:
      return false;
    case Lazy.Records:
      return items.every((item, i) => i === 0 || canEnumerate(store, item));
    case Lazy.Intersection:
      return canEnumerate(store, items[0]!) || canEnumerate(store, items[1]!);
    case Lazy.Difference:
      return canEnumerate(store, items[0]!);
    case Lazy.BigUnion:
      return canEnumerate(store, items[0]!) && elements(store, items[0]!).every((set) => canEnumerate(store, set));
    default:
      return items.every((item) => canEnumerate(store, item));
  }
}

/** Whether a set without end is written by its name, as Nat and Seq(S) are. */
export function isNamed(store: Store, set: Value): boolean {
  const kind = store.lazyKinds[lazyEntry(set)]!;
  return kind <= Lazy.Strings || kind === Lazy.Sequences || kind === Lazy.Any || kind === Lazy.Filter;
}

/** Number of elements, without listing them where the kind tells; may exceed what can be listed. */
export function cardinality(store: Store, set: Value): number {
  if (!isLazy(set)) return isSet(store, set) ? setSize(store, set) : notASet(store, set);
  const entry = lazyEntry(set);
  const items = store.lazyItems[entry]!;
  switch (store.lazyKinds[entry]) {
    case Lazy.Powerset:
      return 2 ** cardinality(store, items[0]!);
    case Lazy.Functions:
      return cardinality(store, items[1]!) ** cardinality(store, items[0]!);
    case Lazy.Product:
      return items.reduce((size, item) => size * cardinality(store, item), 1);
    case Lazy.Records:
      return items.reduce((size, item, i) => (i === 0 ? 1 : size * cardinality(store, item)), 1);
    default:
      return setSize(store, enumerated(store, set));
  }
}

/** The set with its elements listed. Fails before memory is spent if there are too many, or infinitely many. */
export function enumerated(store: Store, set: Value): Value {
  if (!isLazy(set)) return set;
  const entry = lazyEntry(set);
  const known = store.lazySets.get(entry);
  if (known !== undefined) return known;
  const items = store.lazyItems[entry]!;
  const kind = store.lazyKinds[entry]!;
  if (!canEnumerate(store, set)) {
    return failure(
      'tla/not-enumerable',
      `the elements of ${valueText(store, set)} cannot be listed: it is not a finite set`,
    );
  }
  let result: Value;
  switch (kind) {
    case Lazy.Powerset:
    case Lazy.Functions:
    case Lazy.Product:
    case Lazy.Records: {
      if (cardinality(store, set) > MAX_SET_SIZE) tooLarge(store, set);
      const all: Value[] = [];
      forEachElement(store, set, (value) => {
        all.push(value);
        return true;
      });
      result = kind === Lazy.Powerset ? setOfAscending(store, all) : setOf(store, all);
      break;
    }
    case Lazy.Intersection: {
      const [a, b] = items as [Value, Value];
      const [listed, other] = canEnumerate(store, a) ? [a, b] : [b, a];
      result = setOfAscending(
        store,
        elements(store, listed).filter((value) => member(store, value, other)),
      );
      break;
    }
    case Lazy.Difference:
      result = setOfAscending(
        store,
        elements(store, items[0]!).filter((value) => !member(store, value, items[1]!)),
      );
      break;
    case Lazy.Union:
      result = union(store, enumerated(store, items[0]!), enumerated(store, items[1]!));
      break;
    default:
      result = setOf(
        store,
        elements(store, items[0]!).flatMap((set) => [...elements(store, set)]),
      );
  }
  store.lazySets.set(entry, result);
  return result;
}

/**
 * Visits the elements one at a time, without listing a large lazy set first; stops when `visit` says false. The order is ascending for
 * listed sets and power sets.
 */
export function forEachElement(store: Store, set: Value, visit: (value: Value) => boolean): void {
  if (isLazy(set)) {
    const entry = lazyEntry(set);
    const known = store.lazySets.get(entry);
    const items = store.lazyItems[entry]!;
    if (known === undefined && canEnumerate(store, set)) {
      switch (store.lazyKinds[entry]) {
        case Lazy.Powerset: {
          forEachSubset(store, elements(store, items[0]!), visit);
          return;
        }
        case Lazy.Functions: {
          const domain = enumerated(store, items[0]!);
          const size = setSize(store, domain);
          const range = size === 0 ? [] : elements(store, items[1]!);
          forEachChoice(
            Array.from({ length: size }, () => range),
            (values) => visit(functionOn(store, domain, values)),
          );
          return;
        }
        case Lazy.Product: {
          forEachChoice(
            items.map((item) => elements(store, item)),
            (values) => visit(tuple(store, values)),
          );
          return;
        }
        case Lazy.Records: {
          forEachChoice(
            items.slice(1).map((item) => elements(store, item)),
            (values) => visit(functionOn(store, items[0]!, values)),
          );
          return;
        }
        default:
      }
    }
  }
  for (const value of elements(store, set)) if (!visit(value)) return;
}

/** `<<…>>`; the array belongs to the store afterwards. */
export function tuple(store: Store, values: Value[]): Value {
  if (values.length === 0) return EMPTY_TUPLE;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (isLazy(value)) values[i] = settled(store, value);
  }
  return intern(store, Kind.Tuple, 0, values);
}

/** The function with this enumerated domain and these values in the domain's order; the array belongs to the store afterwards. */
export function functionOn(store: Store, domain: Value, values: Value[]): Value {
  if (values.length === 0) return EMPTY_TUPLE;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (isLazy(value)) values[i] = settled(store, value);
  }
  if (store.kinds[domain & INDEX] === Kind.Interval && store.items[domain & INDEX]![0] === 1) {
    return intern(store, Kind.Tuple, 0, values);
  }
  return intern(store, Kind.Function, domain, values);
}

/** `a \subseteq b` */
export function subset(store: Store, a: Value, b: Value): boolean {
  if (a === b && isSet(store, a)) return true;
  if (
    isLazy(a) &&
    store.lazyKinds[lazyEntry(a)] === Lazy.Powerset &&
    isLazy(b) &&
    store.lazyKinds[lazyEntry(b)] === Lazy.Powerset
  ) {
    return subset(store, store.lazyItems[lazyEntry(a)]![0]!, store.lazyItems[lazyEntry(b)]![0]!);
  }
  if (a === EMPTY_SET) return true;
  if (!isSet(store, b)) return notASet(store, b);
  if (!isSet(store, a)) return notASet(store, a);
  for (const value of elements(store, a)) if (!member(store, value, b)) return false;
  return true;
}

const MEMBER = 7;
const UNION = 1;

/** `a \cup b` */
export function union(store: Store, a: Value, b: Value): Value {
  if (a === b && isSet(store, a)) return a;
  if (a >= HEAP && b >= HEAP) {
    if (a === EMPTY_SET && isSet(store, b)) return b;
    if (b === EMPTY_SET && isSet(store, a)) return a;
    const known = recall(store, UNION, a, b);
    if (known !== UNSET) return known;
    const left = elements(store, a);
    const right = elements(store, b);
    return remember(store, UNION, a, b, merge(store, left, right));
  }
  if (!isSet(store, a)) return notASet(store, a);
  if (!isSet(store, b)) return notASet(store, b);
  // As in TLC, what is listed is looked into first, and nothing is listed before it must be.
  return internLazy(store, Lazy.Union, isLazy(a) && !isLazy(b) ? [b, a] : [a, b]);
}
