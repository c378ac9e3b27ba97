import type { Position } from '../../diagnostics/diagnostic.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { Phrase } from '../../model/phrase.ts';
import { isJsonObject, type Json, type JsonObject } from '../../trace/json.ts';
import { allowList, type RedactionOptions } from './allow-list.ts';
import { inData, isNameField, isWord, NAME } from './name-fields.ts';
import { formatPath, parsePath, type Segment } from './paths.ts';
import { createPlaceholders, identity, PLACEHOLDER } from './placeholders.ts';
import { hasSecret, maskSecrets } from './secrets.ts';
import { redactSentence } from './sentences.ts';
import { CUT_MARK, cut, excerpt } from './shown-text.ts';

/** A diagnostic as a record holds it: without related places. */
export interface ToldDiagnostic {
  code: string;
  message: string;
  at?: { file: string; start: Position; end?: Position | undefined } | undefined;
  lineText?: string | undefined;
  expected?: string | undefined;
  hint?: string | undefined;
}

/** Turns values of one record into what may be shown. Equal values get equal placeholders; numbering is by first appearance. */
export interface Redactor {
  value(value: Json, path: string): Json;
  object(value: JsonObject, path: string): JsonObject;
  /** An id or a tool name: shown if it has the form of a name and holds no secret. */
  name(text: string, path: string): string;
  phrase(phrase: Phrase): Phrase;
  diagnostic(diagnostic: ToldDiagnostic): ToldDiagnostic;
}

const MAX_DEPTH = 32;

/** Longest text that is searched for secrets; past it, it is not shown. */
const MAX_SEARCHED = 65_536;

const MAX_OPEN = 4000;

/** Longest list whose items are looked at together. */
const MAX_PIECES = 64;

