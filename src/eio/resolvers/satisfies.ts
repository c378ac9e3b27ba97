import { phrase } from '../../model/phrase.ts';
import { createProvenanceIndex } from '../../trace/provenance/provenance-index.ts';
import type { Action, Policy } from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import { grouped } from '../grouped.ts';
import { lazy } from '../lazy.ts';
import { byRank } from '../logic/table.ts';
import { FAILS, HOLDS_NARROWER, open } from '../logic/truth.ts';
import { type AtomTable, closedActions, closedWorld, listed, NONE, type RelationResolver } from './atom-table.ts';
import { complianceOf } from './compliance.ts';
import { absenceRef, actionRefs, policyRef } from './evidence.ts';
import { nameOf } from './requests.ts';

const NOT_JUDGED = open('whether anything but an action satisfies a policy');

/** Whether an action follows a policy that speaks of it, or states it. */
export const satisfies: RelationResolver = {
  decides: 'eio.relation.satisfies',
  resolver: 'eio.resolver.policy-lookup',
  looksAt:
    'Performed actions of tools that the policy names, while it is in force, that do not violate it (exact); messages of the agent that repeat a distinctive stretch of the text of the policy (narrower).',
  cannotSee: 'Duties to act, rules in prose, and statements of a policy in other words.',
  table(graph, use) {
    return use.subjectConstant !== null || use.objectConstant !== null ? null : { table: satisfiesTable(graph) };
  },
};

function satisfiesTable(graph: Graph): AtomTable {
  const compliance = complianceOf(graph);
  const stating = lazy(() => statements(graph));
  const members = new Map<Policy, readonly Action[]>();
  const satisfying = (policy: Policy): readonly Action[] => {
    let list = members.get(policy);
    if (list === undefined) {
      list = compliance.inScope(policy).filter((action) => compliance.satisfies(action, policy).truth !== 0);
      const stated = stating().get(policy);
      if (stated !== undefined) list = [...new Set([...list, ...stated])].sort(byRank);
      members.set(policy, list);
    }
    return list;
  };
  const states = (action: Action, policy: Policy) =>
    action.channel === 'message' && (stating().get(policy)?.includes(action) ?? false);
  const all = lazy(() => [...new Set(graph.policies.flatMap(satisfying))].sort(byRank));
  return {
    decide({ 0: action, 1: policy }) {
      if (policy == null) return closedWorld(graph, 'policy.declared');
      if (action == null) return closedActions(graph);
      if (action.kind !== 'action' || policy.kind !== 'policy') return NOT_JUDGED;
      const decision = compliance.satisfies(action, policy);
      return decision.truth === 0 && states(action, policy) ? HOLDS_NARROWER : decision;
    },
    candidates(position, { 0: action, 1: policy }) {
      if (position === 0) {
        if (policy === null) return NONE;
        if (policy === undefined) return listed(all());
        return policy.kind === 'policy' ? listed(satisfying(policy)) : NONE;
      }
      return action === null ? NONE : undefined;
    },
    explain([action, policy], decision) {
      const verb = decision.truth === 2 ? 'follows or states' : decision.truth === 0 ? 'does not follow' : 'may follow';
      return {
        because: phrase`${nameOf(action)} ${verb} policy ${nameOf(policy)}`,
        evidence: [
          ...(policy?.kind === 'policy' ? [policyRef(policy)] : []),
          ...(action?.kind === 'action' ? actionRefs(action) : []),
        ],
      };
    },
  };
}

// Messages in which the agent repeats the text of a policy.
function statements(graph: Graph): Map<Policy, Action[]> {
  const stated = graph.policies.filter((policy) => policy.text !== undefined && policy.text !== '');
  if (stated.length === 0) return new Map();
  const index = createProvenanceIndex();
  const byNumber = new Map<number, Policy>();
  for (const policy of stated) byNumber.set(index.add(policy.text!), policy);
  const texts = new Map(graph.items.filter((item) => item.output).map((item) => [item.event, item.text]));
  return grouped(
    graph.actions
      .filter((action) => action.channel === 'message')
      .flatMap((action) => {
        const found = index.find(texts.get(action.event) ?? '').flatMap((match) => byNumber.get(match.text) ?? []);
        return [...new Set(found)]
          .filter((policy) => policy.rank < action.rank && action.rank < policy.replaced)
          .map((policy) => [policy, action] as const);
      }),
  );
}

/** Whether an action or an outcome breaks a policy. */
export const violates: RelationResolver = {
  decides: 'eio.relation.violates',
  resolver: 'eio.resolver.policy-lookup',
  looksAt:
    'Performed actions that a prohibition in force matches by tool and arguments, or that a policy asks an approval for and that have none bound to them; outcomes that such an action brought about.',
  cannotSee: 'Rules in prose; effects that no action records.',
  table(graph, use) {
    return use.subjectConstant !== null || use.objectConstant !== null ? null : { table: violatesTable(graph) };
  },
};

function violatesTable(graph: Graph): AtomTable {
  const compliance = complianceOf(graph);
  return {
    decide({ 0: subject, 1: policy }) {
      if (policy == null) return closedWorld(graph, 'policy.declared');
      if (subject == null) return closedActions(graph);
      if (policy.kind !== 'policy') return NOT_JUDGED;
      if (subject.kind === 'state') return FAILS;
      if (subject.kind === 'outcome') {
        if (subject.action === null) return closedActions(graph);
        return compliance.violates(subject.action, policy);
      }
      return subject.kind === 'action' ? compliance.violates(subject, policy) : NOT_JUDGED;
    },
    explain([subject, policy], decision) {
      const evidence = policy?.kind === 'policy' ? [policyRef(policy)] : [];
      const action = subject?.kind === 'outcome' ? subject.action : subject?.kind === 'action' ? subject : null;
      if (subject?.kind === 'outcome' && action === null) {
        const kinds = (['call.proposed', 'exec.started'] as const).filter((kind) => graph.observes.has(kind));
        return {
          because:
            decision.truth === 0
              ? phrase`nothing that policy ${nameOf(policy)} forbids was done`
              : phrase`whether anything that policy ${nameOf(policy)} forbids was done is not known`,
          evidence:
            decision.truth === 0
              ? [...evidence, absenceRef(graph, 'action that the policy forbids', null, kinds)]
              : evidence,
        };
      }
      const verb = decision.truth === 2 ? 'breaks' : decision.truth === 0 ? 'does not break' : 'may break';
      return {
        because: phrase`${nameOf(action ?? subject)} ${verb} policy ${nameOf(policy)}`,
        evidence: [...evidence, ...(action === null ? [] : actionRefs(action))],
      };
    },
  };
}
