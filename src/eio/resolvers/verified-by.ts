import { phrase } from '../../model/phrase.ts';
import type { Entity, Identity, Verification } from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import { grouped } from '../grouped.ts';
import { lazy } from '../lazy.ts';
import { type Decision, FAILS, HOLDS, open } from '../logic/truth.ts';
import { type AtomTable, closedWorld, type RelationResolver } from './atom-table.ts';
import { absenceRef, verificationRef } from './evidence.ts';
import { nameOf } from './requests.ts';

const UNTIMED = open('whether the verification was still valid, since the action has no time');
const NO_ROLE = open('whether the role was verified, since the verification names none');
const UNBOUND = open('whose verification is meant');

const byIdentity = new WeakMap<Graph, Map<string, Verification[]>>();

export function verificationsOf(graph: Graph, identity: string): readonly Verification[] {
  let known = byIdentity.get(graph);
  if (known === undefined) {
    known = grouped(graph.verifications.map((one) => [one.identity, one] as const));
    byIdentity.set(graph, known);
  }
  return known.get(identity) ?? [];
}

/** Whether an identity was verified, validly and for what it claims, before an action. */
export const verifiedBy: RelationResolver = {
  decides: 'eio.relation.verified-by',
  resolver: 'eio.resolver.typed-absence',
  looksAt:
    'Verifications of the identity before the action, their time of validity, and that role and subject are those that were asserted.',
  cannotSee: 'How strong a method is, and whether the verifier can be relied on.',
  table(graph, use) {
    if (use.subjectConstant !== null || use.objectConstant !== 'ValidVerificationState') return null;
    return { table: verifiedTable(graph), needsAction: true };
  },
};

function verifiedTable(graph: Graph): AtomTable {
  const absent = closedWorld(graph, 'identity.verified');
  return {
    nullOpen: true,
    decide({ 0: identity, 1: action }) {
      if (identity?.kind !== 'identity') return UNBOUND;
      let best: Decision = absent;
      for (const one of verificationsOf(graph, identity.id)) {
        const decision = counts(one, identity, action ?? null);
        if (decision.truth === 2) return decision;
        if (decision.truth === 1) best = decision;
      }
      return best;
    },
    explain([identity, action], decision) {
      const found = lazy(() =>
        identity?.kind === 'identity' ? verificationsOf(graph, identity.id).map(verificationRef) : [],
      );
      if (decision.truth === 2) return { because: phrase`${nameOf(identity)} was verified`, evidence: found() };
      if (decision.truth === 1)
        return { because: phrase`whether ${nameOf(identity)} was verified is not known`, evidence: found() };
      return {
        because: phrase`no valid verification of ${nameOf(identity)} came before the action`,
        evidence: [
          ...found(),
          absenceRef(graph, 'valid verification of the identity', action ?? identity ?? null, ['identity.verified']),
        ],
      };
    },
  };
}

function counts(one: Verification, identity: Identity, action: Entity | null): Decision {
  if (action !== null && one.rank >= action.rank) return FAILS;
  if (one.subject !== undefined && identity.subject !== undefined && one.subject !== identity.subject) return FAILS;
  if (identity.role !== undefined && one.role !== undefined && one.role !== identity.role) return FAILS;
  if (one.validUntil !== undefined && action?.at !== undefined && one.validUntil <= action.at) return FAILS;
  if (identity.role !== undefined && one.role === undefined) return NO_ROLE;
  if (one.validUntil !== undefined && action?.at === undefined) return UNTIMED;
  return HOLDS;
}