/** A redactor for one record. Pure but for its numbering: the same values in the same order give the same output. */
export function createRedactor(options: RedactionOptions = {}): Redactor {
  const allow = allowList(options);
  const placeholders = createPlaceholders();

  // In a path a hidden key has no number: paths are read again when a record is redacted again, and must not count.
  const segmentsOf = (path: string): readonly Segment[] => {
    const segments: Segment[] = [];
    for (const segment of parsePath(path)) {
      const hides = segment.kind === 'key' && !allow.isShownKey(segment.key, segments);
      segments.push(hides ? { kind: 'key', key: 'key' } : segment);
    }
    return segments;
  };

  const told = (text: string): string => (options.open === true ? printable(text) : redactSentence(text, allow));

  const scalar = (value: string | number, path: readonly Segment[]): Json => {
    const key = identity(value);
    if (options.open === true)
      return typeof value === 'string' ? cut(printable(value.slice(0, MAX_OPEN + 1)), MAX_OPEN) : value;
    if (typeof value === 'number') {
      // A short number outside of the data (a length, a counter) says nothing; an amount or a PIN does.
      const short = !inData(path) && String(value).length < 4;
      const shown = short || ((allow.isNamed(key) || allow.isAllowed(path)) && !hasSecret(String(value)));
      return shown ? value : placeholders.of(key, path);
    }
    // A value that looks like a placeholder could forge an equality, so it is data wherever it stands.
    if (PLACEHOLDER.test(value) || allow.isHidden(value)) return placeholders.of(key, path);
    if (allow.isAllowed(path)) return placeholders.unmistakable(excerpt(value.slice(0, MAX_SEARCHED)), key, path);
    if (isWord(value, path)) return value;
    const named = allow.isNamed(key) || (isNameField(path) && NAME.test(value));
    if (named && value.length <= MAX_SEARCHED && !hasSecret(value))
      return placeholders.unmistakable(cut(printable(value)), key, path);
    return placeholders.of(key, path);
  };

  const visit = (value: Json, path: readonly Segment[], depth: number): Json => {
    if (typeof value === 'string' || typeof value === 'number') return scalar(value, path);
    if (value === null || typeof value === 'boolean') return value;
    if (depth >= MAX_DEPTH) return options.open === true ? CUT_MARK : placeholders.of(identity(value), path);
    if (Array.isArray(value)) {
      const place = (index: number): readonly Segment[] => [...path, { kind: 'index', index }];
      if (allow.isAllowed(place(0)) && options.open !== true && isSplitSecret(value)) {
        return value.map((item: Json, index) => placeholders.of(identity(item), place(index)));
      }
      return value.map((item: Json, index) => visit(item, place(index), depth + 1));
    }
    const big = bigInteger(value);
    if (big !== null) {
      const short = !inData(path) && big.length < 4;
      const named = (allow.isNamed(identity(value)) || allow.isAllowed(path)) && !hasSecret(big);
      const shown = short || options.open === true || named;
      return shown ? value : placeholders.of(identity(value), path);
    }
    const object = value as JsonObject;
    // Without a prototype, a key named `__proto__` is a key like any other.
    const shown: { [key: string]: Json } = Object.create(null);
    const all = Object.keys(object);
    const isShown = (key: string): boolean => options.open === true || allow.isShownKey(key, path);
    const known = all.filter(isShown).sort();
    // Known keys first and in order; the others as they come, because their order must not tell anything of their text.
    for (const key of known)
      shown[printable(key)] = visit(object[key] as Json, [...path, { kind: 'key', key }], depth + 1);
    for (const [key, number] of placeholders.ofKeys(all.filter((key) => !isShown(key))))
      shown[`[key#${number}]`] = visit(object[key] as Json, [...path, { kind: 'key', key: 'key' }], depth + 1);
    return shown;
  };

  const phrase = (parts: Phrase): Phrase =>
    parts.map((part) => {
      if (typeof part === 'string') return part;
      const path = segmentsOf(part.path);
      return { value: visit(part.value, path, 0), path: formatPath(path) };
    });

  return {
    value: (value, path) => visit(value, segmentsOf(path), 0),
    object: (value, path) => {
      const shown = visit(value, segmentsOf(path), 0);
      return isJsonObject(shown) ? shown : { '#bigint': shown };
    },
    name: (text, path) => {
      if (options.open === true) return printable(text);
      if (
        !PLACEHOLDER.test(text) &&
        !allow.isHidden(text) &&
        !hasSecret(text) &&
        (allow.isNamed(identity(text)) || NAME.test(text))
      )
        return text;
      return placeholders.of(identity(text), segmentsOf(path));
    },
    phrase,
    diagnostic: (diagnostic) => ({
      code: diagnostic.code,
      message: told(diagnostic.message),
      ...(diagnostic.at === undefined ? {} : { at: diagnostic.at }),
      ...(diagnostic.lineText === undefined || isTraceFile(diagnostic.at?.file)
        ? {}
        : { lineText: cut(maskSecrets(diagnostic.lineText)) }),
      ...(diagnostic.expected === undefined ? {} : { expected: told(diagnostic.expected) }),
      ...(diagnostic.hint === undefined ? {} : { hint: told(diagnostic.hint) }),
    }),
  };
}

/** Whether the items of a list make a secret together that none of them is by itself, as the pieces of a stream do. */
function isSplitSecret(items: readonly Json[]): boolean {
  return (
    items.length > 1 &&
    items.length <= MAX_PIECES &&
    items.every((item) => typeof item === 'string' || typeof item === 'number') &&
    hasSecret(items.join('').slice(0, MAX_SEARCHED)) &&
    !items.some((item) => hasSecret(String(item)))
  );
}

/** Source lines of specifications and scenarios may be shown; lines of a recorded trace are data. */
const isTraceFile = (file: string | undefined): boolean =>
  file === undefined || !/\.(?:tla|cfg|ya?ml|ts|mts|js|mjs)$/.test(file);

/** The digits of an ITF big integer. */
function bigInteger(value: Json): string | null {
  if (!isJsonObject(value) || !Object.hasOwn(value, '#bigint') || Object.keys(value).length !== 1) return null;
  const digits = value['#bigint'];
  return typeof digits === 'string' && /^-?[0-9]+$/.test(digits) ? digits : null;
}
