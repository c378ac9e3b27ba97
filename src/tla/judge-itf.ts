import { fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { readItf } from '../importers/itf.ts';
import { recordingText } from '../importers/records.ts';
import type { MachineModel, StepFoldOptions } from '../model/machine-model.ts';
import type { Verdict } from '../model/model.ts';
import { isJsonObject } from '../trace/json.ts';
import { diagnosticAt, locateInJson, tryParseJson } from '../trace/json-text.ts';
import { walkItf } from './itf-steps.ts';
import type { TlaMachine, TlaState } from './machine/tla-machine.ts';

/** What a model says of an ITF trace. */
export interface JudgedItf {
  readonly verdict: Verdict;
  /** How many states the trace has. */
  readonly states: number;
  /** Index of the state that a step of the verdict, counted from 1, leads to; the first state for none. */
  stateOf(step: number): number;
}

/** {@link foldItf} of the text of an ITF trace; an error has its place in the file. */
export function judgeItf(
  model: MachineModel,
  input: Uint8Array,
  place: { readonly file: string },
  options: StepFoldOptions = {},
): Result<JudgedItf> {
  const text = recordingText(input, place);
  if (!text.ok) return text;
  const itf = readItf(text.value, place);
  if (!itf.ok) return itf;
  const machine = (model as MachineModel<TlaState>).machine as TlaMachine;
  const walk = walkItf(machine, itf.value);
  if (!walk.ok) {
    const start = locateInJson(text.value, walk.path)?.start ?? 0;
    return fail(walk.problem.at === undefined ? diagnosticAt(text.value, place, start, walk.problem) : walk.problem);
  }
  const verdict = model.foldSteps(
    walk.taken.map(({ step }) => step),
    options,
  );
  if (!verdict.ok) return verdict;
  return ok({
    verdict: verdict.value,
    states: itf.value.states.length,
    stateOf: (step) => walk.taken[step - 1]?.state ?? 0,
  });
}

/** Whether a file holds an ITF trace, by its shape. */
export function isItfText(input: Uint8Array, place: { readonly file: string }): boolean {
  const text = recordingText(input, place);
  const json = text.ok ? tryParseJson(text.value) : undefined;
  return json !== undefined && isJsonObject(json) && Array.isArray(json.vars) && Array.isArray(json.states);
}
