import { EVENT_KINDS } from '../../trace/event.ts';
import { TRANSFORMS } from '../../trace/provenance/transforms.ts';
import type { ActionStatus } from '../graph/entity.ts';
import { RESOLVER_ABILITIES } from './abilities.ts';
import { ANCHORS } from './anchors.ts';
import { FACTS } from './facts.ts';

// The words that our own resolvers write into the details of an evidence reference. They are closed lists: a detail that is one of them came
// from here and not from a trace, and so may be shown.

/** Where evidence may come from: the source types of `eio.core.evidence`. */
export const SOURCE_TYPES = [
  'AGENT_ANSWER',
  'AGENT_TOOL_CALL',
  'HARNESS_SIGNAL',
  'HUMAN_REVIEW',
  'JUROR_INFERENCE',
  'POLICY_SOURCE',
  'RETRIEVAL',
  'STATE_LEDGER',
  'TOOL_RESULT',
  'USER_INPUT',
] as const;

/** What a reference is cited for. */
export const ROLES = ['applicability', 'condition', 'counterevidence'] as const;
export type EvidenceRole = (typeof ROLES)[number];

/** What a search of a whole kind of events can come back without. */
export const ABSENCES = [
  'action that does what the instruction asks for',
  'action that the policy forbids',
  'action with a value of the content',
  'delegation that covers the action',
  'output that repeats the content',
  'policy, decision or approval that authorises the action',
  'prohibition',
  'state made from the content',
  'untrusted content',
  'valid verification of the identity',
  'verification of the peer',
] as const;
export type Absence = (typeof ABSENCES)[number];

const relations = RESOLVER_ABILITIES.flatMap((ability) => (ability.relations === 'any' ? [] : ability.relations));

/** By the key of a detail: the words that it may hold, or that its own keys may be. */
export const DETAIL_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map<string, ReadonlySet<string>>([
  ['source', new Set(SOURCE_TYPES)],
  ['anchor', new Set(ANCHORS.map(({ id }) => id))],
  ['basis', new Set(['observed', 'semantic'])],
  ['role', new Set(ROLES)],
  ['resolver', new Set(RESOLVER_ABILITIES.map(({ id }) => id))],
  [
    'atom',
    new Set([...FACTS.map(({ name }) => name), ...relations.flatMap((id) => [id, id.slice(id.lastIndexOf('.') + 1)])]),
  ],
  ['transforms', new Set(TRANSFORMS)],
  ['pointer', new Set(['/text'])],
  ['status', new Set(['performed', 'prevented', 'unseen', 'requested'] satisfies ActionStatus[])],
  ['formula', new Set(ABSENCES)],
  ['searched', new Set(EVENT_KINDS)],
]);
