import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import {
  agreesWith,
  type Candidate,
  changesBetween,
  distinctCandidates,
  MAX_CANDIDATES,
  NO_NAMES,
} from './candidates.ts';
import { noteDisagreements } from './disagreements.ts';
import { watchGoals } from './goal-watch.ts';
import { type InvariantTrack, trackInvariants } from './invariant-tracks.ts';
import type { Disagreement, Divergence, GoalReport, RunRecord, StepRecord } from './model.ts';
import type {
  AssumptionReport,
  AtomReport,
  BoundHit,
  Refusal,
  StateMachine,
  StatePredicate,
  Step,
} from './state-machine.ts';
import { type Limits, limitsAmong, NO_TOLERANCE, type Tolerance, toleranceOf } from './tolerance.ts';

export interface CandidateFoldOptions<S> {
  readonly invariants: readonly string[];
  readonly goals: readonly StatePredicate<S>[];
  readonly record: boolean;
  readonly explain: boolean;
  /**
   * A machine with one guard removed. A step that is refused, but is enabled there, in this state or in the run of the same steps without
   * that guard, leaves the fold where it is: that is the attack being stopped (design section 5, "Refused steps").
   */
  readonly tolerate: StateMachine<S> | null;
  readonly limits: Limits;
}

/** A fold of steps over candidate states, in progress. */
export interface CandidateFold {
  take(step: Step, event: number | null): void;
  finish(): CandidateFoldResult;
}

export interface CandidateFoldResult {
  readonly steps: number;
  readonly tracks: ReadonlyMap<string, Readonly<InvariantTrack>>;
  /** Invariants that some candidates, but not all, have violated at the end. */
  readonly doubtful: ReadonlySet<string>;
  readonly divergence: Divergence | null;
  readonly bounds: readonly (BoundHit & { readonly step: number; readonly event: number | null })[];
  readonly disagreements: readonly Disagreement[];
  readonly goals: readonly GoalReport[];
  /** Refused steps that were tolerated. */
  readonly tolerated: readonly StepRecord[];
  readonly errors: readonly Diagnostic[];
  readonly run: RunRecord | null;
  /** Null unless the fold was told to explain. */
  readonly atoms: ReadonlyMap<string, readonly AtomReport[]> | null;
}

/** What one step does to all candidates together. */
interface Taken<S> {
  readonly next: Candidate<S>[];
  /** Those that refuse the step, and those of them that the tolerated guard stopped. */
  readonly refused: Candidate<S>[];
  readonly stopped: Candidate<S>[];
  readonly refusals: Refusal[];
  /** Limits in refusals, and in what was taken. */
  readonly refusedAt: BoundHit[];
  readonly takenAt: BoundHit[];
  readonly assumptions: AssumptionReport[];
  error: Diagnostic | null;
}

/**
 * The fold of design section 4: `S(i+1) = { t : s in S(i), action(args)(s, t), t agrees with what was observed }`, with the invariants
 * judged in every state on the way. `initial` must not be empty.
 */
