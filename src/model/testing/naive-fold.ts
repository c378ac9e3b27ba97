import type { StateMachine, Step } from '../state-machine.ts';

/** What a naive fold says about one invariant. */
export interface NaiveFinding {
  readonly state: 'fail' | 'doubtful' | 'pass' | 'unexercised' | 'diverged';
  readonly step: number | null;
}

/**
 * The fold by its definition, without any cleverness: every run of the machine that the steps allow, as a list of states, all kept to the
 * end. The reference that the candidate fold is held against.
 */
export function naiveFold<S>(machine: StateMachine<S>, steps: readonly Step[], invariant: string): NaiveFinding {
  const initial = machine.initial();
  if (!initial.ok) throw new Error('no initial state');
  let runs: readonly (readonly S[])[] = initial.value.map((state) => [state]);
  const outcomes = (run: readonly S[]) =>
    run.map((state) => {
      const outcome = machine.invariant(state, invariant);
      if (outcome.kind === 'error') throw new Error('no error expected');
      return outcome;
    });
  const violates = (run: readonly S[]): boolean => outcomes(run).some(({ holds }) => !holds);
  const exercises = (run: readonly S[]): boolean => outcomes(run).some(({ exercised }) => exercised);
  let exercisedAt: number | null = null;
  for (let index = 0; ; index++) {
    // Every run that is still possible has violated it by now.
    if (runs.every(violates)) return { state: 'fail', step: index };
    if (exercisedAt === null && runs.every(exercises)) exercisedAt = index;
    const step = steps[index];
    if (step === undefined) break;
    const next = runs.flatMap((run) => {
      const outcome = machine.step(run.at(-1)!, step);
      if (outcome.kind === 'error') throw new Error('no error expected');
      return outcome.kind === 'taken' ? outcome.successors.map((state) => [...run, state]) : [];
    });
    if (next.length === 0) return { state: 'diverged', step: index + 1 };
    runs = next;
  }
  if (runs.some(violates)) return { state: 'doubtful', step: null };
  return exercisedAt === null ? { state: 'unexercised', step: null } : { state: 'pass', step: exercisedAt };
}

/** A machine from tables: states are numbers, each action maps a state to a set of states. */
export interface TableMachine {
  readonly initial: readonly number[];
  readonly moves: { readonly [action: string]: readonly (readonly number[])[] };
  readonly bad: readonly boolean[];
  readonly interesting: readonly boolean[];
}
