import { canonicalJson } from '../trace/canonical-json.ts';
import type { Json } from '../trace/json.ts';
import { certainFirst, type Doubt, inFavour } from './doubt.ts';
import { newest, thawed } from './memory.ts';

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
  /** Canonical JSON of the approved arguments: those shown, or those that the decision edited in; null if they are not recorded. */
  readonly args: string | null;
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
  /** Canonical JSON; null if the arguments are not recorded. */
  readonly args: string | null;
  readonly bound: string | null;
  readonly session: string | null;
  /** Digest of the tool's definition now. */
  readonly definition: string | null;
  readonly at: number | null;
}

/** Only what is pending can be approved; what is approved can still be taken back: by a later no, too. */
export const isDecidable = (status: ApprovalStatus, decision: ApprovalDecision): boolean =>
  status === 'pending' || (status === 'approved' && decision !== 'approve' && decision !== 'edit');

/** The same request once more changes nothing; another request under a known id of the session has to be approved anew. */
export function requestApproval(approvals: Approvals, approval: Approval, remembered: number): Approvals {
  const known = [...approvals.live, ...approvals.finished].find((one) => isTheSame(one, approval));
  return known !== undefined && bindsTheSame(known, approval)
    ? approvals
    : putApproval(approvals, approval, remembered);
}

/** Two sessions may count their approvals alike: an id means one of its own session. */
const isTheSame = (one: Approval, other: Approval): boolean => one.id === other.id && one.session === other.session;

/**
 * The approval that a decision is about. A decision that names no session is about the newest of that id; but where several sessions have one, it
 * approves none, for it does not say which.
 */
export function findApproval(
  approvals: Approvals,
  { id, session, approves }: { readonly id: string; readonly session: string | null; readonly approves: boolean },
): Approval | undefined {
  const named = [...approvals.finished, ...approvals.live].filter((one) => one.id === id);
  const here = session === null ? named : named.filter((one) => one.session === null || one.session === session);
  const own = here.filter((one) => one.session === session);
  const chosen = own.length > 0 ? own : here;
  return approves && new Set(chosen.map((one) => one.session)).size > 1 ? undefined : chosen.at(-1);
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

/** What {@link findApproval} looks for, from the arguments of a decision. */
export const decisionOf = ({
  approval,
  decision,
  session,
}: {
  readonly approval: string;
  readonly decision: ApprovalDecision;
  readonly session: string | null;
}) => ({ id: approval, session, approves: decision === 'approve' || decision === 'edit' });

/** The approvals with one added or replaced; at most `remembered` finished ones are kept, the newest. */
export function putApproval(approvals: Approvals, approval: Approval, remembered: number): Approvals {
  const isOther = (one: Approval): boolean => !isTheSame(one, approval);
  const live = thawed(approvals.live).filter(isOther);
  const others = thawed(approvals.finished);
  const finished = others.every(isOther) ? approvals.finished : others.filter(isOther);
  if (!isFinished(approval)) return { ...approvals, live: [...live, approval], finished };
  const kept = newest(finished, approval, remembered);
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
        // What was edited in is what was approved; where it is not recorded, nobody knows what that was.
        args: editedArgs === null ? null : canonicalJson(editedArgs),
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
  doubt: Doubt,
): Approval | undefined {
  const matches = (one: Approval, doubt: Doubt): boolean =>
    stands(one) &&
    (request.approval === null || request.approval === one.id) &&
    one.tool === request.tool &&
    (one.bound === null || one.bound === request.bound) &&
    (one.definition === null || one.definition === request.definition) &&
    sameArguments(one, request, doubt) &&
    isInTime(one, request, doubt) &&
    covers(one, request, doubt);
  return certainFirst((each) => {
    const isMatch = (one: Approval) => matches(one, each);
    return thawed(approvals.live).find(isMatch) ?? thawed(approvals.finished).find(isMatch);
  }, doubt);
}

/** Arguments that were not recorded may be the same. */
export const sameArguments = (
  one: { readonly args: string | null },
  other: { readonly args: string | null },
  doubt: Doubt,
): boolean => (one.args === null || other.args === null ? inFavour(doubt) : one.args === other.args);

/** An approval that expires is in time at a time that is recorded; without one it may be. */
export function isInTime(
  { expiresAt }: Pick<Approval, 'expiresAt'>,
  { at }: Pick<ExecutionRequest, 'at'>,
  doubt: Doubt,
): boolean {
  if (expiresAt === null) return true;
  return at === null ? inFavour(doubt) : at <= expiresAt;
}

type Scoped = Pick<ExecutionRequest, 'approval' | 'call' | 'session'>;

/** Scope: once is for the one call, session for the session it was given in, always for every call of the same tool and arguments. */
export function covers(approval: Approval, request: Scoped, doubt: Doubt): boolean {
  switch (approval.scope) {
    case 'once':
      return sameCall(approval, request, doubt) && sameSession(approval, request, doubt);
    case 'session':
      return sameSession(approval, request, doubt);
    case 'always':
      return true;
  }
}

/** A request that named no call is bound by tool and arguments; an execution that names none may be that of any call, unless it cites the approval. */
function sameCall(approval: Approval, request: Scoped, doubt: Doubt): boolean {
  if (approval.call === null) return true;
  if (request.call === null) return request.approval === approval.id || inFavour(doubt);
  return approval.call === request.call;
}

/** An execution that names no session may have run in any, unless its call or the approval that it cites ties it to one. */
function sameSession(approval: Approval, request: Scoped, doubt: Doubt): boolean {
  if (approval.session === null) return true;
  if (request.session !== null) return approval.session === request.session;
  const tied = request.approval === approval.id || (approval.call !== null && approval.call === request.call);
  return tied || inFavour(doubt);
}
