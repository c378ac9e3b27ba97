import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Candidate } from './candidates.ts';
import type { AtomReport, StateMachine } from './state-machine.ts';

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

/** Where a fold is: the number of its last step and the event that it came from. */
export interface FoldPlace {
  readonly step: number;
  readonly event: number | null;
}

/** The invariants of a fold, each judged in every candidate of every step until all ways have violated it. */
export interface InvariantTracks<S> {
  readonly tracks: ReadonlyMap<string, Readonly<InvariantTrack>>;
  /** By failed invariant, the atoms that decided it in the state that failed; empty unless they are asked for. */
  readonly atoms: ReadonlyMap<string, readonly AtomReport[]>;
  /** The candidates with what they now have violated and exercised; an error ends the fold. */
  judge(
    candidates: readonly Candidate<S>[],
    place: FoldPlace,
  ): { readonly candidates: readonly Candidate<S>[]; readonly error: Diagnostic | null };
  /** Invariants that some candidates, but not all, have violated. */
  doubtful(candidates: readonly Candidate<S>[]): ReadonlySet<string>;
}

export function trackInvariants<S>(
  machine: StateMachine<S>,
  names: readonly string[],
  explains: boolean,
): InvariantTracks<S> {
  const tracks = new Map<string, InvariantTrack>(
    names.map((name) => [
      name,
      { failedAt: null, failedEvent: null, doubtfulAt: null, exercisedAt: null, exercisedEvent: null },
    ]),
  );
  const atoms = new Map<string, readonly AtomReport[]>();
  return {
    tracks,
    atoms,
    judge: (given, { step, event }) => {
      let candidates = given;
      for (const [name, track] of tracks) {
        if (track.failedAt !== null) continue;
        const judged = judgeOne(machine, name, candidates);
        if ('code' in judged) return { candidates, error: judged };
        candidates = judged.candidates;
        if (judged.allExercised && track.exercisedAt === null) {
          track.exercisedAt = step;
          track.exercisedEvent = event;
        }
        if (judged.allViolated) {
          track.failedAt = step;
          track.failedEvent = event;
          if (explains) atoms.set(name, machine.explain(candidates[0]!.state, name));
        } else if (judged.newlyViolated) track.doubtfulAt ??= step;
      }
      return { candidates, error: null };
    },
    doubtful: (candidates) =>
      new Set(
        names.filter(
          (name) => tracks.get(name)?.failedAt === null && candidates.some(({ violated }) => violated.has(name)),
        ),
      ),
  };
}

interface Judged<S> {
  readonly candidates: readonly Candidate<S>[];
  readonly newlyViolated: boolean;
  readonly allViolated: boolean;
  readonly allExercised: boolean;
}

/** One invariant in every candidate; those that it marks are new, and so is their list. */
function judgeOne<S>(
  machine: StateMachine<S>,
  name: string,
  candidates: readonly Candidate<S>[],
): Judged<S> | Diagnostic {
  let changed = false;
  let newlyViolated = false;
  let allViolated = true;
  let allExercised = true;
  const next: Candidate<S>[] = [];
  for (const candidate of candidates) {
    const outcome = machine.invariant(candidate.state, name);
    if (outcome.kind === 'error') return outcome.error;
    const violates = !outcome.holds && !candidate.violated.has(name);
    const exercises = outcome.exercised && !candidate.exercised.has(name);
    changed ||= violates || exercises;
    newlyViolated ||= violates;
    allViolated &&= violates || candidate.violated.has(name);
    allExercised &&= exercises || candidate.exercised.has(name);
    next.push(
      violates || exercises
        ? {
            ...candidate,
            violated: violates ? new Set([...candidate.violated, name]) : candidate.violated,
            exercised: exercises ? new Set([...candidate.exercised, name]) : candidate.exercised,
          }
        : candidate,
    );
  }
  return { candidates: changed ? next : candidates, newlyViolated, allViolated, allExercised };
}
