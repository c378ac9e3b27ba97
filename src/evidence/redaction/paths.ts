// Paths of values as redaction sees them. A path comes with a value from a model or an importer: `args.to`, `executed[1].tool`,
// `args["odd key"]`. Keys are chosen by whoever wrote the trace, so only plain ones are ever shown.

import { hasSecret } from './secrets.ts';

/** Only keys that look like field names and hold no secret can be shown; every other key is data and gets a placeholder. */
const PLAIN_KEY = /^[A-Za-z_$][A-Za-z0-9_$-]{0,39}$/;

/** Keys of the ITF encoding of TLA+ values. */
const ITF_KEY = /^#(?:set|map|tup|bigint|unserializable)$/;

/** Keys by which ITF writes sets, functions, tuples and big integers. */
export const isEncodingKey = (key: string): boolean => ITF_KEY.test(key);

export const isPlainKey = (key: string): boolean => (PLAIN_KEY.test(key) && !hasSecret(key)) || isEncodingKey(key);

export type Segment =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'index'; readonly index: number };

const TOKEN = /(?:^|\.)([^.[\]"]+)|\[([0-9]{1,9})\]|\[("(?:[^"\\]|\\.)*")\]/gy;

/** The segments of a path; a text that is no path is one segment, and so is never shown. */
export function parsePath(path: string): readonly Segment[] {
  const segments: Segment[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < path.length) {
    const match = TOKEN.exec(path);
    if (match === null) return [{ kind: 'key', key: path }];
    const [, key, index, quoted] = match;
    if (index !== undefined) segments.push({ kind: 'index', index: Number(index) });
    else segments.push({ kind: 'key', key: key ?? unquote(quoted ?? '') });
  }
  return segments;
}

function unquote(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** The path of shown segments; segments are plain keys by now. */
export function formatPath(segments: readonly Segment[]): string {
  let text = '';
  for (const segment of segments) {
    if (segment.kind === 'index') text += `[${segment.index}]`;
    else text += text === '' ? segment.key : `.${segment.key}`;
  }
  return text;
}

/** The path without list positions and encoding keys: what a placeholder is named after. */
export function placeholderPath(segments: readonly Segment[]): string {
  const keys = segments.flatMap((segment) =>
    segment.kind === 'key' && !segment.key.startsWith('#') ? [segment.key] : [],
  );
  return keys.slice(-4).join('.') || 'value';
}

/** The path with `/` between segments, which is what path globs are matched against. */
export const globPath = (segments: readonly Segment[]): string =>
  segments.map((segment) => (segment.kind === 'key' ? segment.key : String(segment.index))).join('/');
