import { gapsOf } from '../../model/gaps.ts';
import type { EventKind, EventOf, TraceEvent, TraceHeader } from '../../trace/event.ts';
import type { Json } from '../../trace/json.ts';
import { pushOnce } from '../grouped.ts';
import { lazy } from '../lazy.ts';
import { byRank } from '../logic/table.ts';
import { type DefectFinder, defectFinder } from './defects.ts';
import type {
  Action,
  Authority,
  Episode,
  Identity,
  Instruction,
  Item,
  Link,
  Policy,
  State,
  Verification,
} from './entity.ts';
import { followedBy } from './followed.ts';
import type { Graph } from './graph.ts';
import { eachItem, NO_ORIGINS } from './links.ts';
import { originFinder } from './origins.ts';
import { outcomesOf } from './outcomes.ts';
import { MESSAGE_TOOL, STATE_TOOL } from './tool-globs.ts';
import { sameValue } from './values.ts';

/** Session of events that name none. */
const DEFAULT_SESSION = 'session';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Builds the evidence graph event by event. */
export interface GraphBuilder {
  event(event: TraceEvent): void;
  /** The graph of the events so far; the builder takes no more. */
  graph(): Graph;
  readonly events: number;
}

export interface GraphOptions {
  /** Take a proposed call as performed even if it was denied: the guard of enforcement is removed. */
  readonly ignoreDenials?: boolean;
}

interface ApprovalRecord {
  readonly request: EventOf<'approval.requested'>;
  grants: Mutable<Extract<Authority['grant'], { by: 'approval' }>>[];
}

/**
 * A builder for a trace with this header. Memory grows with the trace: every content may be the source of any later value. Turns are
 * those that events state; where none does, a turn begins with each user content.
 */
