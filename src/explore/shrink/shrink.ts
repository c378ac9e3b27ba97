import type { Claim } from '../../model/claim.ts';
import { foldTrace } from '../../model/fold-trace.ts';
import type { MachineModel, StepFoldOptions } from '../../model/machine-model.ts';
import type { Model, Verdict } from '../../model/model.ts';
import type { Step } from '../../model/state-machine.ts';
import type { Trace, TraceEvent } from '../../trace/event.ts';
import { type Causes, causesOf } from './causes.ts';
import { reduce, type Trial } from './reduce.ts';
import { failureOf, isSameFailure } from './same-failure.ts';

/** The shortest run that was found. */
export interface Shrunk<T> {
  /** In their order, as they were: events keep their `seq`. */
  readonly items: readonly T[];
  /** Their places in the whole run, from 0. */
  readonly places: readonly number[];
  /** How many there were. */
  readonly from: number;
  /** False if the search hit its bound, so that a shorter run may exist. */
  readonly complete: boolean;
}

export interface ShrinkOptions {
  /** Most items that are folded in all, over every trial. */
  readonly bound?: number;
}

/** Items folded in a second or so, by kind of model, on a machine of 2020. */
const BOUNDS: Record<Model['kind'], number> = { typescript: 400_000, tla: 100_000, eio: 150_000 };

/**
 * The shortest run of events that still makes the model fail the same claim, at the same event, through the same first false atom (design
 * section 6): cut after the event that failed it, then delta debugging that keeps causality. Null if the claim did not fail.
 */
export function shrinkTrace(
  model: Model,
  trace: Trace,
  claim: Claim,
  options: ShrinkOptions = {},
): Shrunk<TraceEvent> | null {
  const { header, events } = trace;
  const causes = causesOf(events);
  const foldOf = (places: readonly number[]): Verdict | null => {
    const kept = { header, events: places.map((place) => events[place]!) };
    const verdict = foldTrace(model, kept, { predicates: [claim.predicate], explain: true });
    return verdict.ok ? verdict.value : null;
  };
  const anchor = events.findIndex(({ seq }) => seq === claim.event);
  // Labels of benchmarks are no part of what happened.
  const all = [...events.keys()].filter((place) => events[place]!.kind !== 'truth');
  const prefix = anchor < 0 ? all : all.filter((place) => place <= anchor);
  return shrink(
    {
      items: events,
      claim,
      starts: [prefix, all],
      anchor: anchor < 0 ? [] : [anchor],
      needs: (place) => causes.needs[place]!,
      guess: (verdict) => citedBy(verdict, claim.id, causes, events),
      foldOf,
      decides: (found) => found.event === claim.event,
      refusedOf: (verdict, places) => {
        const event = verdict.divergence?.event;
        return event == null ? undefined : places.find((place) => events[place]!.seq === event);
      },
    },
    options.bound ?? BOUNDS[model.kind],
  );
}

/** As {@link shrinkTrace}, for a model that runs by itself; what the model refuses without an earlier step goes with that step. */
export function shrinkSteps(
  model: MachineModel,
  steps: readonly Step[],
  claim: Claim,
  options: ShrinkOptions & Pick<StepFoldOptions, 'tolerate'> = {},
): Shrunk<Step> | null {
  const tolerate = options.tolerate === undefined ? {} : { tolerate: options.tolerate };
  const foldOf = (places: readonly number[]): Verdict | null => {
    const verdict = model.foldSteps(
      places.map((place) => steps[place]!),
      { predicates: [claim.predicate], explain: true, ...tolerate },
    );
    return verdict.ok ? verdict.value : null;
  };
  // An invariant that fails in the initial state needs no step; its claim then has step 0.
  const last = claim.event ?? steps.length;
  const prefix = [...steps.keys()].slice(0, last);
  return shrink(
    {
      items: steps,
      claim,
      starts: [prefix],
      anchor: last === 0 ? [] : [last - 1],
      needs: () => [],
      guess: () => [],
      foldOf,
      decides: (found, places) => found.event === places.length,
      refusedOf: (verdict, places) => {
        const step = verdict.divergence?.step;
        return step === undefined ? undefined : places[step - 1];
      },
    },
    options.bound ?? BOUNDS[model.kind],
  );
}

interface Problem<T> {
  readonly items: readonly T[];
  readonly claim: Claim;
  /** Runs that may show the failure, the shortest first. */
  readonly starts: readonly (readonly number[])[];
  readonly anchor: readonly number[];
  needs(place: number): readonly number[];
  guess(verdict: Verdict): readonly number[];
  foldOf(places: readonly number[]): Verdict | null;
  /** Whether the claim failed where it did in the whole run. */
  decides(claim: Claim, places: readonly number[]): boolean;
  refusedOf(verdict: Verdict, places: readonly number[]): number | undefined;
}

function shrink<T>(problem: Problem<T>, bound: number): Shrunk<T> | null {
  const { items, claim } = problem;
  const whole = problem.foldOf(problem.starts.at(-1)!);
  const failure = whole === null ? null : failureOf(whole, claim.id);
  if (whole === null || failure === null) return null;
  let shown = whole;
  const trial = (places: readonly number[]): Trial => {
    const verdict = problem.foldOf(places);
    if (verdict === null) return { same: false };
    const found = verdict.claims.find(({ id }) => id === claim.id);
    const same =
      found !== undefined && problem.decides(found, places) && isSameFailure(failure, failureOf(verdict, claim.id));
    if (same) shown = verdict;
    return same ? { same } : { same, refused: problem.refusedOf(verdict, places) };
  };
  const start = problem.starts.find((places) => trial(places).same);
  if (start === undefined) return null;
  const { kept, complete } = reduce(
    {
      size: items.length,
      needs: problem.needs,
      anchors: problem.anchor,
      guess: () => problem.guess(shown),
      try: trial,
    },
    start,
    bound,
  );
  return { items: kept.map((place) => items[place]!), places: kept, from: items.length, complete };
}

/** Places of what a claim cites and binds. */
function citedBy(verdict: Verdict, claimId: string, causes: Causes, events: readonly TraceEvent[]): readonly number[] {
  const claim = verdict.claims.find(({ id }) => id === claimId);
  if (claim === undefined) return [];
  const cited = new Set(claim.evidence.map(({ event }) => event));
  const bound = Object.values(claim.bindings).flatMap((id) => (typeof id === 'string' ? causes.origins(id) : []));
  return [...bound, ...[...events.keys()].filter((place) => cited.has(events[place]!.seq))];
}
