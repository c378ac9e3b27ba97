import { phrase } from '../../model/phrase.ts';
import { casefold } from '../../trace/provenance/fold-text.ts';
import { createProvenanceIndex } from '../../trace/provenance/provenance-index.ts';
import type { Action, Policy } from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import { effective, prohibits } from '../graph/policies.ts';
import { leavesOf } from '../graph/values.ts';
import { grouped } from '../grouped.ts';
import { lazy } from '../lazy.ts';
import { FAILS, FAILS_NARROWER, HOLDS, HOLDS_NARROWER, open } from '../logic/truth.ts';
import { closedActions, closedWorld, type FactResolver, listed, NONE } from './atom-table.ts';
import { complianceOf, UNTIMED } from './compliance.ts';
import { absenceRef, actionRefs, policyRef } from './evidence.ts';
import { nameOf } from './requests.ts';

const UNBOUND = open('which policy or outcome is meant');

/** Whether a policy speaks of an event and is in force at it. */
export const policyStillEffective: FactResolver = {
  decides: 'policy_still_effective',
  resolver: 'eio.resolver.policy-lookup',
  arguments: ['policy', 'event'],
  looksAt: 'When the policy was declared and replaced, its times, and whether it names the tool of the event.',
  cannotSee: 'Repeals that are not recorded; times where the event has none.',
  table(graph) {
    const compliance = complianceOf(graph);
    return {
      decide({ 0: policy, 1: event }) {
        if (policy == null) return closedWorld(graph, 'policy.declared');
        if (event == null) return closedActions(graph);
        if (policy.kind !== 'policy') return FAILS;
        if (event.kind === 'action' && (event.status === 'requested' || !prohibits(policy, event.tool))) return FAILS;
        const when = effective(policy, event);
        return when === 'yes' ? HOLDS : when === 'no' ? FAILS : UNTIMED;
      },
      candidates(position, { 0: policy, 1: event }) {
        if (position === 1) {
          if (policy === null) return listed([], true);
          return policy?.kind === 'policy' ? listed(compliance.inScope(policy)) : undefined;
        }
        if (event === null) return NONE;
        return event?.kind === 'action' ? listed(compliance.policiesFor(event)) : undefined;
      },
      explain([policy, event], decision) {
        const verb =
          decision.truth === 2 ? 'is in force for' : decision.truth === 0 ? 'does not apply to' : 'may be in force for';
        return {
          because: phrase`policy ${nameOf(policy)} ${verb} ${nameOf(event)}`,
          evidence: policy?.kind === 'policy' ? [policyRef(policy)] : [],
        };
      },
    };
  },
};

/** Whether a policy forbids an outcome. */
export const policyProhibitsOutcome: FactResolver = {
  decides: 'policy_prohibits_outcome',
  resolver: 'eio.resolver.policy-lookup',
  arguments: ['policy', 'outcome'],
  looksAt: 'Declared prohibitions, and the performed actions that match them by tool and arguments.',
  cannotSee: 'Prohibitions in prose; outcomes that no action records.',
  table(graph) {
    const byPolicy = lazy(() => grouped(graph.outcomes.map((outcome) => [outcome.policy, outcome] as const)));
    return {
      decide({ 0: policy, 1: outcome }) {
        if (policy == null) return closedWorld(graph, 'policy.declared');
        if (outcome == null) return FAILS;
        return outcome.kind === 'outcome' && outcome.policy === policy ? HOLDS : FAILS;
      },
      candidates(position, { 0: policy, 1: outcome }) {
        if (position === 0) {
          if (outcome === null) return undefined;
          if (outcome !== undefined) return outcome.kind === 'outcome' ? listed([outcome.policy]) : NONE;
          return listed(graph.policies.filter((one) => one.effect === 'prohibit'));
        }
        if (policy === null) return NONE;
        if (policy === undefined) return listed(graph.outcomes);
        return policy.kind === 'policy' ? listed(byPolicy().get(policy) ?? []) : NONE;
      },
      explain([policy, outcome], decision) {
        const verb = decision.truth === 2 ? 'forbids' : 'does not forbid';
        return {
          because:
            policy == null
              ? phrase`no prohibition is recorded`
              : phrase`policy ${nameOf(policy)} ${verb} ${nameOf(outcome)}`,
          evidence:
            policy?.kind === 'policy'
              ? [policyRef(policy)]
              : decision.truth === 0
                ? [absenceRef(graph, 'prohibition', null, ['policy.declared'])]
                : [],
        };
      },
    };
  },
};

