import type { Json } from '../trace/json.ts';
import { isWideNumber } from '../trace/wide-number.ts';

/** Deeper values are kept as the text that they are. */
const MAX_DEPTH = 64;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['a', '\x07'],
  ['0', '\0'],
  ['\n', ''],
]);
const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

/**
 * The value of a dictionary as Python prints it (https://docs.python.org/3/library/functions.html#repr): LangChain records the arguments of its tools
 * so. `undefined` for whatever is not one, through and through: an object of a class has no value here.
 */
export function pythonDictionary(text: string): Json | undefined {
  if (!text.startsWith('{')) return undefined;
  const reader = { text, at: 0 };
  const value = readValue(reader, 0);
  skipSpace(reader);
  return reader.at === text.length ? value : undefined;
}

interface Reader {
  readonly text: string;
  at: number;
}

function match(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

const skipSpace = (reader: Reader): void => {
  match(reader, /\s+/y);
};

function take(reader: Reader, token: string): boolean {
  skipSpace(reader);
  if (!reader.text.startsWith(token, reader.at)) return false;
  reader.at += token.length;
  return true;
}

function readValue(reader: Reader, depth: number): Json | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (take(reader, '{')) return readDictionary(reader, depth);
  if (take(reader, '[')) return readList(reader, ']', depth);
  if (take(reader, '(')) return readList(reader, ')', depth);
  skipSpace(reader);
  const string = readString(reader);
  if (string !== undefined) return string;
  const number = match(reader, /-?\d+(\.\d+)?(e[+-]?\d+)?(?![\w.])/iy);
  // A number that a double cannot hold stays the text of its digits.
  if (number !== undefined) return isWideNumber(number) ? number : Number(number);
  const word = match(reader, /(True|False|None)(?!\w)/y);
  return word === undefined ? undefined : WORDS.get(word);
}

function readDictionary(reader: Reader, depth: number): Json | undefined {
  const entries: [string, Json][] = [];
  while (!take(reader, '}')) {
    skipSpace(reader);
    const key = readString(reader);
    if (key === undefined || !take(reader, ':')) return undefined;
    const value = readValue(reader, depth + 1);
    if (value === undefined) return undefined;
    entries.push([key, value]);
    if (take(reader, '}')) break;
    if (!take(reader, ',')) return undefined;
  }
  // fromEntries defines its keys as data, so that one named __proto__ stays one.
  return Object.fromEntries(entries);
}

function readList(reader: Reader, end: string, depth: number): Json | undefined {
  const values: Json[] = [];
  while (!take(reader, end)) {
    const value = readValue(reader, depth + 1);
    if (value === undefined) return undefined;
    values.push(value);
    if (take(reader, end)) return values;
    if (!take(reader, ',')) return undefined;
  }
  return values;
}

function readString(reader: Reader): string | undefined {
  const quote = match(reader, /['"]/y);
  if (quote === undefined) return undefined;
  let value = '';
  while (reader.at < reader.text.length) {
    const character = reader.text[reader.at++]!;
    if (character === quote) return value;
    if (character !== '\\') {
      value += character;
      continue;
    }
    const code = match(reader, /x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}/y);
    if (code === undefined) {
      const escaped = reader.text[reader.at++] ?? '';
      value += ESCAPES.get(escaped) ?? (/['"\\]/.test(escaped) ? escaped : `\\${escaped}`);
    } else {
      const point = Number.parseInt(code.slice(1), 16);
      if (point > 0x10_ff_ff) return undefined;
      value += String.fromCodePoint(point);
    }
  }
  return undefined;
}
