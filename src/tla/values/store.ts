import { failure } from './failure.ts';
import { createShapeTable, type ShapeTable } from './shape-table.ts';

/**
 * A value is one 32-bit integer:
 *
 * - an integer n with -2^30 <= n < 2^30 is itself;
 * - `HEAP + i` is entry i of the store: booleans, strings, model values, larger integers, sets, tuples, functions;
 * - `-HEAP - 1 - i` is entry i of the lazy sets (`SUBSET S`, `[S -> T]`, `Nat` …), which never stand inside another value if they can be
 *   enumerated;
 * - {@link UNSET} is no value: a variable that is not assigned yet, a local that is not evaluated yet.
 *
 * Entries are interned in normal form, so that equal values are equal integers.
 */
export type Value = number;

export const HEAP = 0x40000000;
export const INDEX = 0x3fffffff;
export const UNSET = -0x80000000;
export const FALSE: Value = HEAP + 0;
export const TRUE: Value = HEAP + 1;
export const EMPTY_SET: Value = HEAP + 2;
export const EMPTY_TUPLE: Value = HEAP + 3;

/** Kinds of stored values. */
export const Kind = {
  Boolean: 0,
  String: 1,
  Model: 2,
  /** An integer outside the range that stands for itself; `items[0]` is the number. */
  Integer: 3,
  /** Finite set; `items` in ascending order, never a run of consecutive integers. */
  Set: 4,
  /** Non-empty set of consecutive integers; `items` is `[low, high]`, as numbers. */
  Interval: 5,
  /** Function on 1..n; `items` are its values. */
  Tuple: 6,
  /** Any other function, records included; `domains` is its domain, `items` its values in the domain's order. */
  Function: 7,
  /**
   * A function on a set that cannot be listed, as `[n \in Nat |-> n + 1]`; `domains` is the set. Each is a value of its own: TLC does not
   * compare such functions either.
   */
  Rule: 8,
} as const;

/** Kinds of lazy sets, with what stands in `items`. */
export const Lazy = {
  Naturals: 0,
  Integers: 1,
  Strings: 2,
  /** `SUBSET items[0]` */
  Powerset: 3,
  /** `[items[0] -> items[1]]` */
  Functions: 4,
  /** `[f1: S1, …]`; `items[0]` is the set of names, then the sets in its order. */
  Records: 5,
  /** `S1 \X S2 \X …` */
  Product: 6,
  /** `Seq(items[0])` */
  Sequences: 7,
  /** `items[0] \cup items[1]`, one of them lazy. */
  Union: 8,
  /** `items[0] \cap items[1]` */
  Intersection: 9,
  /** `items[0] \ items[1]` */
  Difference: 10,
  /** `UNION items[0]`, some member not enumerable */
  BigUnion: 11,
  /** `Any` of module TLC: every value. */
  Any: 12,
  /** `{x \in items[0] : …}` of a set that cannot be listed; `items[1]` is the number of its condition. */
  Filter: 13,
} as const;

/** Largest number of elements that an enumerated set may have; more end in `tla/too-large`. TLC's `-maxSetSize`. */
export const MAX_SET_SIZE = 1_000_000;

/** All values of a model and its variants. Created by {@link createStore}; fields are read by the value functions only. */
export interface Store {
  readonly kinds: number[];
  readonly items: (readonly number[])[];
  readonly domains: number[];
  readonly hashes: number[];
  /** Text of strings and names of model values, by entry. */
  readonly texts: Map<number, string>;
  readonly strings: Map<string, Value>;
  readonly models: Map<string, Value>;
  table: Int32Array;
  readonly lazyKinds: number[];
  readonly lazyItems: (readonly number[])[];
  readonly lazyIndex: Map<string, Value>;
  /** Enumerated form of lazy sets, by entry. */
  readonly lazySets: Map<number, Value>;
  /** Elements of intervals that were listed, by entry. */
  readonly intervals: Map<number, readonly Value[]>;
  /** Positions of the elements of larger domains, by the domain's entry. */
  readonly positions: Map<number, Map<Value, number>>;
  /** What functions of kind {@link Kind.Rule} give for an argument, by entry. */
  readonly rules: Map<number, (argument: Value) => Value>;
  /** Arguments that `EXCEPT` names in functions given by a rule, by position. */
  readonly ruleArguments: Value[];
  /** Conditions of {@link Lazy.Filter}. */
  readonly conditions: ((value: Value) => boolean)[];
  /** What the values are made of; see `shapes.ts`. */
  readonly shapes: ShapeTable;
  /** Direct-mapped cache of binary operations: operation, operands, result. */
  readonly cache: Int32Array;
}

const CACHE_SIZE = 1 << 14;

export function createStore(): Store {
  const store: Store = {
    kinds: [],
    items: [],
    domains: [],
    hashes: [],
    texts: new Map(),
    strings: new Map(),
    models: new Map(),
    table: new Int32Array(1 << 12),
    lazyKinds: [],
    lazyItems: [],
    lazyIndex: new Map(),
    lazySets: new Map(),
    intervals: new Map(),
    positions: new Map(),
    rules: new Map(),
    ruleArguments: [],
    conditions: [],
    shapes: createShapeTable(),
    cache: new Int32Array(CACHE_SIZE * 4),
  };
  intern(store, Kind.Boolean, 0, [0]);
  intern(store, Kind.Boolean, 0, [1]);
  intern(store, Kind.Set, 0, []);
  intern(store, Kind.Tuple, 0, []);
  return store;
}

