import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { EventKind, TraceEvent } from '../trace/event.ts';
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
}

export type MappedSteps = readonly Step[] | { readonly error: Diagnostic };

export const NO_STEPS: readonly Step[] = [];

/** Whether mapping an event failed. */
export function isMappingError(steps: MappedSteps): steps is { readonly error: Diagnostic } {
  return !Array.isArray(steps);
}
