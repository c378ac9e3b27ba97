import type { TraceEvent } from '../../trace/event.ts';

/** What each event of a trace refers to. */
export interface Causes {
  /** By place in the list: the earlier places that it refers to, and so cannot be told without. */
  readonly needs: readonly (readonly number[])[];
  /** Places of the events that brought an id into the trace; also `<anything>@<seq>`, as evidence names what has no id of its own. */
  origins(id: string): readonly number[];
}

type Space = 'item' | 'call' | 'exec' | 'approval' | 'decision' | 'instruction' | 'identity' | 'state' | 'policy';

/**
 * The causality of a trace: a result needs its call, a decision its request, the end of an execution its start, a context item the call that
 * made it, an execution the approval that it cites, and whatever names another event that event.
 */
export function causesOf(events: readonly TraceEvent[]): Causes {
  const defined = new Map<string, number>();
  const places = new Map<number, number>();
  const byId = new Map<string, number[]>();
  const needs: (readonly number[])[] = [];
  for (const [place, event] of events.entries()) {
    const found = new Set<number>();
    const need = (space: Space, id: string | undefined): boolean => {
      const at = id === undefined ? undefined : defined.get(`${space} ${id}`);
      if (at !== undefined) found.add(at);
      return at !== undefined;
    };
    for (const [space, id] of referencesOf(event)) {
      // What was written or handed on may be an item or a call: whichever the trace has.
      if (space === 'any')
        for (const each of ['item', 'call', 'exec', 'approval', 'instruction'] as const) need(each, id);
      else need(space, id);
    }
    if (typeof event.parent === 'number') {
      const parent = places.get(event.parent);
      if (parent !== undefined) found.add(parent);
    }
    needs.push([...found].sort((a, b) => a - b));
    for (const [space, id] of definitionsOf(event)) {
      // An execution speaks for its call only where nothing proposed it.
      if (space === 'call' && event.kind === 'exec.started' && defined.has(`call ${id}`)) continue;
      defined.set(`${space} ${id}`, place);
      const known = byId.get(id);
      if (known === undefined) byId.set(id, [place]);
      else known.push(place);
    }
    if (!places.has(event.seq)) places.set(event.seq, place);
  }
  return {
    needs,
    origins: (id) => {
      const seq = /@(\d{1,15})$/.exec(id)?.[1];
      const place = seq === undefined ? undefined : places.get(Number(seq));
      return byId.get(id) ?? (place === undefined ? [] : [place]);
    },
  };
}

type Reference = readonly [Space | 'any', string | undefined];

function referencesOf(event: TraceEvent): readonly Reference[] {
  const parent: Reference = ['any', typeof event.parent === 'string' ? event.parent : undefined];
  switch (event.kind) {
    case 'context.added':
      return [parent, ['call', event.producer]];
    case 'instruction':
      return [parent, ['item', event.part_of], ['identity', event.issued_by]];
    case 'policy.decided':
    case 'approval.requested':
      return [parent, ['call', event.call]];
    case 'approval.decided':
      return [parent, ['approval', event.approval]];
    case 'exec.started':
      return [parent, ['call', event.call], ['approval', event.approval], ['decision', event.approval]];
    case 'exec.ended':
      return [parent, ['exec', event.exec], ['item', event.result]];
    case 'message.sent':
      return [parent, ...(event.items ?? []).map((item): Reference => ['item', item])];
    case 'state.written':
      return [parent, ...(event.from ?? []).map((from): Reference => ['any', from])];
    case 'state.read':
      return [parent, ['item', event.item], ['state', event.key]];
    case 'identity.verified':
      return [parent, ['identity', event.identity]];
    case 'tools.advertised':
    case 'policy.declared':
    case 'call.proposed':
    case 'identity.asserted':
    case 'handoff':
    case 'session.linked':
    case 'config.changed':
    case 'truth':
      return [parent];
  }
}

function definitionsOf(event: TraceEvent): readonly (readonly [Space, string])[] {
  switch (event.kind) {
    case 'context.added':
      return [['item', event.item]];
    case 'instruction':
      return [['instruction', event.id]];
    case 'policy.declared':
      return [['policy', event.id]];
    case 'call.proposed':
      return [['call', event.call]];
    case 'approval.requested':
      return [['approval', event.approval]];
    case 'approval.decided':
      return [['decision', event.approval]];
    case 'exec.started':
      return [['exec', event.exec], ...(event.call === undefined ? [] : [['call', event.call] as const])];
    case 'state.written':
      return [['state', event.key]];
    case 'identity.asserted':
      return [['identity', event.identity]];
    case 'tools.advertised':
    case 'policy.decided':
    case 'exec.ended':
    case 'message.sent':
    case 'state.read':
    case 'identity.verified':
    case 'handoff':
    case 'session.linked':
    case 'config.changed':
    case 'truth':
      return [];
  }
}
