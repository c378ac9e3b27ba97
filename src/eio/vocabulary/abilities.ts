import type { ResolverAbility } from './signatures.ts';

const relations = (...names: string[]) => names.map((name) => `eio.relation.${name}`);

/** What the resolvers of `eio.core.evidence` can decide. A predicate whose resolvers leave an atom to nobody could never be decided. */
export const RESOLVER_ABILITIES: readonly ResolverAbility[] = [
  {
    id: 'eio.resolver.exact-span',
    facts: ['normalized_or_encoded_span_match'],
    relations: relations('part-of', 'derived-from', 'mentions', 'asserts'),
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
    relations: relations('verified-by', 'authorized-by', 'entitled-to'),
    expressions: false,
  },
  {
    id: 'eio.resolver.tool-receipt',
    facts: [],
    relations: relations(
      'requests',
      'implements',
      'performs',
      'produced',
      'targets',
      'affects',
      'sent-to',
      'discloses',
    ),
    expressions: false,
  },
  {
    id: 'eio.resolver.state-transition',
    facts: ['composed_actions_reach_prohibited_outcome'],
    relations: relations('derived-from', 'persists-from', 'caused-by', 'changes', 'produced', 'precedes'),
    expressions: false,
  },
  {
    id: 'eio.resolver.policy-lookup',
    facts: ['policy_still_effective', 'policy_prohibits_outcome'],
    relations: relations(
      'satisfies',
      'violates',
      'authorized-by',
      'requires',
      'has-purpose',
      'entitled-to',
      'applies-in-region',
    ),
    expressions: false,
  },
  {
    id: 'eio.resolver.graph-rule',
    facts: ['issuer_is_peer_agent'],
    // What events and their fields state outright, and the graph holds before any other resolver is asked.
    relations: relations(
      'part-of',
      'precedes',
      'issued-by',
      'requests',
      'performs',
      'produced',
      'authorized-by',
      'verified-by',
      'owned-by',
      'classified-as',
      'sent-to',
    ),
    expressions: true,
  },
  { id: 'eio.resolver.arithmetic', facts: [], relations: [], expressions: true },
  {
    id: 'eio.resolver.paired-comparison',
    facts: [],
    relations: relations('equivalent-except-for'),
    expressions: true,
  },
  { id: 'eio.resolver.semantic-relation', facts: [], relations: 'any', expressions: false },
  {
    id: 'eio.resolver.semantic-classification',
    facts: 'any',
    relations: relations('classified-as'),
    expressions: false,
  },
  { id: 'eio.resolver.human-adjudication', facts: 'any', relations: 'any', expressions: true },
];
