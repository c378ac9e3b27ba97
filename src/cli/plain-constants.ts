import type { Json, JsonObject } from '../trace/json.ts';

const SCALAR = String.raw`(?:0|-?[1-9]\d{0,14}|true|false|"[^"\\\p{Cc}]*")`;
const PLAIN = new RegExp(String.raw`^(?:${SCALAR}|\[ *(?:${SCALAR} *(?:, *${SCALAR} *)*)?\])$`, 'u');

/**
 * `NAME=VALUE` pairs as `readConstants` reads them, where every value is whole numbers, booleans and quoted strings, or a list of such: they mean
 * the same in JSON, and a parser of YAML takes longer to load than a small model to check. Null where some value is more than that.
 */
export function plainConstants(pairs: readonly string[]): JsonObject | null {
  const constants: [string, Json][] = [];
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const value = pair.slice(equals + 1);
    if (equals <= 0 || !PLAIN.test(value)) return null;
    constants.push([pair.slice(0, equals), JSON.parse(value) as Json]);
  }
  return Object.fromEntries(constants);
}
