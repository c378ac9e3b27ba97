import { canonicalJson } from '../trace/canonical-json.ts';
import type { Json } from '../trace/json.ts';

const texts = new WeakMap<object, string>();

/** Canonical text of arguments; the guards of one step all ask for that of the same object. */
export function textOf(args: Json): string {
  if (typeof args !== 'object' || args === null) return canonicalJson(args);
  let text = texts.get(args);
  if (text === undefined) {
    text = canonicalJson(args);
    texts.set(args, text);
  }
  return text;
}

/** The fields that the event really has. */
export function given<T extends object>(args: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)) as never;
}
