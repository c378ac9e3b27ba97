/** A JSON value. Keys named `__proto__` are data like any other: read them with {@link ownValue}. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a JSON value is a list; `Array.isArray` would forget what it is a list of. */
export const isJsonArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The own property `key` of an object; never one that it inherits. */
export function ownValue(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
