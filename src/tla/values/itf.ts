import type { Result } from '../../diagnostics/diagnostic.ts';
import { fail, ok } from '../../diagnostics/diagnostic.ts';
import type { Json, JsonObject } from '../../trace/json.ts';
import { EvaluationFailure } from './failure.ts';
import { entriesOf, functionOf } from './functions.ts';
import { elements, setOf, tuple } from './sets.ts';
import {
  boolean,
  hasKind,
  INDEX,
  integer,
  isInteger,
  isLazy,
  itemsOf,
  Kind,
  type Store,
  string,
  TRUE,
  textOf,
  type Value,
} from './store.ts';
import { valueText } from './text.ts';

/**
 * A value in the Informal Trace Format: integers and strings as they are, sets as `{"#set": […]}`, sequences and tuples as lists, records as
 * objects, other functions as `{"#map": [[argument, value], …]}`. A model value is written as its name, a set without end as
 * `{"#unserializable": "Nat"}`.
 */
export function toItf(store: Store, value: Value): Json {
  if (isInteger(value)) return value;
  if (isLazy(value)) return { '#unserializable': valueText(store, value) };
  const items = itemsOf(store, value);
  switch (store.kinds[value & INDEX]) {
    case Kind.Boolean:
      return value === TRUE;
    case Kind.String:
    case Kind.Model:
      return textOf(store, value);
    case Kind.Integer:
      return items[0]!;
    case Kind.Set:
    case Kind.Interval:
      return { '#set': elements(store, value).map((item) => toItf(store, item)) };
    case Kind.Rule:
      return { '#unserializable': valueText(store, value) };
    case Kind.Tuple:
      return items.map((item) => toItf(store, item));
    default: {
      const entries = entriesOf(store, value);
      if (entries.every(([key]) => hasKind(store, key, Kind.String))) {
        return recordOf(entries.map(([key, item]) => [textOf(store, key), toItf(store, item)]));
      }
      return { '#map': entries.map(([key, item]) => [toItf(store, key), toItf(store, item)]) };
    }
  }
}

/** An object with exactly these own properties, whatever their names (`__proto__` is a name like any other). */
export function recordOf(entries: readonly (readonly [string, Json])[]): JsonObject {
  const object: { [key: string]: Json } = {};
  for (const [key, value] of entries) {
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return object;
}

const MAX_DEPTH = 100;

/** How plain JSON lists are read: sequences (as ITF has it), or sets (as a configuration would have them). */
export type Lists = 'sequences' | 'sets';

/**
 * The value that JSON stands for: ITF, where a string that names a model value of the model (`models`) is that model value, and any other
 * string a string. Fractions, null and nesting past 100 levels are refused.
 */
export function fromItf(store: Store, json: Json, lists: Lists, models: ReadonlySet<string>): Result<Value> {
  try {
    return ok(read(json, 0));
  } catch (error) {
    if (!(error instanceof EvaluationFailure)) throw error;
    return fail({ code: error.code, message: error.message });
  }
  function read(json: Json, depth: number): Value {
    if (depth > MAX_DEPTH)
      throw new EvaluationFailure('tla/too-deep', `the value nests deeper than ${MAX_DEPTH} levels`);
    if (typeof json === 'boolean') return boolean(json);
    if (typeof json === 'string') return (models.has(json) ? store.models.get(json) : undefined) ?? string(store, json);
    if (typeof json === 'number') {
      if (!Number.isInteger(json)) throw new EvaluationFailure('tla/type-error', `${json} is not an integer`);
      return integer(store, json + 0);
    }
    if (json === null) throw new EvaluationFailure('tla/type-error', 'null is no TLA+ value');
    if (Array.isArray(json)) {
      const items = json.map((item) => read(item, depth + 1));
      return lists === 'sets' ? setOf(store, items) : tuple(store, items);
    }
    const object = json as JsonObject;
    const keys = Object.keys(object);
    const only = keys.length === 1 ? keys[0]! : '';
    const inner = only === '' ? undefined : object[only];
    if (only === '#bigint' && typeof inner === 'string' && /^-?\d{1,12}$/.test(inner))
      return integer(store, Number(inner));
    if (only === '#set' && Array.isArray(inner))
      return setOf(
        store,
        inner.map((item) => read(item, depth + 1)),
      );
    if (only === '#tup' && Array.isArray(inner))
      return tuple(
        store,
        inner.map((item) => read(item, depth + 1)),
      );
    if (only === '#map' && Array.isArray(inner)) {
      return functionOf(
        store,
        inner.map((pair) => {
          if (!Array.isArray(pair) || pair.length !== 2) {
            throw new EvaluationFailure('tla/type-error', 'a "#map" holds pairs of argument and value');
          }
          return [read(pair[0]!, depth + 1), read(pair[1]!, depth + 1)] as const;
        }),
      );
    }
    return functionOf(
      store,
      keys.map((key) => [string(store, key), read(object[key]!, depth + 1)] as const),
    );
  }
}
