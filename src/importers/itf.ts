import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from '../trace/json.ts';
import { diagnosticAt, locateInJson, MAX_FOREIGN_DEPTH, parseJson } from '../trace/json-text.ts';
import { arrayField, numberField, stringField } from './fields.ts';
import type { ImportCode } from './import-code.ts';
import { type ReadRecordsOptions, recordingText } from './records.ts';

/** A value of an ITF state. Whole numbers are `bigint`, however they are written; records keep the order of their fields. */
export type ItfValue =
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'sequence'; readonly items: readonly ItfValue[] }
  | { readonly kind: 'tuple'; readonly items: readonly ItfValue[] }
  | { readonly kind: 'set'; readonly items: readonly ItfValue[] }
  | { readonly kind: 'map'; readonly pairs: readonly (readonly [ItfValue, ItfValue])[] }
  | { readonly kind: 'record'; readonly fields: ReadonlyMap<string, ItfValue> }
  | { readonly kind: 'unserializable'; readonly text: string };

/** One behaviour of a model: its states in order, and where it loops back to, if it does. */
export interface ItfTrace {
  readonly vars: readonly string[];
  readonly params: readonly string[];
  readonly states: readonly ReadonlyMap<string, ItfValue>[];
  /** Index of the state that follows the last one. */
  readonly loop?: number;
}

/**
 * A behaviour in the Informal Trace Format, as Apalache and Quint write counterexamples; its states are those of a model, not events of an agent.
 * Shape: https://apalache-mc.org/docs/adr/015adr-trace.html (`vars`, `states`, `loop`, and the forms `#bigint`, `#tup`, `#set`, `#map`,
 * `#unserializable`).
 */
export function readItf(
  input: string | Uint8Array,
  options: ReadRecordsOptions,
): Result<ItfTrace, Diagnostic<ImportCode>> {
  const text = recordingText(input, options);
  if (!text.ok) return text;
  const json = parseJson(text.value, { file: options.file }, MAX_FOREIGN_DEPTH);
  if (!json.ok) return json;
  const states = arrayField(json.value, 'states');
  const vars = arrayField(json.value, 'vars');
  const wrong = (path: (string | number)[], message: string, expected: string): Result<never, Diagnostic<ImportCode>> =>
    fail(
      diagnosticAt(text.value, { file: options.file }, locateInJson(text.value, path)?.start ?? 0, {
        code: 'trace/wrong-value' as ImportCode,
        message,
        expected,
      }),
    );
  if (states === undefined || vars === undefined) {
    return wrong(
      [],
      `"${vars === undefined ? 'vars' : 'states'}" is missing`,
      'an ITF trace: {"vars": […], "states": […]}',
    );
  }
  const read: Map<string, ItfValue>[] = [];
  for (const [index, state] of states.entries()) {
    if (!isJsonObject(state))
      return wrong(['states', index], 'a state is not an object', 'an object with a value for every variable');
    const values = new Map<string, ItfValue>();
    for (const [name, value] of Object.entries(state)) {
      if (name === '#meta') continue;
      const found = itfValue(value);
      if (found === undefined)
        return wrong(
          ['states', index, name],
          'a variable has a value that ITF does not have',
          'a boolean, a string, a whole number, a list, or an object',
        );
      values.set(name, found);
    }
    read.push(values);
  }
  const loop = numberField(json.value, 'loop');
  if (loop === undefined && (ownValue(json.value as JsonObject, 'loop') ?? null) !== null) {
    return wrong(['loop'], 'the state that the trace loops to is no number', 'the index of a state');
  }
  const names = (key: string): string[] =>
    (arrayField(json.value, key) ?? []).filter((name) => typeof name === 'string');
  return ok({ vars: names('vars'), params: names('params'), states: read, ...(loop === undefined ? {} : { loop }) });
}

// Recursion is bounded: the text was refused if it nests too deep.
function itfValue(value: Json): ItfValue | undefined {
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (typeof value === 'string') return { kind: 'string', value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { kind: 'integer', value: BigInt(value) } : undefined;
  if (Array.isArray(value)) {
    const items = itfValues(value as readonly Json[]);
    return items === undefined ? undefined : { kind: 'sequence', items };
  }
  return isJsonObject(value) ? itfObject(value) : undefined;
}

function itfValues(list: readonly Json[]): readonly ItfValue[] | undefined {
  const items = list.map(itfValue);
  return items.every((item) => item !== undefined) ? items : undefined;
}

function itfObject(value: JsonObject): ItfValue | undefined {
  const digits = ownValue(value, '#bigint');
  if (digits !== undefined)
    return typeof digits === 'string' && /^-?\d{1,10000}$/.test(digits)
      ? { kind: 'integer', value: BigInt(digits) }
      : undefined;
  const text = stringField(value, '#unserializable');
  if (text !== undefined) return { kind: 'unserializable', text };
  for (const [key, kind] of [
    ['#tup', 'tuple'],
    ['#set', 'set'],
  ] as const) {
    const list = arrayField(value, key);
    if (list === undefined) continue;
    const items = itfValues(list);
    return items === undefined ? undefined : { kind, items };
  }
  const map = arrayField(value, '#map');
  if (map !== undefined) {
    const pairs = map.map((pair) => (isJsonArray(pair) && pair.length === 2 ? itfValues(pair) : undefined));
    if (!pairs.every((pair) => pair !== undefined)) return undefined;
    return { kind: 'map', pairs: pairs.map((pair) => [pair[0]!, pair[1]!] as const) };
  }
  const fields = new Map<string, ItfValue>();
  for (const [name, inner] of Object.entries(value)) {
    const found = itfValue(inner);
    if (found === undefined) return undefined;
    fields.set(name, found);
  }
  return { kind: 'record', fields };
}
