import { isModelError } from '../../tla/semantics/evaluation-error.ts';
import type { TlaModel } from '../../tla/semantics/model.ts';
import { compileProgram } from '../../tla/semantics/program.ts';
import { functionOf } from '../../tla/values/functions.ts';
import { recordOf, toItf } from '../../tla/values/itf.ts';
import { tuple } from '../../tla/values/sets.ts';
import type { Value } from '../../tla/values/store.ts';
import { string } from '../../tla/values/store.ts';
import type { Json, JsonObject } from '../../trace/json.ts';

/** The field that TLC adds to a state whose ALIAS cannot be evaluated. */
const FAILED = '_ALIASEvalError';

/**
 * What TLC shows for each state of a counterexample under ALIAS: the fields of its record. Primed variables are those of the state that
 * follows; the last state is followed by the one that the lasso leads back to, or by itself. Where the alias is no record the state stands
 * as it is, and where it fails with the reason beside it.
 *
 * @param states the states as variable name to value, in the order of `rows`
 */
export function aliasedStates(
  model: TlaModel,
  rows: readonly Int32Array[],
  states: readonly JsonObject[],
  loopsTo: number | null,
): readonly JsonObject[] {
  const { alias, store } = model;
  if (alias === null) return states;
  const failed = (state: JsonObject, error: unknown): JsonObject => {
    if (!isModelError(error)) throw error;
    return recordOf([...Object.entries(state), [FAILED, (error as Error).message]]);
  };
  try {
    const program = compileProgram(model.spec, store, model.analysis, { values: [alias] });
    return rows.map((row, index) => {
      const state = states[index]!;
      program.load(row, 0);
      program.loadNext(rows[index + 1] ?? rows[loopsTo ?? index]!, 0);
      program.runtime.level = index + 1;
      program.runtime.trace = () =>
        tuple(
          store,
          rows.slice(0, index + 1).map((one) => recordValue(model, one)),
        );
      try {
        const value = toItf(store, program.values[0]!());
        return isRecord(value) ? value : state;
      } catch (error) {
        return failed(state, error);
      }
    });
  } catch (error) {
    return states.map((state) => failed(state, error));
  }
}

const recordValue = (model: TlaModel, row: Int32Array): Value =>
  functionOf(
    model.store,
    model.spec.variables.map(({ name }, i) => [string(model.store, name), row[i]!] as const),
  );

/** Whether a value in ITF is a record: sets, functions and the like are objects with a single key that begins with `#`. */
const isRecord = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.keys(value)[0]?.startsWith('#');
