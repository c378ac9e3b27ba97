import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from '../trace/json.ts';
import { tryParseJson } from '../trace/json-text.ts';

// Reading fields of values that may be anything: own properties only, and the wrong type is the same as none.

export const field = (value: unknown, key: string): Json | undefined => ownValue(value, key) as Json | undefined;

/** The value down a path of keys. */
export function fieldAt(value: unknown, ...path: readonly string[]): Json | undefined {
  let current: unknown = value;
  for (const key of path) current = ownValue(current, key);
  return current as Json | undefined;
}

export function stringField(value: unknown, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const found = ownValue(value, key);
    if (typeof found === 'string') return found;
  }
  return undefined;
}

/** A string that is not empty: ids and names. */
export function nameField(value: unknown, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const found = ownValue(value, key);
    if (typeof found === 'string' && found !== '') return found;
  }
  return undefined;
}

export function numberField(value: unknown, key: string): number | undefined {
  const found = ownValue(value, key);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

export function booleanField(value: unknown, key: string): boolean | undefined {
  const found = ownValue(value, key);
  return typeof found === 'boolean' ? found : undefined;
}

export function arrayField(value: unknown, ...keys: readonly string[]): readonly Json[] | undefined {
  for (const key of keys) {
    const found = field(value, key);
    if (isJsonArray(found)) return found;
  }
  return undefined;
}

export function objectField(value: unknown, ...keys: readonly string[]): JsonObject | undefined {
  for (const key of keys) {
    const found = ownValue(value, key);
    if (isJsonObject(found)) return found;
  }
  return undefined;
}

/** A value that some programs write as it is and others as a string of JSON. */
export function maybeJson(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value;
  const parsed = tryParseJson(value);
  return parsed === undefined ? value : parsed;
}

/** Milliseconds of an ISO 8601 time with a zone, or `undefined`. Local times depend on the machine and are refused. */
export function isoTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/.test(value))
    return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** The text of a value as it would enter the context: strings as they are, everything else as JSON. */
export function asText(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The text of content that is a string, or a list of blocks with `text` (or `content`, as AgentDojo has it); other blocks have none. */
export function contentText(content: Json | undefined): string | undefined {
  if (typeof content === 'string') return content;
  if (isJsonObject(content)) return stringField(content, 'text', 'content');
  if (!Array.isArray(content)) return undefined;
  const texts = (content as readonly Json[]).map((block) =>
    typeof block === 'string' ? block : stringField(block, 'text', 'content'),
  );
  const present = texts.filter((text) => text !== undefined);
  return present.length === 0 ? undefined : present.join('\n');
}
