import { canonicalJson } from '../trace/canonical-json.ts';
import { type Approval, type ApprovalDecision, putApproval } from './approvals.ts';
import { findings } from './doubt.ts';
import { inspectAction } from './gateway-inspection.ts';
import { allowed } from './gateway-requests.ts';
import type {
  Denial,
  GatewayCall,
  GatewayConstants,
  GatewayModel,
  GatewayRequest,
  GatewayState,
  Inspection,
} from './gateway-state.ts';
import { findKept, remember, takeBack, thawed } from './memory.ts';

// What calls, denials and decisions do to the state.

/** By what was really decided. */
const wasApproved = ({ standing }: Approval): boolean => standing === 'approved';

/** The state after; two where the trace leaves open whether it was allowed. */
export function performed(
  model: GatewayModel,
  request: GatewayRequest,
  kind: 'execution' | 'config',
): readonly [GatewayState, ...GatewayState[]] {
  const { state, constants } = model;
  const [best, worst] = findings((doubt) => inspectAction(model, request, wasApproved, doubt));
  const known = best.used ?? allowed(model, request).used;
  const next: GatewayState = {
    ...state,
    approvals:
      known === null
        ? state.approvals
        : putApproval(state.approvals, { ...known, uses: known.uses + 1 }, constants.remembered),
    observations: {
      ...state.observations,
      kept: thawed(state.observations.kept).map((one) =>
        one.denied && mentions(request.args, one.key) ? { ...one, denied: false } : one,
      ),
    },
  };
  const found = (inspection: Inspection): GatewayState => ({
    ...next,
    last: { kind, ...inspection, used: inspection.used?.id ?? null },
  });
  return worst === undefined ? [found(best)] : [found(best), found(worst)];
}

const mentions = (args: string | null, key: string): boolean => args?.includes(canonicalJson(key)) === true;

export function putCall(state: GatewayState, call: GatewayCall, { remembered }: GatewayConstants): GatewayState {
  const known = findKept(state.calls, (one) => one.call === call.call);
  const merged =
    known === undefined
      ? call
      : {
          ...call,
          tool: call.tool ?? known.tool,
          args: call.args ?? known.args,
          session: call.session ?? known.session,
          asked: call.asked || known.asked,
        };
  const others = takeBack(state.calls, (one) => one.call === call.call);
  return { ...state, calls: remember(others, merged, remembered) };
}

export function deny(state: GatewayState, denial: Denial, { remembered }: GatewayConstants): GatewayState {
  return {
    ...state,
    denials: remember(state.denials, denial, remembered),
    observations: {
      ...state.observations,
      kept: thawed(state.observations.kept).map((one) =>
        !one.denied && mentions(denial.args, one.key) ? { ...one, denied: true } : one,
      ),
    },
  };
}

/** The same call, or the same tool and arguments. */
export const concerns = (
  denial: Denial,
  { call, tool, args }: { call: string | null; tool: string | null; args: string | null },
) =>
  (denial.call !== null && denial.call === call) ||
  (denial.tool !== null && denial.tool === tool && denial.args !== null && denial.args === args);

export function afterDecision(
  state: GatewayState,
  approval: Approval,
  decision: ApprovalDecision,
  constants: GatewayConstants,
): GatewayState {
  if (decision === 'deny') {
    const { call, tool, args, session } = approval;
    return deny(state, { call, tool, args, session, by: 'person' }, constants);
  }
  if (approval.standing !== 'approved') return state;
  return { ...state, denials: takeBack(state.denials, (denial) => concerns(denial, approval)) };
}
