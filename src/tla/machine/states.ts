import { fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { unknownName } from '../../model/unknown-name.ts';
import type { JsonObject } from '../../trace/json.ts';
import type { TlaModel } from '../semantics/model.ts';
import type { Program } from '../semantics/program.ts';
import { fromItf, recordOf, toItf } from '../values/itf.ts';
import type { Value } from '../values/store.ts';
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

/** A row as variable name to value in ITF encoding. */
export const rowToItf = ({ spec, store }: TlaModel, row: ArrayLike<Value>): JsonObject =>
  recordOf(spec.variables.map(({ name }, i) => [name, toItf(store, row[i]!)] as const));

/** A copy of a state's row. */
export function rowOf(table: StateTable, state: number): Int32Array {
  const start = state * strideOf(table);
  return table.rows.slice(start, start + table.width);
}
