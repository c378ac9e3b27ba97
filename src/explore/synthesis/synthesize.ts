import { counted } from '../../diagnostics/counted.ts';
import { type Diagnostic, fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { MachineModel } from '../../model/machine-model.ts';
import type { GuardInfo, StateMachine, StatePredicate, Step } from '../../model/state-machine.ts';
import type { ParameterValues } from '../alphabet.ts';
import { chosenGuards } from '../mutation/matrix.ts';
import type { Attack } from '../mutation/mutant.ts';
import { type Graph, graphOf, modelLimits, mutantLimits, type Reach, reachOf } from '../mutation/reach.ts';
import { variantsOf } from '../mutation/variants.ts';
import { type Found, type SearchLimits, search, stepsTo } from '../search.ts';
import { stepText } from '../step-text.ts';
import { goalsAfter } from './goals.ts';

/** The three legs that show a guard to bite (design section 5), each by a shortest way. */
export interface SynthesizedTrio {
  readonly guard: GuardInfo;
  readonly invariant: string;
  readonly attack: readonly Step[];
  readonly control: readonly Step[];
  /** What the control reaches: an expression of the model, or the name of a goal. */
  readonly goal: string;
}

/** What was found for one guard: a trio, no attack, or an attack without a legitimate way to the same gain. */
export type Synthesis =
  | { readonly kind: 'trio'; readonly trio: SynthesizedTrio }
  /** An attack, but no legitimate work to set beside it. */
  | { readonly kind: 'no-control'; readonly guard: GuardInfo; readonly attack: Attack; readonly error: Diagnostic }
  /** No attack: what exploring the model without the guard came to instead. */
  | { readonly kind: 'no-attack'; readonly guard: GuardInfo; readonly reach: Exclude<Reach, { kind: 'forbidden' }> };

export interface SynthesisOptions {
  readonly guards?: readonly string[];
  /** Default: what the attack gains at its last step. */
  readonly goal?: string;
  readonly values?: ParameterValues;
  readonly maxStates?: number;
  readonly maxDepth?: number;
}

/**
 * For each guard, the shortest attack that it stops and the shortest legitimate way to the same gain (issue 7, item 4). Errors: an unknown
 * guard or goal, a goal that no way leads to, a model that is violated by itself.
 */
export function synthesize<S>(
  { machine }: MachineModel<S>,
  options: SynthesisOptions = {},
): Result<readonly Synthesis[]> {
  const guards = chosenGuards(machine, options.guards ?? []);
  if (!guards.ok) return guards;
  if (options.goal !== undefined) {
    const known = machine.predicate(options.goal);
    if (!known.ok) return known;
  }
  const variants = variantsOf(machine, options.values);
  if (!variants.ok) return variants;
  const limits = modelLimits(options);
  const graph = graphOf(variants.value, limits);
  if (!graph.ok) return graph;
  const found: Synthesis[] = [];
  for (const guard of guards.value) {
    const reach = reachOf(graph.value, { guard, how: 'remove' }, mutantLimits(graph.value, options));
    if (!reach.ok) return reach;
    if (reach.value.kind !== 'forbidden') {
      found.push({ kind: 'no-attack', guard, reach: reach.value });
      continue;
    }
    const { invariant, steps } = reach.value.attack;
    const control = controlFor(graph.value, guard, invariant, steps, options.goal ?? null, limits);
    if (!control.ok) {
      if (options.goal !== undefined) return control;
      found.push({ kind: 'no-control', guard, attack: reach.value.attack, error: control.errors[0] });
      continue;
    }
    found.push({ kind: 'trio', trio: { guard, invariant, attack: steps, ...control.value } });
  }
  return ok(found);
}

interface Control {
  readonly control: readonly Step[];
  readonly goal: string;
}

function controlFor<S>(
  graph: Graph<S>,
  guard: GuardInfo,
  invariant: string,
  attack: readonly Step[],
  wanted: string | null,
  limits: SearchLimits,
): Result<Control> {
  const { base } = graph.variants;
  const weakened = graph.variants.variant(guard.path, 'remove');
  if (!weakened.ok) return weakened;
  const open = openStep(weakened.value.machine, graph.initial, attack);
  if (open !== null) return fail(leavesOpen(open));
  const goals = wanted !== null ? [wanted] : goalsAfter(weakened.value.machine, graph.initial, attack, invariant);
  let last: Found<S, true> | null = null;
  for (const exercising of [true, false]) {
    for (const text of goals) {
      const goal = base.predicate(text);
      if (!goal.ok) {
        if (wanted !== null) return goal;
        continue;
      }
      if (graph.initial.some((state) => holds(goal.value, state))) {
        if (wanted !== null) return fail(alreadyThere(wanted));
        continue;
      }
      const found = shortestTo(graph, goal.value, exercising ? invariant : null, attack, limits);
      if (found.kind === 'found') return ok({ control: stepsTo(found.node), goal: text });
      last = found;
    }
  }
  return fail(noControl(graph, guard, goals, last, limits));
}

/** The first step after which several states are possible; a trio on it could not be judged. */
function openStep<S>(machine: StateMachine<S>, initial: readonly S[], steps: readonly Step[]): Step | null {
  let [state] = initial;
  for (const step of steps) {
    const outcome = machine.step(state!, step);
    if (outcome.kind !== 'taken') return null;
    if (outcome.successors.length > 1) return step;
    [state] = outcome.successors;
  }
  return null;
}

const leavesOpen = (step: Step): Diagnostic => ({
  code: 'synth/open-step',
  message: `the step ${stepText(step)} leaves open which state it leads to, so no trio on it could be judged`,
  hint: 'list values for its other parameters too',
});

const holds = <S>(goal: StatePredicate<S>, state: S): boolean => {
  const outcome = goal.holds(state);
  return outcome.kind === 'decided' && outcome.holds;
};

/** A shortest legitimate way to a goal; of several, one that takes the attack's own steps first. */
function shortestTo<S>(
  graph: Graph<S>,
  goal: StatePredicate<S>,
  exercises: string | null,
  attack: readonly Step[],
  limits: SearchLimits,
): Found<S, true> {
  const { base, original } = graph.variants;
  const road = new Set(attack.map(stepText));
  return search<S, true>(
    {
      initial: graph.initial,
      key: (state) => base.key(state),
      moves: (state, key) => {
        const from = graph.states.get(key) ?? original.moves(state);
        const along = from.moves.filter((move) => road.has(stepText(move.step())));
        return { error: from.error, moves: [...along, ...from.moves.filter((move) => !along.includes(move))] };
      },
    },
    limits,
    (state) => {
      if (!holds(goal, state)) return null;
      if (exercises === null) return true;
      const outcome = base.invariant(state, exercises);
      return outcome.kind === 'decided' && outcome.exercised ? true : null;
    },
  );
}

const alreadyThere = (goal: string): Diagnostic => ({
  code: 'synth/goal-already-reached',
  message: `the goal ${goal} holds before anything is done`,
  hint: 'name something that the legitimate work brings about',
});

/** Says whether a guard is in the way, or nothing leads there at all. */
function noControl<S>(
  { variants, initial }: Graph<S>,
  guard: GuardInfo,
  goals: readonly string[],
  last: Found<S, true> | null,
  limits: SearchLimits,
): Diagnostic {
  if (goals.length === 0 || last === null) {
    return {
      code: 'synth/no-goal',
      message: `what the attack on ${guard.path} gains cannot be told by itself`,
      hint: 'name what the legitimate work achieves with --goal',
    };
  }
  const named = goals.join(', ');
  if (last.kind === 'limit') {
    return {
      code: 'synth/limit',
      message: `no way to ${named} was found in ${counted(last.states, 'state')}, where the search was given up`,
    };
  }
  const unguarded = variants.unguarded();
  const goal = variants.base.predicate(goals[0]!);
  const open = search<S, true>(
    {
      initial,
      key: (state) => variants.base.key(state),
      // What cannot be evaluated without guards leads nowhere; the rest counts.
      moves: (state) => ({ moves: unguarded.moves(state).moves, error: null }),
    },
    { ...limits, maxStates: Math.min(limits.maxStates, 5_000) },
    (state) => (goal.ok && holds(goal.value, state) ? true : null),
  );
  if (open.kind === 'found') {
    return {
      code: 'synth/goal-refused',
      message: `no legitimate way leads to ${named}: only without guards can it be reached`,
      hint: 'the goal is the attack itself; name what legitimate work achieves',
    };
  }
  return {
    code: 'synth/goal-unreachable',
    message: `the goal ${named} cannot be reached, even without any guard`,
    hint: 'look at the configuration, or name another goal',
  };
}
