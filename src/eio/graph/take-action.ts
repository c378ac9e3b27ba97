import type { EventOf } from '../../trace/event.ts';
import type { Json } from '../../trace/json.ts';
import { type Collected, DEFAULT_SESSION, type Mutable, newAction } from './collected.ts';
import type { Item, Link, State } from './entity.ts';
import { MESSAGE_TOOL, STATE_TOOL } from './tool-globs.ts';
import { sameValue } from './values.ts';

const NO_ITEMS: readonly string[] = [];

export function takeProposal(c: Collected, event: EventOf<'call.proposed'>): void {
  const action = newAction(c, event, event.call, 'tool', event.tool, event.args);
  action.call = event.call;
  action.proposed = event.seq;
  action.status = 'unseen';
  c.actionByCall.set(event.call, action);
}

export function takeStart(c: Collected, event: EventOf<'exec.started'>): void {
  const before = c.actionByExec.get(event.exec);
  // One execution that was recorded twice is one action.
  if (
    before?.started != null &&
    before.tool === event.tool &&
    before.call === event.call &&
    sameValue(before.args, event.args)
  )
    return;
  const proposed = event.call === undefined ? undefined : c.actionByCall.get(event.call);
  // A call that runs twice is two actions.
  const again = proposed !== undefined && proposed.started !== null;
  const action =
    proposed === undefined || again
      ? newAction(c, event, again ? event.exec : (event.call ?? event.exec), 'tool', event.tool, event.args)
      : proposed;
  if (action === proposed) {
    if (event.parent !== undefined) action.parents = [...action.parents, event.parent];
    action.tool = event.tool;
    // What was proposed is the best that is known of an execution whose arguments nobody recorded.
    if (event.args === null) c.untold.add(action);
    else if (!sameValue(action.args, event.args)) {
      c.untold.delete(action);
      action.args = event.args;
      action.origins = c.origins.of(event.args, c.turn);
    }
  }
  action.call = event.call;
  action.started = event.seq;
  action.event = event.seq;
  action.rank = c.rank;
  action.turn = c.turn;
  action.at = event.at ?? action.at;
  action.status = 'performed';
  action.approval = event.approval;
  if (event.call !== undefined && proposed === undefined) c.actionByCall.set(event.call, action);
  c.actionByExec.set(event.exec, action);
}

export function takeEnd(c: Collected, event: EventOf<'exec.ended'>): void {
  const action = c.actionByExec.get(event.exec);
  if (action === undefined) return;
  action.ended = event.seq;
  action.result = event.result;
  action.failed = event.status === 'error';
  if (event.status === 'denied') {
    action.denied ??= event.seq;
    action.status = 'prevented';
  }
}

export function takePolicyDecision(c: Collected, event: EventOf<'policy.decided'>): void {
  const action = c.actionByCall.get(event.call);
  if (action === undefined) return;
  if (event.effect === 'deny') action.denied ??= event.seq;
  if (event.effect === 'allow') action.allowed ??= event.seq;
}

export function takeMessage(c: Collected, event: EventOf<'message.sent'>): void {
  const id = `message@${event.seq}`;
  const args: { [key: string]: Json } = { to: event.to };
  if (event.channel !== undefined) args.channel = event.channel;
  if (event.text !== undefined) args.text = event.text;
  const action = newAction(c, event, id, 'message', MESSAGE_TOOL, args);
  const carried = (event.items ?? NO_ITEMS).map((one) => c.itemById.get(one)).filter((one) => one !== undefined);
  if (carried.length > 0) action.origins = { ...action.origins, carried: carried.map(carriedLink) };
  c.items.push({
    kind: 'item',
    type: 'eio.entity.message',
    id,
    number: c.number++,
    rank: c.rank,
    event: event.seq,
    turn: c.turn,
    session: event.session ?? DEFAULT_SESSION,
    at: event.at,
    basis: event.basis ?? 'observed',
    origin: 'assistant',
    trust: 'trusted',
    text: event.text ?? carried.map((item) => item.text ?? '').join('\n'),
    producer: undefined,
    parent: undefined,
    output: true,
    origins: action.origins,
  });
}

export function takeWrite(c: Collected, event: EventOf<'state.written'>): void {
  const value = event.value ?? null;
  const action = newAction(c, event, `write@${event.seq}`, 'state', STATE_TOOL, { key: event.key, value });
  const state: Mutable<State> = {
    kind: 'state',
    type: 'eio.entity.state-fact',
    id: `${event.key}@${event.seq}`,
    number: c.number++,
    rank: c.rank,
    event: event.seq,
    turn: c.turn,
    session: event.session ?? DEFAULT_SESSION,
    at: event.at,
    basis: event.basis ?? 'observed',
    key: event.key,
    value: event.value,
    from: event.from,
    origins: action.origins,
    replaced: Infinity,
  };
  const last = c.lastState.get(event.key);
  if (last !== undefined) last.replaced = c.rank;
  c.lastState.set(event.key, state);
  c.states.push(state);
}

// A content that a message carries whole.
const carriedLink = (item: Item): Link => ({
  item,
  pointer: '/items',
  start: 0,
  end: [...(item.text ?? '')].length,
  valueStart: 0,
  valueEnd: 0,
  transforms: [],
  whole: true,
  reintroduced: false,
});
