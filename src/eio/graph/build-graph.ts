import { gapsOf } from '../../model/gaps.ts';
import type { EventKind, TraceEvent, TraceHeader } from '../../trace/event.ts';
import { pushOnce } from '../grouped.ts';
import { byRank } from '../logic/table.ts';
import { addIdentity, type Collected, collect } from './collected.ts';
import { defectFinder } from './defects.ts';
import type { Action, Identity, Item } from './entity.ts';
import { episodesOf, rootOf } from './episodes.ts';
import { eventPlaces } from './event-places.ts';
import { followedBy } from './followed.ts';
import type { Graph } from './graph.ts';
import { eachItem } from './links.ts';
import { outcomesOf } from './outcomes.ts';
import { takeEnd, takeMessage, takePolicyDecision, takeProposal, takeStart, takeWrite } from './take-action.ts';
import {
  takeApprovalDecision,
  takeApprovalRequest,
  takeHandoff,
  takePolicy,
  takeVerification,
} from './take-authority.ts';
import { takeContent, takeInstruction } from './take-content.ts';

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

/** A builder for a trace with this header. Memory grows with the trace: every content may be the source of any later value. */
export function graphBuilder(header: TraceHeader, options: GraphOptions = {}): GraphBuilder {
  const observes = new Set<EventKind>(header.observes);
  const sessions = new Map<string, string>();
  const places = eventPlaces();
  const collected = collect(({ itemById, actionByCall, actionByExec, approvals }) =>
    defectFinder(observes, {
      item: (id) => itemById.has(id),
      call: (id) => {
        const action = actionByCall.get(id);
        return action !== undefined && (action.proposed !== null || !observes.has('call.proposed'));
      },
      approval: (id) => approvals.has(id),
      exec: (id) => actionByExec.has(id),
      event: (seq) => places.hasEvent(seq),
    }),
  );
  return {
    get events() {
      return collected.rank + 1;
    },
    event(event) {
      // A label of a benchmark is for reports; no fold may see it.
      if (event.kind === 'truth') return;
      collected.rank++;
      collected.turn = places.take(event, collected.rank);
      collected.defects.event(event);
      if (event.session !== undefined && !sessions.has(event.session)) sessions.set(event.session, event.session);
      if (event.kind === 'session.linked') sessions.set(rootOf(sessions, event.to), rootOf(sessions, event.from));
      else takeEvent(collected, event);
    },
    graph() {
      places.forgetCounted(collected);
      placeInstructions(collected);
      decideStatuses(collected, observes, options);
      const { items, instructions, actions, policies, identities, itemById } = collected;
      for (const list of [instructions, identities, actions]) list.sort(byRank);
      const next = () => collected.number++;
      const { followed, wanted, requested } = followedBy(instructions, actions, items, itemById, next);
      const all: Action[] = [...actions, ...requested];
      const episodes = episodesOf(sessions, items, actions, next);
      return {
        items,
        instructions,
        actions: all,
        states: collected.states,
        outcomes: outcomesOf(policies, actions, next),
        policies,
        identities,
        verifications: collected.verifications,
        authorities: collected.authorities,
        episodes,
        itemById,
        instructionById: collected.instructionById,
        identityById: collected.identityById,
        actionByCall: collected.actionByCall,
        itemByCall: collected.itemByCall,
        followed,
        wanted,
        actionsOf: actionsByItem(actions),
        observes,
        gaps: gapsOf(withUntold(header, collected.untold.size)),
        defects: collected.defects.found(),
        turnOf: places.turnOf,
        hasEvent: places.hasEvent,
        sessionOf: places.sessionOf,
        episodeOf: (session) => rootOf(sessions, session),
        count: places.count,
      };
    },
  };
}

/** Arguments that nobody recorded may hold what a predicate looks for: they are a gap like what the header tells. */
const withUntold = ({ gaps = [] }: TraceHeader, count: number): Pick<TraceHeader, 'gaps'> => ({
  gaps: count === 0 ? gaps : [...gaps, { rule: 'arguments-not-recorded', count }],
});

function takeEvent(collected: Collected, event: TraceEvent): void {
  switch (event.kind) {
    case 'context.added':
      takeContent(collected, event);
      return;
    case 'instruction':
      takeInstruction(collected, event);
      return;
    case 'call.proposed':
      takeProposal(collected, event);
      return;
    case 'exec.started':
      takeStart(collected, event);
      return;
    case 'exec.ended':
      takeEnd(collected, event);
      return;
    case 'policy.decided':
      takePolicyDecision(collected, event);
      return;
    case 'approval.requested':
      takeApprovalRequest(collected, event);
      return;
    case 'approval.decided':
      takeApprovalDecision(collected, event);
      return;
    case 'message.sent':
      takeMessage(collected, event);
      return;
    case 'state.written':
      takeWrite(collected, event);
      return;
    case 'identity.asserted':
      addIdentity(collected, event, event.identity, event.role, event.subject);
      return;
    case 'identity.verified':
      takeVerification(collected, event);
      return;
    case 'handoff':
      takeHandoff(collected, event);
      return;
    case 'policy.declared':
      takePolicy(collected, event);
      return;
    case 'session.linked':
    case 'tools.advertised':
    case 'state.read':
    case 'config.changed':
    case 'truth':
      return;
  }
}

/** An author may declare an instruction after the fact: it is as old as the content that it stands in. Who issued it is an identity from then on. */
function placeInstructions(collected: Collected): void {
  const { instructions, itemById, identities, identityById } = collected;
  for (const instruction of instructions) {
    const item = itemById.get(instruction.partOf);
    if (item !== undefined) {
      instruction.rank = item.rank;
      instruction.turn = item.turn;
      instruction.session = item.session;
      instruction.at = item.at;
    }
    if (instruction.issuedBy === undefined || identityById.has(instruction.issuedBy)) continue;
    const identity: Identity = {
      kind: 'identity',
      type: 'eio.entity.identity',
      id: instruction.issuedBy,
      number: collected.number++,
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

/** A call whose beginning was not seen ran if it has a result, and did not if its beginning would have been seen. */
function decideStatuses(
  { actions, itemByCall }: Collected,
  observes: ReadonlySet<EventKind>,
  options: GraphOptions,
): void {
  for (const action of actions) {
    if (action.status === 'unseen') {
      const resulted = action.call !== undefined && itemByCall.has(action.call);
      if (resulted) action.status = 'performed';
      else if (action.denied !== null || observes.has('exec.started')) action.status = 'prevented';
    }
    if (options.ignoreDenials === true && action.status === 'prevented') action.status = 'performed';
  }
}

function actionsByItem(actions: readonly Action[]): Map<Item, Action[]> {
  const found = new Map<Item, Action[]>();
  for (const action of actions) eachItem(action.origins, false, (item) => pushOnce(found, item, action));
  return found;
}
