import { EVENT_KINDS, type EventKind, type Trace, type TraceEvent } from './event.ts';

type WithoutSeq<E> = E extends TraceEvent ? Omit<E, 'seq'> & { readonly seq?: number } : never;

/** An event as a person writes it inline: `seq` may be left out and is then its place in the list, from 1. */
export type EventInput = WithoutSeq<TraceEvent>;

export interface TraceInput {
  readonly source?: string;
  /** Default: every kind, as fits a scenario whose author says all that happened. */
  readonly observes?: readonly EventKind[];
  readonly events: readonly EventInput[];
}

/** A trace from events written inline (design section 5, `events`). */
export function createTrace(input: TraceInput): Trace {
  return {
    header: { tracefold: 1, source: input.source ?? 'inline', observes: [...(input.observes ?? EVENT_KINDS)] },
    events: input.events.map((event, index) => ({ ...event, seq: event.seq ?? index + 1 }) as TraceEvent),
  };
}
