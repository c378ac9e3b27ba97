import type { Json } from '../trace/json.ts';
import { tryParseJson } from '../trace/json-text.ts';

const MAX_DEPTH = 64;

/**
 * Any value as JSON: a map is the list of its pairs, a set that of its members, and what says how it is written (`toJSON`, as a URL does) is
 * written so; bytes are their list. What JSON cannot hold becomes text that says so, a circle is cut, and a getter that throws is told.
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
  above.add(value);
  try {
    const inner = (one: unknown): Json => convert(one, depth + 1, above);
    const list = listOf(value);
    // Holes are members like others.
    if (list !== undefined) return Array.from(list, inner);
    const text = writtenAs(value);
    if (text !== undefined) return text;
    if ('toJSON' in value && typeof value.toJSON === 'function') return inner(value.toJSON());
    const said = isError(value) ? [['name', value.name] as const, ['message', value.message] as const] : [];
    // No key may reach a prototype.
    return Object.fromEntries(
      [...said, ...Object.entries(value)].filter(([, one]) => one !== undefined).map(([key, one]) => [key, inner(one)]),
    );
  } catch {
    return '[unreadable]';
  } finally {
    above.delete(value);
  }
}

/** The kind of an object, whatever realm made it: test runners have several, and `instanceof` knows those of one. */
const kindOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

/** Whether a value is an error; of any realm, with what is not listed among its keys. */
export const isError = (value: unknown): value is { readonly name: string; readonly message: string } =>
  typeof value === 'object' && value !== null && (value instanceof Error || kindOf(value) === 'Error');

function listOf(value: object): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value)) return [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)];
  const kind = kindOf(value);
  return kind === 'Map' || kind === 'Set' ? [...(value as Iterable<unknown>)] : undefined;
}

function writtenAs(value: object): string | undefined {
  const kind = kindOf(value);
  if (kind === 'RegExp') return String(value);
  if (kind !== 'Date') return undefined;
  const time = Number(value);
  return Number.isNaN(time) ? 'Invalid Date' : new Date(time).toISOString();
}

/** What an agent reads of a value: text as it is, anything else as JSON. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(jsonOf(value)));

/** What a text of JSON holds, as recordings are read; a text that is none, and what is no text, as it is. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const found = tryParseJson(value);
  return found === undefined ? value : found;
}
