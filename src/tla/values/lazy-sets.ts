import { isSet, notASet } from './listed-sets.ts';
import { setOf } from './sets.ts';
import { FALSE, internLazy, Lazy, type Store, TRUE, type Value } from './store.ts';

/** `Nat` */
export const naturals = (store: Store): Value => internLazy(store, Lazy.Naturals, []);
/** `Int` */
export const integers = (store: Store): Value => internLazy(store, Lazy.Integers, []);
/** `STRING` */
export const strings = (store: Store): Value => internLazy(store, Lazy.Strings, []);
/** `Any` of module TLC */
export const anything = (store: Store): Value => internLazy(store, Lazy.Any, []);

/** `SUBSET set` */
export function powerset(store: Store, set: Value): Value {
  return isSet(store, set) ? internLazy(store, Lazy.Powerset, [set]) : notASet(store, set);
}

/** `[domain -> range]` */
export function functionSet(store: Store, domain: Value, range: Value): Value {
  if (!isSet(store, domain)) return notASet(store, domain);
  if (!isSet(store, range)) return notASet(store, range);
  return internLazy(store, Lazy.Functions, [domain, range]);
}

/** `[f1: S1, …]`; `names` is the set of the field names, `sets` in its order. */
export function recordSet(store: Store, names: Value, sets: readonly Value[]): Value {
  for (const set of sets) if (!isSet(store, set)) return notASet(store, set);
  return internLazy(store, Lazy.Records, [names, ...sets]);
}

/** `S1 \X S2 \X …` */
export function product(store: Store, sets: readonly Value[]): Value {
  for (const set of sets) if (!isSet(store, set)) return notASet(store, set);
  return internLazy(store, Lazy.Product, [...sets]);
}

/** `Seq(set)` */
export function sequences(store: Store, set: Value): Value {
  return isSet(store, set) ? internLazy(store, Lazy.Sequences, [set]) : notASet(store, set);
}

/** `BOOLEAN` */
export const booleans = (store: Store): Value => setOf(store, [FALSE, TRUE]);
