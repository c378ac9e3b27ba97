import { ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { GuardInfo, StateMachine, Step, StepOutcome } from '../../model/state-machine.ts';
import type { ParameterValues } from '../alphabet.ts';
import { graphOf, modelLimits } from '../mutation/reach.ts';
import { type MovesFrom, type Variants, variantsOf } from '../mutation/variants.ts';
import { type SearchLimits, search, stepsTo } from '../search.ts';
import { stepText } from '../step-text.ts';

/** One leg of a trio, or any other run, as steps of a state machine. */
export interface CorpusRun {
  /** `nodes-run/approval-replay, attack`. */
  readonly name: string;
  readonly machine: StateMachine;
  readonly steps: readonly Step[];
}

/** Where in the corpus something was first seen; steps count from 1. */
export interface Sighting {
  readonly run: string;
  readonly step: number;
}

export interface GuardCoverage {
  readonly guard: GuardInfo;
  /** First step that happened as it did because this part alone let it through. */
  readonly letThrough: Sighting | null;
  /** First step that happened as it did because this part alone was against it. */
  readonly refused: Sighting | null;
  /** Shortest steps the last of which it alone would let through; null if that was seen, or no steps in reach show it. */
  readonly toLetThrough: readonly Step[] | null;
  /** Shortest steps the last of which it alone would refuse; null as for {@link toLetThrough}. */
  readonly toRefuse: readonly Step[] | null;
}

/** What a corpus of runs exercises of a model (issue 7, item 3). */
export interface CorpusCoverage {
  readonly model: string;
  readonly runs: number;
  readonly actions: readonly { readonly action: string; readonly taken: number; readonly refused: number }[];
  /** In the sense of MC/DC: a part is covered by steps that it alone decided, both ways. */
  readonly guards: readonly GuardCoverage[];
  readonly invariants: readonly { readonly invariant: string; readonly exercised: Sighting | null }[];
}

export interface CoverageOptions extends Partial<SearchLimits> {
  readonly values?: ParameterValues;
}

/** Candidate states that are followed through a run; past it a run says no more. */
const MAX_STATES = 200;

/** How much of a model's actions, guard parts and invariants a corpus exercises. Runs of models that have other guards count for those they share. */
export function corpusCoverage<S>(
  machine: StateMachine<S>,
  runs: readonly CorpusRun[],
  options: CoverageOptions = {},
): Result<CorpusCoverage> {
  const taken = new Map<string, number>();
  const refused = new Map<string, number>();
  const exercised = new Map<string, Sighting>();
  const through = new Map<string, Sighting>();
  const against = new Map<string, Sighting>();
  const guards = machine.guards();
  for (const run of runs) {
    const variants = variantsOf(run.machine);
    if (!variants.ok) return variants;
    const shared = shares(guards, run.machine.guards());
    const initial = run.machine.initial();
    if (!initial.ok) return initial;
    let states: readonly unknown[] = initial.value;
    for (const [index, step] of run.steps.entries()) {
      const at: Sighting = { run: run.name, step: index + 1 };
      const next = new Map<string | number, unknown>();
      for (const state of states) {
        const outcome = run.machine.step(state, step);
        for (const { path } of shared) {
          if (through.has(path) && against.has(path)) continue;
          const decided = decides(variants.value, state, step, outcome, path);
          if (decided === 'through' && !through.has(path)) through.set(path, at);
          if (decided === 'against' && !against.has(path)) against.set(path, at);
        }
        if (outcome.kind === 'taken') for (const one of outcome.successors) next.set(run.machine.key(one), one);
      }
      const counts = next.size > 0 ? taken : refused;
      counts.set(step.action, (counts.get(step.action) ?? 0) + 1);
      if (next.size > 0) states = [...next.values()].slice(0, MAX_STATES);
      for (const { id } of run.machine.invariants) {
        if (exercised.has(id)) continue;
        const all = states.every((state) => {
          const outcome = run.machine.invariant(state, id);
          return outcome.kind === 'decided' && outcome.exercised;
        });
        if (all) exercised.set(id, at);
      }
    }
  }
  const missing = witnesses(
    machine,
    guards.flatMap(({ path }) => [
      ...(through.has(path) ? [] : [{ path, side: 'through' } as const]),
      ...(against.has(path) ? [] : [{ path, side: 'against' } as const]),
    ]),
    options,
  );
  if (!missing.ok) return missing;
  return ok({
    model: machine.name,
    runs: runs.length,
    actions: machine.actions.map(({ name }) => ({
      action: name,
      taken: taken.get(name) ?? 0,
      refused: refused.get(name) ?? 0,
    })),
    guards: guards.map((guard) => ({
      guard,
      letThrough: through.get(guard.path) ?? null,
      refused: against.get(guard.path) ?? null,
      toLetThrough: missing.value.through.get(guard.path) ?? null,
      toRefuse: missing.value.against.get(guard.path) ?? null,
    })),
    invariants: machine.invariants.map(({ id }) => ({ invariant: id, exercised: exercised.get(id) ?? null })),
  });
}

const shares = (guards: readonly GuardInfo[], others: readonly GuardInfo[]): readonly GuardInfo[] => {
  const texts = new Map(others.map(({ path, text }) => [path, text]));
  return guards.filter(({ path, text }) => texts.get(path) === text);
};

/** Whether a guard part alone decided what a step did: with it negated, and nothing else, the step does something else. */
function decides<S>(variants: Variants<S>, state: S, step: Step, own: StepOutcome<S>, path: string): Side | null {
  // What was seen to happen was not decided by the model.
  if (step.assume !== undefined && Object.hasOwn(step.assume, path)) return null;
  const negated = variants.variant(path, 'negate');
  if (!negated.ok) return null;
  const before = outcomeKey(variants.base, own);
  if (outcomeKey(variants.base, negated.value.machine.step(state, step)) === before) return null;
  const removed = variants.variant(path, 'remove');
  if (!removed.ok) return null;
  return outcomeKey(variants.base, removed.value.machine.step(state, step)) === before ? 'through' : 'against';
}

function outcomeKey<S>(machine: StateMachine<S>, outcome: StepOutcome<S>): string {
  if (outcome.kind !== 'taken') return outcome.kind;
  return outcome.successors
    .map((state) => String(machine.key(state)))
    .sort()
    .join('\n');
}

type Side = 'through' | 'against';

/** For guard parts that the corpus does not cover both ways, the shortest steps that would show the side that is missing. */
function witnesses<S>(
  machine: StateMachine<S>,
  open: readonly { readonly path: string; readonly side: Side }[],
  options: CoverageOptions,
): Result<{ readonly [side in Side]: ReadonlyMap<string, readonly Step[]> }> {
  const found = { through: new Map<string, readonly Step[]>(), against: new Map<string, readonly Step[]>() };
  const made = variantsOf(machine, options.values);
  if (!made.ok) return made;
  const variants = made.value;
  const limits = { ...modelLimits(options), maxStates: options.maxStates ?? 3_000 };
  const graph = graphOf(variants, limits);
  // A model that cannot be explored, or is violated, has no witnesses to offer; its corpus is judged all the same.
  if (!graph.ok) return ok(found);
  for (const { path, side } of open) {
    const negated = variants.variant(path, 'negate');
    if (!negated.ok) continue;
    const index = variants.paths.indexOf(path);
    const seen = search<S, Step>(
      {
        initial: graph.value.initial,
        key: (state) => variants.base.key(state),
        moves: (state, key) => graph.value.states.get(key) ?? variants.original.moves(state),
      },
      limits,
      (state, key) => {
        const before = graph.value.states.get(key) ?? variants.original.moves(state);
        if (before.seen !== null && before.seen[index] === 0) return null;
        for (const step of differing(variants, before, negated.value.moves(state))) {
          if (decides(variants, state, step, variants.base.step(state, step), path) === side) return step;
        }
        return null;
      },
    );
    if (seen.kind === 'found') found[side].set(path, [...stepsTo(seen.node), seen.what]);
  }
  return ok(found);
}

/** Steps that one of two variants of a machine takes, and the other does not, or with another outcome. */
function differing<S>({ base }: Variants<S>, before: MovesFrom<S>, after: MovesFrom<S>): readonly Step[] {
  const listed = ({ moves }: MovesFrom<S>): ReadonlyMap<string, Step> =>
    new Map(moves.map((move) => [`${stepText(move.step())} ${base.key(move.state)}`, move.step()]));
  const [own, other] = [listed(before), listed(after)];
  const either = [...[...other].filter(([key]) => !own.has(key)), ...[...own].filter(([key]) => !other.has(key))];
  // A step that cannot be evaluated leads nowhere, so no move tells of it; it is one of these.
  const failing = after.error === null ? [] : base.actions.map(({ name }): Step => ({ action: name }));
  return [...either.map(([, step]) => step), ...failing];
}
