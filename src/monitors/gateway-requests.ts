import { optional } from '../model/model-definition.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { Json } from '../trace/json.ts';
import type { Approval } from './approvals.ts';
import { favourably } from './doubt.ts';
import { inspectAction } from './gateway-inspection.ts';
import type { GatewayModel, GatewayRequest, Inspection } from './gateway-state.ts';
import { onceAStep } from './once-a-step.ts';
import { argumentsOf, type ExecutionArguments, executionParameters } from './step-arguments.ts';

// What is asked of the gateway, and whether it allows that by its own account.

const CONFIG_TOOL = 'config.changed';

export const requestParameters = { ...executionParameters, agent: optional<string>() };

export type ExecuteArguments = ExecutionArguments & { readonly agent: string | null };

export type ChangeArguments = {
  readonly key: string;
  readonly by: string | null;
  readonly after: Json | null;
  readonly session: string | null;
  readonly agent: string | null;
  readonly at: number | null;
};

export const executionRequest = (args: ExecuteArguments): GatewayRequest => ({
  approval: args.approval,
  call: args.call,
  tool: args.tool,
  args: argumentsOf(args),
  given: args.argsUnknown === true ? undefined : (args.args ?? {}),
  bound: args.bound,
  session: args.session,
  agent: args.agent,
  at: args.at,
  needed: null,
});

/** A change of the configuration is an action of the tool `config.changed`, with the key and the new value. */
export function changeRequest({ key, by, after, session, agent, at }: ChangeArguments, { constants }: GatewayModel) {
  const args = after === null ? { key } : { key, after };
  const needed = by === null || !constants.configOwners.includes(by);
  const rest = { tool: CONFIG_TOOL, call: null, approval: null, bound: null, session, agent, at };
  return { ...rest, args: canonicalJson(args), given: args, needed } satisfies GatewayRequest;
}

const isApproved = ({ status }: Approval): boolean => status === 'approved';

export const allowed = (model: GatewayModel, request: GatewayRequest): Inspection =>
  inspectAction(model, request, isApproved, favourably());

export const allowedExecution = onceAStep(
  (model: GatewayModel & { readonly args: ExecuteArguments }): Inspection =>
    allowed(model, executionRequest(model.args)),
);
