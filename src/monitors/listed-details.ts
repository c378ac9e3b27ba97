import { isJsonObject, type Json, ownValue } from '../trace/json.ts';
import { hasPhrase, plainWords } from './plain-words.ts';

/** Which arguments of a tool a question must list, by the tool's name: dotted paths; lists on the way are walked. */
export type Details = { readonly [tool: string]: readonly string[] };

/**
 * The details that a text does not list, by their paths. Of a tool that is not named any one value of its arguments is enough, and `*` is what is missing.
 * A value is listed if its words stand in the text: `basic_economy` as "Basic Economy", 1286 as "$1,286". Empty values need no listing.
 */
export function unlisted(text: string, tool: string, args: Json, details: Details): readonly string[] {
  const words = plainWords(text);
  const lists = (value: string): boolean => hasPhrase(words, [value]);
  const paths = Object.hasOwn(details, tool) ? details[tool]! : undefined;
  if (paths !== undefined) return paths.filter((path) => !valuesAt(args, path.split('.')).every(lists));
  const values = valuesAt(args, []);
  return values.length === 0 || values.some(lists) ? [] : ['*'];
}

/** The strings and numbers under a path that have words. */
function valuesAt(value: Json, path: readonly string[]): readonly string[] {
  const found: string[] = [];
  const open: { readonly value: Json; readonly path: readonly string[] }[] = [{ value, path }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    const [key, ...rest] = path;
    if (Array.isArray(value)) for (const one of value) open.push({ value: one, path });
    else if (isJsonObject(value)) {
      const below = key === undefined ? Object.values(value) : [(ownValue(value, key) ?? null) as Json];
      for (const one of below) open.push({ value: one, path: rest });
    } else if (
      path.length === 0 &&
      (typeof value === 'string' || typeof value === 'number') &&
      plainWords(String(value)).trim() !== ''
    )
      found.push(String(value));
  }
  return found;
}
