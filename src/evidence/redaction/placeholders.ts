import { canonicalJson } from '../../trace/canonical-json.ts';
import type { Json } from '../../trace/json.ts';
import { placeholderPath, type Segment } from './paths.ts';

/** A placeholder: `[args.to#1]`. */
export const PLACEHOLDER = /^\[[A-Za-z0-9_$.-]{1,200}#[0-9]{1,9}\]$/;

/** A hidden key as it was shown before. */
const KEY_PLACEHOLDER = /^\[key#([0-9]{1,9})\]$/;

/** More than any number of a {@link KEY_PLACEHOLDER}. */
const MAX_KEYS = 1e9;

/** What tells values apart: equal values, equal identities; a number is not the text of its digits. */
export const identity = (value: Json): string =>
  `${typeof value}:${typeof value === 'string' ? value : canonicalJson(value)}`;

/** The placeholders of one record, numbered by first appearance. */
export interface Placeholders {
  /** That of a value, by its identity; `path` is where it first stood. */
  of(identity: string, path: readonly Segment[]): string;
  /**
   * The text that a value is shown as, or its placeholder where another value was shown so: masked, cut or escaped, two may look alike that
   * differ.
   */
  unmistakable(text: string, identity: string, path: readonly Segment[]): string;
  /** Numbers of an object's hidden keys, ascending: a record that was written and read again, in whatever order, is walked the same way. */
  ofKeys(hidden: readonly string[]): readonly (readonly [key: string, number: number])[];
}

export function createPlaceholders(): Placeholders {
  const placeholders = new Map<string, string>();
  const counters = new Map<string, number>();
  const keys = new Map<string, number>();
  const shownAs = new Map<string, string>();
  const of = (identity: string, path: readonly Segment[]): string => {
    const known = placeholders.get(identity);
    if (known !== undefined) return known;
    const name = placeholderPath(path);
    const number = (counters.get(name) ?? 0) + 1;
    counters.set(name, number);
    const text = `[${name}#${number}]`;
    placeholders.set(identity, text);
    return text;
  };
  return {
    of,
    unmistakable: (text, identity, path) => {
      const owner = shownAs.get(text) ?? identity;
      shownAs.set(text, owner);
      return owner === identity ? text : of(identity, path);
    },
    ofKeys: (hidden) => {
      const place = (key: string): number =>
        keys.get(key) ?? keys.size + Number(KEY_PLACEHOLDER.exec(key)?.[1] ?? MAX_KEYS);
      const ordered = hidden.map((key) => [key, place(key)] as const).sort(([, a], [, b]) => a - b);
      return ordered.map(([key]) => {
        const number = keys.get(key) ?? keys.size + 1;
        keys.set(key, number);
        return [key, number] as const;
      });
    },
  };
}
