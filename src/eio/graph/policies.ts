import type { Json } from '../../trace/json.ts';
import type { Action, Policy } from './entity.ts';
import { matchesTool } from './tool-globs.ts';
import { matchesPattern } from './values.ts';

/** Whether a policy speaks of a tool, or, with arguments, of that call. */
export const prohibits = (policy: Policy, tool: string, args?: Json): boolean =>
  matchesTool(policy.tools, tool) &&
  (args === undefined || policy.args === undefined || matchesPattern(policy.args, args));

/** Whether a policy is in force at an action: declared before it, not replaced, and within its times where both are recorded. */
export function effective(policy: Policy, action: Pick<Action, 'rank' | 'at'>): 'yes' | 'no' | 'unknown' {
  if (policy.rank >= action.rank || policy.replaced <= action.rank) return 'no';
  if (policy.from === undefined && policy.until === undefined) return 'yes';
  if (action.at === undefined) return 'unknown';
  const begun = policy.from === undefined || policy.from <= action.at;
  const ended = policy.until !== undefined && policy.until <= action.at;
  return begun && !ended ? 'yes' : 'no';
}
