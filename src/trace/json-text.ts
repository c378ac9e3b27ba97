import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { printable } from '../diagnostics/printable.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import { isJsonArray, type Json } from './json.ts';
import { maskedLine, toldName } from './told-value.ts';
import type { TraceCode } from './trace-code.ts';
import { isWideNumber } from './wide-number.ts';

/** How deep arrays and objects of a trace may nest; recorded traces stay under fifty. */
export const MAX_DEPTH = 1000;

/** How deep a foreign recording may nest: less, so that an event with a value of it inside can always be written and read back. */
export const MAX_FOREIGN_DEPTH = 500;

/** Where a JSON text stands in its file: `line` is the number of its first line. */
export interface TextPlace {
  readonly file: string;
  readonly line?: number;
}

/** A stretch of a text in UTF-16 code units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

interface Scan {
  /** The first thing that is not JSON. */
  readonly problem?: { readonly offset: number; readonly message: string; readonly expected: string };
  readonly found?: Range;
}

/**
 * The value of a JSON text (RFC 8259), or what is wrong with it and where. The position does not depend on the engine's own message, which
 * differs between releases. Nesting deeper than `maxDepth` is refused, so that whoever walks the value may recurse.
 *
 * A key that stands twice in an object is refused, because readers differ in which of the two they take (RFC 8259, section 4). A number that a double
 * cannot hold (a whole number of many digits, one without bounds) is kept as the string of its digits: two that differ must not become one (section 6).
 */
export function parseJson(text: string, place: TextPlace, maxDepth = MAX_DEPTH): Result<Json, Diagnostic<TraceCode>> {
  const { tooDeep: deep, ...found } = survey(text, maxDepth);
  if (deep !== undefined) {
    return fail(
      diagnosticAt(text, place, deep, {
        code: 'trace/too-deep',
        message: `arrays and objects nest more than ${maxDepth} deep`,
        expected: `nesting of at most ${maxDepth}`,
      }),
    );
  }
  try {
    const value = parsed(text, found);
    if (value !== undefined) return ok(value);
    const { key, offset } = firstRepeatedKey(text)!;
    return fail(
      diagnosticAt(
        text,
        place,
        offset,
        {
          code: 'trace/repeated-key',
          message: `the key${toldName(key, [])} stands twice in one object`,
          expected: 'each key once: readers differ in which of the two they take',
        },
        endOfString(text, offset) + 1,
      ),
    );
  } catch {
    const { problem } = scanJson(text, undefined, undefined);
    return fail(
      diagnosticAt(text, place, problem?.offset ?? 0, {
        code: 'trace/not-json',
        message: problem?.message ?? 'not JSON',
        expected: problem?.expected ?? 'a JSON value',
      }),
    );
  }
}

/** As {@link parseJson}, or `undefined` where that fails. For strings inside a record, such as arguments. */
export function tryParseJson(text: string): Json | undefined {
  const { tooDeep, ...found } = survey(text, MAX_FOREIGN_DEPTH);
  if (tooDeep !== undefined) return undefined;
  try {
    return parsed(text, found);
  } catch {
    return undefined;
  }
}

/** Where the value at `path` stands in a JSON text; with `key`, where that key of the object at `path` stands. */
export function locateInJson(text: string, path: readonly (string | number)[], key?: string): Range | undefined {
  return scanJson(text, path, key).found;
}

/** A diagnostic with the position of `offset` in `text` and its line, values masked. */
export function diagnosticAt<Code extends string>(
  text: string,
  place: TextPlace,
  start: number,
  diagnostic: Diagnostic<Code>,
  end?: number,
): Diagnostic<Code> {
  const source = sourceText(place.file, text);
  const span = source.span(start, end);
  const shift = (place.line ?? 1) - 1;
  const moved = { ...span, start: { ...span.start, line: span.start.line + shift } };
  return {
    ...diagnostic,
    at: span.end === undefined ? moved : { ...moved, end: { ...span.end, line: span.end.line + shift } },
    lineText: maskedLine(source.line(span.start.line)),
  };
}

