import { canonicalJson } from '../trace/canonical-json.ts';
import type { Json, JsonObject } from '../trace/json.ts';
import { against, type Doubt, inFavour } from './doubt.ts';
import { isTool, looksLikeTool } from './tool-globs.ts';

/** A rule that was declared. */
export interface Policy {
  readonly id: string;
  readonly effect: 'permit' | 'prohibit' | 'require_approval';
  readonly tools: readonly string[];
  /** Arguments that the rule is about; null if it is about all. */
  readonly args: JsonObject | null;
  readonly from: number | null;
  readonly until: number | null;
  readonly version: string | null;
  /** Agent that the rule was declared for, and with it every agent that it starts; null if it is for all. */
  readonly agent: string | null;
}

/** Who started whom. */
export interface Descent {
  readonly agent: string;
  readonly parent: string;
}

/** What a rule is asked about; `args` as they are, not their text, and undefined where they are not recorded. */
export interface RuledAction {
  readonly tool: string;
  readonly args: unknown;
  readonly agent: string | null;
  readonly at: number | null;
}

/** The policies with one added; another of the same id is replaced, which is how a rule is lifted. */
export const putPolicy = (policies: readonly Policy[], policy: Policy): readonly Policy[] => [
  ...policies.filter(({ id }) => id !== policy.id),
  policy,
];

/** The rules in force for an action: those for everyone, for its agent, and for all that its agent descends from. */
export function rulesFor(
  policies: readonly Policy[],
  descents: readonly Descent[],
  action: RuledAction,
  doubt: Doubt,
): readonly Policy[] {
  const line = lineOf(action.agent, descents);
  return policies.filter(
    (policy) =>
      (policy.agent === null || action.agent === null || line.has(policy.agent)) &&
      (action.at === null ||
        ((policy.from === null || action.at >= policy.from) && (policy.until === null || action.at < policy.until))) &&
      isMeant(action.tool, policy, doubt) &&
      isAbout(policy, action.args, doubt),
  );
}

/** Those of the rules that ask for an approval, as text: equal texts are the same rule in the same version. */
export const approvalRules = (rules: readonly Policy[]): readonly string[] =>
  rules.filter(({ effect }) => effect === 'require_approval').map((rule) => canonicalJson(rule as unknown as Json));

function lineOf(agent: string | null, descents: readonly Descent[]): ReadonlySet<string> {
  const line = new Set<string>(agent === null ? [] : [agent]);
  // A set that grows while it is walked: hand-offs in a circle end by themselves.
  for (const one of line) {
    for (const descent of descents) if (descent.agent === one) line.add(descent.parent);
  }
  return line;
}

/** A tool that only looks like one that a rule names may be that one; no permit is read into a name. */
const isMeant = (tool: string, { tools, effect }: Policy, doubt: Doubt): boolean =>
  isTool(tool, tools) || (effect !== 'permit' && looksLikeTool(tool, tools) && against(doubt));

/** Arguments that are not recorded, or are no object, may be those that the rule is about. */
function isAbout({ args: wanted, effect }: Policy, args: unknown, doubt: Doubt): boolean {
  if (wanted === null) return true;
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    return effect === 'permit' ? inFavour(doubt) : against(doubt);
  const own = args as JsonObject;
  return Object.keys(wanted).every(
    (key) => Object.hasOwn(own, key) && canonicalJson(own[key]!) === canonicalJson(wanted[key]!),
  );
}