export function graphBuilder(header: TraceHeader, options: GraphOptions = {}): GraphBuilder {
  const observes = new Set<EventKind>(header.observes);
  const items: Item[] = [];
  const instructions: Mutable<Instruction>[] = [];
  const actions: Mutable<Action>[] = [];
  const states: Mutable<State>[] = [];
  const policies: Mutable<Policy>[] = [];
  const identities: Identity[] = [];
  const verifications: Verification[] = [];
  const authorities: Authority[] = [];
  const itemById = new Map<string, Item>();
  const instructionById = new Map<string, Instruction>();
  const identityById = new Map<string, Identity>();
  const actionByCall = new Map<string, Mutable<Action>>();
  const actionByExec = new Map<string, Mutable<Action>>();
  const itemByCall = new Map<string, Item>();
  const approvals = new Map<string, ApprovalRecord>();
  const lastState = new Map<string, Mutable<State>>();
  const lastPolicy = new Map<string, Mutable<Policy>>();
  const sessions = new Map<string, string>();
  const handoffs: EventOf<'handoff'>[] = [];
  // By rank; what is asked of single events is looked up in maps that are made when it is.
  const seqs: number[] = [];
  const turns: (number | null)[] = [];
  const sessionsOfEvents: (string | undefined)[] = [];
  const kinds: EventKind[] = [];
  const origins = originFinder();
  const defects: DefectFinder = defectFinder(observes, {
    item: (id) => itemById.has(id),
    call: (id) => {
      const action = actionByCall.get(id);
      return action !== undefined && (action.proposed !== null || !observes.has('call.proposed'));
    },
    approval: (id) => approvals.has(id),
    exec: (id) => actionByExec.has(id),
    event: (seq) => turnByEvent().has(seq),
  });

  // Of the event that is being handled.
  let rank = -1;
  let turn: number | null = null;
  let number = 0;
  let statedTurn: number | null = null;
  let countedTurn = 0;
  let firstStated = Infinity;

  const base = (event: TraceEvent, id: string) => ({
    id,
    number: number++,
    rank,
    event: event.seq,
    turn: turn,
    session: event.session ?? DEFAULT_SESSION,
    at: event.at,
    basis: event.basis ?? 'observed',
  });

  const newAction = (
    event: TraceEvent,
    id: string,
    channel: Action['channel'],
    tool: string,
    args: Json,
  ): Mutable<Action> => {
    const made: Mutable<Action> = {
      kind: 'action',
      type: channel === 'tool' ? 'eio.entity.tool-invocation' : 'eio.entity.action',
      // Spelled out, and not taken from `base`: actions, items and states are most of a graph.
      id,
      number: number++,
      rank,
      event: event.seq,
      turn: turn,
      session: event.session ?? DEFAULT_SESSION,
      at: event.at,
      basis: event.basis ?? 'observed',
      channel,
      call: undefined,
      tool,
      args,
      agent: event.agent,
      status: 'performed',
      origins: origins.of(args, turn),
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
    actions.push(made);
    return made;
  };

  const addItem = (item: Item): void => {
    items.push(item);
    if (!itemById.has(item.id)) itemById.set(item.id, item);
    origins.add(item);
  };

  const addIdentity = (event: TraceEvent, id: string, role?: string, subject?: string): void => {
    if (identityById.has(id)) return;
    const identity: Identity = { kind: 'identity', type: 'eio.entity.identity', ...base(event, id), role, subject };
    identities.push(identity);
    identityById.set(id, identity);
  };

  const handle = (event: TraceEvent): void => {
    switch (event.kind) {
      case 'context.added': {
        const output = event.origin === 'assistant';
        const item: Item = {
          kind: 'item',
          type: contentType(event),
          id: event.item,
          number: number++,
          rank,
          event: event.seq,
          turn: turn,
          session: event.session ?? DEFAULT_SESSION,
          at: event.at,
          basis: event.basis ?? 'observed',
          origin: event.origin,
          trust: event.trust,
          text: event.text,
          producer: event.producer,
          parent: typeof event.parent === 'string' ? event.parent : undefined,
          output,
          origins: output && event.text !== undefined ? origins.of(event.text, turn) : NO_ORIGINS,
        };
        addItem(item);
        if (event.producer !== undefined) itemByCall.set(event.producer, item);
        return;
      }
      case 'instruction': {
        const instruction: Mutable<Instruction> = {
          kind: 'instruction',
          type: 'eio.entity.instruction',
          ...base(event, event.id),
          partOf: event.part_of,
          issuedBy: event.issued_by,
          requests: event.requests as Instruction['requests'],
          text: event.text,
        };
        const known = instructionById.get(event.id);
        if (known !== undefined && known.issuedBy !== event.issued_by) {
          defects.add(event.seq, 'two-issuers', event.id);
        }
        instructions.push(instruction);
        if (known === undefined) instructionById.set(event.id, instruction);
        return;
      }
      case 'call.proposed': {
        const action = newAction(event, event.call, 'tool', event.tool, event.args);
        action.call = event.call;
        action.proposed = event.seq;
        action.status = 'unseen';
        actionByCall.set(event.call, action);
        return;
      }
      case 'exec.started': {
        const before = actionByExec.get(event.exec);
        // One execution that was recorded twice is one action.
        if (
          before?.started != null &&
          before.tool === event.tool &&
          before.call === event.call &&
          sameValue(before.args, event.args)
        )
          return;
        const proposed = event.call === undefined ? undefined : actionByCall.get(event.call);
        // A call that runs twice is two actions.
        const again = proposed !== undefined && proposed.started !== null;
        const action =
          proposed === undefined || again
            ? newAction(event, again ? event.exec : (event.call ?? event.exec), 'tool', event.tool, event.args)
            : proposed;
        if (action === proposed) {
          if (event.parent !== undefined) action.parents = [...action.parents, event.parent];
          action.tool = event.tool;
          if (!sameValue(action.args, event.args)) {
            action.args = event.args;
            action.origins = origins.of(event.args, turn);
          }
        }
        action.call = event.call;
        action.started = event.seq;
        action.event = event.seq;
        action.rank = rank;
        action.turn = turn;
        action.at = event.at ?? action.at;
        action.status = 'performed';
        action.approval = event.approval;
        if (event.call !== undefined && proposed === undefined) actionByCall.set(event.call, action);
        actionByExec.set(event.exec, action);
        return;
      }
      case 'exec.ended': {
        const action = actionByExec.get(event.exec);
        if (action === undefined) return;
        action.ended = event.seq;
        action.result = event.result;
        action.failed = event.status === 'error';
        if (event.status === 'denied') {
          action.denied ??= event.seq;
          action.status = 'prevented';
        }
        return;
      }
      case 'policy.decided': {
        const action = actionByCall.get(event.call);
        if (action === undefined) return;
        if (event.effect === 'deny') action.denied ??= event.seq;
        if (event.effect === 'allow') action.allowed ??= event.seq;
        return;
      }
      case 'approval.requested':
        approvals.set(event.approval, { request: event, grants: [] });
        return;
      case 'approval.decided': {
        const record = approvals.get(event.approval);
        if (record === undefined) return;
        if (event.decision !== 'approve' && event.decision !== 'edit') {
          for (const grant of record.grants) grant.withdrawn = Math.min(grant.withdrawn, rank);
          const action = record.request.call === undefined ? undefined : actionByCall.get(record.request.call);
          if (action !== undefined && event.decision === 'deny') action.denied ??= event.seq;
          return;
        }
        const grant: ApprovalRecord['grants'][number] = {
          by: 'approval',
          call: record.request.call,
          tool: record.request.tool,
          args: event.decision === 'edit' ? (event.edited_args ?? record.request.args) : record.request.args,
          scope: event.scope,
          authentic: event.authenticity !== 'client_claimed',
          until: record.request.expires_at,
          withdrawn: Infinity,
        };
        record.grants.push(grant);
        authorities.push({ kind: 'authority', type: 'eio.entity.authority', ...base(event, event.approval), grant });
        return;
      }
      case 'message.sent': {
        const id = `message@${event.seq}`;
        const args: { [key: string]: Json } = { to: event.to };
        if (event.channel !== undefined) args.channel = event.channel;
        if (event.text !== undefined) args.text = event.text;
        const action = newAction(event, id, 'message', MESSAGE_TOOL, args);
        const carried = (event.items ?? NO_ITEMS).map((one) => itemById.get(one)).filter((one) => one !== undefined);
        if (carried.length > 0) action.origins = { ...action.origins, carried: carried.map(carriedLink) };
        items.push({
          kind: 'item',
          type: 'eio.entity.message',
          id,
          number: number++,
          rank,
          event: event.seq,
          turn,
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
        return;
      }
      case 'state.written': {
        const value = event.value ?? null;
        const action = newAction(event, `write@${event.seq}`, 'state', STATE_TOOL, { key: event.key, value });
        const state: Mutable<State> = {
          kind: 'state',
          type: 'eio.entity.state-fact',
          id: `${event.key}@${event.seq}`,
          number: number++,
          rank,
          event: event.seq,
          turn,
          session: event.session ?? DEFAULT_SESSION,
          at: event.at,
          basis: event.basis ?? 'observed',
          key: event.key,
          value: event.value,
          from: event.from,
          origins: action.origins,
          replaced: Infinity,
        };
        const last = lastState.get(event.key);
        if (last !== undefined) last.replaced = rank;
        lastState.set(event.key, state);
        states.push(state);
        return;
      }
      case 'identity.asserted':
        addIdentity(event, event.identity, event.role, event.subject);
        return;
      case 'identity.verified':
        addIdentity(event, event.identity, undefined, event.subject);
        verifications.push({
          kind: 'verification',
          type: 'eio.entity.verification-state',
          ...base(event, `verified@${event.seq}`),
          identity: event.identity,
          role: event.role,
          method: event.method,
          subject: event.subject,
          validUntil: event.valid_until,
        });
        return;
      case 'handoff':
        handoffs.push(event);
        addIdentity(event, event.from);
        addIdentity(event, event.to);
        authorities.push({
          kind: 'authority',
          type: 'eio.entity.authority',
          ...base(event, `handoff@${event.seq}`),
          grant: { by: 'handoff', from: event.from, to: event.to, authority: event.authority },
        });
        return;
      case 'policy.declared': {
        const policy: Mutable<Policy> = {
          kind: 'policy',
          type: event.effect === 'prohibit' ? 'eio.entity.prohibition' : 'eio.entity.policy-rule',
          ...base(event, event.id),
          effect: event.effect,
          tools: event.tools,
          args: event.args,
          from: event.from,
          until: event.until,
          text: event.text,
          replaced: Infinity,
        };
        const last = lastPolicy.get(event.id);
        if (last !== undefined) last.replaced = rank;
        lastPolicy.set(event.id, policy);
        policies.push(policy);
        return;
      }
      case 'session.linked':
        sessions.set(rootOf(sessions, event.to), rootOf(sessions, event.from));
        return;
      case 'tools.advertised':
      case 'state.read':
      case 'config.changed':
      case 'truth':
        return;
    }
  };

  // Counted turns are no turns of a trace that states its own: what came before the first stated one has none.
  const forgotten = new Set<number>();
  const forgetCounted = (): void => {
    for (const list of [items, instructions, actions, states, policies, identities, verifications, authorities]) {
      for (const one of list as Mutable<Item>[]) {
        if (one.rank >= firstStated || one.event === null) continue;
        one.turn = null;
        forgotten.add(one.event);
      }
    }
  };

  const turnByEvent = lazy(() => {
    const found = new Map<number, number | null>(seqs.map((seq, at) => [seq, turns[at]!]));
    for (const event of forgotten) found.set(event, null);
    return found;
  });
  const counts = lazy(() => {
    const found = new Map<EventKind, number>();
    for (const kind of kinds) found.set(kind, (found.get(kind) ?? 0) + 1);
    return found;
  });
  const sessionByEvent = lazy(() => {
    const found = new Map<number, string>();
    for (const [at, session] of sessionsOfEvents.entries()) if (session !== undefined) found.set(seqs[at]!, session);
    return found;
  });

  return {
    get events() {
      return rank + 1;
    },
    event(event) {
      // A label of a benchmark is for reports; no fold may see it.
      if (event.kind === 'truth') return;
      rank++;
      if (event.turn !== undefined) {
        statedTurn = event.turn;
        firstStated = Math.min(firstStated, rank);
      } else if (statedTurn === null && event.kind === 'context.added' && event.origin === 'user') countedTurn++;
      turn = event.turn ?? statedTurn ?? Math.max(1, countedTurn);
      seqs.push(event.seq);
      turns.push(turn);
      sessionsOfEvents.push(event.session);
      kinds.push(event.kind);
      defects.event(event);
      if (event.session !== undefined && !sessions.has(event.session)) sessions.set(event.session, event.session);
      handle(event);
    },
    graph() {
      if (firstStated < Infinity) forgetCounted();
      for (const instruction of instructions) {
        // An author may declare an instruction after the fact: it is as old as the content that it stands in.
        const item = itemById.get(instruction.partOf);
        if (item !== undefined) {
          instruction.rank = item.rank;
          instruction.turn = item.turn;
          instruction.session = item.session;
          instruction.at = item.at;
        }
        if (instruction.issuedBy !== undefined && !identityById.has(instruction.issuedBy)) {
          const identity: Identity = {
            kind: 'identity',
            type: 'eio.entity.identity',
            id: instruction.issuedBy,
            number: number++,
            rank: instruction.rank,
            event: instruction.event,
            turn: instruction.turn,
            session: instruction.session,
            at: instruction.at,
            basis: instruction.basis,
            role: undefined,
            subject: undefined,
          };
          identities.push(identity);
          identityById.set(identity.id, identity);
        }
      }
      instructions.sort(byRank);
      identities.sort(byRank);
      for (const action of actions) {
        if (action.status === 'unseen') {
          const resulted = action.call !== undefined && itemByCall.has(action.call);
          if (resulted) action.status = 'performed';
          else if (action.denied !== null || observes.has('exec.started')) action.status = 'prevented';
        }
        if (options.ignoreDenials === true && action.status === 'prevented') action.status = 'performed';
      }
      actions.sort(byRank);
      const next = () => number++;
      const { followed, wanted, requested } = followedBy(instructions, actions, items, itemById, next);
      const all: Action[] = [...actions, ...requested];
      const episodes = episodesOf(sessions, items, actions, next);
      return {
        items,
        instructions,
        actions: all,
        states,
        outcomes: outcomesOf(policies, actions, next),
        policies,
        identities,
        verifications,
        authorities,
        episodes,
        itemById,
        instructionById,
        identityById,
        actionByCall,
        itemByCall,
        followed,
        wanted,
        actionsOf: actionsByItem(actions),
        observes,
        gaps: gapsOf(header),
        defects: defects.found(),
        turnOf: (event) => turnByEvent().get(event) ?? null,
        hasEvent: (event) => turnByEvent().has(event),
        sessionOf: (event) => sessionByEvent().get(event) ?? DEFAULT_SESSION,
        episodeOf: (session) => rootOf(sessions, session),
        count: (kind) => counts().get(kind) ?? 0,
      };
    },
  };
}

const NO_ITEMS: readonly string[] = [];
const NO_PARENTS: Action['parents'] = [];

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

function contentType(event: EventOf<'context.added'>): string {
  if (event.trust === 'untrusted') return 'eio.entity.untrusted-content';
  if (event.trust === 'trusted') return 'eio.entity.trusted-content';
  return event.origin === 'retrieval' ? 'eio.entity.retrieval' : 'eio.entity.content';
}

function rootOf(sessions: ReadonlyMap<string, string>, session: string): string {
  let root = session;
  // A chain of links may run in a circle; it is walked at most once round.
  for (let left = sessions.size; left >= 0; left--) {
    const next = sessions.get(root);
    if (next === undefined || next === root) return root;
    root = next;
  }
  return root;
}

function episodesOf(
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

function actionsByItem(actions: readonly Action[]): Map<Item, Action[]> {
  const found = new Map<Item, Action[]>();
  for (const action of actions) eachItem(action.origins, false, (item) => pushOnce(found, item, action));
  return found;
}
