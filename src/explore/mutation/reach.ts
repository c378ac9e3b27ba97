import { counted } from '../../diagnostics/counted.ts';
import { type Diagnostic, fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { type Found, type SearchLimits, search, stepsTo } from '../search.ts';
import { stepText } from '../step-text.ts';
import type { Attack, Mutant } from './mutant.ts';
import type { MovesFrom, Variant, Variants } from './variants.ts';

/** What a model without mutation can do, kept so that a mutant is looked at only where it differs. */
export interface Graph<S> {
  readonly variants: Variants<S>;
  readonly initial: readonly S[];
  readonly states: ReadonlyMap<string | number, MovesFrom<S>>;
  /** Whether these are all the states. */
  readonly complete: boolean;
  /** By guard number, everything it ever said; null if the machine cannot tell. */
  readonly seen: Uint8Array | null;
}

/** What exploring a mutant came to. */
export type Reach =
  | { readonly kind: 'forbidden'; readonly attack: Attack; readonly states: number }
  /** The mutant does exactly what the model does: never asked, never of another value, or another guard refuses the same. */
  | { readonly kind: 'same'; readonly why: 'unreachable' | 'constant' | 'masked'; readonly states: number }
  /** It does something else, and no invariant minds. */
  | { readonly kind: 'blind'; readonly states: number }
  | { readonly kind: 'limit'; readonly states: number }
  | { readonly kind: 'error'; readonly error: Diagnostic; readonly states: number };

/**
 * Explores the model as it stands. An error if it reaches a forbidden state without any mutation (then no guard is to blame), or cannot be
 * evaluated.
 */
export function graphOf<S>(variants: Variants<S>, options: SearchLimits): Result<Graph<S>> {
  const initial = variants.base.initial();
  if (!initial.ok) return initial;
  const states = new Map<string | number, MovesFrom<S>>();
  let seen: Uint8Array | null = null;
  const ended = walk<S>(variants, variants.original, initial.value, options, {
    known: () => false,
    moves: (state, key) => {
      const found = variants.original.moves(state);
      states.set(key, found);
      if (found.seen !== null) {
        seen ??= new Uint8Array(found.seen.length);
        for (let i = 0; i < seen.length; i++) seen[i]! |= found.seen[i]!;
      }
      return found;
    },
  });
  switch (ended.kind) {
    case 'found':
      return fail(alreadyForbidden({ invariant: ended.what, steps: stepsTo(ended.node) }));
    case 'error':
      return fail(ended.error);
    case 'limit':
    case 'exhausted':
      return ok({ variants, initial: initial.value, states, complete: ended.kind === 'exhausted', seen });
  }
}

function alreadyForbidden({ invariant, steps }: Attack): Diagnostic {
  return {
    code: 'mutation/model-violates',
    message: `the model reaches a forbidden state without any mutation: ${invariant} after ${counted(steps.length, 'step')} (${steps.map(stepText).join('; ')})`,
    hint: 'leave that invariant out of the configuration, or repair the model; until then no guard can be blamed',
  };
}

/** The search of a variant for a forbidden state. */
function walk<S>(
  { base }: Variants<S>,
  variant: Variant<S>,
  initial: readonly S[],
  limits: SearchLimits,
  how: { known(key: string | number): boolean; moves(state: S, key: string | number): MovesFrom<S> },
): Found<S, string> {
  return search({ initial, key: (state) => base.key(state), moves: how.moves }, limits, (state, key) =>
    how.known(key) ? null : variant.violated(state),
  );
}

/** Explores one mutant, reusing what the model itself does wherever the guard says the same. */
export function reachOf<S>(graph: Graph<S>, { guard, how }: Mutant, options: SearchLimits): Result<Reach> {
  const { variants } = graph;
  const index = variants.paths.indexOf(guard.path);
  const made = variants.variant(guard.path, how);
  if (!made.ok) return made;
  const variant = made.value;
  // The values of the guard under which the mutant differs: 1 where it is true, 2 where it is false.
  const differing = how === 'remove' ? (variants.removal(index) ? 2 : 1) : 3;
  if (graph.complete && graph.seen !== null && (graph.seen[index]! & differing) === 0) {
    return ok({ kind: 'same', why: graph.seen[index] === 0 ? 'unreachable' : 'constant', states: graph.states.size });
  }
  let differs = false;
  const ended = walk<S>(variants, variant, graph.initial, options, {
    // What is forbidden is the same for a mutant, so these states were judged before.
    known: (key) => graph.states.has(key),
    moves: (state, key) => {
      const before = graph.states.get(key);
      if (before?.seen != null && (before.seen[index]! & differing) === 0) return before;
      const now = variant.moves(state);
      differs ||= before === undefined || !sameMoves(variants, before, now);
      return now;
    },
  });
  const { states } = ended;
  switch (ended.kind) {
    case 'found':
      return ok({ kind: 'forbidden', attack: { invariant: ended.what, steps: stepsTo(ended.node) }, states });
    case 'error':
      return ok({ kind: 'error', error: ended.error, states });
    case 'limit':
      return ok({ kind: 'limit', states });
    case 'exhausted':
      if (differs) return ok({ kind: 'blind', states });
      return ok({ kind: 'same', why: whySame(graph, guard.path, index, differing), states });
  }
}

function sameMoves<S>({ base }: Variants<S>, a: MovesFrom<S>, b: MovesFrom<S>): boolean {
  const keys = new Set(a.moves.map(({ state }) => base.key(state)));
  const others = new Set(b.moves.map(({ state }) => base.key(state)));
  return keys.size === others.size && [...others].every((key) => keys.has(key));
}

/** A machine that does not say what its guards say is asked by assuming the guard in every step, and by what it refuses. */
function whySame<S>(
  graph: Graph<S>,
  path: string,
  index: number,
  differing: number,
): 'unreachable' | 'constant' | 'masked' {
  const said = graph.seen !== null ? graph.seen[index]! : askedByAssuming(graph, path);
  if (said === 0) return 'unreachable';
  return (said & differing) === 0 ? 'constant' : 'masked';
}

function askedByAssuming<S>({ variants, states, initial }: Graph<S>, path: string): number {
  const { base } = variants;
  let said = 0;
  const look = (state: S): void => {
    for (const step of variants.candidates) {
      const assuming = base.step(state, { ...step, assume: { [path]: true } });
      if (assuming.kind === 'taken') for (const { own } of assuming.assumptions) said |= own === true ? 1 : 2;
      const plain = base.step(state, step);
      if (plain.kind === 'refused' && plain.refusals.some(({ guard }) => guard === path)) said |= 2;
    }
  };
  for (const state of initial) look(state);
  for (const { moves } of states.values()) for (const { state } of moves) look(state);
  return said;
}

const DEFAULT_STATES = 20_000;

/** Limits of a search of the model as it stands. */
export const modelLimits = (given: Partial<SearchLimits>): SearchLimits => ({
  maxStates: given.maxStates ?? DEFAULT_STATES,
  maxDepth: given.maxDepth ?? Number.POSITIVE_INFINITY,
});

/** Limits of a search of its mutants: one that outgrows a small model by far is one without an end, such as one whose bound is gone. */
export const mutantLimits = <S>(graph: Graph<S> | null, given: Partial<SearchLimits>): SearchLimits => ({
  ...modelLimits(given),
  maxStates: Math.min(given.maxStates ?? DEFAULT_STATES, Math.max(500, (graph?.states.size ?? 0) * 3)),
});
