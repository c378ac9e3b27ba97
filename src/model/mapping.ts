import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { EventKind, TraceEvent } from '../trace/event.ts';
import type { EventInput } from '../trace/trace.ts';
import type { Step } from './state-machine.ts';

/**
 * How events become steps: the only glue between a log and a model (design section 4). Written as YAML beside a TLA+ module, or as `on`
 * in {@link defineModel}.
 */
export interface Mapping {
  /** Event kinds that some rule looks at. */
  readonly kinds: readonly EventKind[];
  /**
   * Kinds without which an invariant cannot be judged; default: all of `kinds`. If a trace's recorder does not observe one of them, the
   * invariant is EVIDENCE_INCOMPLETE.
   */
  needs(invariant: string): readonly EventKind[];
  /** Constants of the model that are limits of the model; null: every bound that the machine reports. */
  readonly bounds: readonly string[] | null;
  /** The steps of one event, in order; none if the event is outside the model. */
  steps(event: TraceEvent): MappedSteps;
  /** The events that the step at a position may have been; absent where the mapping is code, which reads one way only. */
  backwards?(
    steps: readonly Step[],
    at: number,
  ): { readonly readings: readonly BackwardReading[]; readonly why: string };
}

/** An event whose steps some steps of a run are. */
export interface BackwardReading {
  /** Without `seq`. */
  readonly event: EventInput;
  /** How many steps it is. */
  readonly steps: number;
  /** The environment's acts are given to a live system, its own are expected of it. */
  readonly takenBy: 'environment' | 'system';
  /** What such an event shows of guards. */
  readonly assume: { readonly [guard: string]: boolean };
}

export type MappedSteps = readonly Step[] | { readonly error: Diagnostic };

export const NO_STEPS: readonly Step[] = [];

/** Whether mapping an event failed. */
export function isMappingError(steps: MappedSteps): steps is { readonly error: Diagnostic } {
  return !Array.isArray(steps);
}
