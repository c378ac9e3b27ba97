import type { EventKind, TraceEvent } from '../../trace/event.ts';
import type { Defect } from './graph.ts';

/** Collects what events refer to, and says in the end which references lead nowhere. */
export interface DefectFinder {
  event(event: TraceEvent): void;
  add(event: number, what: Defect['what'], reference: string): void;
  found(): Defect[];
}

type Target = 'item' | 'call' | 'approval' | 'exec' | 'event' | 'turn' | 'item-or-call';

/** What a graph has so far. What it has it keeps. */
export interface Recorded {
  item(id: string): boolean;
  /** A call that was proposed, or that ran where proposals are not recorded. */
  call(id: string): boolean;
  approval(id: string): boolean;
  exec(id: string): boolean;
  event(seq: number): boolean;
}

/** A reference counts as a defect only where its target would have been recorded: the kinds that `observes` names. */
export function defectFinder(observes: ReadonlySet<EventKind>, recorded: Recorded): DefectFinder {
  const turns = new Set<number>();
  let lastTurn: number | undefined;
  const pending: { event: number; what: Defect['what']; target: Target; reference: string | number }[] = [];
  const direct: Defect[] = [];

  const refer = (event: number, what: Defect['what'], target: Target, reference: string | number | undefined): void => {
    // Most references point backwards, and what is known stays known.
    if (reference === undefined || isThere(target, reference)) return;
    pending.push({ event, what, target, reference });
  };

  const isThere = (target: Target, reference: string | number): boolean => {
    const name = reference as string;
    switch (target) {
      case 'item':
        return recorded.item(name);
      case 'call':
        return recorded.call(name) || recorded.exec(name);
      case 'approval':
        return recorded.approval(name);
      case 'exec':
        return recorded.exec(name);
      case 'item-or-call':
        return recorded.item(name) || recorded.call(name) || recorded.exec(name);
      case 'event':
        return false;
      case 'turn':
        return turns.has(reference as number);
    }
  };

  const showsCalls = observes.has('call.proposed') || observes.has('exec.started');
  const mayBeUnrecorded = (target: Target): boolean => {
    switch (target) {
      case 'item':
        return !observes.has('context.added');
      case 'call':
        return !showsCalls;
      case 'approval':
        return !observes.has('approval.requested');
      case 'exec':
        return !observes.has('exec.started');
      case 'item-or-call':
        return !observes.has('context.added') || !showsCalls;
      case 'event':
        return false;
      case 'turn':
        return turns.size === 0;
    }
  };
  const known = (target: Target, reference: string | number): boolean =>
    mayBeUnrecorded(target) || (target === 'event' ? recorded.event(reference as number) : isThere(target, reference));

  return {
    add: (event, what, reference) => {
      direct.push({ event, what, reference });
    },
    event(event) {
      if (typeof event.parent === 'number') refer(event.seq, 'no-such-event', 'event', event.parent);
      // What an author declares about a turn does not make the turn.
      if (event.turn !== undefined && event.turn !== lastTurn && event.kind !== 'instruction') {
        turns.add(event.turn);
        lastTurn = event.turn;
      }
      switch (event.kind) {
        case 'context.added':
          refer(event.seq, 'result-without-call', 'call', event.producer);
          return;
        case 'instruction':
          refer(event.seq, 'no-such-item', 'item', event.part_of);
          refer(event.seq, 'no-such-turn', 'turn', event.turn);
          return;
        case 'policy.decided':
          refer(event.seq, 'no-such-call', 'call', event.call);
          return;
        case 'approval.requested':
          refer(event.seq, 'no-such-call', 'call', event.call);
          return;
        case 'approval.decided':
          refer(event.seq, 'no-such-approval', 'approval', event.approval);
          return;
        case 'exec.started':
          // Where proposals are recorded, an execution does not make the call that it names.
          if (observes.has('call.proposed')) refer(event.seq, 'no-such-call', 'call', event.call);
          refer(event.seq, 'no-such-approval', 'approval', event.approval);
          return;
        case 'exec.ended':
          refer(event.seq, 'result-without-call', 'exec', event.exec);
          refer(event.seq, 'no-such-item', 'item', event.result);
          return;
        case 'message.sent':
          if (event.items !== undefined) for (const item of event.items) refer(event.seq, 'no-such-item', 'item', item);
          return;
        case 'state.written':
          if (event.from !== undefined)
            for (const from of event.from) refer(event.seq, 'no-such-item', 'item-or-call', from);
          return;
        case 'state.read':
          refer(event.seq, 'no-such-item', 'item', event.item);
          return;
        case 'tools.advertised':
        case 'call.proposed':
        case 'policy.declared':
        case 'identity.asserted':
        case 'identity.verified':
        case 'handoff':
        case 'session.linked':
        case 'config.changed':
        case 'truth':
          return;
      }
    },
    found: () => [
      ...direct,
      ...pending
        .filter(({ target, reference }) => !known(target, reference))
        .map(({ event, what, reference }) => ({ event, what, reference: String(reference) })),
    ],
  };
}
