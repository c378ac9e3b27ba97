import type { Diagnostic } from '../diagnostics/diagnostic.ts';

// What a model's own functions give back. A promise, or the `undefined` of a forgotten `return`, would pass for a decision if it were only
// looked at for its truth.

/** The value, if it is true or false; otherwise throws, naming the function. */
export function decision(value: unknown, where: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new Error(`${where} gave ${kindOf(value)}, where true or false is needed`);
}

/** The value, if it can be a state: an object that is no promise and no list. Otherwise throws, naming the function. */
export function stateOf(value: unknown, where: string): object {
  if (typeof value === 'object' && value !== null && !isPromise(value) && !Array.isArray(value)) return value;
  throw new Error(`${where} gave ${kindOf(value)}, where a state is needed`);
}

/** The value, frozen all through: a model that changes its initial state in place, instead of returning a new one, throws where it does so. */
export function immutable<T>(value: T): T {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const item = pending.pop();
    if (typeof item !== 'object' || item === null || Object.isFrozen(item)) continue;
    const prototype = Object.getPrototypeOf(item);
    // Maps, sets and instances keep their own rules.
    if (!Array.isArray(item) && prototype !== null && Object.getPrototypeOf(prototype) !== null) continue;
    // Not as arguments of one call: a list in a state may be longer than a call takes.
    for (const inner of Object.values(Object.freeze(item))) pending.push(inner);
  }
  return value;
}

/** What a model's own function threw. */
export function threw(where: string, error: unknown): Diagnostic {
  const message = `${where} threw: ${error instanceof Error ? error.message : String(error)}`;
  const frozen = error instanceof TypeError && /not extensible|read only|Cannot delete property/.test(error.message);
  return {
    code: 'model/threw',
    message: frozen ? `${message} (a state is not changed in place: return a new one)` : message,
  };
}

// The kind alone: a value may come from a trace.
function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (isPromise(value)) return 'a promise';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

const isPromise = (value: unknown): boolean =>
  typeof (value as { readonly then?: unknown } | null)?.then === 'function';
