import picomatch from 'picomatch';
import type { Position } from '../../diagnostics/diagnostic.ts';
import { printable } from '../../diagnostics/printable.ts';
import { DETAIL_WORDS } from '../../eio/vocabulary/detail-words.ts';
import type { Phrase } from '../../model/phrase.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import { AUTHENTICITIES, DECISIONS, EVENT_KINDS, ORIGINS, SCOPES, TRUST } from '../../trace/event.ts';
import { isJsonObject, type Json, type JsonObject } from '../../trace/json.ts';
import { globFields, KNOWN_FIELDS } from './fields.ts';
import {
  formatPath,
  globPath,
  isEncodingKey,
  isPlainKey as looksPlain,
  parsePath,
  placeholderPath,
  type Segment,
} from './paths.ts';
import { hasSecret, maskSecrets } from './secrets.ts';

/** What may be shown of a trace. Everything that is not let through becomes a numbered placeholder (design section 6). */
export interface RedactionOptions {
  /**
   * Path globs (picomatch, with `.` between segments and list positions as segments) whose strings and numbers are shown: `args.to`,
   * `args.*`, `**.status`. Secrets in them are masked all the same.
   */
  readonly allow?: readonly string[];
  /** Strings and numbers that the model or the scenario itself names; equal values and keys of the trace are shown. */
  readonly names?: Iterable<Json>;
  /** Names of fields that the model or the scenario itself uses; keys of these names are shown, as are the literal parts of `allow`. */
  readonly fields?: Iterable<string>;
  /** Values and keys that get a placeholder wherever they stand, even where they would be shown: ids, for a snapshot. */
  readonly hidden?: Iterable<string>;
  /** Shows every value, escaped, up to a few thousand characters; for local debugging only. Default false. */
  readonly open?: boolean;
}

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

/** Longest text that is shown of an allowed string, in UTF-16 units; EIO's excerpt length. */
export const MAX_SHOWN = 400;
const MAX_DEPTH = 32;
/** Longer lists are cut in the middle by the record; redaction lets the mark of the cut pass. */
export const CUT_MARK = '…';

