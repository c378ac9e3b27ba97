import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Step } from '../model/state-machine.ts';

/** A state that one step leads to; the step is made only where it is shown. */
export interface Move<S> {
  readonly state: S;
  step(): Step;
}

export interface SearchSpace<S> {
  readonly initial: readonly S[];
  key(state: S): string | number;
  moves(state: S, key: string | number): { readonly moves: readonly Move<S>[]; readonly error: Diagnostic | null };
}

export interface SearchLimits {
  /** Most distinct states; past it nothing is claimed about the rest. */
  readonly maxStates: number;
  /** Most steps from an initial state. */
  readonly maxDepth: number;
}

/** A state on the way that a search took to it; `move` is null for an initial state. */
export interface Node<S> {
  readonly state: S;
  readonly depth: number;
  readonly parent: Node<S> | null;
  readonly move: Move<S> | null;
}

export type Found<S, T> =
  | { readonly kind: 'found'; readonly what: T; readonly node: Node<S>; readonly states: number }
  /** Every state was looked at. */
  | { readonly kind: 'exhausted'; readonly states: number }
  | { readonly kind: 'limit'; readonly states: number }
  /** Something could not be evaluated; all that could was looked at, within the limits. */
  | { readonly kind: 'error'; readonly error: Diagnostic; readonly states: number };

/**
 * Breadth first through a state machine, so that what is found is found by a shortest way. `look` is asked once for each state, and ends the
 * search with what it found, or passes on with null. A limit that is reached is always told.
 */
export function search<S, T extends NonNullable<unknown>>(
  space: SearchSpace<S>,
  limits: SearchLimits,
  look: (state: S, key: string | number) => T | { readonly error: Diagnostic } | null,
): Found<S, T> {
  const visited = new Set<string | number>();
  const queue: Node<S>[] = [];
  let error: Diagnostic | null = null;
  let limited = false;
  const visit = (node: Node<S>): Found<S, T> | null => {
    const key = space.key(node.state);
    if (visited.has(key)) return null;
    if (visited.size >= limits.maxStates) {
      limited = true;
      return null;
    }
    visited.add(key);
    queue.push(node);
    const what = look(node.state, key);
    if (what === null) return null;
    if (typeof what === 'object' && 'error' in what) {
      error ??= what.error as Diagnostic;
      return null;
    }
    return { kind: 'found', what: what as T, node, states: visited.size };
  };
  for (const state of space.initial) {
    const found = visit({ state, depth: 0, parent: null, move: null });
    if (found !== null) return found;
  }
  for (let at = 0; at < queue.length && !limited; at++) {
    const node = queue[at]!;
    const from = space.moves(node.state, space.key(node.state));
    error ??= from.error;
    for (const move of from.moves) {
      if (node.depth >= limits.maxDepth) {
        limited ||= !visited.has(space.key(move.state));
        continue;
      }
      const found = visit({ state: move.state, depth: node.depth + 1, parent: node, move });
      if (found !== null) return found;
    }
  }
  const states = visited.size;
  if (error !== null) return { kind: 'error', error, states };
  return { kind: limited ? 'limit' : 'exhausted', states };
}

/** The steps that lead to a node, in order. */
export function stepsTo<S>(node: Node<S>): readonly Step[] {
  const steps: Step[] = [];
  for (let at: Node<S> | null = node; at !== null && at.move !== null; at = at.parent) steps.push(at.move.step());
  return steps.reverse();
}
