import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { StateMachine, Step } from '../model/state-machine.ts';
import { endOf } from './stopwatch.ts';

export interface MachineSearchOptions<S> {
  /** Invariants to judge; default: all of the machine. */
  readonly invariants?: readonly string[];
  /** Ends the search at the first state it holds for. */
  readonly goal?: (state: S) => boolean;
  /** Give up past this many distinct states; default 1,000,000. */
  readonly maxStates?: number;
  /** Give up after this long, between two states. */
  readonly maxMilliseconds?: number;
}

export type MachineSearch =
  /** Every state was seen: no invariant is broken and no state is the goal. */
  | { readonly kind: 'exhausted'; readonly states: number }
  /** The shortest steps from an initial state to one that breaks `invariant`, or that is the goal (`invariant` null). */
  | {
      readonly kind: 'found';
      readonly invariant: string | null;
      readonly steps: readonly Step[];
      readonly states: number;
    }
  /** Nothing is known beyond the states seen. */
  | { readonly kind: 'error'; readonly error: Diagnostic; readonly states: number };

/** Explores any state machine breadth first, whatever language its model is written in. */
export function exploreMachine<S>(machine: StateMachine<S>, options: MachineSearchOptions<S> = {}): MachineSearch {
  const { maxStates = 1_000_000, maxMilliseconds } = options;
  const end = endOf(maxMilliseconds);
  const invariants = options.invariants ?? machine.invariants.map((one) => one.id);
  const initial = machine.initial();
  if (!initial.ok) return { kind: 'error', error: initial.errors[0], states: 0 };
  const seen = new Set<string | number>();
  const queue: { readonly state: S; readonly from: number; readonly step: Step | null }[] = [];
  const stepsTo = (index: number): Step[] => {
    const steps: Step[] = [];
    for (let at = index; at >= 0; at = queue[at]!.from) {
      const { step } = queue[at]!;
      if (step !== null) steps.unshift(step);
    }
    return steps;
  };
  /** Takes a state in, if it is new; gives a result if the search ends with it. */
  const visit = (state: S, from: number, step: Step | null): MachineSearch | null => {
    const key = machine.key(state);
    if (seen.has(key)) return null;
    seen.add(key);
    queue.push({ state, from, step });
    const states = queue.length;
    for (const invariant of invariants) {
      const outcome = machine.invariant(state, invariant);
      if (outcome.kind === 'error') return { kind: 'error', error: outcome.error, states };
      if (!outcome.holds) return { kind: 'found', invariant, steps: stepsTo(states - 1), states };
    }
    if (options.goal?.(state) === true) return { kind: 'found', invariant: null, steps: stepsTo(states - 1), states };
    if (states <= maxStates) return null;
    return {
      kind: 'error',
      error: { code: 'explore/limit', message: `more than ${maxStates} distinct states: the search was given up` },
      states,
    };
  };
  for (const state of initial.value) {
    const end = visit(state, -1, null);
    if (end !== null) return end;
  }
  for (let at = 0; at < queue.length; at++) {
    if (maxMilliseconds !== undefined && performance.now() > end) {
      const message = `not done after ${maxMilliseconds} ms and ${queue.length} distinct states: the search was given up`;
      return { kind: 'error', error: { code: 'explore/limit', message }, states: queue.length };
    }
    const successors = machine.successors(queue[at]!.state);
    if (!successors.ok) return { kind: 'error', error: successors.errors[0], states: queue.length };
    for (const { step, state } of successors.value) {
      const end = visit(state, at, step);
      if (end !== null) return end;
    }
  }
  return { kind: 'exhausted', states: queue.length };
}
