import { fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { isMachineModel, type MachineModel } from '../../model/machine-model.ts';
import { isMappingError } from '../../model/mapping.ts';
import type { Model } from '../../model/model.ts';
import { type Phrase, phrase, shown } from '../../model/phrase.ts';
import { takerOf } from '../../model/read-backwards.ts';
import type { StateMachine, Step } from '../../model/state-machine.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import type { Trace, TraceEvent } from '../../trace/event.ts';
import type { Json, JsonObject } from '../../trace/json.ts';
import type { EventInput } from '../../trace/trace.ts';
import { planReplay, type ReplayPlan } from './plan-replay.ts';

/** What a live system made of steps, beside what the model makes of them. */
export interface Replay {
  /** What the system was given. */
  readonly stimuli: readonly EventInput[];
  /** Steps that it followed the model. */
  readonly followed: number;
  /** Where it parted from the model first; null if it did not. */
  readonly divergence: Divergence | null;
}

/** The first step at which a trace does something else than the model. */
export interface Divergence {
  /** Number of the step, from 1; one more than there are if the system went on after the last. */
  readonly step: number;
  /** The event that differs; null where one is missing. */
  readonly event: TraceEvent | null;
  readonly text: Phrase;
  /** The model's state after the step. */
  readonly expected: JsonObject;
  /** The system's, as its events tell it; null where they are no behaviour of the model. */
  readonly actual: JsonObject | null;
}

/** Steps as the acts of the environment that a live system is given. Errors: see {@link planReplay}. */
export function stimuliOf(model: Model, steps: readonly Step[]): Result<readonly EventInput[]> {
  const plan = planOf(model, steps);
  return plan.ok ? ok(plan.value.plan.stimuli) : plan;
}

/**
 * How far the trace of a live system, which was given {@link stimuliOf} these steps, follows the model that takes them by itself: event by
 * event and state by state, up to the first divergence. The trace shows what the system was given, and what it did.
 */
export function followSteps(model: Model, steps: readonly Step[], trace: Trace): Result<Replay> {
  const planned = planOf(model, steps);
  if (!planned.ok) return planned;
  const { plan, machine, steps: stepsOf } = planned.value;
  const actual: { readonly event: TraceEvent; readonly steps: readonly Step[] }[] = [];
  for (const event of trace.events) {
    if (event.kind === 'truth') continue;
    const mapped = stepsOf(event);
    if (isMappingError(mapped)) return fail(mapped.error);
    if (mapped.length > 0) actual.push({ event, steps: mapped });
  }
  let state = plan.initial;
  for (const [index, { event, steps: taken }] of actual.entries()) {
    const expected = plan.expected[index];
    const after = stateAfter(machine, state, taken);
    const part = (text: Phrase): Result<Replay> => {
      const step = expected?.step ?? steps.length + 1;
      return ok({
        stimuli: plan.stimuli,
        followed: step - 1,
        divergence: {
          step,
          event,
          text,
          expected: machine.observe(expected?.state ?? state),
          actual: after === null ? null : machine.observe(after.state),
        },
      });
    };
    if (expected === undefined && after !== null && goesOn(machine, state, event, taken, after)) {
      state = after.state;
      continue;
    }
    if (expected === undefined || !sameSteps(expected.steps, taken)) {
      return part(otherEvent(plan, index, event));
    }
    if (after === null || (after.refused && !expected.refused)) {
      return part(phrase`the model takes no such step where the system stands`);
    }
    if (machine.key(after.state) !== machine.key(expected.state)) return part(phrase`it leads to another state`);
    const seen = unlikeObserved(machine, after.state, taken);
    if (seen !== null) return part(phrase`the system has another value of ${seen}`);
    state = after.state;
  }
  const missing = plan.expected[actual.length];
  if (missing === undefined) return ok({ stimuli: plan.stimuli, followed: steps.length, divergence: null });
  return ok({
    stimuli: plan.stimuli,
    followed: missing.step - 1,
    divergence: {
      step: missing.step,
      event: null,
      text: phrase`the trace ends before ${missing.event.kind}`,
      expected: machine.observe(missing.state),
      actual: machine.observe(state),
    },
  });
}

interface Planned {
  readonly plan: ReplayPlan<unknown>;
  readonly machine: StateMachine;
  readonly steps: NonNullable<MachineModel['mapping']>['steps'];
}

function planOf(model: Model, steps: readonly Step[]): Result<Planned> {
  if (!isMachineModel(model)) {
    return fail({
      code: 'replay/needs-machine',
      message: `the model ${model.name} is no state machine, so it takes no steps`,
    });
  }
  const { machine, mapping } = model;
  if (mapping === null) {
    return fail({
      code: 'model/no-mapping',
      message: `the model ${machine.name} has no mapping, so nothing says what its steps are to a live system`,
      hint: 'name one with "mapping:", YAML beside the module',
    });
  }
  const plan = planReplay(machine, mapping, steps);
  return plan.ok ? ok({ plan: plan.value, machine, steps: (event) => mapping.steps(event) }) : plan;
}

/** The same actions, with every argument that the model gave; what a trace shows besides is its own matter. */
function sameSteps(expected: readonly Step[], actual: readonly Step[]): boolean {
  if (expected.length !== actual.length) return false;
  return expected.every(({ action, args = {} }, index) => {
    const other = actual[index]!;
    const given: JsonObject = other.args ?? {};
    return (
      other.action === action &&
      Object.entries(args).every(
        ([name, value]) => Object.hasOwn(given, name) && canonicalJson(given[name]!) === canonicalJson(value),
      )
    );
  });
}

/** The state that events lead to; a refused step leaves the model where it is; null if it cannot be told. */
function stateAfter<S>(
  machine: StateMachine<S>,
  from: S,
  steps: readonly Step[],
): { readonly state: S; readonly refused: boolean } | null {
  let state = from;
  for (const step of steps) {
    if (machine.checkStep(step) !== null) return null;
    const outcome = machine.step(state, step);
    if (outcome.kind === 'refused') return { state: from, refused: true };
    if (outcome.kind === 'error' || outcome.successors.length > 1) return null;
    [state] = outcome.successors as [S];
  }
  return { state, refused: false };
}

/** Whether a system that has done all steps goes on by an act of its own that the model would take too. */
function goesOn<S>(
  machine: StateMachine<S>,
  from: S,
  event: TraceEvent,
  steps: readonly Step[],
  after: { readonly state: S; readonly refused: boolean },
): boolean {
  if (after.refused || takerOf(event.kind, steps[0]?.assume) === 'environment') return false;
  const own = stateAfter(
    machine,
    from,
    steps.map(({ assume: _seen, ...step }) => step),
  );
  return own !== null && !own.refused && machine.key(own.state) === machine.key(after.state);
}

/** The first variable that was seen to have another value than the model has. */
function unlikeObserved<S>(machine: StateMachine<S>, state: S, steps: readonly Step[]): string | null {
  const observed = Object.entries(steps.at(-1)?.observed ?? {});
  const own = machine.observe(state);
  const unlike = observed.find(([name, value]) => canonicalJson((own[name] ?? null) as Json) !== canonicalJson(value));
  return unlike?.[0] ?? null;
}

function otherEvent({ expected: all, refused }: ReplayPlan<unknown>, index: number, event: TraceEvent): Phrase {
  const expected = all[index];
  const tool = 'tool' in event ? phrase` of ${shown(event.tool ?? null, 'tool')}` : '';
  const wanted = expected === undefined ? 'nothing more' : expected.event.kind;
  const last = all[index - 1]?.step ?? 0;
  const stopped = refused.find((step) => step > last && step < (expected?.step ?? Number.POSITIVE_INFINITY));
  const why = stopped === undefined ? '' : phrase`; the model refuses step ${String(stopped)}`;
  return phrase`${event.kind}${tool} where ${wanted} was expected${why}`;
}
