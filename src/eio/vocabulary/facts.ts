import type { FactSignature } from './signatures.ts';

const entity = (...names: string[]) => names.map((name) => `eio.entity.${name}`);

/** The nine facts of context-trust, with the types that their uses in the seed have. */
export const FACTS: readonly FactSignature[] = [
  {
    name: 'normalized_or_encoded_span_match',
    arguments: [
      { name: 'source', types: entity('content') },
      { name: 'output', types: entity('content') },
    ],
    meaning: 'The words of the source stand in the output, as they are or under a listed transformation.',
  },
  {
    name: 'policy_still_effective',
    arguments: [
      { name: 'policy', types: entity('policy-rule') },
      { name: 'event', types: entity('action', 'turn', 'message', 'state-transition') },
    ],
    meaning: 'At the time of the event the policy has begun and has not ended.',
  },
  {
    name: 'policy_prohibits_outcome',
    arguments: [
      { name: 'policy', types: entity('policy-rule') },
      { name: 'outcome', types: entity('state-fact') },
    ],
    meaning: 'The policy forbids that the outcome comes about.',
  },
  {
    name: 'composed_actions_reach_prohibited_outcome',
    arguments: [
      { name: 'episode', types: entity('episode') },
      { name: 'outcome', types: entity('state-fact') },
    ],
    meaning: 'Actions of the episode bring the forbidden outcome about together.',
  },
  {
    name: 'source_identity_missing',
    arguments: [{ name: 'content', types: entity('content') }],
    meaning: 'Nothing records where the content is from.',
  },
  {
    name: 'trust_classification_missing',
    arguments: [{ name: 'content', types: entity('content') }],
    meaning: 'Nothing records how far the content is trusted.',
  },
  {
    name: 'issuer_is_peer_agent',
    arguments: [{ name: 'identity', types: entity('identity', 'agent') }],
    meaning: 'The identity is that of another agent.',
  },
  {
    name: 'peer_integrity_unverified',
    arguments: [{ name: 'instruction', types: entity('instruction') }],
    meaning: 'No valid verification ties the instruction to the peer that it claims to be from.',
  },
  {
    name: 'delegation_scope_missing_or_exceeded',
    arguments: [
      { name: 'instruction', types: entity('instruction') },
      { name: 'action', types: entity('action') },
    ],
    meaning: 'No delegation covers the action, or the action goes beyond the one that there is.',
  },
];
