import { printable } from '../../diagnostics/printable.ts';
import { isJsonObject, type Json, type JsonObject } from '../../trace/json.ts';

/** How values are written: as TLA+ does, or in the manner of JSON. */
export type Notation = 'tla' | 'json';

export const notationOf = (kind: 'tla' | 'typescript' | 'eio'): Notation => (kind === 'tla' ? 'tla' : 'json');

/** Texts that read the same without quotes: names, model values, placeholders and masks. */
const BARE = /^(?:[A-Za-z_][A-Za-z0-9_.:/-]*|\[[A-Za-z0-9_.$-]+#[0-9]+\]|…)$/;
const WORDS = new Set(['true', 'false', 'TRUE', 'FALSE', 'null']);

const MAX_TEXT = 160;

/** A value on one line, at most about `limit` characters, with nothing in it that could act on a terminal. */
export function formatValue(value: Json, notation: Notation = 'json', limit = MAX_TEXT): string {
  let left = limit;
  const put = (text: string): string => {
    left -= text.length;
    return text;
  };
  const list = (open: string, items: readonly (() => string)[], close: string): string => {
    const out = [put(open)];
    for (const [index, item] of items.entries()) {
      if (left <= 0) {
        out.push(put(index > 0 ? ', …' : '…'));
        break;
      }
      if (index > 0) out.push(put(', '));
      out.push(item());
    }
    return `${out.join('')}${put(close)}`;
  };
  const visit = (item: Json, depth: number): string => {
    if (typeof item !== 'object' || item === null) return put(formatScalar(item, notation, Math.max(8, left)));
    if (left <= 0 || depth > 24) return put('…');
    const each = (children: readonly Json[]) => children.map((child) => () => visit(child, depth + 1));
    if (Array.isArray(item)) {
      return notation === 'tla' ? list('<<', each(item), '>>') : list('[', each(item), ']');
    }
    const object = item as JsonObject;
    const itf = itfOf(object);
    switch (itf?.kind) {
      case 'set':
        return list('{', each(itf.items), '}');
      case 'tuple':
        return list('<<', each(itf.items), '>>');
      case 'bigint':
        return put(itf.digits);
      case 'unserializable':
        return put(shorten(itf.text, Math.max(8, left)));
      case 'map': {
        const entries = itf.entries.map(([key, child]) => () => {
          const shown = visit(key, depth + 1);
          return `${shown}${put(' :> ')}${visit(child, depth + 1)}`;
        });
        return list('[', entries, ']');
      }
      case undefined: {
        const [open, arrow, close] = notation === 'tla' ? ['[', ' |-> ', ']'] : ['{', ': ', '}'];
        const fields = Object.keys(object).map((key) => () => {
          const shown = put(`${formatKey(key)}${arrow}`);
          return `${shown}${visit(object[key] as Json, depth + 1)}`;
        });
        return list(open, fields, close);
      }
    }
  };
  return visit(value, 0);
}

const formatKey = (key: string): string => (BARE.test(key) ? key : quote(key, 60));

function formatScalar(value: null | boolean | number | string, notation: Notation, limit: number): string {
  if (typeof value === 'boolean' && notation === 'tla') return value ? 'TRUE' : 'FALSE';
  if (typeof value !== 'string') return String(value);
  return BARE.test(value) && !WORDS.has(value) ? shorten(value, limit) : quote(value, limit);
}

/** In quotes that do not stand in the text where that is possible, so that JSON inside of a text stays readable. */
function quote(text: string, limit: number): string {
  // The text of a record is printable already: what it shows as an escape is no backslash of the trace's own.
  const shown = shorten(text, limit).replace(/\\(?!u\{[0-9a-f]+\}|[nrt])/g, '\\\\');
  const single = shown.includes('"') && !shown.includes("'");
  return single ? `'${printable(shown)}'` : `"${printable(shown.replaceAll('"', '\\"'))}"`;
}

/** At most `limit` units, never cutting a surrogate pair. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\ud800-\udbff]/.test(text[limit - 2] ?? '') ? limit - 2 : limit - 1;
  return `${text.slice(0, end)}…`;
}

/** A value in the ITF encoding of TLA+ values, taken apart. */
export type Itf =
  | { readonly kind: 'set' | 'tuple'; readonly items: readonly Json[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Json, Json])[] }
  | { readonly kind: 'bigint'; readonly digits: string }
  | { readonly kind: 'unserializable'; readonly text: string };

export function itfOf(value: Json): Itf | null {
  if (!isJsonObject(value)) return null;
  const keys = Object.keys(value);
  const key = keys[0];
  if (keys.length !== 1 || key === undefined || !key.startsWith('#')) return null;
  const inner = value[key] as Json;
  if (key === '#bigint' && typeof inner === 'string') return { kind: 'bigint', digits: printable(inner) };
  if (key === '#unserializable' && typeof inner === 'string') return { kind: 'unserializable', text: printable(inner) };
  if (!Array.isArray(inner)) return null;
  if (key === '#set') return { kind: 'set', items: inner };
  if (key === '#tup') return { kind: 'tuple', items: inner };
  if (key !== '#map') return null;
  const entries = inner.filter((entry: Json): entry is [Json, Json] => Array.isArray(entry) && entry.length === 2);
  return entries.length === inner.length ? { kind: 'map', entries } : null;
}
