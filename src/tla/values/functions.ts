import { compareValues, equalValues, keyAt } from './compare.ts';
import { failure } from './failure.ts';
import { domainOf } from './listed-sets.ts';
import { applyRule, isRule, rulePosition, withRuleAt } from './rules.ts';
import { elements, functionOn, settled, tuple } from './sets.ts';
import {
  EMPTY_SET,
  EMPTY_TUPLE,
  HEAP,
  hasKind,
  INDEX,
  intern,
  isLazy,
  itemsOf,
  Kind,
  numberOf,
  recall,
  remember,
  type Store,
  string,
  textOf,
  UNSET,
  type Value,
} from './store.ts';
import { kindText, valueText } from './text.ts';

function notAFunction(store: Store, value: Value, use: string): never {
  return failure(
    'tla/type-error',
    `${use} takes a function, but got the ${kindText(store, value)} ${valueText(store, value)}`,
  );
}

const isTuple = (store: Store, value: Value): boolean => value >= HEAP && store.kinds[value & INDEX] === Kind.Tuple;

/** Whether the value is a function, a sequence and a record being functions. */
export const isFunction = (store: Store, value: Value): boolean =>
  value >= HEAP && (store.kinds[value & INDEX] === Kind.Tuple || store.kinds[value & INDEX] === Kind.Function);

/** Position of an element in an enumerated set, or -1; the sought value is settled. */
export function positionIn(store: Store, domain: Value, key: Value): number {
  const entry = domain & INDEX;
  const items = store.items[entry]!;
  if (store.kinds[entry] === Kind.Interval) {
    const number = numberOf(store, key);
    return number !== undefined && number >= items[0]! && number <= items[1]! ? number - items[0]! : -1;
  }
  const size = items.length;
  if (size <= 12) {
    for (let i = 0; i < size; i++) if (items[i] === key) return i;
    return -1;
  }
  let positions = store.positions.get(entry);
  if (positions === undefined) {
    positions = new Map();
    for (let i = 0; i < size; i++) positions.set(items[i]!, i);
    store.positions.set(entry, positions);
  }
  return positions.get(key) ?? -1;
}

/** Position of an argument in a function's domain, or -1; a failure if it cannot be compared with the domain's elements. */
function position(store: Store, fn: Value, argument: Value): number {
  const entry = fn & INDEX;
  const key = isLazy(argument) ? settled(store, argument) : argument;
  if (store.kinds[entry] === Kind.Tuple) {
    const number = numberOf(store, key);
    if (number !== undefined) return number >= 1 && number <= store.items[entry]!.length ? number - 1 : -1;
    if (store.items[entry]!.length > 0) equalValues(store, 1, key);
    return -1;
  }
  const at = positionIn(store, store.domains[entry]!, key);
  if (at < 0) equalValues(store, keyAt(store, fn, 0), key);
  return at;
}

/** `fn[argument]` */
export function apply(store: Store, fn: Value, argument: Value): Value {
  if (fn >= HEAP) {
    const entry = fn & INDEX;
    const kind = store.kinds[entry];
    if (kind === Kind.Tuple) {
      const items = store.items[entry]!;
      if (argument >= 1 && argument <= items.length) return items[argument - 1]!;
    } else if (kind === Kind.Function) {
      const at = positionIn(store, store.domains[entry]!, argument);
      if (at >= 0) return store.items[entry]![at]!;
    }
  }
  if (!isFunction(store, fn)) {
    if (isRule(store, fn)) return applyRule(store, fn, argument);
    return failure(
      'tla/type-error',
      `the ${kindText(store, fn)} ${valueText(store, fn)} is applied like a function, to ${valueText(store, argument)}`,
    );
  }
  const at = position(store, fn, argument);
  if (at >= 0) return itemsOf(store, fn)[at]!;
  return failure(
    'tla/not-in-domain',
    `${valueText(store, argument)} is not in the domain of ${kindText(store, fn)} ${valueText(store, fn)}`,
  );
}

