import { push } from '../grouped.ts';
import { byRank } from '../logic/table.ts';
import type { Action, Outcome, Policy } from './entity.ts';
import { effective, prohibits } from './policies.ts';

/**
 * What each prohibition forbids: one outcome for each performed action that it matches while it is in force, and, where there is none, one
 * that did not come about.
 */
export function outcomesOf(policies: readonly Policy[], actions: readonly Action[], next: () => number): Outcome[] {
  const byTool = new Map<string, Action[]>();
  for (const action of actions) push(byTool, action.tool, action);
  const outcomes: Outcome[] = [];
  for (const policy of policies) {
    if (policy.effect !== 'prohibit') continue;
    const reached: Action[] = [];
    for (const [tool, list] of byTool) {
      if (!prohibits(policy, tool)) continue;
      for (const action of list) {
        if (
          action.status !== 'prevented' &&
          prohibits(policy, tool, action.args) &&
          effective(policy, action) !== 'no'
        ) {
          reached.push(action);
        }
      }
    }
    for (const action of reached.sort((left, right) => left.rank - right.rank)) {
      outcomes.push({ ...action, kind: 'outcome', type: 'eio.entity.state-fact', number: next(), policy, action });
    }
    if (reached.length === 0) {
      outcomes.push({
        kind: 'outcome',
        type: 'eio.entity.state-fact',
        id: `${policy.id}.outcome`,
        number: next(),
        rank: policy.rank,
        event: null,
        turn: null,
        session: '',
        at: undefined,
        basis: 'observed',
        policy,
        action: null,
      });
    }
  }
  return outcomes.sort(byRank);
}
