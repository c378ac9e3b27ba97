import { failure } from './failure.ts';
import { surelyComparable } from './shapes.ts';
import {
  FALSE,
  HEAP,
  hasKind,
  INDEX,
  integer,
  isInteger,
  isLazy,
  itemsOf,
  Kind,
  Lazy,
  lazyEntry,
  numberOf,
  type Store,
  TRUE,
  textOf,
  type Value,
} from './store.ts';
import { kindText, sortOf, valueText } from './text.ts';

function refuse(store: Store, a: Value, b: Value): never {
  return failure(
    'tla/incomparable',
    `cannot compare the ${kindText(store, a)} ${valueText(store, a)} with the ${kindText(store, b)} ${valueText(store, b)}`,
  );
}

/** The letter of a typed model value (`A_x`), or undefined; typed ones compare only with their own type and untyped ones. */
function modelType(store: Store, value: Value): string | undefined {
  const name = textOf(store, value);
  return name.length > 2 && name[1] === '_' ? name[0] : undefined;
}

function checkModel(store: Store, model: Value, other: Value): void {
  const type = modelType(store, model);
  if (type === undefined) return;
  if (!hasKind(store, other, Kind.Model)) refuse(store, model, other);
  const otherType = modelType(store, other);
  if (otherType !== undefined && otherType !== type) refuse(store, model, other);
}

/**
 * Whether two values in normal form are equal: as they are interned, only identical ones are. A failure where TLC refuses to compare:
 * values of different sorts, at the place where the comparison from left to right first meets them.
 */
export function equalValues(store: Store, a: Value, b: Value): boolean {
  if (a === b) return true;
  if (isInteger(a) && isInteger(b)) return false;
  return surelyComparable(store, a, b) ? false : equalByItems(store, a, b);
}

function equalByItems(store: Store, a: Value, b: Value): boolean {
  const sortA = sortOf(store, a);
  const sortB = sortOf(store, b);
  if (sortA === 'model' || sortB === 'model') {
    if (sortA === 'model') checkModel(store, a, b);
    if (sortB === 'model') checkModel(store, b, a);
    return false;
  }
  if (sortA !== sortB) refuse(store, a, b);
  // biome-ignore lint/nursery/useExhaustiveSwitchCases: model values are compared above.
  switch (sortA) {
    case 'integer':
    case 'boolean':
    case 'string':
      return false;
    case 'set':
      return equalSets(store, a, b);
    case 'function':
      return equalFunctions(store, a, b);
  }
}

function notEnumerable(store: Store, set: Value): never {
  return failure('tla/not-enumerable', `cannot compare ${valueText(store, set)}, which is not enumerable`);
}

function refuseRule(store: Store, fn: Value): void {
  if (hasKind(store, fn, Kind.Rule)) {
    failure('tla/not-enumerable', `cannot compare ${valueText(store, fn)}, whose domain is not enumerable`);
  }
}

/** Place of a set that has a name and no end among those that TLC compares by name; undefined for all others. */
function namedRank(store: Store, set: Value): number | undefined {
  const kind = isLazy(set) ? store.lazyKinds[lazyEntry(set)]! : Lazy.Any;
  return kind <= Lazy.Strings ? kind : undefined;
}

function equalSets(store: Store, a: Value, b: Value): boolean {
  if (namedRank(store, a) !== undefined && namedRank(store, b) !== undefined) return false;
  if (isLazy(a)) return notEnumerable(store, a);
  if (isLazy(b)) return notEnumerable(store, b);
  const sizeA = setSize(store, a);
  if (sizeA !== setSize(store, b)) return false;
  if (hasKind(store, a, Kind.Interval) && hasKind(store, b, Kind.Interval)) return false;
  for (let i = 0; i < sizeA; i++) if (!equalValues(store, setItem(store, a, i), setItem(store, b, i))) return false;
  return true;
}

function equalFunctions(store: Store, a: Value, b: Value): boolean {
  refuseRule(store, a);
  refuseRule(store, b);
  const itemsA = itemsOf(store, a);
  const itemsB = itemsOf(store, b);
  if (itemsA.length !== itemsB.length) return false;
  const tuples = hasKind(store, a, Kind.Tuple) && hasKind(store, b, Kind.Tuple);
  if (!tuples && store.domains[a & INDEX] !== store.domains[b & INDEX]) {
    for (let i = 0; i < itemsA.length; i++) {
      if (!equalValues(store, keyAt(store, a, i), keyAt(store, b, i))) return false;
    }
  }
  for (let i = 0; i < itemsA.length; i++) if (!equalValues(store, itemsA[i]!, itemsB[i]!)) return false;
  return true;
}

