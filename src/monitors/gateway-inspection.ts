import { canonicalJson } from '../trace/canonical-json.ts';
import { isJsonObject, type Json } from '../trace/json.ts';
import { type Approval, covers } from './approvals.ts';
import type { GatewayModel, GatewayRequest, GatewayState, Inspection } from './gateway-state.ts';
import { recall } from './memory.ts';
import { approvalRules, rulesFor } from './policies.ts';
import { isTool } from './tool-globs.ts';

/** An approval for this tool and these arguments, and how it fits the rest. */
type Fit = Pick<Inspection, 'operands' | 'inScope' | 'definition' | 'principal' | 'policy' | 'uses'> & {
  readonly used: string;
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

/** Every condition of an action, under the approvals that `stands` lets stand; guards and invariants ask the same questions. */
export function inspectAction(
  model: GatewayModel,
  request: GatewayRequest,
  stands: (approval: Approval) => boolean,
): Inspection {
  const { state } = model;
  const rules = rulesFor(state.policies, state.descents, { ...request, args: request.given });
  const call = request.call === null ? undefined : recall(state.calls, (one) => one.call === request.call);
  const asked = call !== undefined && call !== 'forgotten' && call.asked;
  const permitted = rules.some(({ effect, args }) => effect === 'permit' && args !== null);
  const required =
    isTool(request.tool, model.constants.approvalFor) || rules.some(({ effect }) => effect === 'require_approval');
  const needed = request.needed ?? (asked || (required && !permitted));
  const fit = needed ? bestFit(model, request, approvalRules(rules), stands) : undefined;
  const denial = recall(
    state.denials,
    (one) =>
      (one.call !== null && one.call === request.call) ||
      (one.tool === request.tool &&
        one.args === request.args &&
        (one.session === null || request.session === null || one.session === request.session)),
  );
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

/** Of the approvals for this tool and these arguments, the one that fits best; the fitting and unused come first. */
function bestFit(
  { state }: GatewayModel,
  request: GatewayRequest,
  rules: readonly string[],
  stands: (approval: Approval) => boolean,
): Fit | undefined {
  const definition = state.definitions.find(({ tool }) => tool === request.tool)?.definition ?? null;
  const principal = speakerIn(state, request.session);
  const fits = [...state.approvals.live, ...state.approvals.finished]
    .filter(
      (one) =>
        stands(one) &&
        (request.approval === null || request.approval === one.id) &&
        one.tool === request.tool &&
        one.args === request.args &&
        (one.expiresAt === null || request.at === null || request.at <= one.expiresAt),
    )
    .map(
      (one): Fit => ({
        used: one.id,
        operands: operandsOf(one, request.bound),
        inScope: covers(one, request),
        definition: one.definition === null ? 'unknown' : one.definition === definition ? 'same' : 'changed',
        principal:
          one.principal === null || principal === null ? 'unknown' : one.principal === principal ? 'same' : 'changed',
        policy: rules.length === 0 ? 'unbound' : rules.every((rule) => one.rules.includes(rule)) ? 'same' : 'changed',
        uses: one.scope === 'once' ? one.uses + 1 : 0,
      }),
    );
  const faults = (fit: Fit): number =>
    Number(fit.operands === 'changed') +
    Number(!fit.inScope) +
    Number(fit.definition === 'changed') +
    Number(fit.principal === 'changed') +
    Number(fit.policy === 'changed') +
    Number(fit.uses > 1);
  return fits.reduce<Fit | undefined>(
    (best, fit) => (best === undefined || faults(fit) < faults(best) ? fit : best),
    undefined,
  );
}

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
