import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { JsonObject } from '../trace/json.ts';
import type { Disagreement, Divergence, GoalReport, RunRecord, StepRecord } from './model.ts';
import type {
  AssumptionReport,
  AtomReport,
  BoundHit,
  Change,
  Refusal,
  StateMachine,
  StatePredicate,
  Step,
} from './state-machine.ts';

/** Most candidate states that a fold carries; past it the trace leaves too much open to judge, and the fold says so. */
const MAX_CANDIDATES = 10_000;

/**
 * A state that the trace so far allows, with what every way to it has already done. Ways to one state that differ in that stay apart, so
 * that a violation on a way that later dies is not held against the trace, nor counted for it.
 */
interface Candidate<S> {
  readonly state: S;
  readonly violated: ReadonlySet<string>;
  readonly exercised: ReadonlySet<string>;
  /** Goals that the first state of the way satisfies: no later one reaches them. */
  readonly held: ReadonlySet<string>;
  /** Where the same steps lead without the guard that may refuse them, as far as they are possible there; none where no guard may. */
  readonly weakened: readonly S[];
}

interface Goal<S> {
  readonly predicate: StatePredicate<S>;
  step: number | null;
  error: Diagnostic | null;
}

/** What a fold found about one invariant. Step 0 is the initial state. */
export interface InvariantTrack {
  /** Step at which every candidate had violated it. */
  failedAt: number | null;
  failedEvent: number | null;
  /** Step at which some candidate first violated it. */
  doubtfulAt: number | null;
  /** Step at which every candidate had exercised it. */
  exercisedAt: number | null;
  exercisedEvent: number | null;
}

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