interface Survey {
  /** Offset of the first bracket that nests deeper than is allowed. */
  readonly tooDeep?: number;
  /** Members of all objects, a repeated key counted each time. */
  readonly members: number;
  /** Numbers that a double cannot hold, by where they stand. */
  readonly wide: readonly Range[];
}

/** What a parser does not tell, from one pass over the text before any parser sees it. */
function survey(text: string, maxDepth: number): Survey {
  let depth = 0;
  let members = 0;
  const wide: Range[] = [];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    switch (code) {
      case 0x22: {
        i = endOfString(text, i);
        if (i < 0) return { members, wide };
        break;
      }
      case 0x3a:
        members++;
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > maxDepth) return { tooDeep: i, members, wide };
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
      default:
        if (code >= 0x30 && code <= 0x39) {
          const end = endOfNumber(text, i);
          if (end - i > 4 && isWideNumber(text.slice(i, end))) {
            wide.push({ start: text.charCodeAt(i - 1) === 0x2d ? i - 1 : i, end });
          }
          i = end - 1;
        }
    }
  }
  return { members, wide };
}

/** Offset behind the digits, signs and letters of a number that begins at `start`. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    const inNumber = (code >= 0x30 && code <= 0x39) || code === 0x2e || (code | 0x20) === 0x65 || code === 0x2b;
    if (!inNumber && code !== 0x2d) break;
  }
  return end;
}

/** The value, wide numbers as strings; undefined where a key is repeated. Throws what `JSON.parse` throws. */
function parsed(text: string, { members, wide }: Pick<Survey, 'members' | 'wide'>): Json | undefined {
  const value = JSON.parse(text) as Json;
  if (members !== membersOf(value)) return undefined;
  if (wide.length === 0) return value;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of wide) {
    parts.push(text.slice(from, start), '"', text.slice(start, end), '"');
    from = end;
  }
  return JSON.parse(`${parts.join('')}${text.slice(from)}`) as Json;
}

function membersOf(root: Json): number {
  let members = 0;
  const work: Json[] = [root];
  for (let value = work.pop(); value !== undefined; value = work.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const inner = isJsonArray(value) ? value : Object.values(value);
    if (!Array.isArray(value)) members += inner.length;
    for (const one of inner) if (typeof one === 'object' && one !== null) work.push(one);
  }
  return members;
}

/** The first key that stands a second time in its object, in a text that is JSON. */
function firstRepeatedKey(text: string): { readonly key: string; readonly offset: number } | undefined {
  const objects: (Set<string> | null)[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '{') objects.push(new Set());
    else if (char === '[') objects.push(null);
    else if (char === '}' || char === ']') objects.pop();
    else if (char === '"') {
      const offset = i;
      i = endOfString(text, i);
      let next = i + 1;
      while (' \t\n\r'.includes(text[next] ?? 'end')) next++;
      if (text[next] !== ':') continue;
      const key = JSON.parse(text.slice(offset, i + 1)) as string;
      const keys = objects.at(-1)!;
      if (keys!.has(key)) return { key, offset };
      keys!.add(key);
    }
  }
  return undefined;
}

/** Offset of the quote that closes the string opened at `start`, or -1. */
function endOfString(text: string, start: number): number {
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return -1;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return quote;
    from = quote + 1;
  }
}

