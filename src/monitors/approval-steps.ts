import { anything, optional } from '../model/model-definition.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { Json } from '../trace/json.ts';
import type { Approval, ApprovalScope } from './approvals.ts';
import { argumentsOf } from './step-arguments.ts';

/** Parameters of a request for approval, the same for every monitor. */
export const approvalRequestParameters = {
  approval: anything<string>(),
  tool: anything<string>(),
  args: optional<Json>(),
  argsUnknown: optional<boolean>(),
  call: optional<string>(),
  session: optional<string>(),
  expiresAt: optional<number>(),
  bound: optional<Json>(),
};

/** The arguments that {@link approvalRequestParameters} give. */
export interface ApprovalRequestArguments {
  readonly approval: string;
  readonly tool: string;
  readonly args: Json | null;
  readonly argsUnknown: boolean | null;
  readonly call: string | null;
  readonly session: string | null;
  readonly expiresAt: number | null;
  readonly bound: Json | null;
}

/** Parameters of a decision about an approval, the same for every monitor. */
export const approvalDecisionParameters = {
  approval: anything<string>(),
  decision: ['approve', 'deny', 'edit', 'expire', 'revoke'] as const,
  scope: optional<ApprovalScope>(),
  by: optional<string>(),
  authenticity: optional<string>(),
  session: optional<string>(),
  editedArgs: optional<Json>(),
};

/** An approval that was asked for and not decided; a monitor says what else it binds. */
export const pendingApproval = (
  args: ApprovalRequestArguments,
  binds: Pick<Approval, 'definition' | 'principal' | 'rules'>,
): Approval => ({
  id: args.approval,
  status: 'pending',
  standing: 'open',
  scope: 'once',
  call: args.call,
  tool: args.tool,
  args: argumentsOf(args),
  bound: args.bound === null ? null : canonicalJson(args.bound),
  session: args.session,
  expiresAt: args.expiresAt,
  uses: 0,
  ...binds,
});