/** A placeholder: `[args.to#1]`. */
const PLACEHOLDER = /^\[[A-Za-z0-9_$.-]{1,200}#[0-9]{1,9}\]$/;
/** A hidden key as it was shown before. */
const KEY_PLACEHOLDER = /^\[key#([0-9]{1,9})\]$/;
/** More than any number of a {@link KEY_PLACEHOLDER}. */
const MAX_KEYS = 1e9;
/** Ids and tool names: no spaces, no markup, no quotes. */
const NAME = /^[A-Za-z0-9_.:/@#=,()+-]{1,160}$/;

/** Fields of the normal form that hold ids, tool names, kinds and enumerated values (design section 3). Persons and addresses are not in it. */
const NAME_FIELDS = new Set([
  'tool',
  'server',
  'call',
  'approval',
  'exec',
  'item',
  'session',
  'agent',
  'kind',
  'origin',
  'trust',
  'effect',
  'decision',
  'scope',
  'status',
  'authenticity',
  'basis',
  'part_of',
  'producer',
  'rule',
  'policy',
  'claim',
  'instruction',
]);

/** Below these fields everything is data, whatever its key is called. */
const DATA_FIELDS = new Set([
  'args',
  'edited_args',
  'bound',
  'value',
  'text',
  'authority',
  'before',
  'after',
  'requests',
  'key',
]);

const ENUMERATED: readonly string[] = [
  ...TRUST,
  ...ORIGINS,
  ...DECISIONS,
  ...SCOPES,
  ...AUTHENTICITIES,
  ...EVENT_KINDS,
  ...['permit', 'prohibit', 'require_approval', 'allow', 'deny', 'ask', 'ok', 'error', 'denied', 'unknown'],
  CUT_MARK,
  '',
];

const identity = (value: Json): string => `${typeof value}:${typeof value === 'string' ? value : canonicalJson(value)}`;

/** Longest text that is searched for secrets; past it, it is not shown. */
const MAX_SEARCHED = 65_536;
const MAX_OPEN = 4000;
/** Longest list whose items are looked at together. */
const MAX_PIECES = 64;

/** A redactor for one record. Pure but for its numbering: the same values in the same order give the same output. */
export function createRedactor(options: RedactionOptions = {}): Redactor {
  const names = new Set<string>();
  for (const name of ENUMERATED) names.add(identity(name));
  for (const name of options.names ?? []) names.add(identity(name));
  const hidden = new Set(options.hidden ?? []);
  const fields = new Set<Json>([
    ...KNOWN_FIELDS,
    ...globFields(options.allow ?? []),
    ...(options.fields ?? []),
    ...(options.names ?? []),
  ]);
  const globs = (options.allow ?? []).map((glob) => picomatch(glob.replaceAll('.', '/'), { dot: true }));
  const allowedPaths = new Map<string, boolean>();
  const placeholders = new Map<string, string>();
  const counters = new Map<string, number>();
  const keys = new Map<string, number>();
  const shownAs = new Map<string, string>();

  // The search for secrets is the dear part, and the same few keys come again and again.
  const plainKeys = new Map<string, boolean>();
  const couldBeShown = (key: string): boolean => {
    let plain = plainKeys.get(key);
    if (plain === undefined) {
      plain = looksPlain(key) && !hidden.has(key);
      plainKeys.set(key, plain);
    }
    return plain;
  };
  const isShownKey = (key: string, parent: readonly Segment[]): boolean =>
    (couldBeShown(key) &&
      (fields.has(key) || isEncodingKey(key) || allowedByGlob([...parent, { kind: 'key', key }]))) ||
    (isWord(key, parent) && !hidden.has(key));

  /** Numbers of an object's hidden keys, ascending: a record that was written and read again, in whatever order, is walked the same way. */
  const numbered = (hiddenKeys: readonly string[]): readonly (readonly [key: string, number: number])[] => {
    const place = (key: string): number =>
      keys.get(key) ?? keys.size + Number(KEY_PLACEHOLDER.exec(key)?.[1] ?? MAX_KEYS);
    const ordered = hiddenKeys.map((key) => [key, place(key)] as const).sort(([, a], [, b]) => a - b);
    return ordered.map(([key]) => {
      const number = keys.get(key) ?? keys.size + 1;
      keys.set(key, number);
      return [key, number] as const;
    });
  };
  // In a path a hidden key has no number: paths are read again when a record is redacted again, and must not count.
  const segmentsOf = (path: string): readonly Segment[] => {
    const segments: Segment[] = [];
    for (const segment of parsePath(path)) {
      const hides = segment.kind === 'key' && !isShownKey(segment.key, segments);
      segments.push(hides ? { kind: 'key', key: 'key' } : segment);
    }
    return segments;
  };

  const placeholder = (key: string, path: readonly Segment[]): string => {
    const known = placeholders.get(key);
    if (known !== undefined) return known;
    const name = placeholderPath(path);
    const number = (counters.get(name) ?? 0) + 1;
    counters.set(name, number);
    const text = `[${name}#${number}]`;
    placeholders.set(key, text);
    return text;
  };

  const allowedByGlob = (path: readonly Segment[]): boolean => {
    if (globs.length === 0) return false;
    const text = globPath(path);
    let allowed = allowedPaths.get(text);
    if (allowed === undefined) {
      allowed = globs.some((matches) => matches(text));
      allowedPaths.set(text, allowed);
    }
    return allowed;
  };

  /** What is shown of a value, unless another value was shown so: masked, cut or escaped, two may look alike that differ. */
  const unmistakable = (text: string, key: string, path: readonly Segment[]): string => {
    const owner = shownAs.get(text) ?? key;
    shownAs.set(text, owner);
    return owner === key ? text : placeholder(key, path);
  };

  /** Whether the items of a list make a secret together that none of them is by itself, as the pieces of a stream do. */
  const isSplitSecret = (items: readonly Json[]): boolean =>
    items.length > 1 &&
    items.length <= MAX_PIECES &&
    items.every((item) => typeof item === 'string' || typeof item === 'number') &&
    hasSecret(items.join('').slice(0, MAX_SEARCHED)) &&
    !items.some((item) => hasSecret(String(item)));

  const scalar = (value: string | number, path: readonly Segment[]): Json => {
    const key = identity(value);
    if (options.open === true)
      return typeof value === 'string' ? cut(printable(value.slice(0, MAX_OPEN + 1)), MAX_OPEN) : value;
    if (typeof value === 'number') {
      // A short number outside of the data (a length, a counter) says nothing; an amount or a PIN does.
      const short = !inData(path) && String(value).length < 4;
      const shown = short || ((names.has(key) || allowedByGlob(path)) && !hasSecret(String(value)));
      return shown ? value : placeholder(key, path);
    }
    // A value that looks like a placeholder could forge an equality, so it is data wherever it stands.
    if (PLACEHOLDER.test(value) || hidden.has(value)) return placeholder(key, path);
    if (allowedByGlob(path)) return unmistakable(excerpt(value.slice(0, MAX_SEARCHED)), key, path);
    if (isWord(value, path)) return value;
    const named = names.has(key) || (isNameField(path) && NAME.test(value));
    if (named && value.length <= MAX_SEARCHED && !hasSecret(value))
      return unmistakable(cut(printable(value)), key, path);
    return placeholder(key, path);
  };

  const visit = (value: Json, path: readonly Segment[], depth: number): Json => {
    if (typeof value === 'string' || typeof value === 'number') return scalar(value, path);
    if (value === null || typeof value === 'boolean') return value;
    if (depth >= MAX_DEPTH) return options.open === true ? CUT_MARK : placeholder(identity(value), path);
    if (Array.isArray(value)) {
      const place = (index: number): readonly Segment[] => [...path, { kind: 'index', index }];
      if (allowedByGlob(place(0)) && options.open !== true && isSplitSecret(value)) {
        return value.map((item: Json, index) => placeholder(identity(item), place(index)));
      }
      return value.map((item: Json, index) => visit(item, place(index), depth + 1));
    }
    const big = bigInteger(value);
    if (big !== null) {
      const short = !inData(path) && big.length < 4;
      const named = (names.has(identity(value)) || allowedByGlob(path)) && !hasSecret(big);
      const shown = short || options.open === true || named;
      return shown ? value : placeholder(identity(value), path);
    }
    const object = value as JsonObject;
    // Without a prototype, a key named `__proto__` is a key like any other.
    const shown: { [key: string]: Json } = Object.create(null);
    const all = Object.keys(object);
    const isShown = (key: string): boolean => options.open === true || isShownKey(key, path);
    const known = all.filter(isShown).sort();
    // Known keys first and in order; the others as they come, because their order must not tell anything of their text.
    for (const key of known)
      shown[printable(key)] = visit(object[key] as Json, [...path, { kind: 'key', key }], depth + 1);
    for (const [key, number] of numbered(all.filter((key) => !isShown(key))))
      shown[`[key#${number}]`] = visit(object[key] as Json, [...path, { kind: 'key', key: 'key' }], depth + 1);
    return shown;
  };

  const phrase = (parts: Phrase): Phrase =>
    parts.map((part) => {
      if (typeof part === 'string') return part;
      const path = segmentsOf(part.path);
      return { value: visit(part.value, path, 0), path: formatPath(path) };
    });

  /** A name of the model or of a field, or a position in a list. */
  const mayBeQuoted = (part: string): boolean =>
    names.has(identity(part)) || (couldBeShown(part) && fields.has(part)) || /^[0-9]{1,3}$/.test(part);

  /** Quoted parts that are not names go, from the first quote to the last, because a value may hold quotes of its own. */
  const sentence = (text: string): string => {
    if (options.open === true) return printable(text);
    const masked = maskSecrets(text).replace(/[0-9]{4,}/g, (digits) =>
      names.has(identity(Number(digits))) ? digits : '[…]',
    );
    const quoted = [...masked.matchAll(/["`]([^"`]*)["`]/g)].map((match) => match[1] ?? '');
    const balanced = (masked.match(/["`]/g)?.length ?? 0) === quoted.length * 2;
    if (balanced && quoted.every(mayBeQuoted)) return masked;
    const first = masked.search(/["`]/);
    const last = Math.max(masked.lastIndexOf('"'), masked.lastIndexOf('`'));
    if (first === -1) return masked;
    return `${masked.slice(0, first)}[…]${first === last ? '' : masked.slice(last + 1)}`;
  };

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
        !hidden.has(text) &&
        !hasSecret(text) &&
        (names.has(identity(text)) || NAME.test(text))
      )
        return text;
      return placeholder(identity(text), segmentsOf(path));
    },
    phrase,
    diagnostic: (diagnostic) => ({
      code: diagnostic.code,
      message: sentence(diagnostic.message),
      ...(diagnostic.at === undefined ? {} : { at: diagnostic.at }),
      ...(diagnostic.lineText === undefined || isTraceFile(diagnostic.at?.file)
        ? {}
        : { lineText: cut(maskSecrets(diagnostic.lineText)) }),
      ...(diagnostic.expected === undefined ? {} : { expected: sentence(diagnostic.expected) }),
      ...(diagnostic.hint === undefined ? {} : { hint: sentence(diagnostic.hint) }),
    }),
  };
}

/** Source lines of specifications and scenarios may be shown; lines of a recorded trace are data. */
const isTraceFile = (file: string | undefined): boolean =>
  file === undefined || !/\.(?:tla|cfg|ya?ml|ts|mts|js|mjs)$/.test(file);

/** Whether a value, or a key below it, is one of the words that our own code writes there. */
function isWord(text: string, path: readonly Segment[]): boolean {
  const last = path.findLast((segment) => segment.kind === 'key');
  return last?.kind === 'key' && DETAIL_WORDS.get(last.key)?.has(text) === true && !inData(path);
}

const inData = (path: readonly Segment[]): boolean =>
  path.some((segment) => segment.kind === 'key' && DATA_FIELDS.has(segment.key));

function isNameField(path: readonly Segment[]): boolean {
  const last = path.findLast((segment) => segment.kind === 'key' && !segment.key.startsWith('#'));
  return last?.kind === 'key' && NAME_FIELDS.has(last.key) && !inData(path);
}

/** The digits of an ITF big integer. */
function bigInteger(value: Json): string | null {
  if (!isJsonObject(value) || !Object.hasOwn(value, '#bigint') || Object.keys(value).length !== 1) return null;
  const digits = value['#bigint'];
  return typeof digits === 'string' && /^-?[0-9]+$/.test(digits) ? digits : null;
}

/** The start of a text without its secrets. A cut can make one visible that was part of something longer, so it is searched again. */
function excerpt(text: string): string {
  let current = printable(text);
  for (let round = 0; round < 8; round++) {
    const next = cut(maskSecrets(current));
    if (next === current) break;
    current = next;
  }
  return current;
}

/** At most {@link MAX_SHOWN} units, never through a secret's marker or a surrogate pair. */
function cut(text: string, limit = MAX_SHOWN): string {
  if (text.length <= limit) return text;
  let end = limit - 1;
  const open = text.lastIndexOf('[REDACTED:', end);
  if (open !== -1 && text.indexOf(']', open) >= end) end = open;
  if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end--;
  return `${text.slice(0, end)}${CUT_MARK}`;
}
