import type { FactResolver, RelationResolver } from './atom-table.ts';
import { authorizedBy } from './authorized-by.ts';
import { causedBy } from './caused-by.ts';
import { sourceIdentityMissing, trustClassificationMissing } from './content-facts.ts';
import { derivedFrom } from './derived-from.ts';
import { implementsRelation } from './implements.ts';
import { issuedBy } from './issued-by.ts';
import { partOf } from './part-of.ts';
import { delegationScope, issuerIsPeerAgent, peerIntegrityUnverified } from './peer-facts.ts';
import { persistsFrom } from './persists-from.ts';
import { composedActions, policyProhibitsOutcome, policyStillEffective } from './policy-facts.ts';
import { requests } from './requests.ts';
import { satisfies, violates } from './satisfies.ts';
import { spanMatch } from './span-match.ts';
import { verifiedBy } from './verified-by.ts';

/** The eleven relations of context-trust that are decided from a trace. Others stay open. */
export const RELATION_RESOLVERS: readonly RelationResolver[] = [
  partOf,
  requests,
  implementsRelation,
  issuedBy,
  authorizedBy,
  verifiedBy,
  derivedFrom,
  persistsFrom,
  causedBy,
  satisfies,
  violates,
];

/** The nine facts of context-trust. */
export const factResolvers = (options: { readonly quoteAware: boolean }): readonly FactResolver[] => [
  spanMatch(options.quoteAware),
  policyStillEffective,
  policyProhibitsOutcome,
  composedActions,
  sourceIdentityMissing,
  trustClassificationMissing,
  issuerIsPeerAgent,
  peerIntegrityUnverified,
  delegationScope,
];
