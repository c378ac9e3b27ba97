import type { EvidenceRef } from '../../model/claim.ts';
import { type Phrase, phrase, shown } from '../../model/phrase.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import type { EventKind } from '../../trace/event.ts';
import { isJsonObject, type Json, ownValue } from '../../trace/json.ts';
import type { Action, Authority, Policy } from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import { effective, prohibits } from '../graph/policies.ts';
import { matchesTool } from '../graph/tool-globs.ts';
import { matchesPattern, sameValue } from '../graph/values.ts';
import { grouped } from '../grouped.ts';
import { lazy } from '../lazy.ts';
import { type Decision, FAILS, HOLDS, open } from '../logic/truth.ts';
import { type AtomTable, closedWorld, type RelationResolver } from './atom-table.ts';
import { absenceRef, actionRefs, authorityRef, policyRef } from './evidence.ts';
import { nameOf } from './requests.ts';

const UNTIMED = open('whether the authorisation was in force, since the action has no time');
const UNBOUND = open('which action is meant');

interface Authorisation {
  readonly decision: Decision;
  readonly because: Phrase;
  readonly evidence: readonly EvidenceRef[];
}

/** Whether an action was allowed, whoever asked for it. */
export const authorizedBy: RelationResolver = {
  decides: 'eio.relation.authorized-by',
  resolver: 'eio.resolver.policy-lookup',
  looksAt:
    'Policies in force at the action (a permit that matches, no prohibition that does), decisions of the policy on that call, and approvals bound to it: same tool, same arguments as shown or edited, authentic, neither expired nor withdrawn, used once where granted once. ScopedAuthority: also the authority of a handoff to the agent.',
  cannotSee: 'Whether who approved understood what was shown; rules that are written in prose only.',
  table(graph, use) {
    if (use.subjectConstant !== null) return null;
    if (use.objectConstant === 'ApplicablePolicy') return { table: authorisedTable(graph, false) };
    if (use.objectConstant === 'ScopedAuthority') return { table: authorisedTable(graph, true) };
    return null;
  },
};

function authorisedTable(graph: Graph, withHandoffs: boolean): AtomTable {
  const judge = authoriser(graph, withHandoffs);
  const known = new Map<Action, Authorisation>();
  const judged = (action: Action): Authorisation => {
    let one = known.get(action);
    if (one === undefined) {
      one = judge(action);
      known.set(action, one);
    }
    return one;
  };
  return {
    nullOpen: true,
    decide: ({ 0: action }) => (action?.kind === 'action' ? judged(action).decision : UNBOUND),
    explain([action]) {
      if (action?.kind !== 'action') return { because: phrase`which action is meant is not known`, evidence: [] };
      return judged(action);
    },
  };
}

const approvalsCache = new WeakMap<Graph, Map<Action, { readonly grant: Authority; readonly decision: Decision }[]>>();

/** The approvals that count for each action. */
export function approvalsOf(graph: Graph): Map<Action, { readonly grant: Authority; readonly decision: Decision }[]> {
  const known = approvalsCache.get(graph);
  if (known !== undefined) return known;
  const tool = graph.actions.filter((action) => action.channel === 'tool' && action.status !== 'prevented');
  const byApproval = grouped(
    tool.flatMap((action) => (action.approval === undefined ? [] : [[action.approval, action] as const])),
  );
  const byCall = grouped(tool.flatMap((action) => (action.call === undefined ? [] : [[action.call, action] as const])));
  const byCallArguments = lazy(() => grouped(tool.map((action) => [keyOf(action.tool, action.args), action] as const)));
  const pairs: [Action, { grant: Authority; decision: Decision }][] = [];
  for (const authority of graph.authorities) {
    const { grant } = authority;
    if (grant.by !== 'approval' || !grant.authentic) continue;
    const named = [
      ...(byApproval.get(authority.id) ?? []),
      ...(grant.call === undefined ? [] : (byCall.get(grant.call) ?? [])),
    ];
    const pool =
      grant.scope === 'once' && (named.length > 0 || grant.call !== undefined)
        ? named
        : (byCallArguments().get(keyOf(grant.tool, grant.args)) ?? []);
    for (const action of [...new Set(pool)].sort((left, right) => left.rank - right.rank)) {
      if (action.tool !== grant.tool || action.rank <= authority.rank || action.rank >= grant.withdrawn) continue;
      if (grant.scope === 'session' && graph.episodeOf(action.session) !== graph.episodeOf(authority.session)) continue;
      // What was approved is what was shown: other arguments are another action.
      if (!sameValue(grant.args, action.args)) continue;
      if (grant.until !== undefined && action.at !== undefined && grant.until <= action.at) continue;
      const untimed = grant.until !== undefined && action.at === undefined;
      pairs.push([action, { grant: authority, decision: untimed ? UNTIMED : HOLDS }]);
      if (grant.scope === 'once') break;
    }
  }
  const made = grouped(pairs);
  approvalsCache.set(graph, made);
  return made;
}

