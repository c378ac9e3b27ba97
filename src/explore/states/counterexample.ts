import type { StateTable } from '../../tla/machine/state-table.ts';
import { rowOf, rowToItf } from '../../tla/machine/states.ts';
import { isModelError } from '../../tla/semantics/evaluation-error.ts';
import type { TlaModel } from '../../tla/semantics/model.ts';
import { compileProgram, type Program } from '../../tla/semantics/program.ts';
import { recordOf, toItf } from '../../tla/values/itf.ts';
import type { JsonObject } from '../../trace/json.ts';
import type { CheckStep } from '../check-report.ts';
import { aliasedStates } from './alias.ts';

/** One state of a counterexample and the action that led to it; null for an initial state and for stuttering. */
export interface TraceState extends CheckStep {
  readonly args: JsonObject;
  readonly state: JsonObject;
}

/** The states from an initial one to `last`, and `extra` after it, each with the action that led to it. */
export function traceTo(model: TlaModel, table: StateTable, last: number, extra: Int32Array | null): TraceState[] {
  const rows: Int32Array[] = [];
  for (let index = last; index >= 0; index = table.parents[index]!) rows.push(rowOf(table, index));
  rows.reverse();
  if (extra !== null) rows.push(extra);
  return labelledTrace(model, rows, null);
}

/** Names the actions between states that follow one another, and shows each state as ALIAS says. */
export function labelledTrace(model: TlaModel, rows: readonly Int32Array[], loopsTo: number | null): TraceState[] {
  const parts = { next: model.behaviour.next };
  const program = compileProgram(model.spec, model.store, model.analysis, parts, { labelled: true });
  const states = rows.map((row, i): TraceState => {
    const before = rows[i - 1];
    const led = before === undefined ? NO_ACTION : actionBetween(model, program, before, row);
    return { ...led, state: rowToItf(model, row) };
  });
  if (model.alias === null) return states;
  const plain = states.map(({ state }) => state);
  const shown = aliasedStates(model, rows, plain, loopsTo);
  return states.map((one, index) => ({ ...one, shown: shown[index]! }));
}

const NO_ACTION = { action: null, args: {} } as const;

/** The first action that leads from one state to the other, with its arguments. */
function actionBetween(
  model: TlaModel,
  program: Program,
  before: Int32Array,
  after: Int32Array,
): Pick<TraceState, 'action' | 'args'> {
  const { runtime } = program;
  let found: Pick<TraceState, 'action' | 'args'> = NO_ACTION;
  runtime.emit = (label, values) => {
    if (found !== NO_ACTION || !after.every((value, i) => runtime.buffer[i] === value)) return;
    const { name, parameters } = program.labels[label]!;
    const args = recordOf(parameters.map((parameter, i) => [parameter, toItf(model.store, values[i]!)]));
    found = { action: name, args };
  };
  program.clearNext();
  program.load(before, 0);
  try {
    program.next();
  } catch (error) {
    // The search got past this state before; what fails now is another action's business.
    if (!isModelError(error)) throw error;
  }
  return found;
}
