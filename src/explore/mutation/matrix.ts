import { counted } from '../../diagnostics/counted.ts';
import { type Diagnostic, type Failed, fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { GuardInfo, StateMachine } from '../../model/state-machine.ts';
import type { ParameterValues } from '../alphabet.ts';
import { type Mutant, WEAKENINGS } from './mutant.ts';
import type { Kill, MutantOutcome, MutantReport } from './mutant-outcome.ts';
import { type Graph, graphOf, modelLimits, mutantLimits, type Reach, reachOf } from './reach.ts';
import { type Variants, variantsOf } from './variants.ts';
import { applyWaivers, type Waiver } from './waivers.ts';

/** What became of every mutant of a model's guards. */
export interface MutationMatrix {
  readonly model: string;
  /** Trios that had a say, in their order. */
  readonly trios: readonly string[];
  /** Distinct states of the model without mutation; null if it was not explored. */
  readonly states: number | null;
  readonly mutants: readonly MutantReport[];
  readonly counts: { readonly [kind in MutantOutcome['kind'] | 'waived']: number };
  /** Killed, of all that are neither equivalent nor waived: 0 to 1; null if there is none. */
  readonly score: number | null;
  /** Waivers that no longer hold: of guards that are gone, have another text, or need none. */
  readonly problems: readonly Diagnostic[];
}

/** What of a model is changed and explored. */
export interface MatrixOptions {
  readonly values?: ParameterValues;
  readonly waivers?: readonly Waiver[];
  /** Most distinct states of one search. Default 20,000; for mutants of a small model three times its own, but 500 at least. */
  readonly maxStates?: number;
  /** Most steps of one search. Default: no limit. */
  readonly maxDepth?: number;
  /** Only these guards and what stands below them. */
  readonly guards?: readonly string[];
}

/** Asks the tests of a project about a mutant; null if none goes red. */
export type Judge = (mutant: Mutant) => Promise<Kill | null>;

/**
 * The mutation matrix of a state machine: each guard part changed in turn, shown to the tests, and where they notice nothing, explored
 * for a forbidden state. `limits` names the constants that limit the model and not the system.
 */
export async function matrixOf<S>(
  machine: StateMachine<S>,
  limits: readonly string[],
  judge: Judge | null,
  trios: readonly string[],
  options: MatrixOptions = {},
): Promise<Result<MutationMatrix>> {
  const guards = chosenGuards(machine, options.guards ?? []);
  if (!guards.ok) return guards;
  const made = variantsOf(machine, options.values);
  if (!made.ok) return made;
  const variants = made.value;
  const explored = graphOf(variants, modelLimits(options));
  if (!explored.ok && explored.errors[0].code === 'mutation/model-violates') return explored;
  const graph = explored.ok ? explored.value : null;
  const search = mutantLimits(graph, options);

  const mutants: MutantReport[] = [];
  for (const guard of guards.value) {
    for (const how of WEAKENINGS) {
      if (!variants.variant(guard.path, how).ok) continue;
      const mutant = { guard, how };
      const by = judge === null ? null : await judge(mutant);
      let outcome: MutantOutcome;
      if (by !== null) outcome = { kind: 'killed', by };
      else if (graph === null) outcome = notSearched(explored as Extract<typeof explored, { ok: false }>);
      else {
        const reach = reachOf(graph, mutant, search);
        if (!reach.ok) return reach;
        outcome = outcomeOf(reach.value, isLimit(variants, guard, limits), graph);
      }
      mutants.push({ guard, how, outcome, waived: null });
    }
  }
  return ok(summary(machine.name, trios, graph?.states.size ?? null, mutants, options.waivers ?? []));
}

/** The matrix of mutants that are judged by tests alone, where there is no state space to explore. */
export function summary(
  model: string,
  trios: readonly string[],
  states: number | null,
  judged: readonly MutantReport[],
  waivers: readonly Waiver[],
): MutationMatrix {
  const { mutants, problems } = applyWaivers(judged, waivers);
  const open = mutants.filter(({ waived }) => waived === null);
  const count = (kind: MutantOutcome['kind']): number => open.filter(({ outcome }) => outcome.kind === kind).length;
  const counts = {
    killed: count('killed'),
    survives: count('survives'),
    equivalent: count('equivalent'),
    'not-judged': count('not-judged'),
    waived: mutants.length - open.length,
  };
  const all = counts.killed + counts.survives + counts['not-judged'];
  return { model, trios, states, mutants, counts, score: all === 0 ? null : counts.killed / all, problems };
}

/** The guards asked for, each with what stands below it; all if none is named. */
export function chosenGuards(
  machine: { guards(): readonly GuardInfo[]; weaken(path: string): Result<unknown> },
  paths: readonly string[],
): Result<readonly GuardInfo[]> {
  const all = machine.guards();
  if (paths.length === 0) return ok(all);
  for (const path of paths) {
    if (all.some((guard) => guard.path === path)) continue;
    // The machine knows the nearest name.
    const unknown = machine.weaken(path);
    return unknown.ok ? fail({ code: 'mutation/unknown-guard', message: `unknown guard "${path}"` }) : unknown;
  }
  return ok(all.filter(({ path }) => paths.some((one) => path === one || path.startsWith(`${one}/`))));
}

function notSearched(explored: Failed): MutantOutcome {
  return { kind: 'not-judged', why: 'no-search', detail: explored.errors[0].message };
}

function outcomeOf<S>(reach: Reach, limit: boolean, graph: Graph<S>): MutantOutcome {
  if (limit && reach.kind !== 'forbidden') return { kind: 'equivalent', why: 'bound', states: reach.states };
  switch (reach.kind) {
    case 'forbidden':
      return { kind: 'survives', attack: reach.attack };
    case 'same':
      return { kind: 'equivalent', why: reach.why, states: reach.states };
    case 'blind':
      return { kind: 'equivalent', why: 'blind', states: reach.states };
    case 'limit': {
      const whole = graph.complete ? `; the model itself has ${graph.states.size}` : '';
      return { kind: 'not-judged', why: 'limit', detail: `given up after ${counted(reach.states, 'state')}${whole}` };
    }
    case 'error':
      return { kind: 'not-judged', why: 'error', detail: reach.error.message };
  }
}

/** Whether a guard is a comparison with a constant that limits the model (design section 4). */
function isLimit<S>(variants: Variants<S>, guard: GuardInfo, limits: readonly string[]): boolean {
  if (!variants.variant(guard.path, 'looser').ok) return false;
  return guard.text.split(/\W+/).some((word) => limits.includes(word));
}