interface Frame {
  readonly array: boolean;
  /** Whether every step down to this container is on the path that is looked for. */
  readonly onPath: boolean;
  index: number;
  key: string;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

/** One pass over a JSON text without recursion: finds the first syntax error, and the place of a path or of a key. */
function scanJson(text: string, path: readonly (string | number)[] | undefined, key: string | undefined): Scan {
  const stack: Frame[] = [];
  let i = 0;
  let valueStart = 0;
  let result: Range | undefined;
  const blank = () => {
    while (i < text.length && ' \t\n\r'.includes(text[i]!)) i++;
  };
  const problem = (message: string, expected: string, offset = i): Scan => ({ problem: { offset, message, expected } });
  const unexpected = (expected: string): Scan =>
    i >= text.length
      ? problem('the JSON text ends too early', expected)
      : problem(`unexpected ${toldCharacter(text, i)}`, expected);
  const matches = (): boolean => {
    if (path === undefined) return false;
    const top = stack.at(-1);
    if (top === undefined) return true;
    return top.onPath && path[stack.length - 1] === (top.array ? top.index : top.key);
  };
  let state: 'value' | 'first-value' | 'key' | 'first-key' | 'after' = 'value';
  for (;;) {
    blank();
    const char = text[i];
    if (state === 'after') {
      const top = stack.at(-1);
      if (top === undefined)
        return i < text.length ? unexpected('the end of the text') : { ...(result && { found: result }) };
      if (char === (top.array ? ']' : '}')) {
        i++;
        stack.pop();
        if (top.onPath && stack.length === path?.length && key === undefined && result !== undefined) {
          result = { start: result.start, end: i };
        }
        continue;
      }
      if (char !== ',') return unexpected(top.array ? '"," or "]"' : '"," or "}"');
      i++;
      top.index++;
      state = top.array ? 'value' : 'key';
      continue;
    }
    if (state === 'key' || state === 'first-key') {
      if (char === '}' && state === 'first-key') {
        state = 'after';
        continue;
      }
      if (char !== '"') return unexpected(state === 'key' ? 'a key in double quotes' : 'a key in double quotes or "}"');
      const start = i;
      const bad = badString(text, i);
      if (bad !== undefined) return { problem: bad };
      i = endOfString(text, i) + 1;
      const top = stack.at(-1)!;
      top.key = JSON.parse(text.slice(start, i)) as string;
      if (key !== undefined && top.onPath && stack.length - 1 === path?.length && top.key === key) {
        result ??= { start, end: i };
      }
      blank();
      if (text[i] !== ':') return unexpected('":"');
      i++;
      state = 'value';
      continue;
    }
    if (char === ']' && state === 'first-value') {
      state = 'after';
      continue;
    }
    valueStart = i;
    const onPath = matches();
    const here = onPath && stack.length === path?.length;
    if (char === '[' || char === '{') {
      i++;
      if (here && key === undefined) result = { start: valueStart, end: i };
      stack.push({ array: char === '[', onPath, index: 0, key: '' });
      state = char === '[' ? 'first-value' : 'first-key';
      continue;
    }
    if (char === '"') {
      const bad = badString(text, i);
      if (bad !== undefined) return { problem: bad };
      i = endOfString(text, i) + 1;
    } else {
      const word = ['true', 'false', 'null'].find((literal) => text.startsWith(literal, i));
      NUMBER.lastIndex = i;
      const number = word === undefined ? NUMBER.exec(text)?.[0] : undefined;
      if (word === undefined && number === undefined)
        return unexpected(state === 'first-value' ? 'a value or "]"' : 'a value');
      i += (word ?? number)!.length;
    }
    if (here && key === undefined) result = { start: valueStart, end: i };
    state = 'after';
  }
}

function badString(text: string, start: number): Scan['problem'] {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return undefined;
    if (code < 0x20) {
      return {
        offset: i,
        message: `a bare ${printable(text[i]!)} stands in a string`,
        expected: 'control characters as \\u escapes',
      };
    }
    if (code === 0x5c) {
      const letter = text[i + 1] ?? '';
      if (
        letter === 'u'
          ? !/^[0-9a-fA-F]{4}$/.test(text.slice(i + 2, i + 6))
          : !'"\\/bfnrt'.includes(letter) || letter === ''
      ) {
        return {
          offset: i,
          message: 'an escape that JSON does not have',
          expected: 'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX',
        };
      }
      i++;
    }
  }
  return { offset: text.length, message: 'the text ends inside a string', expected: 'a closing double quote' };
}

/** Punctuation as it is; a letter or a digit may be part of a value. */
function toldCharacter(text: string, offset: number): string {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  return /[\p{L}\p{N}]/u.test(character) ? 'character' : printable(JSON.stringify(character));
}