/** Number of elements of an enumerated set. */
export function setSize(store: Store, set: Value): number {
  const items = itemsOf(store, set);
  return hasKind(store, set, Kind.Interval) ? items[1]! - items[0]! + 1 : items.length;
}

/** Element of an enumerated set, in ascending order. */
export function setItem(store: Store, set: Value, index: number): Value {
  const items = itemsOf(store, set);
  if (store.kinds[set & INDEX] !== Kind.Interval) return items[index]!;
  const number = items[0]! + index;
  return integer(store, number);
}

/** The argument at a position of a function's domain, in ascending order. */
export function keyAt(store: Store, fn: Value, index: number): Value {
  return store.kinds[fn & INDEX] === Kind.Tuple ? index + 1 : setItem(store, store.domains[fn & INDEX]!, index);
}

/**
 * TLC's total order on comparable values: integers by size, strings and model values by first appearance, sets and functions by size and
 * then item by item, untyped model values before everything else. A failure on values that do not compare.
 */
export function compareValues(store: Store, a: Value, b: Value): number {
  if (a === b) return 0;
  if (isInteger(a) && isInteger(b)) return a - b;
  if (a >= HEAP && b >= HEAP) {
    // Most comparisons are of two values of one kind.
    const kind = store.kinds[a & INDEX]!;
    if (kind === store.kinds[b & INDEX]) {
      if (kind === Kind.String) return a - b;
      if (kind === Kind.Tuple) return compareItems(store, a, b);
      if (kind === Kind.Function) return compareFunctions(store, a, b);
      if (kind === Kind.Set) return compareItems(store, a, b);
    }
  }
  const sortA = sortOf(store, a);
  const sortB = sortOf(store, b);
  if (sortA === 'model' || sortB === 'model') {
    if (sortA === 'model') checkModel(store, a, b);
    if (sortB === 'model') checkModel(store, b, a);
    if (sortA === sortB) return a - b;
    return sortA === 'model' ? -1 : 1;
  }
  if (sortA !== sortB) refuse(store, a, b);
  // biome-ignore lint/nursery/useExhaustiveSwitchCases: model values are compared above.
  switch (sortA) {
    case 'integer':
      return numberOf(store, a)! - numberOf(store, b)!;
    case 'boolean':
      return a === FALSE && b === TRUE ? -1 : 1;
    case 'string':
      return a - b;
    case 'set':
      return compareSets(store, a, b);
    case 'function':
      return compareFunctions(store, a, b);
  }
}

function compareSets(store: Store, a: Value, b: Value): number {
  const rankA = namedRank(store, a);
  const rankB = namedRank(store, b);
  if (rankA !== undefined && rankB !== undefined) return rankA - rankB;
  if (isLazy(a)) return notEnumerable(store, a);
  if (isLazy(b)) return notEnumerable(store, b);
  const sizeA = setSize(store, a);
  const bySize = sizeA - setSize(store, b);
  if (bySize !== 0) return bySize;
  for (let i = 0; i < sizeA; i++) {
    const byItem = compareValues(store, setItem(store, a, i), setItem(store, b, i));
    if (byItem !== 0) return byItem;
  }
  return 0;
}

function compareFunctions(store: Store, a: Value, b: Value): number {
  refuseRule(store, a);
  refuseRule(store, b);
  const itemsA = itemsOf(store, a);
  const itemsB = itemsOf(store, b);
  if (itemsA.length !== itemsB.length) return itemsA.length - itemsB.length;
  if (
    !(hasKind(store, a, Kind.Tuple) && hasKind(store, b, Kind.Tuple)) &&
    store.domains[a & INDEX] !== store.domains[b & INDEX]
  ) {
    for (let i = 0; i < itemsA.length; i++) {
      const byKey = compareValues(store, keyAt(store, a, i), keyAt(store, b, i));
      if (byKey !== 0) return byKey;
    }
  }
  return compareItems(store, a, b);
}

/** Sets that list their elements, and functions on one domain: by number of items, then item by item. */
function compareItems(store: Store, a: Value, b: Value): number {
  const itemsA = store.items[a & INDEX]!;
  const itemsB = store.items[b & INDEX]!;
  const size = itemsA.length;
  if (size !== itemsB.length) return size - itemsB.length;
  for (let i = 0; i < size; i++) {
    const itemA = itemsA[i]!;
    const itemB = itemsB[i]!;
    if (itemA === itemB) continue;
    const byItem = compareValues(store, itemA, itemB);
    if (byItem !== 0) return byItem;
  }
  return 0;
}