const keyOf = (tool: string, args: Json): string => `${tool}\n${canonicalJson(args)}`;

function authoriser(graph: Graph, withHandoffs: boolean): (action: Action) => Authorisation {
  const handoffs = lazy(() => graph.authorities.filter((authority) => authority.grant.by === 'handoff'));
  const sources: readonly EventKind[] = [
    'policy.declared',
    'policy.decided',
    'approval.decided',
    ...(withHandoffs ? (['handoff'] as const) : []),
  ];
  // Policies by tool: the same few tools are called again and again.
  const byTool = new Map<string, readonly Policy[]>();
  const policiesFor = (tool: string): readonly Policy[] => {
    let list = byTool.get(tool);
    if (list === undefined) {
      list = graph.policies.filter((policy) => prohibits(policy, tool));
      byTool.set(tool, list);
    }
    return list;
  };
  const absent = closedWorld(graph, ...sources);

  return (action) => {
    let unknown: Authorisation | undefined;
    let permitted: Authorisation | undefined;
    for (const policy of policiesFor(action.tool)) {
      if (policy.effect === 'require_approval' || !prohibits(policy, action.tool, action.args)) continue;
      const when = effective(policy, action);
      if (when === 'no') continue;
      const found = {
        decision: when === 'yes' ? HOLDS : UNTIMED,
        because: phrase`policy ${shown(policy.id, 'policy')} permits ${nameOf(action)}`,
        evidence: [policyRef(policy)],
      };
      if (policy.effect === 'prohibit' && when === 'yes') {
        return {
          decision: FAILS,
          because: phrase`policy ${shown(policy.id, 'policy')} prohibits ${nameOf(action)}`,
          evidence: [policyRef(policy)],
        };
      }
      if (when === 'unknown')
        unknown ??= {
          ...found,
          because: phrase`whether policy ${shown(policy.id, 'policy')} is in force is not known`,
        };
      else permitted ??= found;
    }
    if (permitted !== undefined) return permitted;
    if (action.allowed !== null) {
      return {
        decision: HOLDS,
        because: phrase`the policy decided for ${nameOf(action)}`,
        evidence: [
          {
            kind: 'STATE_FACT',
            event: action.allowed,
            details: {
              source: 'STATE_LEDGER',
              anchor: 'receipt',
              turn: graph.turnOf(action.allowed),
              basis: 'observed',
            },
            text: phrase`decision for ${nameOf(action)}`,
          },
        ],
      };
    }
    for (const { grant, decision } of approvalsOf(graph).get(action) ?? []) {
      const found = {
        decision,
        because: phrase`approval ${shown(grant.id, 'approval')} is bound to ${nameOf(action)}`,
        evidence: [authorityRef(grant)],
      };
      if (decision === HOLDS) return found;
      unknown ??= found;
    }
    if (withHandoffs) {
      for (const authority of handoffs()) {
        const covered = delegates(authority, action);
        if (covered === 'no') continue;
        const found = {
          decision: covered === 'yes' ? HOLDS : UNTIMED,
          because: phrase`the authority of ${shown(authority.id, 'approval')} covers ${nameOf(action)}`,
          evidence: [authorityRef(authority)],
        };
        if (covered === 'yes') return found;
        unknown ??= found;
      }
    }
    if (unknown !== undefined) return unknown;
    return {
      decision: absent,
      because:
        absent.truth === 0
          ? phrase`nothing authorises ${nameOf(action)}`
          : phrase`what might authorise ${nameOf(action)} is not recorded`,
      evidence:
        absent.truth === 0
          ? [absenceRef(graph, 'policy, decision or approval that authorises the action', action, sources)]
          : actionRefs(action),
    };
  };
}

/** Whether the authority of a handoff covers an action: `{ tools: [globs], args?, until? }`. */
export function delegates(authority: Authority, action: Action): 'yes' | 'no' | 'unknown' {
  const { grant } = authority;
  if (grant.by !== 'handoff' || authority.rank >= action.rank) return 'no';
  if (action.agent !== undefined && action.agent !== grant.to) return 'no';
  const scope = grant.authority;
  if (!isJsonObject(scope)) return 'no';
  const tools = ownValue(scope, 'tools');
  if (
    !Array.isArray(tools) ||
    !matchesTool(
      tools.filter((tool) => typeof tool === 'string'),
      action.tool,
    )
  )
    return 'no';
  const args = ownValue(scope, 'args') as Json | undefined;
  if (args !== undefined && !matchesPattern(args, action.args)) return 'no';
  const until = ownValue(scope, 'until');
  if (typeof until !== 'number') return 'yes';
  if (action.at === undefined) return 'unknown';
  return action.at < until ? 'yes' : 'no';
}
