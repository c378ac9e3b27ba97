import { isJsonObject, type Json, type JsonObject } from '../../trace/json.ts';

const MAX_ITEMS = 60;

const MAX_DEPTH = 40;

/** An object as a record keeps it. */
export const bounded = (value: JsonObject): JsonObject => boundedValue(value, 0) as JsonObject;

/** Long lists are cut in the middle: their start says what they hold, their end what happened last. */
export function boundedValue(value: Json, depth: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  // Deeper than redaction looks, so nothing is lost that would be shown.
  if (depth > MAX_DEPTH) return '…';
  if (Array.isArray(value)) {
    const items: readonly Json[] =
      value.length <= MAX_ITEMS
        ? value
        : [...value.slice(0, MAX_ITEMS / 2), '…', ...value.slice(value.length - MAX_ITEMS / 2 + 1)];
    return items.map((item) => boundedValue(item, depth + 1));
  }
  if (!isJsonObject(value)) return value;
  const copy: { [key: string]: Json } = Object.create(null);
  const keys = Object.keys(value);
  for (const key of keys.slice(0, MAX_ITEMS * 4)) copy[key] = boundedValue(value[key] as Json, depth + 1);
  return copy;
}
