import { canonicalJson } from '../trace/canonical-json.ts';
import type { Json } from '../trace/json.ts';

export type ApprovalStatus = 'pending' | 'approved' | 'denied' | 'expired' | 'revoked';
export type ApprovalScope = 'once' | 'session' | 'always';

export type ApprovalDecision = 'approve' | 'deny' | 'edit' | 'expire' | 'revoke';

/** An approval as it stands, and what it binds. */
export interface Approval {
  readonly id: string;
  /** What the gateway takes the approval for; its guards decide that. */
  readonly status: ApprovalStatus;
  /** What the decisions amount to, whatever the gateway's guards made of them; the invariants ask this. */
  readonly standing: 'open' | 'approved' | 'closed';
  readonly scope: ApprovalScope;
  /** Null where the request named no call; then tool and arguments alone bind it. */
  readonly call: string | null;
  readonly tool: string;
  /** Canonical JSON of the approved arguments: those shown, or those that the decision edited in. */
  readonly args: string;
  /** Canonical JSON of whatever else was bound (directory, digests); null if nothing was. */
  readonly bound: string | null;
  readonly session: string | null;
  /** Digest of the tool's definition when approval was asked for; null if none was advertised. */
  readonly definition: string | null;
  /** Who spoke in the session when approval was asked for; null if nobody is known. */
  readonly principal: string | null;
  /** The rules that asked for approval then, as text with their versions. */
  readonly rules: readonly string[];
  readonly expiresAt: number | null;
  readonly uses: number;
}

/** The approvals of a run. Those that can still authorise are all kept; of the finished ones, the newest. */
export interface Approvals {
  readonly live: readonly Approval[];
  readonly finished: readonly Approval[];
  /** Finished approvals that are no longer remembered. */
  readonly forgotten: number;
}

export const NO_APPROVALS: Approvals = { live: [], finished: [], forgotten: 0 };

/** What is executed, and under which approval it claims to be. */
export interface ExecutionRequest {
  readonly approval: string | null;
  readonly call: string | null;
  readonly tool: string;
  readonly args: string;
  readonly bound: string | null;
  readonly session: string | null;
  /** Digest of the tool's definition now. */
  readonly definition: string | null;
  readonly at: number | null;
}

/** Only what is pending can be approved; what is approved can still be taken back: by a later no, too. */
export const isDecidable = (status: ApprovalStatus, decision: ApprovalDecision): boolean =>
  status === 'pending' || (status === 'approved' && decision !== 'approve' && decision !== 'edit');

/** The same request once more changes nothing; another request under a known id has to be approved anew. */
export function requestApproval(approvals: Approvals, approval: Approval, remembered: number): Approvals {
  const known = findApproval(approvals, approval.id);
  return known !== undefined && bindsTheSame(known, approval)
    ? approvals
    : putApproval(approvals, approval, remembered);
}

export function findApproval(approvals: Approvals, id: string): Approval | undefined {
  return approvals.live.find((one) => one.id === id) ?? approvals.finished.find((one) => one.id === id);
}

/** Whether two approvals, whatever became of them, authorise the same. */
function bindsTheSame(a: Approval, b: Approval): boolean {
  return (
    a.call === b.call &&
    a.tool === b.tool &&
    a.args === b.args &&
    a.bound === b.bound &&
    a.session === b.session &&
    a.definition === b.definition &&
    a.principal === b.principal &&
    a.rules.join('\n') === b.rules.join('\n')
  );
}

/** The approvals with one added or replaced; at most `remembered` finished ones are kept, the newest. */
export function putApproval(approvals: Approvals, approval: Approval, remembered: number): Approvals {
  const live = approvals.live.filter(({ id }) => id !== approval.id);
  const finished = approvals.finished.some(({ id }) => id === approval.id)
    ? approvals.finished.filter(({ id }) => id !== approval.id)
    : approvals.finished;
  if (!isFinished(approval)) return { ...approvals, live: [...live, approval], finished };
  const kept = [...finished, approval].slice(-remembered);
  return { live, finished: kept, forgotten: approvals.forgotten + finished.length + 1 - kept.length };
}

function isFinished({ status, scope, uses }: Approval): boolean {
  switch (status) {
    case 'pending':
      return false;
    case 'approved':
      return scope === 'once' && uses > 0;
    case 'denied':
    case 'expired':
    case 'revoked':
      return true;
  }
}

/** The standing after a decision: what was denied, expired or revoked stays closed, and only a genuine approval approves. */
export function standingAfter(
  standing: Approval['standing'],
  decision: ApprovalDecision,
  genuine: boolean,
): Approval['standing'] {
  switch (decision) {
    case 'approve':
    case 'edit':
      return standing === 'open' && genuine ? 'approved' : standing;
    case 'deny':
    case 'expire':
    case 'revoke':
      return 'closed';
  }
}

/** The approval after a decision that counts. */
export function decided(
  approval: Approval,
  decision: ApprovalDecision,
  scope: ApprovalScope,
  editedArgs: Json | null,
): Approval {
  switch (decision) {
    case 'approve':
      return { ...approval, status: 'approved', scope };
    case 'edit':
      return {
        ...approval,
        status: 'approved',
        scope,
        args: editedArgs === null ? approval.args : canonicalJson(editedArgs),
      };
    case 'deny':
      return { ...approval, status: 'denied' };
    case 'expire':
      return { ...approval, status: 'expired' };
    case 'revoke':
      return { ...approval, status: 'revoked' };
  }
}

/**
 * The approval that authorises an execution, used up or not: one that stands, is unexpired, and is bound to the same call, tool, arguments,
 * operands, tool definition and session. One that is still unused comes first.
 */
export function matchingApproval(
  approvals: Approvals,
  request: ExecutionRequest,
  stands: (approval: Approval) => boolean,
): Approval | undefined {
  const matches = (one: Approval): boolean =>
    stands(one) &&
    (one.expiresAt === null || request.at === null || request.at <= one.expiresAt) &&
    (request.approval === null || request.approval === one.id) &&
    one.tool === request.tool &&
    one.args === request.args &&
    (one.bound === null || one.bound === request.bound) &&
    (one.definition === null || one.definition === request.definition) &&
    covers(one, request);
  return approvals.live.find(matches) ?? approvals.finished.find(matches);
}

/** Scope: once is for the one call, session for the session it was given in, always for every call of the same tool and arguments. */
export function covers(approval: Approval, request: Omit<ExecutionRequest, 'definition' | 'bound'>): boolean {
  switch (approval.scope) {
    case 'once':
      return (
        (approval.call === null || request.call === null || approval.call === request.call) &&
        sameSession(approval, request)
      );
    case 'session':
      return sameSession(approval, request);
    case 'always':
      return true;
  }
}

const sameSession = (approval: Approval, request: Pick<ExecutionRequest, 'session'>): boolean =>
  approval.session === null || request.session === null || approval.session === request.session;