function hashItems(kind: number, domain: number, items: readonly number[]): number {
  let hash = Math.imul(kind + 1, 0x9e3779b1) ^ Math.imul(domain, 0x85ebca6b);
  for (let i = 0; i < items.length; i++) {
    hash = Math.imul(hash ^ items[i]!, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash | 0;
}

/** The one value with this content; `items` is kept, not copied. */
export function intern(store: Store, kind: number, domain: number, items: readonly number[]): Value {
  const hash = hashItems(kind, domain, items);
  const { kinds, hashes, domains } = store;
  let table = store.table;
  let mask = table.length - 1;
  let slot = hash & mask;
  for (;;) {
    const entry = table[slot]!;
    if (entry === 0) break;
    const index = entry - 1;
    if (hashes[index] === hash && kinds[index] === kind && domains[index] === domain) {
      const known = store.items[index]!;
      let i = known.length;
      if (i === items.length) {
        while (i > 0 && known[i - 1] === items[i - 1]) i--;
        if (i === 0) return HEAP + index;
      }
    }
    slot = (slot + 1) & mask;
  }
  const index = kinds.length;
  if (index >= INDEX) failure('tla/too-large', 'the model has too many different values');
  kinds.push(kind);
  store.items.push(items);
  domains.push(domain);
  hashes.push(hash);
  if (index * 2 >= table.length) {
    table = new Int32Array(table.length * 2);
    mask = table.length - 1;
    for (let i = 0; i <= index; i++) {
      slot = hashes[i]! & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = i + 1;
    }
    store.table = table;
  } else {
    table[slot] = index + 1;
  }
  return HEAP + index;
}

/** Interns a lazy set; the caller has made sure that it is not simply enumerable as something smaller. */
export function internLazy(store: Store, kind: number, items: readonly number[]): Value {
  const key = `${kind}:${items.join(',')}`;
  const known = store.lazyIndex.get(key);
  if (known !== undefined) return known;
  const value = -HEAP - 1 - store.lazyKinds.length;
  store.lazyKinds.push(kind);
  store.lazyItems.push(items);
  store.lazyIndex.set(key, value);
  return value;
}

export const isInteger = (value: Value): boolean => value < HEAP && value >= -HEAP;
export const isLazy = (value: Value): boolean => value < -HEAP;
export const lazyEntry = (value: Value): number => -HEAP - 1 - value;

/** What makes up a stored value; see {@link Kind}. Only for values that {@link isInteger} and {@link isLazy} deny. */
export const itemsOf = (store: Store, value: Value): readonly number[] => store.items[value & INDEX]!;

/** Whether the value is stored and of this kind. */
export const hasKind = (store: Store, value: Value, kind: number): boolean =>
  value >= HEAP && store.kinds[value & INDEX] === kind;

export const boolean = (value: boolean): Value => (value ? TRUE : FALSE);

/** The string; strings are ordered by first use, as TLC orders them by first appearance. */
export function string(store: Store, text: string): Value {
  const known = store.strings.get(text);
  if (known !== undefined) return known;
  const value = intern(store, Kind.String, 0, [store.kinds.length]);
  store.strings.set(text, value);
  store.texts.set(value & INDEX, text);
  return value;
}

/** The model value of that name. */
export function modelValue(store: Store, name: string): Value {
  const known = store.models.get(name);
  if (known !== undefined) return known;
  const value = intern(store, Kind.Model, 0, [store.kinds.length]);
  store.models.set(name, value);
  store.texts.set(value & INDEX, name);
  return value;
}

/** Text of a string, name of a model value. */
export const textOf = (store: Store, value: Value): string => store.texts.get(value & INDEX) ?? '';

/** The integer, which must be one of TLC's: 32 bits. */
export function integer(store: Store, value: number): Value {
  if (value >= -HEAP && value < HEAP) return value;
  if (value < -0x80000000 || value > 0x7fffffff) {
    failure('tla/overflow', `the integer ${value} does not fit into 32 bits`);
  }
  return intern(store, Kind.Integer, 0, [value]);
}

/** The number that a value is, or undefined if it is no integer. */
export function numberOf(store: Store, value: Value): number | undefined {
  if (value < HEAP && value >= -HEAP) return value;
  return hasKind(store, value, Kind.Integer) ? itemsOf(store, value)[0] : undefined;
}

const CACHE_MASK = CACHE_SIZE - 1;

/** Where the result of an operation is kept, if it is; see {@link remember}. */
export function recall(store: Store, operation: number, a: Value, b: Value): Value {
  const cache = store.cache;
  const at = ((Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(operation, 0xc2b2ae35)) >>> 18) << 2;
  return cache[at] === operation && cache[at + 1] === a && cache[at + 2] === b ? cache[at + 3]! : UNSET;
}

/** Keeps the result of a pure operation on two values; `operation` is not 0. */
export function remember(store: Store, operation: number, a: Value, b: Value, result: Value): Value {
  const cache = store.cache;
  const at =
    (((Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(operation, 0xc2b2ae35)) >>> 18) & CACHE_MASK) <<
    2;
  cache[at] = operation;
  cache[at + 1] = a;
  cache[at + 2] = b;
  cache[at + 3] = result;
  return result;
}
