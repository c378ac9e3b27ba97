import { type Diagnostic, fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { Mapping } from '../../model/mapping.ts';
import type { StateMachine, Step, StepOutcome } from '../../model/state-machine.ts';
import type { EventInput } from '../../trace/trace.ts';

/** What a live system is to be given, and what is to be seen of it, step by step. */
export interface ReplayPlan<S> {
  readonly initial: S;
  /** The environment's acts, in order: the events whose forward image their steps are. */
  readonly stimuli: readonly EventInput[];
  /** Every event that the trace is to show, the environment's and the system's. */
  readonly expected: readonly Expected<S>[];
  /** Acts of the system that the model refuses, by the number of their step: they are to be seen nowhere. */
  readonly refused: readonly number[];
}

export interface Expected<S> {
  /** Number of its first step, from 1. */
  readonly step: number;
  readonly event: EventInput;
  readonly steps: readonly Step[];
  /** Whether the model refuses it: the environment may try, and nothing comes of it. */
  readonly refused: boolean;
  /** The model's state afterwards. */
  readonly state: S;
}

/**
 * Steps read backwards through a mapping, while the model runs by itself. An error says which step cannot be, and why: no rule gives it, a
 * rule tells other arguments, an observation would show another decision than the model's, or it leaves open where it leads.
 */
export function planReplay<S>(
  machine: StateMachine<S>,
  mapping: Mapping,
  steps: readonly Step[],
): Result<ReplayPlan<S>> {
  if (mapping.backwards === undefined) {
    return fail({
      code: 'replay/code-mapping',
      message: `the mapping of ${machine.name} is code, which reads one way only`,
      hint: 'give the events of the run as "stimuli", or write the mapping as YAML beside a TLA+ module',
    });
  }
  const initial = machine.initial();
  if (!initial.ok) return initial;
  const first = initial.value[0] as S;
  if (initial.value.length !== 1) {
    return fail({ code: 'replay/open-step', message: `${machine.name} has ${initial.value.length} initial states` });
  }
  const stimuli: EventInput[] = [];
  const expected: Expected<S>[] = [];
  const refused: number[] = [];
  let state = first;
  for (let at = 0; at < steps.length; ) {
    const unknown = machine.checkStep(steps[at]!);
    if (unknown !== null) return fail({ ...unknown, message: `step ${at + 1}: ${unknown.message}` });
    const { readings, why } = mapping.backwards(steps, at);
    let contradicted = false;
    let taken: { readonly reading: (typeof readings)[number]; readonly run: Run<S> } | null = null;
    for (const reading of readings) {
      const run = runOf(machine, state, steps.slice(at, at + reading.steps));
      if (!run.ok) return fail(notReadable(steps, at, run.errors[0].message));
      if (run.value.refused || agrees(machine, state, steps[at]!, reading.assume)) {
        taken = { reading, run: run.value };
        break;
      }
      contradicted = true;
    }
    if (taken === null) {
      const [reading] = readings;
      const shows = `${reading?.event.kind} would show that ${Object.keys(reading?.assume ?? {}).join(', ')} decided otherwise than it does here`;
      return fail(notReadable(steps, at, contradicted ? shows : why));
    }
    const { reading, run } = taken;
    const group = steps.slice(at, at + reading.steps);
    if (reading.takenBy === 'system' && run.refused) refused.push(at + 1);
    else {
      if (reading.takenBy === 'environment') stimuli.push(reading.event);
      expected.push({ step: at + 1, event: reading.event, steps: group, refused: run.refused, state: run.state });
    }
    state = run.state;
    at += reading.steps;
  }
  return ok({ initial: first, stimuli, expected, refused });
}

interface Run<S> {
  readonly state: S;
  readonly refused: boolean;
}

/** What the model itself makes of the steps of one event; a refused one leaves it where it is. */
function runOf<S>(machine: StateMachine<S>, from: S, steps: readonly Step[]): Result<Run<S>> {
  let state = from;
  for (const step of steps) {
    const outcome = machine.step(state, step);
    if (outcome.kind === 'error') return fail(outcome.error);
    if (outcome.kind === 'refused') return ok({ state: from, refused: true });
    if (outcome.successors.length > 1) {
      return fail({ code: 'replay/open-step', message: 'it leaves open which state it leads to' });
    }
    [state] = outcome.successors as [S];
  }
  return ok({ state, refused: false });
}

/** Whether the observation shows what the model itself decides. */
function agrees<S>(machine: StateMachine<S>, state: S, step: Step, assume: NonNullable<Step['assume']>): boolean {
  if (Object.keys(assume).length === 0) return true;
  const key = (outcome: StepOutcome<S>): string =>
    outcome.kind === 'taken' ? outcome.successors.map((one) => String(machine.key(one))).join('\n') : outcome.kind;
  return key(machine.step(state, step)) === key(machine.step(state, { ...step, assume }));
}

const notReadable = (steps: readonly Step[], at: number, why: string): Diagnostic => ({
  code: 'replay/not-readable',
  message: `step ${at + 1} (${steps[at]!.action}) cannot be read backwards: ${why}`,
});
