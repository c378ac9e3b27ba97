import type { EventOf, TraceEvent } from '../../trace/event.ts';
import type { Json } from '../../trace/json.ts';
import type { DefectFinder } from './defects.ts';
import type { Action, Authority, Identity, Instruction, Item, Policy, State, Verification } from './entity.ts';
import { type OriginFinder, originFinder } from './origins.ts';

/** Session of events that name none. */
export const DEFAULT_SESSION = 'session';

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export interface ApprovalRecord {
  readonly request: EventOf<'approval.requested'>;
  readonly grants: Mutable<Extract<Authority['grant'], { by: 'approval' }>>[];
}

/** The entities of the events so far, and where the event that is being taken stands. */
export interface Collected {
  readonly items: Item[];
  readonly instructions: Mutable<Instruction>[];
  readonly actions: Mutable<Action>[];
  readonly states: Mutable<State>[];
  readonly policies: Mutable<Policy>[];
  readonly identities: Identity[];
  readonly verifications: Verification[];
  readonly authorities: Authority[];
  readonly itemById: Map<string, Item>;
  readonly instructionById: Map<string, Instruction>;
  readonly identityById: Map<string, Identity>;
  readonly actionByCall: Map<string, Mutable<Action>>;
  readonly actionByExec: Map<string, Mutable<Action>>;
  readonly itemByCall: Map<string, Item>;
  readonly approvals: Map<string, ApprovalRecord>;
  /** The last of a key, and of a policy's id. */
  readonly lastState: Map<string, Mutable<State>>;
  readonly lastPolicy: Map<string, Mutable<Policy>>;
  /** Calls and executions whose arguments nobody recorded. */
  readonly untold: Set<Action>;
  readonly origins: OriginFinder;
  readonly defects: DefectFinder;
  /** Of the event that is being taken: how many came before it, and its turn. */
  rank: number;
  turn: number | null;
  /** Of the next entity. */
  number: number;
}

export const collect = (
  defects: (collected: Pick<Collected, 'itemById' | 'actionByCall' | 'actionByExec' | 'approvals'>) => DefectFinder,
): Collected => {
  const found = {
    itemById: new Map<string, Item>(),
    actionByCall: new Map<string, Mutable<Action>>(),
    actionByExec: new Map<string, Mutable<Action>>(),
    approvals: new Map<string, ApprovalRecord>(),
  };
  return {
    ...found,
    items: [],
    instructions: [],
    actions: [],
    states: [],
    policies: [],
    identities: [],
    verifications: [],
    authorities: [],
    instructionById: new Map(),
    identityById: new Map(),
    itemByCall: new Map(),
    lastState: new Map(),
    lastPolicy: new Map(),
    untold: new Set(),
    origins: originFinder(),
    defects: defects(found),
    rank: -1,
    turn: null,
    number: 0,
  };
};

/** What every entity of an event has. */
export const base = (c: Collected, event: TraceEvent, id: string) => ({
  id,
  number: c.number++,
  rank: c.rank,
  event: event.seq,
  turn: c.turn,
  session: event.session ?? DEFAULT_SESSION,
  at: event.at,
  basis: event.basis ?? 'observed',
});

const NO_PARENTS: Action['parents'] = [];

export function newAction(
  c: Collected,
  event: TraceEvent,
  id: string,
  channel: Action['channel'],
  tool: string,
  args: Json,
): Mutable<Action> {
  const made: Mutable<Action> = {
    kind: 'action',
    type: channel === 'tool' ? 'eio.entity.tool-invocation' : 'eio.entity.action',
    // Spelled out, and not taken from `base`: actions, items and states are most of a graph.
    id,
    number: c.number++,
    rank: c.rank,
    event: event.seq,
    turn: c.turn,
    session: event.session ?? DEFAULT_SESSION,
    at: event.at,
    basis: event.basis ?? 'observed',
    channel,
    call: undefined,
    tool,
    args,
    agent: event.agent,
    status: 'performed',
    origins: c.origins.of(args, c.turn),
    parents: event.parent === undefined ? NO_PARENTS : [event.parent],
    proposed: null,
    started: null,
    ended: null,
    failed: false,
    result: undefined,
    denied: null,
    allowed: null,
    approval: undefined,
    wantedBy: undefined,
  };
  c.actions.push(made);
  if (channel === 'tool' && args === null) c.untold.add(made);
  return made;
}

export function addItem(c: Collected, item: Item): void {
  c.items.push(item);
  if (!c.itemById.has(item.id)) c.itemById.set(item.id, item);
  c.origins.add(item);
}

/** An identity counts from where it is first named. */
export function addIdentity(c: Collected, event: TraceEvent, id: string, role?: string, subject?: string): void {
  if (c.identityById.has(id)) return;
  const identity: Identity = { kind: 'identity', type: 'eio.entity.identity', ...base(c, event, id), role, subject };
  c.identities.push(identity);
  c.identityById.set(id, identity);
}