/** `record.field`; `name` is the field's name as a string. */
export function field(store: Store, record: Value, name: Value): Value {
  if (record >= HEAP) {
    const entry = record & INDEX;
    if (store.kinds[entry] === Kind.Function) {
      const at = positionIn(store, store.domains[entry]!, name);
      if (at >= 0) return store.items[entry]![at]!;
    }
  }
  if (!isFunction(store, record)) {
    return failure(
      'tla/type-error',
      `the ${kindText(store, record)} ${valueText(store, record)} has no field "${textOf(store, name)}": it is not a record`,
    );
  }
  return failure(
    'tla/not-in-domain',
    `the ${kindText(store, record)} ${valueText(store, record)} has no field "${textOf(store, name)}"`,
  );
}

/** `DOMAIN fn` */
export function domain(store: Store, fn: Value): Value {
  if (isRule(store, fn)) return store.domains[fn & INDEX]!;
  return isFunction(store, fn) ? domainOf(store, fn) : notAFunction(store, fn, 'DOMAIN');
}

/**
 * The position that `[fn EXCEPT ![argument] = …]` replaces, or -1 if the argument is not in the domain, where TLC leaves the function as it is.
 */
export function exceptPosition(store: Store, fn: Value, argument: Value): number {
  if (isRule(store, fn)) return rulePosition(store, fn, argument);
  if (!isFunction(store, fn)) return notAFunction(store, fn, 'EXCEPT');
  return position(store, fn, argument);
}

/** The value at a position that {@link exceptPosition} gave. */
export const valueAt = (store: Store, fn: Value, at: number): Value =>
  isRule(store, fn) ? applyRule(store, fn, store.ruleArguments[at]!) : itemsOf(store, fn)[at]!;

/** The function with the value at one position replaced. */
export function withValueAt(store: Store, fn: Value, at: number, value: Value): Value {
  if (isRule(store, fn)) return withRuleAt(store, fn, at, value);
  const entry = fn & INDEX;
  const old = store.items[entry]!;
  const item = isLazy(value) ? settled(store, value) : value;
  if (old[at] === item) return fn;
  const operation = 16 + at;
  const known = recall(store, operation, fn, item);
  if (known !== UNSET) return known;
  const items = old.slice();
  items[at] = item;
  return remember(store, operation, fn, item, intern(store, store.kinds[entry]!, store.domains[entry]!, items));
}

function sequence(store: Store, value: Value, operator: string): readonly Value[] {
  if (isTuple(store, value)) return itemsOf(store, value);
  return failure(
    'tla/type-error',
    `${operator} takes a sequence, but got the ${kindText(store, value)} ${valueText(store, value)}`,
  );
}

const APPEND = 4;
const TAIL = 5;
const CONCATENATION = 6;

/** `Len(s)`; strings have a length in TLC too. */
export function length(store: Store, value: Value): Value {
  if (isTuple(store, value)) return store.items[value & INDEX]!.length;
  if (hasKind(store, value, Kind.String)) return textOf(store, value).length;
  return sequence(store, value, 'Len').length;
}

export function append(store: Store, value: Value, last: Value): Value {
  const known = recall(store, APPEND, value, last);
  if (known !== UNSET) return known;
  const items = sequence(store, value, 'Append').slice();
  items.push(last);
  return remember(store, APPEND, value, last, tuple(store, items));
}

export function head(store: Store, value: Value): Value {
  const items = sequence(store, value, 'Head');
  return items.length === 0 ? failure('tla/not-in-domain', 'Head of the empty sequence') : items[0]!;
}

export function tail(store: Store, value: Value): Value {
  const known = recall(store, TAIL, value, 0);
  if (known !== UNSET) return known;
  if (hasKind(store, value, Kind.String) && textOf(store, value) !== '') {
    return string(store, textOf(store, value).slice(1));
  }
  const items = sequence(store, value, 'Tail');
  if (items.length === 0) return failure('tla/not-in-domain', 'Tail of the empty sequence');
  return remember(store, TAIL, value, 0, tuple(store, items.slice(1)));
}

/** `a \o b`, on sequences and on strings. */
export function concatenation(store: Store, a: Value, b: Value): Value {
  if (isTuple(store, a) && isTuple(store, b)) {
    const known = recall(store, CONCATENATION, a, b);
    if (known !== UNSET) return known;
    return remember(store, CONCATENATION, a, b, tuple(store, [...itemsOf(store, a), ...itemsOf(store, b)]));
  }
  if (hasKind(store, a, Kind.String) && hasKind(store, b, Kind.String)) {
    return string(store, textOf(store, a) + textOf(store, b));
  }
  sequence(store, a, '"\\o"');
  sequence(store, b, '"\\o"');
  return EMPTY_TUPLE;
}

