import { canonicalJson } from '../trace/canonical-json.ts';
import { isJsonObject, type Json } from '../trace/json.ts';
import { type Approval, covers, isInTime, sameArguments } from './approvals.ts';
import { against, certainFirst, type Doubt } from './doubt.ts';
import type { Denial, GatewayModel, GatewayRequest, GatewayState, Inspection } from './gateway-state.ts';
import { recall, thawed } from './memory.ts';
import { approvalRules, rulesFor } from './policies.ts';
import { isTool, looksLikeTool } from './tool-globs.ts';

/** An approval for this tool and these arguments, and how it fits the rest. */
type Fit = Pick<Inspection, 'operands' | 'inScope' | 'definition' | 'principal' | 'policy' | 'uses'> & {
  readonly used: Approval;
};

const NO_FIT = {
  used: null,
  operands: 'unbound',
  inScope: true,
  definition: 'unknown',
  principal: 'unknown',
  policy: 'unbound',
  uses: 0,
} as const;

/**
 * Every condition of an action, under the approvals that `stands` lets stand; guards and invariants ask the same questions. What the trace
 * leaves open counts as `doubt` has it.
 */
export function inspectAction(
  model: GatewayModel,
  request: GatewayRequest,
  stands: (approval: Approval) => boolean,
  doubt: Doubt,
): Inspection {
  const { state, constants } = model;
  const rules = rulesFor(state.policies, state.descents, { ...request, args: request.given }, doubt);
  const call = request.call === null ? undefined : recall(state.calls, (one) => one.call === request.call);
  const permitted = rules.some(({ effect, args }) => effect === 'permit' && args !== null);
  const required =
    isTool(request.tool, constants.approvalFor) ||
    rules.some(({ effect }) => effect === 'require_approval') ||
    (looksLikeTool(request.tool, constants.approvalFor) && against(doubt));
  const needed = request.needed ?? (wasAsked(state, request, doubt) || (required && !permitted));
  const fit = needed ? bestFit(model, request, approvalRules(rules), stands, doubt) : undefined;
  const denial = recall(state.denials, (one) => isDenied(one, request, doubt));
  const missing = state.approvals.forgotten > 0 ? 'forgotten' : 'none';
  return {
    tool: request.tool,
    needed,
    approval: !needed ? 'not needed' : fit === undefined ? missing : 'given',
    ...(fit ?? NO_FIT),
    denied: denial !== undefined && denial !== 'forgotten',
    prohibitedBy: rules.find(({ effect }) => effect === 'prohibit')?.id ?? null,
    caller: callerOf(model, request.session),
    unsure: denial === 'forgotten' || (!needed && call === 'forgotten'),
  };
}

/** The same call was denied, or the same tool and arguments in this session; arguments that nobody recorded may be the same. */
const isDenied = (one: Denial, request: GatewayRequest, doubt: Doubt): boolean =>
  (one.call !== null && one.call === request.call) ||
  (one.tool === request.tool &&
    (one.session === null || request.session === null || one.session === request.session) &&
    (one.args === null || request.args === null ? against(doubt) : one.args === request.args));

/**
 * Whether someone was to be asked about this action. Where question and action both name their call, that decides; else the same arguments do, and
 * with others it may be the action that was asked about, changed since.
 */
function wasAsked(state: GatewayState, request: GatewayRequest, doubt: Doubt): boolean {
  const { call, tool, args, session } = request;
  if (call !== null && thawed(state.calls.kept).some((one) => one.call === call && one.asked)) return true;
  if (!state.askedTools.includes(tool)) return false;
  const asked = [...state.approvals.live, ...state.approvals.finished];
  const calls = thawed(state.calls.kept).filter(
    (one) => one.asked && !asked.some((approval) => approval.call === one.call),
  );
  const open = [...asked.filter(({ uses }) => uses === 0), ...calls].filter(
    (one) =>
      one.tool === tool &&
      (one.call === null || call === null) &&
      (one.session === null || session === null || one.session === session),
  );
  if (open.some((one) => one.args !== null && one.args === args)) return true;
  const forgotten = call === null && (state.approvals.forgotten > 0 || state.calls.forgotten > 0);
  return (open.length > 0 || forgotten) && against(doubt);
}

