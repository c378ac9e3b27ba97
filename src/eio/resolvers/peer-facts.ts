import { phrase } from '../../model/phrase.ts';
import type { Entity, Identity, Instruction, Verification } from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import { lazy } from '../lazy.ts';
import { type Decision, FAILS, HOLDS, open } from '../logic/truth.ts';
import { closedWorld, type FactResolver, listed } from './atom-table.ts';
import { delegates } from './authorized-by.ts';
import { absenceRef, authorityRef, instructionRefs, verificationRef } from './evidence.ts';
import { followingOf, nameOf } from './requests.ts';
import { verificationsOf } from './verified-by.ts';

const UNBOUND = open('which identity or instruction is meant');
const UNPLACED = open('where the instruction came from');
const UNTIMED = open('whether it was still valid, since the action has no time');
const PEER_ROLES = new Set(['peer', 'agent', 'peer-agent', 'peer_agent', 'subagent', 'sub-agent']);

/** The identity is that of another agent. */
export const issuerIsPeerAgent: FactResolver = {
  decides: 'issuer_is_peer_agent',
  resolver: 'eio.resolver.graph-rule',
  arguments: ['identity'],
  looksAt:
    'Whether an instruction of it stands in content of origin peer, it hands work over, or it is asserted in the role of an agent.',
  cannotSee: 'Agents that pass for people.',
  table(graph) {
    const fromPeers = lazy(() => {
      const peers = new Set<string>();
      for (const one of graph.instructions) {
        if (one.issuedBy !== undefined && graph.itemById.get(one.partOf)?.origin === 'peer') peers.add(one.issuedBy);
      }
      for (const { grant } of graph.authorities) if (grant.by === 'handoff') peers.add(grant.from);
      return peers;
    });
    const unplaced = lazy(
      () =>
        new Set(
          graph.instructions
            .filter((one) => (graph.itemById.get(one.partOf)?.origin ?? 'unknown') === 'unknown')
            .map((one) => one.issuedBy),
        ),
    );
    const decide = ({ 0: identity }: readonly (Entity | null)[]): Decision => {
      if (identity?.kind !== 'identity') return UNBOUND;
      if (fromPeers().has(identity.id) || PEER_ROLES.has(identity.role?.toLowerCase() ?? '')) return HOLDS;
      return unplaced().has(identity.id) ? UNPLACED : FAILS;
    };
    const members = lazy(() => listed(graph.identities.filter((identity) => decide([identity]).truth !== 0)));
    return {
      decide,
      candidates: () => members(),
      explain([identity], decision) {
        const verb = decision.truth === 2 ? 'is' : decision.truth === 0 ? 'is not' : 'may be';
        return { because: phrase`${nameOf(identity)} ${verb} another agent`, evidence: [] };
      },
    };
  },
};

/** Nothing ties an instruction to the peer that it claims to be from. */
export const peerIntegrityUnverified: FactResolver = {
  decides: 'peer_integrity_unverified',
  resolver: 'eio.resolver.typed-absence',
  arguments: ['instruction'],
  looksAt:
    'Verifications of the issuer before the first action that carries the instruction out, for this instruction or its content where they name a subject, and their time of validity.',
  cannotSee: 'Replayed messages, and how strong a method is.',
  table(graph) {
    const firstAction = (instruction: Instruction) =>
      followingOf(graph)
        .matches(instruction)
        .find((action) => action.status === 'performed');
    const absent = closedWorld(graph, 'identity.verified');
    const missing: Decision = absent.truth === 0 ? HOLDS : absent;
    const judge = (instruction: Instruction): { decision: Decision; used: readonly Verification[] } => {
      if (instruction.issuedBy === undefined) return { decision: missing, used: [] };
      const action = firstAction(instruction);
      const identity = graph.identityById.get(instruction.issuedBy);
      let untimed: Verification | undefined;
      for (const one of verificationsOf(graph, instruction.issuedBy)) {
        if (action !== undefined && one.rank >= action.rank) continue;
        if (one.subject !== undefined && !names(one.subject, instruction, identity)) continue;
        if (one.validUntil !== undefined) {
          const at = action?.at ?? instruction.at;
          if (at === undefined) {
            untimed = one;
            continue;
          }
          if (one.validUntil <= at) continue;
        }
        return { decision: FAILS, used: [one] };
      }
      return untimed === undefined ? { decision: missing, used: [] } : { decision: UNTIMED, used: [untimed] };
    };
    return {
      nullOpen: true,
      decide: ({ 0: instruction }) => (instruction?.kind === 'instruction' ? judge(instruction).decision : UNBOUND),
      explain([instruction], decision) {
        if (instruction?.kind !== 'instruction') return { because: phrase`no instruction is meant`, evidence: [] };
        const { used } = judge(instruction);
        const evidence = [...instructionRefs(graph, instruction), ...used.map(verificationRef)];
        if (decision.truth === 2) {
          return {
            because: phrase`nothing verifies that instruction ${nameOf(instruction)} is from its issuer`,
            evidence: [...evidence, absenceRef(graph, 'verification of the peer', instruction, ['identity.verified'])],
          };
        }
        return {
          because:
            decision.truth === 0
              ? phrase`the issuer of instruction ${nameOf(instruction)} was verified`
              : phrase`whether the issuer of instruction ${nameOf(instruction)} was verified is not known`,
          evidence,
        };
      },
    };
  },
};

