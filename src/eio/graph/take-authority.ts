import type { EventOf } from '../../trace/event.ts';
import { type ApprovalRecord, addIdentity, base, type Collected, type Mutable } from './collected.ts';
import type { Policy } from './entity.ts';

export function takePolicy(c: Collected, event: EventOf<'policy.declared'>): void {
  const policy: Mutable<Policy> = {
    kind: 'policy',
    type: event.effect === 'prohibit' ? 'eio.entity.prohibition' : 'eio.entity.policy-rule',
    ...base(c, event, event.id),
    effect: event.effect,
    tools: event.tools,
    args: event.args,
    from: event.from,
    until: event.until,
    text: event.text,
    replaced: Infinity,
  };
  const last = c.lastPolicy.get(event.id);
  if (last !== undefined) last.replaced = c.rank;
  c.lastPolicy.set(event.id, policy);
  c.policies.push(policy);
}

export function takeApprovalRequest(c: Collected, event: EventOf<'approval.requested'>): void {
  c.approvals.set(event.approval, { request: event, grants: [] });
}

export function takeApprovalDecision(c: Collected, event: EventOf<'approval.decided'>): void {
  const record = c.approvals.get(event.approval);
  if (record === undefined) return;
  if (event.decision !== 'approve' && event.decision !== 'edit') {
    for (const grant of record.grants) grant.withdrawn = Math.min(grant.withdrawn, c.rank);
    const action = record.request.call === undefined ? undefined : c.actionByCall.get(record.request.call);
    if (action !== undefined && event.decision === 'deny') action.denied ??= event.seq;
    return;
  }
  const grant: ApprovalRecord['grants'][number] = {
    by: 'approval',
    call: record.request.call,
    tool: record.request.tool,
    args: event.decision === 'edit' ? (event.edited_args ?? record.request.args) : record.request.args,
    scope: event.scope,
    authentic: event.authenticity !== 'client_claimed',
    until: record.request.expires_at,
    withdrawn: Infinity,
  };
  record.grants.push(grant);
  c.authorities.push({ kind: 'authority', type: 'eio.entity.authority', ...base(c, event, event.approval), grant });
}

export function takeVerification(c: Collected, event: EventOf<'identity.verified'>): void {
  addIdentity(c, event, event.identity, undefined, event.subject);
  c.verifications.push({
    kind: 'verification',
    type: 'eio.entity.verification-state',
    ...base(c, event, `verified@${event.seq}`),
    identity: event.identity,
    role: event.role,
    method: event.method,
    subject: event.subject,
    validUntil: event.valid_until,
  });
}

export function takeHandoff(c: Collected, event: EventOf<'handoff'>): void {
  addIdentity(c, event, event.from);
  addIdentity(c, event, event.to);
  c.authorities.push({
    kind: 'authority',
    type: 'eio.entity.authority',
    ...base(c, event, `handoff@${event.seq}`),
    grant: { by: 'handoff', from: event.from, to: event.to, authority: event.authority },
  });
}