/** Of the approvals for this tool and these arguments, the one that fits best; the fitting and unused come first. */
function bestFit(
  { state }: GatewayModel,
  request: GatewayRequest,
  rules: readonly string[],
  stands: (approval: Approval) => boolean,
  doubt: Doubt,
): Fit | undefined {
  const definition = state.definitions.find(({ tool }) => tool === request.tool)?.definition ?? null;
  const principal = speakerIn(state, request.session);
  const approvals = [...state.approvals.live, ...state.approvals.finished];
  const isFor = (one: Approval, doubt: Doubt): boolean =>
    stands(one) &&
    (request.approval === null || request.approval === one.id) &&
    one.tool === request.tool &&
    sameArguments(one, request, doubt) &&
    isInTime(one, request, doubt);
  const fitOf = (one: Approval, doubt: Doubt): Fit => ({
    used: one,
    operands: operandsOf(one, request.bound),
    // A change of the configuration is no call, so it is not that of another one either.
    inScope: covers(request.needed === null ? one : { ...one, call: null }, request, doubt),
    definition: one.definition === null ? 'unknown' : one.definition === definition ? 'same' : 'changed',
    principal:
      one.principal === null || principal === null ? 'unknown' : one.principal === principal ? 'same' : 'changed',
    policy: rules.length === 0 ? 'unbound' : rules.every((rule) => one.rules.includes(rule)) ? 'same' : 'changed',
    uses: one.scope === 'once' ? one.uses + 1 : 0,
  });
  const flawless = (doubt: Doubt): Fit | undefined => {
    for (const one of approvals) {
      if (!isFor(one, doubt)) continue;
      const fit = fitOf(one, doubt);
      if (faults(fit) === 0) return fit;
    }
    return undefined;
  };
  return (
    certainFirst(flawless, doubt) ??
    leastFaulty(approvals.filter((one) => isFor(one, doubt)).map((one) => fitOf(one, doubt)))
  );
}

const faults = (fit: Fit): number =>
  Number(fit.operands === 'changed') +
  Number(!fit.inScope) +
  Number(fit.definition === 'changed') +
  Number(fit.principal === 'changed') +
  Number(fit.policy === 'changed') +
  Number(fit.uses > 1);

const leastFaulty = (fits: readonly Fit[]): Fit | undefined =>
  fits.reduce<Fit | undefined>(
    (best, fit) => (best === undefined || faults(fit) < faults(best) ? fit : best),
    undefined,
  );

/** Whether everything that the approval binds is the same at its use; what the execution does not tell is not. */
function operandsOf(approval: Approval, bound: Json | null): Inspection['operands'] {
  if (approval.bound === null) return 'unbound';
  const wanted: unknown = JSON.parse(approval.bound);
  if (!isJsonObject(wanted)) return canonicalJson(bound) === approval.bound ? 'same' : 'changed';
  const own = isJsonObject(bound) ? bound : {};
  const same = Object.keys(wanted).every(
    (key) => Object.hasOwn(own, key) && canonicalJson(own[key]!) === canonicalJson(wanted[key]!),
  );
  return same ? 'same' : 'changed';
}

function callerOf({ state }: GatewayModel, session: string | null): Inspection['caller'] {
  if (session === null) return 'unknown';
  const owners = state.owners.filter((one) => one.session === session);
  const caller = speakerIn(state, session);
  if (owners.length === 0 || caller === null) return 'unknown';
  return owners.some(({ identity }) => identity === caller) ? 'owner' : 'stranger';
}

/** Who claimed the session last; null if nobody did. */
export const speakerIn = ({ callers }: GatewayState, session: string | null): string | null =>
  callers.find((one) => one.session === session)?.identity ?? null;