const names = (subject: string, instruction: Instruction, identity: Identity | undefined): boolean =>
  subject === instruction.id ||
  subject === instruction.partOf ||
  subject === instruction.issuedBy ||
  subject === identity?.subject;

/** No delegation covers the action that a peer asked for. */
export const delegationScope: FactResolver = {
  decides: 'delegation_scope_missing_or_exceeded',
  resolver: 'eio.resolver.typed-absence',
  arguments: ['instruction', 'action'],
  looksAt:
    'Handoffs from the issuer before the action, and whether their authority names its tool (globs), its arguments and its time: { tools, args?, until? }.',
  cannotSee: 'Authority in another form, or in prose.',
  table(graph) {
    const judge = (instruction: Instruction, action: Entity) => {
      const absent = closedWorld(graph, 'handoff');
      const missing: Decision = absent.truth === 0 ? HOLDS : absent;
      if (action.kind !== 'action') return { decision: FAILS, used: [] };
      const used = delegationsOf(graph, instruction.issuedBy);
      const answers = used.map((one) => delegates(one, action));
      if (answers.includes('yes')) return { decision: FAILS, used };
      return { decision: answers.includes('unknown') ? UNTIMED : missing, used };
    };
    return {
      nullOpen: true,
      decide({ 0: instruction, 1: action }) {
        if (instruction?.kind !== 'instruction' || action == null) return UNBOUND;
        return judge(instruction, action).decision;
      },
      explain([instruction, action], decision) {
        if (instruction?.kind !== 'instruction' || action == null)
          return { because: phrase`no instruction is meant`, evidence: [] };
        const used = judge(instruction, action).used.slice(0, 4).map(authorityRef);
        if (decision.truth === 0) return { because: phrase`a delegation covers ${nameOf(action)}`, evidence: used };
        if (decision.truth === 1)
          return { because: phrase`whether a delegation covers ${nameOf(action)} is not known`, evidence: used };
        return {
          because: phrase`no delegation of the issuer covers ${nameOf(action)}`,
          evidence: [...used, absenceRef(graph, 'delegation that covers the action', action, ['handoff'])],
        };
      },
    };
  },
};

const delegationsCache = new WeakMap<Graph, Map<string, Graph['authorities'][number][]>>();

function delegationsOf(graph: Graph, issuer: string | undefined): readonly Graph['authorities'][number][] {
  let known = delegationsCache.get(graph);
  if (known === undefined) {
    known = new Map();
    for (const authority of graph.authorities) {
      if (authority.grant.by !== 'handoff') continue;
      const list = known.get(authority.grant.from);
      if (list === undefined) known.set(authority.grant.from, [authority]);
      else list.push(authority);
    }
    delegationsCache.set(graph, known);
  }
  return issuer === undefined ? [] : (known.get(issuer) ?? []);
}
