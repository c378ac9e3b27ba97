import { fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { Step } from '../../model/state-machine.ts';
import { unknownName } from '../../model/unknown-name.ts';
import type { Json, JsonObject } from '../../trace/json.ts';
import type { TlaModel } from '../semantics/model.ts';
import type { Program } from '../semantics/program.ts';
import { fromItf, recordOf, toItf } from '../values/itf.ts';
import type { Arguments } from './refusals.ts';
import { addState, type StateTable } from './state-table.ts';

const strideOf = ({ width }: StateTable): number => Math.max(1, width);

/** Takes a state of the table into a program. */
export function loadState(program: Program, table: StateTable, state: number): void {
  program.clearNext();
  program.load(table.rows, state * strideOf(table));
}

/** The state that a program has just come to. */
export const arrivedAt = ({ runtime }: Program, table: StateTable): number =>
  addState(table, runtime.buffer, runtime.buffer, -1);

/** The state with these values in ITF encoding, which all variables must have; added to the table if it is new. */
export function readState(
  { spec, store, modelValues }: TlaModel,
  table: StateTable,
  values: JsonObject,
): Result<number> {
  const names = spec.variables.map((variable) => variable.name);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown !== undefined) return fail(unknownName('tla/unknown-variable', 'variable', unknown, names));
  const row = new Int32Array(strideOf(table));
  for (const [i, name] of names.entries()) {
    if (!Object.hasOwn(values, name)) {
      return fail({ code: 'tla/missing-variable', message: `the variable "${name}" has no value` });
    }
    const value = fromItf(store, values[name]!, 'sequences', modelValues);
    if (!value.ok) {
      return fail({ ...value.errors[0], message: `the variable "${name}": ${value.errors[0].message}` });
    }
    row[i] = value.value;
  }
  return ok(addState(table, row, row, -1));
}

/** The values of a state's variables in ITF encoding. */
export const observeState = ({ spec, store }: TlaModel, table: StateTable, state: number): JsonObject =>
  recordOf(
    spec.variables.map(({ name }, i) => [name, toItf(store, table.rows[state * strideOf(table) + i]!)] as const),
  );

/** The values of a step's arguments. */
export const argumentsOf = (model: TlaModel, step: Step): Arguments =>
  new Map(
    Object.entries(step.args ?? {}).map(([name, json]) => {
      const value = isKnown(model, json, 0) ? fromItf(model.store, json, 'sequences', model.modelValues) : null;
      return [name, value?.ok === true ? value.value : undefined] as const;
    }),
  );

/** Strings that the model has never met are not interned: a trace may bring any number of them. */
function isKnown(model: TlaModel, json: Json, depth: number): boolean {
  const { store, modelValues } = model;
  if (typeof json === 'string') return store.strings.has(json) || modelValues.has(json);
  if (typeof json !== 'object' || json === null || depth > 100) return true;
  if (Array.isArray(json)) return json.every((item) => isKnown(model, item, depth + 1));
  return Object.entries(json).every(
    ([key, item]) => (key.startsWith('#') || store.strings.has(key)) && isKnown(model, item as Json, depth + 1),
  );
}
