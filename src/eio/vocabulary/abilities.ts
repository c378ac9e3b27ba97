import type { ResolverAbility } from './signatures.ts';

const relations = (...names: string[]) => names.map((name) => `eio.relation.${name}`);

/**
 * What the resolvers of `eio.core.evidence` can decide here. A predicate whose resolvers leave an atom to nobody could never be decided.
 * A deterministic resolver has no ability that is not implemented, whatever EIO says that it is for.
 */
export const RESOLVER_ABILITIES: readonly ResolverAbility[] = [
  {
    id: 'eio.resolver.exact-span',
    facts: ['normalized_or_encoded_span_match'],
    relations: relations('part-of'),
    expressions: false,
  },
  {
    id: 'eio.resolver.typed-absence',
    facts: [
      'source_identity_missing',
      'trust_classification_missing',
      'peer_integrity_unverified',
      'delegation_scope_missing_or_exceeded',
    ],
    relations: relations('verified-by', 'authorized-by'),
    expressions: false,
  },
  {
    id: 'eio.resolver.tool-receipt',
    facts: [],
    relations: relations('requests', 'implements'),
    expressions: false,
  },
  {
    id: 'eio.resolver.state-transition',
    facts: ['composed_actions_reach_prohibited_outcome'],
    relations: relations('derived-from', 'persists-from', 'caused-by'),
    expressions: false,
  },
  {
    id: 'eio.resolver.policy-lookup',
    facts: ['policy_still_effective', 'policy_prohibits_outcome'],
    relations: relations('satisfies', 'violates', 'authorized-by'),
    expressions: false,
  },
  {
    id: 'eio.resolver.graph-rule',
    facts: ['issuer_is_peer_agent'],
    // What events and their fields state outright, and the graph holds before any other resolver is asked.
    relations: relations('part-of', 'issued-by', 'requests', 'authorized-by', 'verified-by'),
    expressions: true,
  },
  { id: 'eio.resolver.arithmetic', facts: [], relations: [], expressions: true },
  { id: 'eio.resolver.paired-comparison', facts: [], relations: [], expressions: false },
  { id: 'eio.resolver.semantic-relation', facts: [], relations: 'any', expressions: false },
  { id: 'eio.resolver.semantic-classification', facts: 'any', relations: [], expressions: false },
  { id: 'eio.resolver.human-adjudication', facts: 'any', relations: 'any', expressions: true },
];
