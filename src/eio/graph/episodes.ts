import { DEFAULT_SESSION } from './collected.ts';
import type { Action, Episode, Item } from './entity.ts';

/** The session that stands for all that are linked with this one. */
export function rootOf(sessions: ReadonlyMap<string, string>, session: string): string {
  let root = session;
  // A chain of links may run in a circle; it is walked at most once round.
  for (let left = sessions.size; left >= 0; left--) {
    const next = sessions.get(root);
    if (next === undefined || next === root) return root;
    root = next;
  }
  return root;
}

/** Sessions that are linked make one episode. */
export function episodesOf(
  sessions: ReadonlyMap<string, string>,
  items: readonly Item[],
  actions: readonly Action[],
  next: () => number,
): Episode[] {
  const first = new Map<string, { readonly rank: number }>();
  let last: string | undefined;
  let root = '';
  for (const list of [items, actions]) {
    for (const one of list) {
      if (one.session !== last) {
        last = one.session;
        root = rootOf(sessions, last);
      }
      const known = first.get(root);
      if (known === undefined || one.rank < known.rank) first.set(root, one);
    }
  }
  // A run has an episode even if nothing happened in it.
  if (first.size === 0) first.set(DEFAULT_SESSION, { rank: 0 });
  return [...first].map(([session, one]) => ({
    kind: 'episode',
    type: 'eio.entity.episode',
    id: session,
    number: next(),
    rank: one.rank,
    event: null,
    turn: null,
    session,
    at: undefined,
    basis: 'observed',
  }));
}
