import picomatch from 'picomatch';
import { type Json, ownValue } from '../trace/json.ts';
import { TOOL_GLOB } from '../trace/tool-glob.ts';

/** What stands at a dotted path of an event; undefined if nothing does. */
export function fieldAt(event: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => ownValue(value, key), event);
}

/** Whether a field has a value that a mapping asks for, or one of several; strings are globs. */
export function valueMatcher(wanted: Json | readonly Json[]): (value: unknown) => boolean {
  if (Array.isArray(wanted)) {
    const any = wanted.map((one) => valueMatcher(one as Json));
    return (value) => any.some((matches) => matches(value));
  }
  if (typeof wanted !== 'string') return (value) => value === wanted;
  const glob = picomatch(wanted, TOOL_GLOB);
  return (value) => typeof value === 'string' && (value === wanted || glob(value));
}