/** Constants that limit the model and not the system (`bounds`). */
export interface Limits {
  readonly names: readonly string[];
  /** Whether the author of the model listed them; otherwise they are all constants that might be limits. */
  readonly listed: boolean;
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

const NOTHING: ReadonlySet<string> = new Set();

/**
 * The fold of design section 4: `S(i+1) = { t : s in S(i), action(args)(s, t), t agrees with what was observed }`, with the invariants
 * judged in every state on the way. `initial` must not be empty.
 */
export function candidateFold<S>(
  machine: StateMachine<S>,
  initial: readonly S[],
  options: CandidateFoldOptions<S>,
): CandidateFold {
  const tracks = new Map<string, InvariantTrack>(
    options.invariants.map((name) => [
      name,
      { failedAt: null, failedEvent: null, doubtfulAt: null, exercisedAt: null, exercisedEvent: null },
    ]),
  );
  const bounds = new Map<string, BoundHit & { step: number; event: number | null }>();
  const disagreements = new Map<string, Disagreement>();
  const goals: Goal<S>[] = [];
  const tolerated: StepRecord[] = [];
  const errors: Diagnostic[] = [];
  const records: StepRecord[] = [];
  const atoms = new Map<string, readonly AtomReport[]>();
  let divergence: Divergence | null = null;
  let steps = 0;
  for (const predicate of options.goals) goals.push({ predicate, step: null, error: null });
  let candidates: readonly Candidate<S>[] = initial.map((state) => {
    const held = goals.filter((goal) => satisfies(state, goal)).map(({ predicate }) => predicate.text);
    return {
      state,
      violated: NOTHING,
      exercised: NOTHING,
      held: held.length === 0 ? NOTHING : new Set(held),
      weakened: options.tolerate === null ? [] : [state],
    };
  });

  judge(null);
  const first = options.record ? machine.observe(initial[0]!) : null;

  /** A goal that cannot be evaluated in a state, such as `executed[1]` of an empty list, is not reached there. */
  function satisfies(state: S, goal: Goal<S>): boolean {
    const outcome = goal.predicate.holds(state);
    if (outcome.kind === 'error') goal.error ??= outcome.error;
    return outcome.kind === 'decided' && outcome.holds;
  }

  const reachesGoal = (goal: Goal<S>): boolean =>
    candidates.every(({ state, held }) => satisfies(state, goal) && !held.has(goal.predicate.text));

  /** Evaluates the open invariants in every candidate, and marks the candidates that violate them. */
  function judge(event: number | null): void {
    for (const [name, track] of tracks) {
      if (track.failedAt !== null) continue;
      let changed = false;
      let newlyViolated = false;
      let allViolated = true;
      let allExercised = true;
      const next: Candidate<S>[] = [];
      for (const candidate of candidates) {
        const outcome = machine.invariant(candidate.state, name);
        if (outcome.kind === 'error') {
          errors.push(outcome.error);
          return;
        }
        const violates = !outcome.holds && !candidate.violated.has(name);
        const exercises = outcome.exercised && !candidate.exercised.has(name);
        changed ||= violates || exercises;
        newlyViolated ||= violates;
        allViolated &&= violates || candidate.violated.has(name);
        allExercised &&= exercises || candidate.exercised.has(name);
        next.push({
          ...candidate,
          violated: violates ? new Set([...candidate.violated, name]) : candidate.violated,
          exercised: exercises ? new Set([...candidate.exercised, name]) : candidate.exercised,
        });
      }
      if (changed) candidates = next;
      if (allExercised && track.exercisedAt === null) {
        track.exercisedAt = steps;
        track.exercisedEvent = event;
      }
      if (allViolated) {
        track.failedAt = steps;
        track.failedEvent = event;
        if (options.record || options.explain) atoms.set(name, machine.explain(candidates[0]!.state, name));
      } else if (newlyViolated) track.doubtfulAt ??= steps;
    }
  }

  const isLimit = ({ bound }: Pick<BoundHit, 'bound'>): boolean => options.limits.names.includes(bound);
  const limitsAmong = (hits: readonly BoundHit[]): readonly BoundHit[] =>
    hits.filter(isLimit).map(({ guessed, ...hit }) => (guessed && !options.limits.listed ? { ...hit, guessed } : hit));

  function noteBounds(hits: readonly BoundHit[], event: number | null): void {
    for (const hit of hits) if (!bounds.has(hit.bound)) bounds.set(hit.bound, { ...hit, step: steps, event });
  }

  /** A disagreement counts if no candidate state explains what was seen. */
  function noteDisagreements(reports: readonly AssumptionReport[], event: number | null): void {
    if (reports.length === 0) return;
    const explained = new Set(reports.filter(({ assumed, own }) => assumed === own).map(({ guard }) => guard));
    for (const { guard, assumed: observed, own: model, limits = [] } of reports) {
      if (explained.has(guard)) continue;
      const limit = limits.find((bound) => isLimit({ bound }));
      const known = disagreements.get(guard);
      // One that a limit of the model may explain says less than a later one.
      if (known !== undefined && (known.limit === undefined || limit !== undefined)) continue;
      disagreements.set(guard, {
        step: steps,
        event,
        guard,
        observed,
        model,
        ...(limit === undefined ? {} : { limit }),
      });
    }
  }

  function agrees(state: S, observed: JsonObject | undefined): boolean {
    if (observed === undefined) return true;
    const values = machine.observe(state);
    return Object.keys(observed).every(
      (variable) =>
        Object.hasOwn(values, variable) && canonicalJson(values[variable]!) === canonicalJson(observed[variable]!),
    );
  }

  function take(step: Step, event: number | null): void {
    if (divergence !== null || errors.length > 0) return;
    steps++;
    const before = candidates;
    const refusals: Refusal[] = [];
    const hits: BoundHit[] = [];
    const assumptions: AssumptionReport[] = [];
    let next: Candidate<S>[] = [];
    const refused: Candidate<S>[] = [];
    const stopped: Candidate<S>[] = [];
    for (const candidate of before) {
      const outcome = machine.step(candidate.state, step);
      const weakened = weakenedAfter(step, candidate);
      switch (outcome.kind) {
        case 'error':
          errors.push(outcome.error);
          record(step, event, 'error', before, []);
          return;
        case 'refused': {
          refusals.push(...outcome.refusals);
          const limits = limitsAmong(outcome.bounds);
          hits.push(...limits);
          const stays = weakened.length === 0 ? candidate : { ...candidate, weakened };
          refused.push(stays);
          if (isTolerated(step, candidate, weakened, limits)) stopped.push(stays);
          break;
        }
        case 'taken':
          noteBounds(limitsAmong(outcome.bounds), event);
          assumptions.push(...outcome.assumptions);
          for (const state of outcome.successors) {
            if (agrees(state, step.observed))
              next.push({ ...candidate, state, weakened: alongside(state, candidate, weakened) });
          }
          break;
      }
    }
    if (next.length === 0 && stopped.length > 0) {
      candidates = refused.length > 1 ? distinct(machine, refused) : refused;
      record(step, event, 'tolerated', before, refusals);
      return;
    }
    // The guard stops some ways and lets others through: those that it stopped go on from where they are.
    if (next.length > 0 && stopped.length > 0) next.push(...stopped);
    if (next.length > 1) next = distinct(machine, next);
    if (next.length > MAX_CANDIDATES) {
      errors.push({
        code: 'model/too-many-candidates',
        message: `step ${steps} (${step.action}) leaves more than ${MAX_CANDIDATES} states possible`,
        hint: 'give more arguments of the step, or the values that were observed after it',
      });
      record(step, event, 'error', before, []);
      return;
    }
    if (next.length === 0) {
      const untold = hits.length === 0 ? errorWeakened(step, before) : null;
      if (untold !== null) {
        errors.push(untold);
        record(step, event, 'error', before, []);
        return;
      }
      noteBounds(hits, event);
      divergence = { step: steps, event, action: step, refusals: unique(refusals), bounds: hits };
      record(step, event, 'refused', before, refusals);
      return;
    }
    candidates = next;
    noteDisagreements(assumptions, event);
    record(step, event, 'taken', before, []);
    judge(event);
    for (const goal of goals) if (goal.step === null && reachesGoal(goal)) goal.step = steps;
  }

  /** Where the step leads without the guard; none where it leads nowhere there either. */
  function weakenedAfter(step: Step, { weakened }: Candidate<S>): readonly S[] {
    const { tolerate } = options;
    if (tolerate === null) return weakened;
    const next = weakened.flatMap((state) => {
      const outcome = tolerate.step(state, step);
      return outcome.kind === 'taken' ? outcome.successors : [];
    });
    return next.length > MAX_CANDIDATES ? next.slice(0, MAX_CANDIDATES) : next;
  }

  /** Why it cannot be said whether the guard is what refused the step. */
  function errorWeakened(step: Step, before: readonly Candidate<S>[]): Diagnostic | null {
    for (const { state } of before) {
      const outcome = options.tolerate?.step(state, step);
      if (outcome?.kind === 'error') return outcome.error;
    }
    return null;
  }

  /** The way without the guard is the same one as long as both lead to the same state. */
  function alongside(state: S, before: Candidate<S>, weakened: readonly S[]): readonly S[] {
    if (options.tolerate === null) return weakened;
    const key = machine.key(state);
    if (weakened.some((other) => machine.key(other) === key)) return [state];
    return weakened.length === 0 ? before.weakened : weakened;
  }

  /**
   * Whether the step is enabled without the guard, in this state or after the same steps without it. What might be a limit of the model is the
   * guard itself where the step is enabled in this very state without it, and reaches no limit there: a limit of what may be spent.
   */
  function isTolerated(
    step: Step,
    { state }: Candidate<S>,
    weakened: readonly S[],
    limits: readonly BoundHit[],
  ): boolean {
    const { tolerate } = options;
    if (tolerate === null || (limits.length > 0 && options.limits.listed)) return false;
    if (limits.length === 0 && weakened.length > 0) return true;
    const outcome = tolerate.step(state, step);
    return outcome.kind === 'taken' && (limits.length === 0 || !outcome.bounds.some(isLimit));
  }

  function record(
    step: Step,
    event: number | null,
    result: StepRecord['result'],
    before: readonly Candidate<S>[],
    refusals: readonly Refusal[],
  ): void {
    if (!options.record && result !== 'tolerated') return;
    const changes = result === 'taken' ? changesBetween(machine, before[0]!.state, candidates[0]!.state) : [];
    const [from, to] = [before[0]!.state, candidates[0]!.state];
    const told = result !== 'taken' || machine.choices === undefined ? undefined : machine.choices.bind(machine);
    const entry: StepRecord = {
      step: steps,
      event,
      action: step,
      result,
      changes,
      refusals: unique(refusals),
      ...(told === undefined ? {} : { choices: () => told(from, step, to) }),
    };
    if (options.record) records.push(entry);
    if (result === 'tolerated') tolerated.push(entry);
  }

  return {
    take,
    finish: () => ({
      steps,
      tracks,
      doubtful: new Set(
        options.invariants.filter(
          (name) => tracks.get(name)?.failedAt === null && candidates.some(({ violated }) => violated.has(name)),
        ),
      ),
      divergence,
      bounds: [...bounds.values()],
      disagreements: [...disagreements.values()],
      goals: goals.map(({ predicate, step, error }) => ({
        goal: predicate.text,
        reached: step !== null,
        initially: step === null && candidates.every(({ held }) => held.has(predicate.text)),
        step,
        error: step === null ? error : null,
      })),
      tolerated,
      errors,
      run: first === null ? null : { initial: first, steps: records, atoms },
      atoms: options.explain ? atoms : null,
    }),
  };
}

function distinct<S>(machine: StateMachine<S>, candidates: readonly Candidate<S>[]): Candidate<S>[] {
  const seen = new Map<string, Candidate<S>>();
  for (const candidate of candidates) {
    const { state, violated, exercised, held } = candidate;
    const done = [violated, exercised, held].map((names) => [...names].sort());
    const key = JSON.stringify([machine.key(state), ...done]);
    const same = seen.get(key);
    if (same === undefined) seen.set(key, candidate);
    else if (candidate.weakened.length > 0) {
      seen.set(key, { ...same, weakened: distinctStates(machine, [...same.weakened, ...candidate.weakened]) });
    }
  }
  return [...seen.values()];
}

function distinctStates<S>(machine: StateMachine<S>, states: readonly S[]): readonly S[] {
  const seen = new Map(states.map((state) => [machine.key(state), state] as const));
  return [...seen.values()];
}

/** The variables that differ between two states, in the machine's order. */
export function changesBetween<S>(machine: StateMachine<S>, before: S, after: S): readonly Change[] {
  const from = machine.observe(before);
  const to = machine.observe(after);
  return machine.variables.flatMap((variable) => {
    const [was, is] = [from[variable] ?? null, to[variable] ?? null];
    return canonicalJson(was) === canonicalJson(is) ? [] : [{ variable, before: was, after: is }];
  });
}

function unique(refusals: readonly Refusal[]): readonly Refusal[] {
  const seen = new Set<string>();
  return refusals.filter((refusal) => {
    const key = JSON.stringify([refusal.guard, refusal.text, refusal.atoms]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
