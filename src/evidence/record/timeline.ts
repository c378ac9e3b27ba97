import { type Phrase, phrase, shown } from '../../model/phrase.ts';
import type { EventOf, TraceEvent } from '../../trace/event.ts';
import type { Lane, TimelineItem } from './schema.ts';

/** Most items that one leg keeps; what matters lies at the end, so the oldest go first. */
export const MAX_TIMELINE = 200;

type Trust = EventOf<'context.added'>['trust'];

/**
 * Who did what to whom, event by event, up to and including the event `until` (all if null). Labels of benchmarks (`truth`) are left
 * out: they are nothing that happened.
 */
export function timelineOf(
  events: readonly TraceEvent[],
  until: number | null,
): { readonly items: readonly TimelineItem[]; readonly omitted: number } {
  const contexts = new Map<string, { readonly lane: Lane; readonly trust: Trust }>();
  const items: TimelineItem[] = [];
  let omitted = 0;
  for (const event of events) {
    if (until !== null && event.seq > until) break;
    if (event.kind === 'context.added') {
      contexts.set(event.item, { lane: laneOfOrigin(event.origin), trust: event.trust });
    }
    const told = tell(event, (item) => contexts.get(item));
    if (told === null) continue;
    items.push({ event: event.seq, kind: event.kind, trust: null, approval: null, ...told, text: [...told.text] });
    // Dropped in blocks, so that a long trace costs neither memory nor quadratic time.
    if (items.length >= MAX_TIMELINE * 2) omitted += items.splice(0, MAX_TIMELINE).length;
  }
  if (items.length > MAX_TIMELINE) omitted += items.splice(0, items.length - MAX_TIMELINE).length;
  return { items, omitted };
}

interface Told {
  readonly from: Lane;
  readonly to: Lane;
  readonly text: Phrase;
  readonly trust?: TimelineItem['trust'];
  readonly approval?: TimelineItem['approval'];
}

type Lookup = (item: string) => { readonly lane: Lane; readonly trust: Trust } | undefined;

function tell(event: TraceEvent, context: Lookup): Told | null {
  switch (event.kind) {
    case 'context.added': {
      const text = event.text === undefined ? '' : phrase`: ${shown(event.text, 'text')}`;
      return {
        from: laneOfOrigin(event.origin),
        to: 'agent',
        text: phrase`${event.origin} content ${shown(event.item, 'item')}${text}`,
        trust: event.trust,
      };
    }
    case 'instruction': {
      const source = context(event.part_of);
      const asks = event.requests === undefined ? '' : phrase` that asks for ${shown(event.requests.tool, 'tool')}`;
      return {
        from: source?.lane ?? 'outside',
        to: 'agent',
        text: phrase`instruction ${shown(event.id, 'instruction')}${asks}`,
        trust: source?.trust ?? null,
      };
    }
    case 'tools.advertised':
      return { from: 'tool', to: 'agent', text: phrase`advertises ${shown(event.tool, 'tool')}` };
    case 'policy.declared':
      return {
        from: 'policy',
        to: 'agent',
        text: phrase`policy ${shown(event.id, 'policy')}: ${event.effect.replace('_', ' ')} ${shown(event.tools, 'tool')}`,
      };
    case 'policy.decided':
      return { from: 'policy', to: 'agent', text: phrase`${event.effect} call ${shown(event.call, 'call')}` };
    case 'call.proposed':
      return {
        from: 'agent',
        to: 'tool',
        text: phrase`proposes ${shown(event.tool, 'tool')} as call ${shown(event.call, 'call')} with ${shown(event.args, 'args')}`,
      };
    case 'approval.requested':
      return {
        from: 'agent',
        to: 'approver',
        text: phrase`asks for approval ${shown(event.approval, 'approval')} of ${shown(event.tool, 'tool')} with ${shown(event.args, 'args')}`,
        approval: { id: event.approval, status: 'requested' },
      };
    case 'approval.decided':
      return {
        from: 'approver',
        to: 'agent',
        text: phrase`decides approval ${shown(event.approval, 'approval')}: ${event.decision}, ${event.scope}, ${event.authenticity.replace('_', ' ')}`,
        approval: { id: event.approval, status: event.decision },
      };
    case 'exec.started': {
      const call = event.call === undefined ? '' : phrase` for call ${shown(event.call, 'call')}`;
      const under = event.approval === undefined ? '' : phrase` under approval ${shown(event.approval, 'approval')}`;
      return {
        from: 'agent',
        to: 'tool',
        text: phrase`runs ${shown(event.tool, 'tool')}${call}${under} with ${shown(event.args, 'args')}`,
        approval: event.approval === undefined ? null : { id: event.approval, status: 'used' },
      };
    }
    case 'exec.ended':
      return { from: 'tool', to: 'agent', text: phrase`run ${shown(event.exec, 'exec')} ends: ${event.status}` };
    case 'message.sent': {
      const text = event.text === undefined ? '' : phrase`: ${shown(event.text, 'text')}`;
      return {
        from: 'agent',
        to: event.to === 'user' ? 'user' : 'outside',
        text: phrase`message to ${shown(event.to, 'to')}${text}`,
      };
    }
    case 'state.written':
      return { from: 'agent', to: 'memory', text: phrase`writes ${shown(event.key, 'key')}` };
    case 'state.read':
      return { from: 'memory', to: 'agent', text: phrase`reads ${shown(event.key, 'key')}` };
    case 'identity.asserted':
      return { from: 'outside', to: 'agent', text: phrase`claims to be ${shown(event.identity, 'identity')}` };
    case 'identity.verified':
      return { from: 'policy', to: 'agent', text: phrase`verifies ${shown(event.identity, 'identity')}` };
    case 'handoff':
      return {
        from: 'agent',
        to: 'peer',
        text: phrase`hands over from ${shown(event.from, 'agent')} to ${shown(event.to, 'agent')}`,
      };
    case 'session.linked':
      return {
        from: 'system',
        to: 'agent',
        text: phrase`links session ${shown(event.from, 'session')} to ${shown(event.to, 'session')}`,
      };
    case 'config.changed':
      return { from: 'system', to: 'policy', text: phrase`changes setting ${shown(event.key, 'key')}` };
    case 'truth':
      return null;
  }
}

function laneOfOrigin(origin: EventOf<'context.added'>['origin']): Lane {
  switch (origin) {
    case 'system':
    case 'developer':
      return 'system';
    case 'user':
      return 'user';
    case 'assistant':
      return 'agent';
    case 'tool_result':
    case 'tool_definition':
      return 'tool';
    case 'retrieval':
      return 'retrieval';
    case 'memory':
      return 'memory';
    case 'peer':
      return 'peer';
    case 'other_session':
    case 'unknown':
      return 'outside';
  }
}