/** `SubSeq(s, from, to)` */
export function subsequence(store: Store, value: Value, from: Value, to: Value): Value {
  const text = hasKind(store, value, Kind.String) ? textOf(store, value) : null;
  const items = text === null ? sequence(store, value, 'SubSeq') : [];
  const size = text === null ? items.length : text.length;
  const first = numberOf(store, from);
  const last = numberOf(store, to);
  if (first === undefined || last === undefined) {
    return failure(
      'tla/type-error',
      `SubSeq takes integers, but got ${valueText(store, from)} and ${valueText(store, to)}`,
    );
  }
  if (first > last) return text === null ? EMPTY_TUPLE : string(store, '');
  if (first < 1 || last > size) {
    return failure(
      'tla/not-in-domain',
      `SubSeq from ${first} to ${last} of ${valueText(store, value)}, which has ${size} elements`,
    );
  }
  if (text !== null) return string(store, text.slice(first - 1, last));
  return tuple(store, items.slice(first - 1, last));
}

/** The items that `keep` holds for, in order. */
export function selectSequence(store: Store, value: Value, keep: (item: Value) => boolean): Value {
  return tuple(store, sequence(store, value, 'SelectSeq').filter(keep));
}

/** A sequence sorted by a strict order, as TLC's SortSeq: insertion sort, stable. */
export function sortSequence(store: Store, value: Value, before: (a: Value, b: Value) => boolean): Value {
  const items = sequence(store, value, 'SortSeq').slice();
  for (let i = 1; i < items.length; i++) {
    const item = items[i]!;
    let j = i;
    while (j > 0 && before(item, items[j - 1]!)) {
      items[j] = items[j - 1]!;
      j--;
    }
    items[j] = item;
  }
  return tuple(store, items);
}

/** The function with these arguments and values; the first of equal arguments wins. */
export function functionOf(store: Store, entries: readonly (readonly [Value, Value])[]): Value {
  const sorted = entries.map(([key, value]) => [isLazy(key) ? settled(store, key) : key, value] as const);
  // Stable: of equal arguments the first stays in front.
  sorted.sort((a, b) => compareValues(store, a[0], b[0]));
  const keys: Value[] = [];
  const values: Value[] = [];
  for (const [key, value] of sorted) {
    if (keys[keys.length - 1] === key) continue;
    keys.push(key);
    values.push(value);
  }
  return functionOn(store, setFromAscending(store, keys), values);
}

function setFromAscending(store: Store, keys: Value[]): Value {
  if (keys.length === 0) return EMPTY_SET;
  const low = numberOf(store, keys[0]!);
  const high = numberOf(store, keys[keys.length - 1]!);
  if (low !== undefined && high === low + keys.length - 1) return intern(store, Kind.Interval, 0, [low, high]);
  return intern(store, Kind.Set, 0, keys);
}

/** `f @@ g`: g extended by f, which wins where both are defined. */
export function override(store: Store, f: Value, g: Value): Value {
  if (!isFunction(store, f)) return notAFunction(store, f, '"@@"');
  if (!isFunction(store, g)) return notAFunction(store, g, '"@@"');
  return functionOf(store, [...entriesOf(store, f), ...entriesOf(store, g)]);
}

/** Arguments and values of a function, in the domain's order. */
export function entriesOf(store: Store, fn: Value): [Value, Value][] {
  return itemsOf(store, fn).map((value, i) => [keyAt(store, fn, i), value]);
}

/** `Permutations(S)`: the set of bijections of a set onto itself. */
export function permutationsOf(store: Store, set: Value): Value[] {
  const all = elements(store, set);
  if (all.length > 9) failure('tla/too-large', `Permutations of a set with ${all.length} elements`);
  const found: Value[] = [];
  const domain = all.length === 0 ? EMPTY_SET : setFromAscending(store, all.slice());
  const used = new Set<number>();
  const chosen: Value[] = [];
  const extend = (): void => {
    if (chosen.length === all.length) {
      found.push(functionOn(store, domain, chosen.slice()));
      return;
    }
    for (const value of all) {
      if (used.has(value)) continue;
      used.add(value);
      chosen.push(value);
      extend();
      chosen.pop();
      used.delete(value);
    }
  };
  extend();
  return found;
}
