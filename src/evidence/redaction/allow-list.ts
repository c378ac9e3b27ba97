import picomatch from 'picomatch';
import type { Json } from '../../trace/json.ts';
import { globFields, KNOWN_FIELDS } from './fields.ts';
import { ENUMERATED, isWord } from './name-fields.ts';
import { globPath, isEncodingKey, isPlainKey, type Segment } from './paths.ts';
import { identity } from './placeholders.ts';

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

/** What the options, the model and the scenario let through. */
export interface AllowList {
  /** Whether the model or the scenario names the value of this identity. */
  isNamed(identity: string): boolean;
  /** Whether a value gets a placeholder wherever it stands. */
  isHidden(text: string): boolean;
  /** Whether a glob allows what stands there. */
  isAllowed(path: readonly Segment[]): boolean;
  isShownKey(key: string, parent: readonly Segment[]): boolean;
  /** Whether a sentence may quote it: a name of the model or of a field, or a position in a list. */
  mayBeQuoted(text: string): boolean;
}

export function allowList(options: RedactionOptions): AllowList {
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
  // The search for secrets is the dear part, and the same few keys come again and again.
  const plainKeys = new Map<string, boolean>();
  const couldBeShown = (key: string): boolean => {
    let plain = plainKeys.get(key);
    if (plain === undefined) {
      plain = isPlainKey(key) && !hidden.has(key);
      plainKeys.set(key, plain);
    }
    return plain;
  };
  const isAllowed = (path: readonly Segment[]): boolean => {
    if (globs.length === 0) return false;
    const text = globPath(path);
    let allowed = allowedPaths.get(text);
    if (allowed === undefined) {
      allowed = globs.some((matches) => matches(text));
      allowedPaths.set(text, allowed);
    }
    return allowed;
  };
  return {
    isNamed: (key) => names.has(key),
    isHidden: (text) => hidden.has(text),
    isAllowed,
    isShownKey: (key, parent) =>
      (couldBeShown(key) && (fields.has(key) || isEncodingKey(key) || isAllowed([...parent, { kind: 'key', key }]))) ||
      (isWord(key, parent) && !hidden.has(key)),
    mayBeQuoted: (text) =>
      names.has(identity(text)) || (couldBeShown(text) && fields.has(text)) || /^[0-9]{1,3}$/.test(text),
  };
}
