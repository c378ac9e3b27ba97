import { type Diagnostic, fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { Step } from '../../model/state-machine.ts';
import { stepText } from '../step-text.ts';
import type { Attack, Mutant } from './mutant.ts';
import type { Move, MovesFrom, Variant, Variants } from './variants.ts';

export interface ReachOptions {
  /** Most distinct states of one search; past it nothing is claimed about the rest. */
  readonly maxStates: number;
  /** Most steps from an initial state. */
  readonly maxDepth: number;
}

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

interface Node<S> {
  readonly state: S;
  readonly depth: number;
  readonly parent: Node<S> | null;
  readonly move: Move<S> | null;
}

/**
 * Explores the model as it stands. An error if it reaches a forbidden state without any mutation (then no guard is to blame), or cannot be
 * evaluated.
 */
export function graphOf<S>(variants: Variants<S>, options: ReachOptions): Result<Graph<S>> {
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
    case 'forbidden':
      return fail(alreadyForbidden(ended.attack));
    case 'error':
      return fail(ended.error);
    case 'limit':
    case 'done':
      return ok({ variants, initial: initial.value, states, complete: ended.kind === 'done', seen });
  }
}

function alreadyForbidden({ invariant, steps }: Attack): Diagnostic {
  return {
    code: 'mutation/model-violates',
    message: `the model reaches a forbidden state without any mutation: ${invariant} after ${steps.length} steps (${steps.map(stepText).join('; ')})`,
    hint: 'leave that invariant out of the configuration, or repair the model; until then no guard can be blamed',
  };
}

type Ended<S> =
  | { readonly kind: 'forbidden'; readonly attack: Attack; readonly node: Node<S>; readonly states: number }
  | { readonly kind: 'done' | 'limit'; readonly states: number }
  | { readonly kind: 'error'; readonly error: Diagnostic; readonly states: number };

/** Breadth first; a forbidden state ends it, an error only after everything else was tried. */
function walk<S>(
  { base }: Variants<S>,
  variant: Variant<S>,
  initial: readonly S[],
  options: ReachOptions,
  how: { known(key: string | number): boolean; moves(state: S, key: string | number): MovesFrom<S> },
): Ended<S> {
  const visited = new Set<string | number>();
  const queue: Node<S>[] = [];
  let error: Diagnostic | null = null;
  let limited = false;
  const visit = (node: Node<S>): Ended<S> | null => {
    const key = base.key(node.state);
    if (visited.has(key)) return null;
    if (visited.size >= options.maxStates) {
      limited = true;
      return null;
    }
    visited.add(key);
    queue.push(node);
    if (how.known(key)) return null;
    const broken = variant.violated(node.state);
    if (broken === null) return null;
    if (typeof broken === 'object') {
      error ??= broken.error;
      return null;
    }
    return { kind: 'forbidden', attack: { invariant: broken, steps: stepsTo(node) }, node, states: visited.size };
  };
  for (const state of initial) {
    const found = visit({ state, depth: 0, parent: null, move: null });
    if (found !== null) return found;
  }
  for (let at = 0; at < queue.length && !limited; at++) {
    const node = queue[at]!;
    const from = how.moves(node.state, base.key(node.state));
    error ??= from.error;
    for (const move of from.moves) {
      if (node.depth >= options.maxDepth) {
        limited ||= !visited.has(base.key(move.state));
        continue;
      }
      const found = visit({ state: move.state, depth: node.depth + 1, parent: node, move });
      if (found !== null) return found;
    }
  }
  if (error !== null) return { kind: 'error', error, states: visited.size };
  return { kind: limited ? 'limit' : 'done', states: visited.size };
}

function stepsTo<S>(node: Node<S>): readonly Step[] {
  const steps: Step[] = [];
  for (let at: Node<S> | null = node; at !== null && at.move !== null; at = at.parent) steps.push(at.move.step());
  return steps.reverse();
}

/** Explores one mutant, reusing what the model itself does wherever the guard says the same. */
export function reachOf<S>(graph: Graph<S>, { guard, how }: Mutant, options: ReachOptions): Result<Reach> {
  const { variants } = graph;
  const index = variants.paths.indexOf(guard.path);
  const made = variants.variant(guard.path, how);
  if (!made.ok) return made;
  const variant = made.value;
  // The values of the guard under which the mutant differs: 1 where it is true, 2 where it is false.
  const differing = how === 'remove' ? (variants.removal(index) ? 2 : 1) : 3;
  const judged = variants.judges(index) === false;
  if (graph.complete && graph.seen !== null && judged && (graph.seen[index]! & differing) === 0) {
    return ok({ kind: 'same', why: graph.seen[index] === 0 ? 'unreachable' : 'constant', states: graph.states.size });
  }
  let differs = false;
  const ended = walk<S>(variants, variant, graph.initial, options, {
    // Where invariants ask the guard too, what is forbidden may have changed.
    known: (key) => judged && graph.states.has(key),
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
    case 'forbidden':
      return ok({ kind: 'forbidden', attack: ended.attack, states });
    case 'error':
      return ok({ kind: 'error', error: ended.error, states });
    case 'limit':
      return ok({ kind: 'limit', states });
    case 'done':
      if (differs) return ok({ kind: 'blind', states });
      return ok({ kind: 'same', why: whySame(graph, guard.path, index, differing), states });
  }
}

function sameMoves<S>({ base }: Variants<S>, a: MovesFrom<S>, b: MovesFrom<S>): boolean {
  const keys = new Set(a.moves.map(({ state }) => base.key(state)));
  const others = new Set(b.moves.map(({ state }) => base.key(state)));
  return keys.size === others.size && [...others].every((key) => keys.has(key));
}

/** A machine that does not say what its guards say is asked by assuming the replacement in every step. */
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
    for (const move of variants.original.moves(state).moves) {
      const outcome = base.step(state, { ...move.step(), assume: { [path]: true } });
      if (outcome.kind !== 'taken') continue;
      for (const { own } of outcome.assumptions) said |= own === true ? 1 : 2;
    }
  };
  for (const state of initial) look(state);
  for (const { moves } of states.values()) for (const { state } of moves) look(state);
  return said;
}
