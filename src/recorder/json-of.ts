import type { Json } from '../trace/json.ts';

const MAX_DEPTH = 64;

/**
 * Any value as JSON: a map is the list of its pairs, a set that of its members, and what says how it is written (`toJSON`, as a URL does) is
 * written so. What JSON cannot hold becomes text that says so, a circle is cut, and a getter that throws is told.
 */
export function jsonOf(value: unknown): Json {
  return convert(value, 0, new Set());
}

function convert(value: unknown, depth: number, above: Set<object>): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
      return String(value);
    case 'undefined':
      return null;
    case 'object':
      break;
    default:
      return `[${typeof value}]`;
  }
  if (value === null) return null;
  if (depth >= MAX_DEPTH || above.has(value)) return above.has(value) ? '[circular]' : '[too deep]';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  above.add(value);
  try {
    const list = listOf(value);
    if (list !== undefined) return list.map((one) => convert(one, depth + 1, above));
    if ('toJSON' in value && typeof value.toJSON === 'function') return convert(value.toJSON(), depth + 1, above);
    // No key may reach a prototype.
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([key, one]) => [key, convert(one, depth + 1, above)]),
    );
  } catch {
    return '[unreadable]';
  } finally {
    above.delete(value);
  }
}

function listOf(value: object): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return value instanceof Map || value instanceof Set ? [...value] : undefined;
}

/** What an agent reads of a value: text as it is, anything else as JSON. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(jsonOf(value)));

/** What a text of JSON holds; a text that is none, and what is no text, as it is. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
