import type { Position } from '../diagnostics/diagnostic.ts';

/** A source map of version 3 (ECMA-426) with a single source. */
export interface SourceMap {
  readonly version: 3;
  readonly file: string;
  readonly sources: [string];
  readonly sourcesContent: [string];
  readonly names: [];
  readonly mappings: string;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The map of a generated file in which every line stands for one place of the source: `places[i]` is where line `i + 1` comes from.
 * A line without a place belongs to the place before it.
 */
export function sourceMapByLine(source: string, text: string, places: readonly (Position | null)[]): SourceMap {
  let line = 0;
  let column = 0;
  const mappings = places.map((place) => {
    if (place === null) return '';
    const segment = vlq(0) + vlq(0) + vlq(place.line - 1 - line) + vlq(place.column - 1 - column);
    line = place.line - 1;
    column = place.column - 1;
    return segment;
  });
  return {
    version: 3,
    file: source,
    sources: [source],
    sourcesContent: [text],
    names: [],
    mappings: mappings.join(';'),
  };
}

/** A signed integer in base 64 VLQ: five bits a digit, low digits first, the sign in the lowest bit. */
function vlq(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let digits = '';
  do {
    const digit = rest & 31;
    rest >>>= 5;
    digits += BASE64[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return digits;
}
