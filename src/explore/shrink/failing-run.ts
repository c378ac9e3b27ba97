import { type Claim, outcomeOf } from '../../model/claim.ts';
import { foldTrace } from '../../model/fold-trace.ts';
import { isMachineModel, type MachineModel, type StepFoldOptions } from '../../model/machine-model.ts';
import { isMappingError } from '../../model/mapping.ts';
import type { Model, RunRecord, StepRecord, Verdict } from '../../model/model.ts';
import type { Step } from '../../model/state-machine.ts';
import type { Trace, TraceEvent } from '../../trace/event.ts';
import { shrinkSteps, shrinkTrace } from './shrink.ts';

/** What was folded. */
export type RunInput =
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  | { readonly kind: 'trace'; readonly trace: Trace };

/** The shortest run that was found, as evidence shows it. */
export interface FailingRun {
  /** Steps or events of the whole run. */
  readonly from: number;
  /** False if the search hit its bound. */
  readonly complete: boolean;
  /** Its steps, under the numbers that they have in the whole run; null for a model without steps. */
  readonly run: RunRecord | null;
  readonly events?: readonly TraceEvent[];
}

/**
 * The shortest run that still fails the first failed claim of a verdict; null if none failed, or if all of the run is needed. `verdict` is of
 * the same fold, and `options` are those that it was made with.
 */
export function shortestFailingRun(
  model: Model,
  input: RunInput,
  verdict: Verdict,
  options: StepFoldOptions = {},
): FailingRun | null {
  const claim = verdict.claims.find((one) => outcomeOf(one) === 'fail');
  if (claim === undefined) return null;
  if (input.kind === 'trace') return ofTrace(model, input.trace, claim);
  return isMachineModel(model) ? ofSteps(model, input.steps, claim, options) : null;
}

function ofTrace(model: Model, trace: Trace, claim: Claim): FailingRun | null {
  const shrunk = shrinkTrace(model, trace, claim);
  if (shrunk === null || shrunk.items.length === shrunk.from) return null;
  const { from, complete, items: events } = shrunk;
  const fold = foldTrace(model, { ...trace, events }, { predicates: [claim.predicate], record: true });
  const run = fold.ok ? (fold.value.run ?? null) : null;
  if (run === null || !isMachineModel(model)) return { from, complete, run, events };
  const firsts = firstSteps(model, trace, events);
  const taken = new Map<number, number>();
  const numbered = run.steps.map((step): StepRecord => {
    if (step.event === null) return step;
    const earlier = taken.get(step.event) ?? 0;
    taken.set(step.event, earlier + 1);
    return { ...step, step: (firsts.get(step.event) ?? step.step) + earlier };
  });
  return { from, complete, run: { ...run, steps: numbered }, events };
}

/** The number that the first step of each of `events` has in the fold of the whole trace. */
function firstSteps(model: MachineModel, trace: Trace, events: readonly TraceEvent[]): ReadonlyMap<number, number> {
  const firsts = new Map<number, number>();
  const last = events.at(-1)?.seq;
  let steps = 1;
  for (const event of trace.events) {
    firsts.set(event.seq, steps);
    if (event.seq === last) break;
    const mapped = event.kind === 'truth' ? [] : (model.mapping?.steps(event) ?? []);
    if (isMappingError(mapped)) break;
    steps += mapped.length;
  }
  return firsts;
}

function ofSteps(
  model: MachineModel,
  steps: readonly Step[],
  claim: Claim,
  { tolerate }: StepFoldOptions,
): FailingRun | null {
  const kept = tolerate === undefined ? {} : { tolerate };
  const shrunk = shrinkSteps(model, steps, claim, kept);
  if (shrunk === null || shrunk.items.length === shrunk.from) return null;
  const { from, complete, items, places } = shrunk;
  const fold = model.foldSteps(items, { ...kept, predicates: [claim.predicate], record: true });
  const run = fold.ok ? fold.value.run : undefined;
  if (run === undefined) return null;
  const numbered = run.steps.map((step): StepRecord => ({ ...step, step: places[step.step - 1]! + 1 }));
  return { from, complete, run: { ...run, steps: numbered } };
}
