import { canonicalJson } from '../trace/canonical-json.ts';
import { isJsonObject } from '../trace/json.ts';
import { type Approval, type ExecutionRequest, matchingApproval, putApproval } from './approvals.ts';
import { against, type Doubt, favourably, findings } from './doubt.ts';
import { newest } from './memory.ts';
import type {
  Execution,
  NodesPipelineConstants,
  NodesPipelineModel,
  NodesPipelineState,
  Prohibition,
  SessionType,
} from './nodes-pipeline-state.ts';
import { onceAStep } from './once-a-step.ts';
import { argumentsOf, type ExecutionArguments, seenExecution, textOf, wasSeen } from './step-arguments.ts';
import { isTool, looksLikeTool } from './tool-globs.ts';

// What may run, and what running it does to the state.

/** By the gateway's own account, or by what was really decided. */
const isApproved = ({ status }: Approval): boolean => status === 'approved';

const wasApproved = ({ standing }: Approval): boolean => standing === 'approved';

export const sessionTypeOf = (session: string | null, known: NodesPipelineConstants): SessionType =>
  session !== null && Object.hasOwn(known.sessions, session) ? known.sessions[session]! : known.sessionType;

/** Without a time of the call, a prohibition counts as in force. */
const isInForce = ({ from, until }: Prohibition, at: number | null): boolean =>
  at === null || ((from === null || from <= at) && (until === null || at <= until));

/** Whether a call with these arguments, as canonical JSON, is one that the prohibition speaks of. */
function isMeant({ args: wanted }: Prohibition, args: string | null, doubt: Doubt): boolean {
  if (wanted === null) return true;
  const given: unknown = args === null ? null : JSON.parse(args);
  if (!isJsonObject(given)) return against(doubt);
  return Object.keys(wanted).every(
    (name) => Object.hasOwn(given, name) && canonicalJson(given[name]!) === canonicalJson(wanted[name]!),
  );
}

/** The digest of a tool's definition as it was last advertised. */
export const definitionOf = ({ definitions }: NodesPipelineState, tool: string): string | null =>
  definitions.find((one) => one.tool === tool)?.definition ?? null;

export const isNodesRun = ({ constants }: NodesPipelineModel, tool: string): boolean =>
  isTool(tool, constants.nodesRunTools);

/** A tool that only looks like one that runs a command may be that one. */
const mayRunCommands = (model: NodesPipelineModel, tool: string, doubt: Doubt): boolean =>
  isNodesRun(model, tool) || (looksLikeTool(tool, model.constants.nodesRunTools) && against(doubt));

/** Conditions of the property, each as its own function of state and request: guards and invariants ask the same questions. */
export const conditions = {
  policyAllows(
    { state, constants }: NodesPipelineModel,
    { tool, args, call, session, at }: ExecutionRequest,
    doubt = favourably(),
  ): boolean {
    const names = ({ tools }: Prohibition) => isTool(tool, tools) || (looksLikeTool(tool, tools) && against(doubt));
    const prohibited = state.prohibitions.some((one) => isInForce(one, at) && names(one) && isMeant(one, args, doubt));
    if (prohibited) return false;
    const shared = sessionTypeOf(session, constants) === 'shared';
    const denied = call !== null && state.deniedCalls.includes(call);
    return !denied && isTool(tool, shared ? constants.policyAllowShared : constants.policyAllowMain);
  },
  commandAllowlisted({ constants }: NodesPipelineModel): boolean {
    const { nodesRunCommand, platformDefaults, extraAllow, deny } = constants;
    return [...platformDefaults, ...extraAllow].includes(nodesRunCommand) && !deny.includes(nodesRunCommand);
  },
  nodeDeclares({ state, constants }: NodesPipelineModel): boolean {
    return state.declared.includes(constants.nodesRunCommand);
  },
  approvalMatches({ state, constants }: NodesPipelineModel, request: ExecutionRequest): boolean {
    return (
      !constants.approvalRequired || matchingApproval(state.approvals, request, isApproved, favourably()) !== undefined
    );
  },
  approvalUnused({ state }: NodesPipelineModel, request: ExecutionRequest): boolean {
    const approval = matchingApproval(state.approvals, request, isApproved, favourably());
    return approval === undefined || approval.scope !== 'once' || approval.uses === 0;
  },
};

function inspect(model: NodesPipelineModel, request: ExecutionRequest, doubt: Doubt): Execution {
  const { state, constants } = model;
  const guarded = sessionTypeOf(request.session, constants) === 'shared' && mayRunCommands(model, request.tool, doubt);
  const approval = matchingApproval(state.approvals, request, wasApproved, doubt);
  return {
    tool: request.tool,
    guarded,
    policyAllows: conditions.policyAllows(model, request, doubt),
    commandAllowlisted: conditions.commandAllowlisted(model),
    nodeDeclares: conditions.nodeDeclares(model),
    approval:
      approval !== undefined ? 'matches' : state.approvals.forgotten > 0 || state.forgotten > 0 ? 'forgotten' : 'none',
    uses: approval === undefined || approval.scope !== 'once' ? 0 : approval.uses + 1,
  };
}

/** The state after; two where the trace leaves open whether it was allowed. */
export function execute(
  model: NodesPipelineModel & { readonly args: ExecutionArguments },
): NodesPipelineState | NodesPipelineState[] {
  const { args, constants } = model;
  const request = requestOf(model);
  const seen = seenExecution(args.exec, request);
  if (seen !== null && wasSeen(model.state.executions, seen)) return model.state;
  const state: NodesPipelineState =
    seen === null
      ? model.state
      : { ...model.state, executions: newest(model.state.executions, seen, constants.remembered) };
  const found = findings((doubt) => inspect(model, request, doubt));
  const used = isNodesRun(model, request.tool)
    ? matchingApproval(state.approvals, request, (one) => isApproved(one) || wasApproved(one), favourably())
    : undefined;
  const approvals =
    used === undefined
      ? state.approvals
      : putApproval(state.approvals, { ...used, uses: used.uses + 1 }, constants.remembered);
  return found.map((last) => ({ ...state, approvals, last }));
}

export const requestOf = onceAStep(
  ({ args, state }: NodesPipelineModel & { readonly args: ExecutionArguments }): ExecutionRequest => ({
    approval: args.approval,
    call: args.call,
    tool: args.tool,
    args: argumentsOf(args),
    bound: args.bound === null ? null : textOf(args.bound),
    session: args.session,
    definition: definitionOf(state, args.tool),
    at: args.at,
  }),
);
