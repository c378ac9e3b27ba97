import type { Trace, TraceEvent } from '../../trace/event.ts';

/** A change to a trace that must not change what is judged of it (issue 7, item 6). */
export interface Transformation {
  readonly name: string;
  /** What it does, to complete "the verdict changes if …". */
  readonly does: string;
  apply(trace: Trace): Trace;
}

/** Every transformation, in the order in which they are tried. */
export const TRANSFORMATIONS: readonly Transformation[] = [
  {
    name: 'duplicated-upload',
    does: 'every event is recorded twice',
    apply: (trace) =>
      withEvents(
        trace,
        trace.events.flatMap((event) => [event, event]),
      ),
  },
  {
    name: 'other-order',
    does: 'events that happened at the same time come in another order',
    apply: (trace) => withEvents(trace, reordered(trace.events)),
  },
  {
    name: 'renamed-ids',
    does: 'calls, approvals, executions and items have other ids',
    apply: (trace) => withEvents(trace, trace.events.map(renamed)),
  },
  {
    name: 'unrelated-between',
    does: 'unrelated events come in between',
    apply: (trace) =>
      withEvents(
        trace,
        trace.events.flatMap((event, index) => [event, ...unrelated(`between-${index}`)]),
      ),
  },
  {
    name: 'longer-history',
    does: 'a longer history comes before it',
    apply: (trace) => withEvents(trace, [...history(), ...trace.events]),
  },
];

const withEvents = (trace: Trace, events: readonly TraceEvent[]): Trace => ({
  ...trace,
  // `parent` may name an event by its number; such traces are left alone.
  events: events.map((event, index) => ({ ...event, seq: index + 1 })),
});

/** Whether a trace can be renumbered: no event refers to another by its number. */
export const isRenumberable = (trace: Trace): boolean => trace.events.every(({ parent }) => typeof parent !== 'number');

/** Kinds of which several next to each other say nothing about their order: proposals of one answer, and questions that wait together. */
const TOGETHER: ReadonlySet<string> = new Set(['call.proposed', 'approval.requested', 'tools.advertised']);

/** Every stretch of events of one such kind, backwards. Two that have the same id, or times that differ, keep their order. */
function reordered(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const result: TraceEvent[] = [];
  for (let from = 0; from < events.length; ) {
    const { kind, at } = events[from]!;
    let to = from + 1;
    if (TOGETHER.has(kind)) while (to < events.length && events[to]!.kind === kind && events[to]!.at === at) to++;
    const stretch = events.slice(from, to);
    const ids = new Set(stretch.map(idOf));
    result.push(...(ids.size === stretch.length ? stretch.reverse() : stretch));
    from = to;
  }
  return result;
}

function idOf(event: TraceEvent): string {
  switch (event.kind) {
    case 'call.proposed':
      return event.call;
    case 'approval.requested':
      return event.approval;
    case 'tools.advertised':
      return event.tool;
    default:
      return '';
  }
}

const REFERENCES = ['call', 'approval', 'exec', 'item', 'part_of', 'parent', 'producer', 'result'] as const;
const LISTS = ['items', 'from'] as const;

function renamed(event: TraceEvent): TraceEvent {
  const copy: Record<string, unknown> = { ...event };
  for (const name of REFERENCES) if (typeof copy[name] === 'string') copy[name] = rename(copy[name]);
  for (const name of LISTS) if (Array.isArray(copy[name])) copy[name] = copy[name].map((id) => rename(id as string));
  return copy as TraceEvent;
}

const rename = (id: string): string => `renamed ${id}`;

const unrelated = (id: string): readonly TraceEvent[] =>
  [
    { kind: 'call.proposed', call: `${id}.call`, tool: 'unrelated.tool', args: {} },
    { kind: 'policy.decided', call: `${id}.call`, effect: 'allow' },
    { kind: 'state.read', key: `${id}.key` },
  ] as unknown as readonly TraceEvent[];

const history = (): readonly TraceEvent[] =>
  ['before-1', 'before-2', 'before-3'].flatMap(
    (id) =>
      [
        { kind: 'call.proposed', call: `${id}.call`, tool: 'unrelated.tool', args: {} },
        {
          kind: 'approval.requested',
          approval: `${id}.approval`,
          call: `${id}.call`,
          tool: 'unrelated.tool',
          args: {},
        },
        {
          kind: 'approval.decided',
          approval: `${id}.approval`,
          decision: 'deny',
          scope: 'once',
          by: 'user',
          authenticity: 'server',
        },
      ] as unknown as readonly TraceEvent[],
  );
