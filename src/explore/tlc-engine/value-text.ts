import type { Json } from '../../trace/json.ts';

const MAX_DEPTH = 200;
const MAX_INTERVAL = 100_000;

/** A value, and where its text ended. */
export interface ReadValue {
  readonly value: Json;
  readonly end: number;
}

const SPACE = /[ \t\n]*/y;
const INTEGER = /-?\d+/y;
const NAME = /[A-Za-z0-9_]*[A-Za-z][A-Za-z0-9_]*/y;
const STRING = /"(?:[^"\\\n]|\\[\\"tnfr])*"/y;

/** Sets that TLC prints by their names, unlike model values. */
const UNBOUNDED: ReadonlySet<string> = new Set(['Nat', 'Int', 'Real', 'STRING', 'SUBSET', 'UNION', 'Seq']);

interface Reader {
  readonly text: string;
  at: number;
}

/** What a value reader gives up with: the text is no value that TLC writes out in full. */
const NOT_A_VALUE = Symbol('not a value');

function skip(reader: Reader): void {
  SPACE.lastIndex = reader.at;
  SPACE.test(reader.text);
  reader.at = SPACE.lastIndex;
}

function match(reader: Reader, pattern: RegExp): string | undefined {
  skip(reader);
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

function take(reader: Reader, token: string): boolean {
  skip(reader);
  if (!reader.text.startsWith(token, reader.at)) return false;
  reader.at += token.length;
  return true;
}

function need(reader: Reader, token: string): void {
  if (!take(reader, token)) throw NOT_A_VALUE;
}

const integer = (text: string): Json => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : { '#bigint': text };
};

function unescaped(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/g, (_, escaped: string) => {
    switch (escaped) {
      case 't':
        return '\t';
      case 'n':
        return '\n';
      case 'f':
        return '\f';
      case 'r':
        return '\r';
      default:
        return escaped;
    }
  });
}

function list(reader: Reader, close: string, depth: number): Json[] {
  const items: Json[] = [];
  if (take(reader, close)) return items;
  do items.push(value(reader, depth + 1));
  while (take(reader, ','));
  need(reader, close);
  return items;
}

/** Own properties, whatever their names: `__proto__` is a field like any other. */
const record = (fields: readonly (readonly [string, Json])[]): Json => Object.fromEntries(fields);

function recordFields(reader: Reader, depth: number): Json {
  const fields: [string, Json][] = [];
  do {
    const name = match(reader, NAME);
    if (name === undefined) throw NOT_A_VALUE;
    need(reader, '|->');
    fields.push([name, value(reader, depth + 1)]);
  } while (take(reader, ','));
  need(reader, ']');
  return record(fields);
}

function functionPairs(reader: Reader, depth: number): Json {
  const pairs: [Json, Json][] = [];
  do {
    const key = value(reader, depth + 1);
    need(reader, ':>');
    pairs.push([key, value(reader, depth + 1)]);
  } while (take(reader, '@@'));
  need(reader, ')');
  if (pairs.every((pair): pair is [string, Json] => typeof pair[0] === 'string')) return record(pairs);
  return { '#map': pairs };
}

function interval(from: string, to: string): Json {
  const low = Number(from);
  const high = Number(to);
  if (high - low >= MAX_INTERVAL) throw NOT_A_VALUE;
  return { '#set': Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => low + i) };
}

function value(reader: Reader, depth: number): Json {
  if (depth > MAX_DEPTH) throw NOT_A_VALUE;
  if (take(reader, '<<')) return list(reader, '>>', depth);
  if (take(reader, '{')) return { '#set': list(reader, '}', depth) };
  if (take(reader, '[')) return recordFields(reader, depth);
  if (take(reader, '(')) return functionPairs(reader, depth);
  const string = match(reader, STRING);
  if (string !== undefined) return unescaped(string);
  const name = match(reader, NAME);
  if (name === 'TRUE') return true;
  if (name === 'FALSE') return false;
  if (name !== undefined && UNBOUNDED.has(name)) throw NOT_A_VALUE;
  // A model value: ITF has no form for it, and the name is what the rest of the house writes.
  if (name !== undefined) return name;
  const number = match(reader, INTEGER);
  if (number === undefined) throw NOT_A_VALUE;
  if (!take(reader, '..')) return integer(number);
  const high = match(reader, INTEGER);
  if (high === undefined) throw NOT_A_VALUE;
  return interval(number, high);
}

/**
 * Reads a value as TLC prints it, in ITF encoding: sequences and tuples are lists, functions on strings are objects, other functions
 * `#map`, sets `#set`, integers past 2^53 `#bigint`, model values strings. Undefined if the text at `from` is no value that is written out
 * in full.
 */
export function readValue(text: string, from = 0): ReadValue | undefined {
  const reader: Reader = { text, at: from };
  try {
    const read = value(reader, 0);
    skip(reader);
    return { value: read, end: reader.at };
  } catch (thrown) {
    if (thrown === NOT_A_VALUE) return undefined;
    throw thrown;
  }
}
