import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import type { ItfTrace, ItfValue } from '../importers/itf.ts';
import type { MachineModel, StepFoldOptions } from '../model/machine-model.ts';
import type { Verdict } from '../model/model.ts';
import type { Step } from '../model/state-machine.ts';
import type { Json, JsonObject } from '../trace/json.ts';
import type { TlaMachine, TlaState } from './machine/tla-machine.ts';
import { recordOf } from './values/itf.ts';

/**
 * Judges a behaviour in the Informal Trace Format, of TLC, Apalache, Quint or `tracefold check --itf`, by a TLA+ model with the same
 * variables. An error if it is no behaviour of the model: its first state must be an initial one, every other follow from the one before
 * by a step (or be the same), and its loop lead back by one.
 */
export function foldItf(model: MachineModel<TlaState>, itf: ItfTrace, options: StepFoldOptions = {}): Result<Verdict> {
  const steps = stepsOfItf(model.machine as TlaMachine, itf);
  return steps.ok ? model.foldSteps(steps.value, options) : steps;
}

/** The steps that a behaviour takes, each with the state that was observed after it; stuttering is left out. */
export function stepsOfItf(machine: TlaMachine, itf: ItfTrace): Result<readonly Step[]> {
  const states: TlaState[] = [];
  for (const [index, values] of itf.states.entries()) {
    const state = readState(machine, values);
    if (!state.ok) return fail(inState(index, state.errors[0]));
    states.push(state.value);
  }
  const initial = machine.initial();
  if (!initial.ok) return initial;
  const first = states[0];
  if (first === undefined) return fail({ code: 'tla/itf-empty', message: 'the ITF trace has no state' });
  if (!initial.value.includes(first)) {
    return fail({
      code: 'tla/itf-not-initial',
      message: `the first state of the ITF trace is no initial state of ${machine.name}`,
    });
  }
  const steps: Step[] = [];
  for (let index = 1; index < states.length; index++) {
    const step = stepBetween(machine, states[index - 1]!, states[index]!);
    if (!step.ok) return fail(inState(index, step.errors[0]));
    if (step.value !== null) steps.push({ ...step.value, observed: machine.observe(states[index]!) });
  }
  if (itf.loop === undefined) return ok(steps);
  const target = states[itf.loop];
  if (target === undefined) {
    return fail({ code: 'tla/itf-loop', message: `the ITF trace loops to state ${itf.loop}, which it does not have` });
  }
  const back = stepBetween(machine, states.at(-1)!, target);
  return back.ok
    ? ok(steps)
    : fail({ ...back.errors[0], message: `the loop of the ITF trace: ${back.errors[0].message}` });
}

const inState = (index: number, error: Diagnostic): Diagnostic => ({
  ...error,
  message: `state ${index} of the ITF trace: ${error.message}`,
});

/** The first step, in the order of the model, that leads from one state to the other; null for stuttering. */
function stepBetween(machine: TlaMachine, from: TlaState, to: TlaState): Result<Step | null> {
  if (from === to) return ok(null);
  const successors = machine.successors(from);
  if (!successors.ok) return successors;
  const found = successors.value.find(({ state }) => state === to);
  if (found !== undefined) return ok(found.step);
  const enabled = [...new Set(successors.value.map(({ step }) => step.action))];
  return fail({
    code: 'tla/itf-no-step',
    message: `no step of ${machine.name} leads here from the state before`,
    hint: enabled.length === 0 ? 'no action is enabled there' : `enabled there: ${enabled.join(', ')}`,
  });
}

function readState(machine: TlaMachine, values: ReadonlyMap<string, ItfValue>): Result<TlaState> {
  const entries: [string, Json][] = [];
  for (const [name, value] of values) {
    const json = jsonOf(value);
    if (json === undefined) {
      return fail({
        code: 'tla/itf-value',
        message: `the value of "${name}" is not written out in full, or holds an integer past 32 bits`,
      });
    }
    entries.push([name, json]);
  }
  return machine.readState(recordOf(entries) as JsonObject);
}

/** The value in the encoding that machines read; undefined where a part of it has none. */
function jsonOf(value: ItfValue): Json | undefined {
  switch (value.kind) {
    case 'boolean':
    case 'string':
      return value.value;
    case 'integer': {
      const { value: integer } = value;
      return integer >= -0x80000000n && integer <= 0x7fffffffn ? Number(integer) : undefined;
    }
    case 'sequence':
    case 'tuple':
      return listOf(value.items);
    case 'set': {
      const items = listOf(value.items);
      return items === undefined ? undefined : { '#set': items };
    }
    case 'map': {
      const pairs = value.pairs.map((pair) => listOf(pair));
      return pairs.every((pair) => pair !== undefined) ? { '#map': pairs } : undefined;
    }
    case 'record': {
      const fields: [string, Json][] = [];
      for (const [name, field] of value.fields) {
        const json = jsonOf(field);
        if (json === undefined) return undefined;
        fields.push([name, json]);
      }
      return recordOf(fields);
    }
    case 'unserializable':
      return undefined;
  }
}

function listOf(items: readonly ItfValue[]): readonly Json[] | undefined {
  const list = items.map(jsonOf);
  return list.every((item) => item !== undefined) ? list : undefined;
}
