import type { Action, Policy } from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import { effective, prohibits } from '../graph/policies.ts';
import { byRank } from '../logic/table.ts';
import { type Decision, FAILS, HOLDS, open } from '../logic/truth.ts';
import { closedWorld } from './atom-table.ts';
import { approvalsOf } from './authorized-by.ts';
import { UNSEEN } from './implements.ts';

export const UNTIMED = open('whether the policy was in force, since the action has no time');

/** How the policies of a graph and its actions stand to each other; computed once for each policy. */
export interface Compliance {
  /** Actions that the policy speaks of while it may be in force, in order. */
  inScope(policy: Policy): readonly Action[];
  policiesFor(action: Action): readonly Policy[];
  violates(action: Action, policy: Policy): Decision;
  satisfies(action: Action, policy: Policy): Decision;
}

const cache = new WeakMap<Graph, Compliance>();

export function complianceOf(graph: Graph): Compliance {
  const known = cache.get(graph);
  if (known !== undefined) return known;
  const made = build(graph);
  cache.set(graph, made);
  return made;
}

function build(graph: Graph): Compliance {
  const real = graph.actions.filter((action) => action.status !== 'requested');
  const byTool = new Map<string, Action[]>();
  for (const action of real) {
    const list = byTool.get(action.tool);
    if (list === undefined) byTool.set(action.tool, [action]);
    else list.push(action);
  }
  const scopes = new Map<Policy, readonly Action[]>();
  const inScope = (policy: Policy): readonly Action[] => {
    let scope = scopes.get(policy);
    if (scope === undefined) {
      scope = [...byTool]
        .filter(([tool]) => prohibits(policy, tool))
        .flatMap(([, actions]) => actions)
        .filter((action) => effective(policy, action) !== 'no')
        .sort(byRank);
      scopes.set(policy, scope);
    }
    return scope;
  };
  const spoken = new Map<string, readonly Policy[]>();
  const policiesFor = (action: Action): readonly Policy[] => {
    let list = spoken.get(action.tool);
    if (list === undefined) {
      list = graph.policies.filter((policy) => prohibits(policy, action.tool));
      spoken.set(action.tool, list);
    }
    return list;
  };
  const violates = (action: Action, policy: Policy): Decision => {
    if (action.status === 'requested' || action.status === 'prevented' || policy.effect === 'permit') return FAILS;
    if (!prohibits(policy, action.tool, action.args)) return FAILS;
    const when = effective(policy, action);
    if (when === 'no') return FAILS;
    if (action.status === 'unseen') return UNSEEN;
    if (policy.effect === 'require_approval') {
      const approvals = approvalsOf(graph).get(action) ?? [];
      if (approvals.some(({ decision }) => decision.truth === 2)) return FAILS;
      if (approvals.length > 0) return approvals[0]!.decision;
      const closed = closedWorld(graph, 'approval.decided');
      if (closed.truth !== 0) return closed;
    }
    return when === 'yes' ? HOLDS : UNTIMED;
  };
  return {
    inScope,
    policiesFor,
    violates,
    satisfies(action, policy) {
      if (action.status === 'requested' || action.status === 'prevented') return FAILS;
      if (!prohibits(policy, action.tool)) return FAILS;
      const when = effective(policy, action);
      if (when === 'no') return FAILS;
      if (action.status === 'unseen') return UNSEEN;
      const broken = violates(action, policy);
      if (broken.truth !== 0) return broken.truth === 2 ? FAILS : broken;
      return when === 'yes' ? HOLDS : UNTIMED;
    },
  };
}
