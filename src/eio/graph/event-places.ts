import type { EventKind, TraceEvent } from '../../trace/event.ts';
import { lazy } from '../lazy.ts';
import { type Collected, DEFAULT_SESSION, type Mutable } from './collected.ts';
import type { Item } from './entity.ts';

/** Where each event stands: its turn and its session. Turns are those that events state; where none does, a turn begins with each user content. */
export interface EventPlaces {
  /** The turn of an event that comes next. */
  take(event: TraceEvent, rank: number): number;
  /** Counted turns are no turns of a trace that states its own: what came before the first stated one has none. */
  forgetCounted(collected: Collected): void;
  turnOf(event: number): number | null;
  hasEvent(event: number): boolean;
  sessionOf(event: number): string;
  count(kind: EventKind): number;
}

export function eventPlaces(): EventPlaces {
  // By rank; what is asked of single events is looked up in maps that are made when it is.
  const seqs: number[] = [];
  const turns: number[] = [];
  const sessions: (string | undefined)[] = [];
  const kinds: EventKind[] = [];
  const forgotten = new Set<number>();
  let stated: number | null = null;
  let counted = 0;
  let firstStated = Infinity;

  const turnByEvent = lazy(() => {
    const found = new Map<number, number | null>(seqs.map((seq, at) => [seq, turns[at]!]));
    for (const event of forgotten) found.set(event, null);
    return found;
  });
  const sessionByEvent = lazy(() => {
    const found = new Map<number, string>();
    for (const [at, session] of sessions.entries()) if (session !== undefined) found.set(seqs[at]!, session);
    return found;
  });
  const counts = lazy(() => {
    const found = new Map<EventKind, number>();
    for (const kind of kinds) found.set(kind, (found.get(kind) ?? 0) + 1);
    return found;
  });

  return {
    take(event, rank) {
      if (event.turn !== undefined) {
        stated = event.turn;
        firstStated = Math.min(firstStated, rank);
      } else if (stated === null && event.kind === 'context.added' && event.origin === 'user') counted++;
      const turn = event.turn ?? stated ?? Math.max(1, counted);
      seqs.push(event.seq);
      turns.push(turn);
      sessions.push(event.session);
      kinds.push(event.kind);
      return turn;
    },
    forgetCounted(c) {
      if (firstStated === Infinity) return;
      const { items, instructions, actions, states, policies, identities, verifications, authorities } = c;
      for (const list of [items, instructions, actions, states, policies, identities, verifications, authorities]) {
        for (const one of list as Mutable<Item>[]) {
          if (one.rank >= firstStated || one.event === null) continue;
          one.turn = null;
          forgotten.add(one.event);
        }
      }
    },
    turnOf: (event) => turnByEvent().get(event) ?? null,
    hasEvent: (event) => turnByEvent().has(event),
    sessionOf: (event) => sessionByEvent().get(event) ?? DEFAULT_SESSION,
    count: (kind) => counts().get(kind) ?? 0,
  };
}
