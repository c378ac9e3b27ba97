import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import type { ItfTrace, ItfValue } from '../importers/itf.ts';
import type { MachineModel, StepFoldOptions } from '../model/machine-model.ts';
import type { Verdict } from '../model/model.ts';
import type { Step } from '../model/state-machine.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
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
  const walk = walkItf(machine, itf);
  return walk.ok ? ok(walk.taken.map(({ step }) => step)) : fail(walk.problem);
}

/** A behaviour's steps, each with the index of the state it leads to; or what keeps it from being one, and where in the JSON that stands. */
export type ItfWalk =
  | { readonly ok: true; readonly taken: readonly { readonly step: Step; readonly state: number }[] }
  | { readonly ok: false; readonly problem: Diagnostic; readonly path: readonly (string | number)[] };

/** {@link stepsOfItf}, and where they are in the trace. */
export function walkItf(machine: TlaMachine, itf: ItfTrace): ItfWalk {
  const refuse = (problem: Diagnostic, ...path: readonly (string | number)[]): ItfWalk => ({
    ok: false,
    problem,
    path,
  });
  const states: TlaState[] = [];
  for (const [index, values] of itf.states.entries()) {
    const state = readState(machine, values);
    if (!state.ok) return refuse(inState(index, state.errors[0]), 'states', index);
    states.push(state.value);
  }
  const initial = machine.initial();
  if (!initial.ok) return refuse(initial.errors[0]);
  const first = states[0];
  if (first === undefined) return refuse({ code: 'tla/itf-empty', message: 'the ITF trace has no state' }, 'states');
  if (!initial.value.includes(first)) {
    const differs = nearest(machine, initial.value.slice(0, MAX_COMPARED), first);
    return refuse(
      {
        code: 'tla/itf-not-initial',
        message: `the first state of the ITF trace is no initial state of ${machine.name}`,
        ...(differs === null ? {} : { hint: `the nearest initial state differs in ${differs.variables}` }),
      },
      'states',
      0,
    );
  }
  const taken: { step: Step; state: number }[] = [];
  for (let index = 1; index < states.length; index++) {
    const step = stepBetween(machine, states[index - 1]!, states[index]!);
    if (!step.ok) return refuse(inState(index, step.errors[0]), 'states', index);
    if (step.value === null) continue;
    taken.push({ step: { ...step.value, observed: machine.observe(states[index]!) }, state: index });
  }
  if (itf.loop === undefined) return { ok: true, taken };
  const target = states[itf.loop];
  if (target === undefined) {
    const message = `the ITF trace loops to state ${itf.loop}, which it does not have`;
    return refuse({ code: 'tla/itf-loop', message, expected: `a number from 0 to ${states.length - 1}` }, 'loop');
  }
  const back = stepBetween(machine, states.at(-1)!, target);
  if (back.ok) return { ok: true, taken };
  return refuse({ ...back.errors[0], message: `the loop of the ITF trace: ${back.errors[0].message}` }, 'loop');
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
  const compared = successors.value.slice(0, MAX_COMPARED);
  const differs = nearest(
    machine,
    compared.map(({ state }) => state),
    to,
  );
  return fail({
    code: 'tla/itf-no-step',
    message: `no step of ${machine.name} leads here from the state before`,
    hint:
      differs === null
        ? 'no action is enabled there'
        : `enabled there: ${enabled.join(', ')}; ${compared[differs.index]!.step.action} comes nearest, and differs in ${differs.variables}`,
  });
}

/** How many states are compared to say which comes nearest. */
const MAX_COMPARED = 1000;

/** The first of the states that differ from one in the fewest variables, and the names of these; null if there are none. */
function nearest(
  machine: TlaMachine,
  states: readonly TlaState[],
  to: TlaState,
): { readonly index: number; readonly variables: string } | null {
  const wanted = machine.observe(to);
  let best: { index: number; names: readonly string[] } | null = null;
  for (const [index, state] of states.entries()) {
    const values = machine.observe(state);
    const names = Object.keys(wanted).filter((name) => canonicalJson(values[name]!) !== canonicalJson(wanted[name]!));
    if (best === null || names.length < best.names.length) best = { index, names };
  }
  return best === null ? null : { index: best.index, variables: best.names.join(', ') };
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
