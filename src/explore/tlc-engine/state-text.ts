import type { Json } from '../../trace/json.ts';
import { readValue } from './value-text.ts';

// A variable starts a line of its own, after the bullet if there are several; values that run on are indented or bracketed.
const VARIABLE = /^(?:\/\\ )?([A-Za-z0-9_!]*[A-Za-z][A-Za-z0-9_!]*) = /gm;

/**
 * A state as TLC prints it (`/\ x = 1` lines, or `x = 1` alone), as variable name to ITF value. A value that TLC does not write out in
 * full is kept as `{"#unserializable": text}`, ITF's form for it.
 */
export function readState(text: string): { readonly [variable: string]: Json } {
  const variables: [string, Json][] = [];
  VARIABLE.lastIndex = 0;
  let found = VARIABLE.exec(text);
  while (found !== null) {
    const from = found.index + found[0].length;
    const read = readValue(text, from);
    const stops = read !== undefined && (read.end === text.length || text[read.end - 1] === '\n');
    let end = stops ? read.end : undefined;
    VARIABLE.lastIndex = end ?? from;
    const next = VARIABLE.exec(text);
    end ??= next?.index ?? text.length;
    variables.push([found[1]!, stops ? read.value : { '#unserializable': text.slice(from, end).trim() }]);
    found = next;
  }
  return Object.fromEntries(variables);
}
