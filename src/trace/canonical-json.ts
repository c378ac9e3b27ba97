import { isJsonArray, isJsonObject, type Json, type JsonObject } from './json.ts';

type Frame =
  | { readonly kind: 'array'; readonly items: readonly Json[]; next: number }
  | { readonly kind: 'object'; readonly object: JsonObject; readonly keys: readonly string[]; next: number };

/**
 * The canonical text of a JSON value (RFC 8785): keys in UTF-16 order, no spaces, numbers and strings as ECMAScript writes them. Equal
 * values give equal text, and different values different text.
 *
 * Two cases that the RFC refuses are given a form, because hostile input has them: a lone surrogate is written as its `\u` escape, and an
 * infinite number, which `JSON.parse('1e999')` yields, as `1e999`. Works at any depth of nesting.
 *
 * @throws TypeError if the value is not JSON (`undefined`, a function, a bigint, NaN).
 */
export function canonicalJson(value: Json): string {
  const out: string[] = [];
  // A stack of our own: hostile nesting must not overflow the call stack.
  const stack: Frame[] = [];
  const write = (item: Json): void => {
    if (Array.isArray(item)) {
      out.push('[');
      stack.push({ kind: 'array', items: item, next: 0 });
    } else if (typeof item === 'object' && item !== null) {
      const object = item as JsonObject;
      out.push('{');
      stack.push({ kind: 'object', object, keys: Object.keys(object).sort(), next: 0 });
    } else out.push(scalar(item as null | boolean | number | string));
  };
  write(value);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const index = frame.next++;
    if (frame.kind === 'array') {
      if (index >= frame.items.length) {
        out.push(']');
        stack.pop();
        continue;
      }
      if (index > 0) out.push(',');
      write(frame.items[index] as Json);
    } else {
      const key = frame.keys[index];
      if (key === undefined) {
        out.push('}');
        stack.pop();
        continue;
      }
      out.push(index > 0 ? ',' : '', JSON.stringify(key), ':');
      write(frame.object[key] as Json);
    }
  }
  return out.join('');
}

/** Whether two JSON values have the same canonical text, told without writing it; what both hold as one object is not looked through. */
export function sameJson(one: Json, other: Json): boolean {
  const open: Json[] = [one, other];
  while (open.length > 0) {
    const right = open.pop()!;
    const left = open.pop()!;
    if (left === right) continue;
    if (isJsonArray(left)) {
      if (!isJsonArray(right) || left.length !== right.length) return false;
      for (let at = 0; at < left.length; at++) open.push(left[at]!, right[at]!);
    } else {
      if (!isJsonObject(left) || !isJsonObject(right)) return false;
      const names = Object.keys(left);
      if (names.length !== Object.keys(right).length) return false;
      for (const name of names) {
        if (!Object.hasOwn(right, name)) return false;
        open.push(left[name]!, right[name]!);
      }
    }
  }
  return true;
}

function scalar(value: null | boolean | number | string): string {
  if (typeof value === 'number') {
    if (value === Number.POSITIVE_INFINITY) return '1e999';
    if (value === Number.NEGATIVE_INFINITY) return '-1e999';
    if (Number.isNaN(value)) throw new TypeError('NaN is not a JSON value');
  }
  const text: string | undefined = typeof value === 'bigint' ? undefined : JSON.stringify(value);
  if (text === undefined) throw new TypeError(`a ${typeof value} is not a JSON value`);
  return text;
}
