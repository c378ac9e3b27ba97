import type { EvidenceRef } from '../../model/claim.ts';
import { phrase, shown } from '../../model/phrase.ts';
import type { EventKind } from '../../trace/event.ts';
import type { JsonObject } from '../../trace/json.ts';
import { TRANSFORMS_VERSION } from '../../trace/provenance/transforms.ts';
import type {
  Action,
  Authority,
  Entity,
  Instruction,
  Item,
  Link,
  Policy,
  State,
  Verification,
} from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import type { Absence } from '../vocabulary/detail-words.ts';

// Details of an EIO evidence reference: `source` (source type), `anchor`, `turn`, `basis`, and where they apply `start`, `end` (code
// points, half-open), `transforms`, `pointer`, `searched` and `count`. Never text of the trace: that is for redaction to show.

const ref = (
  kind: string,
  source: string,
  anchor: string,
  entity: Pick<Entity, 'event' | 'turn' | 'basis'>,
  more: JsonObject,
  text: EvidenceRef['text'],
): EvidenceRef => ({
  kind,
  event: entity.event,
  details: { source, anchor, turn: entity.turn, basis: entity.basis, ...more },
  text,
});

/** A content item, by where it came from: the user's words, the system's rules, the agent's own words, or retrieved data (design section 4). */
export function itemRef(item: Item, link?: Link): EvidenceRef {
  const span: JsonObject =
    link === undefined
      ? {}
      : {
          start: link.start,
          end: link.end,
          pointer: '/text',
          transforms: [...link.transforms],
          transformsVersion: TRANSFORMS_VERSION,
        };
  const anchor = link === undefined ? 'document' : link.transforms.length === 0 ? 'exact' : 'casefold';
  const name = shown(item.id, 'item');
  const trust = item.trust === 'unknown' ? 'unlabelled' : item.trust;
  if (item.output) {
    return ref('AGENT_SPAN', 'AGENT_ANSWER', 'exact', item, span, phrase`the agent's words in ${name}`);
  }
  switch (item.origin) {
    case 'user':
      return ref('USER_INPUT', 'USER_INPUT', anchor, item, span, phrase`${trust} user input ${name}`);
    case 'system':
    case 'developer':
      return ref('POLICY_SPAN', 'POLICY_SOURCE', anchor, item, span, phrase`${trust} ${item.origin} text ${name}`);
    case 'assistant':
    case 'tool_result':
    case 'tool_definition':
    case 'retrieval':
    case 'memory':
    case 'peer':
    case 'other_session':
    case 'unknown':
      return ref(
        'RETRIEVAL',
        'RETRIEVAL',
        anchor,
        item,
        { ...span, origin: item.origin },
        phrase`${trust} content ${name} (${item.origin})`,
      );
  }
}

/** An instruction, through the content that it stands in. */
export function instructionRefs(graph: Graph, instruction: Instruction): EvidenceRef[] {
  const item = graph.itemById.get(instruction.partOf);
  return item === undefined ? [] : [itemRef(item)];
}

/** An action: a message is the agent's words, a write a transition of state, a call a receipt; a recorded result is a receipt of its own. */
export function actionRefs(action: Action): EvidenceRef[] {
  const event = { event: action.event, turn: action.turn, basis: action.basis };
  const name = shown(action.id, 'call');
  switch (action.channel) {
    case 'message':
      return [ref('AGENT_SPAN', 'AGENT_ANSWER', 'exact', event, {}, phrase`message ${name}`)];
    case 'state':
      return [ref('STATE_TRANSITION', 'STATE_LEDGER', 'receipt', event, {}, phrase`write ${name}`)];
    case 'request':
      return [];
    case 'tool': {
      const tool = shown(action.tool, 'tool');
      const verb =
        action.status === 'performed' ? 'ran' : action.status === 'prevented' ? 'did not run' : 'may have run';
      const details: JsonObject = { call: action.call ?? action.id, status: action.status };
      return [
        ref(
          'TOOL_RECEIPT',
          'AGENT_TOOL_CALL',
          'receipt',
          event,
          details,
          phrase`call ${name} of ${tool}, which ${verb}`,
        ),
      ];
    }
  }
}

export const stateRef = (state: State): EvidenceRef =>
  ref('STATE_FACT', 'STATE_LEDGER', 'receipt', state, {}, phrase`state ${shown(state.key, 'key')}`);

export const policyRef = (policy: Policy): EvidenceRef =>
  ref(
    'POLICY_SPAN',
    'POLICY_SOURCE',
    'document',
    policy,
    { effect: policy.effect },
    phrase`policy ${shown(policy.id, 'policy')} (${policy.effect})`,
  );

export const verificationRef = (verification: Verification): EvidenceRef =>
  ref(
    'STATE_FACT',
    'STATE_LEDGER',
    'receipt',
    verification,
    {},
    phrase`verification of ${shown(verification.identity, 'identity')}`,
  );

export const authorityRef = (authority: Authority): EvidenceRef =>
  ref(
    'STATE_FACT',
    'STATE_LEDGER',
    'receipt',
    authority,
    { grant: authority.grant.by },
    phrase`${authority.grant.by} ${shown(authority.id, 'approval')}`,
  );

/** What the record says about the origin of a content: the harness's word, which proves nothing about the agent. */
export const provenanceRef = (item: Item): EvidenceRef =>
  ref(
    'PROVENANCE',
    'HARNESS_SIGNAL',
    'none',
    item,
    { origin: item.origin, trust: item.trust },
    phrase`${shown(item.id, 'item')} has origin ${item.origin} and trust ${item.trust}`,
  );

const SOURCES: Partial<Record<EventKind, string>> = {
  'call.proposed': 'AGENT_TOOL_CALL',
  'exec.started': 'AGENT_TOOL_CALL',
  'message.sent': 'AGENT_ANSWER',
  'context.added': 'RETRIEVAL',
  'policy.declared': 'POLICY_SOURCE',
};

/** That a complete set of events was searched and nothing in it matched (reference section 3, "Typed absence"). */
export function absenceRef(
  graph: Graph,
  what: Absence,
  near: Pick<Entity, 'turn'> | null,
  kinds: readonly EventKind[],
): EvidenceRef {
  const searched: { [kind: string]: number } = Object.create(null);
  for (const kind of kinds) searched[kind] = graph.count(kind);
  const list = kinds.map((kind) => `${graph.count(kind)} ${kind}`).join(', ');
  return {
    kind: 'TYPED_ABSENCE',
    event: null,
    details: {
      source: SOURCES[kinds[0]!] ?? 'STATE_LEDGER',
      anchor: 'computed',
      turn: near?.turn ?? null,
      basis: 'observed',
      formula: what,
      searched: { ...searched },
      count: 0,
    },
    text: phrase`no ${what} (searched ${list === '' ? 'nothing' : list})`,
  };
}