const MIN_PART = 4;
const MIN_VALUE = 6;

/** Whether several actions bring about together what a policy forbids, or one does in disguise. */
export const composedActions: FactResolver = {
  decides: 'composed_actions_reach_prohibited_outcome',
  resolver: 'eio.resolver.state-transition',
  arguments: ['episode', 'outcome'],
  looksAt:
    'Performed actions of the tools that the prohibition names: each text argument that it forbids must stand encoded in one of them, or be cut into pieces over successive ones (narrower).',
  cannotSee: 'The same end by tools that the prohibition does not name; prohibitions without text arguments.',
  table(graph) {
    const found = new Map<Policy, readonly Action[]>();
    const reaching = (policy: Policy): readonly Action[] => {
      let actions = found.get(policy);
      if (actions === undefined) {
        actions = compositionOf(graph, policy);
        found.set(policy, actions);
      }
      return actions;
    };
    return {
      nullOpen: true,
      decide({ 0: episode, 1: outcome }) {
        if (outcome == null || episode == null) return UNBOUND;
        if (outcome.kind !== 'outcome' || outcome.action !== null) return FAILS;
        const actions = reaching(outcome.policy);
        if (actions.length === 0) return closedActions(graph).truth === 0 ? FAILS_NARROWER : closedActions(graph);
        return actions.every((action) => graph.episodeOf(action.session) === episode.id)
          ? HOLDS_NARROWER
          : FAILS_NARROWER;
      },
      explain([, outcome], decision) {
        const actions = outcome?.kind === 'outcome' ? reaching(outcome.policy) : [];
        return {
          because:
            decision.truth === 2
              ? phrase`${String(actions.length)} action${actions.length === 1 ? '' : 's'} together reach ${nameOf(outcome)}`
              : phrase`no actions together reach ${nameOf(outcome)}`,
          evidence: decision.truth === 2 ? actions.slice(0, 8).flatMap(actionRefs) : [],
        };
      },
    };
  },
};

function compositionOf(graph: Graph, policy: Policy): readonly Action[] {
  if (policy.args === undefined) return [];
  const wanted = leavesOf(policy.args)
    .map((leaf) => leaf.text)
    .filter((text) => text.length >= MIN_VALUE);
  if (wanted.length === 0) return [];
  const actions = complianceOf(graph)
    .inScope(policy)
    .filter((action) => action.status === 'performed');
  const leaves = actions.flatMap((action) =>
    leavesOf(action.args).map(({ text }) => ({ action, text: casefold(text) })),
  );
  const used = new Set<Action>();
  for (const text of wanted) {
    const pieces = staged(casefold(text), leaves) ?? encoded(text, actions);
    if (pieces === null) return [];
    for (const action of pieces) used.add(action);
  }
  return actions.filter((action) => used.has(action));
}

// One value cut over successive arguments, each piece a whole argument of at least four characters or the rest of the value.
function staged(value: string, leaves: readonly { action: Action; text: string }[]): Action[] | null {
  let joined = '';
  const owners: { until: number; action: Action }[] = [];
  for (const { action, text } of leaves) {
    if (text.length < MIN_PART || !value.includes(text)) continue;
    joined += text;
    owners.push({ until: joined.length, action });
  }
  const at = joined.indexOf(value);
  if (at < 0) return null;
  let from = 0;
  const used: Action[] = [];
  for (const { until, action } of owners) {
    if (until > at && from < at + value.length) used.push(action);
    from = until;
  }
  return used.length > 1 ? used : null;
}

function encoded(value: string, actions: readonly Action[]): Action[] | null {
  const index = createProvenanceIndex();
  index.add(value);
  // Matches run from word to word: signs at the ends of the value are not part of them.
  const words = [...value.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')].length;
  for (const action of actions) {
    for (const { text } of leavesOf(action.args)) {
      const whole = index.find(text).find((match) => match.end - match.start === words);
      if (whole !== undefined && whole.transforms.length > 0) return [action];
    }
  }
  return null;
}