export function candidateFold<S>(
  machine: StateMachine<S>,
  initial: readonly S[],
  options: CandidateFoldOptions<S>,
): CandidateFold {
  const { limits, record: records } = options;
  const isLimit = (bound: string): boolean => limits.names.includes(bound);
  const tolerance: Tolerance<S> =
    options.tolerate === null ? NO_TOLERANCE : toleranceOf(machine, options.tolerate, limits);
  const invariants = trackInvariants(machine, options.invariants, options.record || options.explain);
  const goals = watchGoals(options.goals);
  const bounds = new Map<string, BoundHit & { step: number; event: number | null }>();
  const disagreements = new Map<string, Disagreement>();
  const tolerated: StepRecord[] = [];
  const errors: Diagnostic[] = [];
  const recorded: StepRecord[] = [];
  let divergence: Divergence | null = null;
  let steps = 0;
  let candidates: readonly Candidate<S>[] = initial.map((state) => ({
    state,
    violated: NO_NAMES,
    exercised: NO_NAMES,
    held: goals.heldBy(state),
    weakened: tolerance.begin(state),
  }));
  judge(null);
  const first = records ? machine.observe(initial[0]!) : null;

  function judge(event: number | null): void {
    const judged = invariants.judge(candidates, { step: steps, event });
    candidates = judged.candidates;
    if (judged.error !== null) errors.push(judged.error);
  }

  function noteBounds(hits: readonly BoundHit[], event: number | null): void {
    for (const hit of hits) if (!bounds.has(hit.bound)) bounds.set(hit.bound, { ...hit, step: steps, event });
  }

  function take(step: Step, event: number | null): void {
    if (divergence !== null || errors.length > 0) return;
    steps++;
    const before = candidates;
    const taken = stepAll(machine, before, step, tolerance, limits);
    noteBounds(taken.takenAt, event);
    const next = taken.next.length > 1 ? distinctCandidates(machine, taken.next) : taken.next;
    const error = taken.error ?? (next.length > MAX_CANDIDATES ? tooMany(step, steps) : null);
    if (error !== null) {
      errors.push(error);
      record(step, event, 'error', before, []);
    } else if (next.length > 0) {
      candidates = next;
      noteDisagreements(disagreements, taken.assumptions, isLimit, { step: steps, event });
      record(step, event, 'taken', before, []);
      judge(event);
      goals.look(candidates, steps);
    } else if (taken.stopped.length > 0) {
      candidates = taken.refused.length > 1 ? distinctCandidates(machine, taken.refused) : taken.refused;
      record(step, event, 'tolerated', before, taken.refusals);
    } else {
      noteBounds(taken.refusedAt, event);
      const refusals = unique(taken.refusals);
      divergence = { step: steps, event, action: step, refusals, bounds: taken.refusedAt };
      record(step, event, 'refused', before, refusals);
    }
  }

  function record(
    step: Step,
    event: number | null,
    result: StepRecord['result'],
    before: readonly Candidate<S>[],
    refusals: readonly Refusal[],
  ): void {
    if (!records && result !== 'tolerated') return;
    const [from, to] = [before[0]!.state, candidates[0]!.state];
    const told = result !== 'taken' || machine.choices === undefined ? undefined : machine.choices.bind(machine);
    const entry: StepRecord = {
      step: steps,
      event,
      action: step,
      result,
      changes: result === 'taken' ? changesBetween(machine, from, to) : [],
      refusals: unique(refusals),
      ...(told === undefined ? {} : { choices: () => told(from, step, to) }),
    };
    if (records) recorded.push(entry);
    if (result === 'tolerated') tolerated.push(entry);
  }

  return {
    take,
    finish: () => ({
      steps,
      tracks: invariants.tracks,
      doubtful: invariants.doubtful(candidates),
      divergence,
      bounds: [...bounds.values()],
      disagreements: [...disagreements.values()],
      goals: goals.reports(candidates),
      tolerated,
      errors,
      run: first === null ? null : { initial: first, steps: recorded, atoms: invariants.atoms },
      atoms: options.explain ? invariants.atoms : null,
    }),
  };
}

/** Takes a step in every candidate, up to the first in which it cannot be evaluated. */
function stepAll<S>(
  machine: StateMachine<S>,
  candidates: readonly Candidate<S>[],
  step: Step,
  tolerance: Tolerance<S>,
  limits: Limits,
): Taken<S> {
  const all: Taken<S> = {
    next: [],
    refused: [],
    stopped: [],
    refusals: [],
    refusedAt: [],
    takenAt: [],
    assumptions: [],
    error: null,
  };
  for (const candidate of candidates) {
    const outcome = machine.step(candidate.state, step);
    const after = tolerance.after(step, candidate);
    switch (outcome.kind) {
      case 'error':
        return { ...all, error: outcome.error };
      case 'refused': {
        const reached = limitsAmong(outcome.bounds, limits);
        const stays = after.length === 0 ? candidate : { ...candidate, weakened: after };
        all.refusals.push(...outcome.refusals);
        all.refusedAt.push(...reached);
        all.refused.push(stays);
        if (tolerance.stops(step, candidate, after, reached)) all.stopped.push(stays);
        break;
      }
      case 'taken':
        all.takenAt.push(...limitsAmong(outcome.bounds, limits));
        all.assumptions.push(...outcome.assumptions);
        for (const state of outcome.successors) {
          if (!agreesWith(machine, state, step.observed)) continue;
          all.next.push({ ...candidate, state, weakened: tolerance.beside(state, candidate, after) });
        }
        break;
    }
  }
  if (all.next.length === 0 && all.stopped.length === 0 && all.refusedAt.length === 0) {
    return { ...all, error: tolerance.errorOf(step, candidates) };
  }
  // The guard stops some ways and lets others through: those that it stopped go on from where they are.
  if (all.next.length > 0) all.next.push(...all.stopped);
  return all;
}

const tooMany = ({ action }: Step, step: number): Diagnostic => ({
  code: 'model/too-many-candidates',
  message: `step ${step} (${action}) leaves more than ${MAX_CANDIDATES} states possible`,
  hint: 'give more arguments of the step, or the values that were observed after it',
});

function unique(refusals: readonly Refusal[]): readonly Refusal[] {
  const seen = new Set<string>();
  return refusals.filter((refusal) => {
    const key = JSON.stringify([refusal.guard, refusal.text, refusal.atoms]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
