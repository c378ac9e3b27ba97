import type { Trace } from '../../trace/event.ts';
import { createTrace, type EventInput } from '../../trace/trace.ts';

/** What may be wrong with the system below. */
export interface Faults {
  /** Takes an approval of one request for one of any. */
  readonly anyApproval?: boolean;
  /** Never runs anything. */
  readonly idle?: boolean;
  /** Runs everything twice. */
  readonly twice?: boolean;
  /** Says nothing of what it was given. */
  readonly mute?: boolean;
  /** Asks for approvals of its own. */
  readonly eager?: boolean;
  /** Does not record what it refuses. */
  readonly silent?: boolean;
}

/** A gateway of nodes: requests that it is given wait for their turn, which is when nothing else is left to do. */
export function gateway(stimuli: readonly EventInput[], faults: Faults = {}): Trace {
  const events: EventInput[] = [];
  const approvals = new Map<string, 'pending' | 'approved'>();
  let last = '';
  const record = (event: EventInput) => events.push(event);
  for (const stimulus of stimuli) {
    if (!faults.mute) record(stimulus);
    if (stimulus.kind === 'approval.requested') {
      last = stimulus.call!;
      approvals.clear();
      approvals.set(last, 'pending');
    }
    if (stimulus.kind === 'approval.decided') approvals.set(last, 'approved');
    if (stimulus.kind !== 'call.proposed') continue;
    const { call, tool, args } = stimulus;
    const approved = faults.anyApproval
      ? [...approvals.values()].includes('approved')
      : approvals.get(call) === 'approved';
    const allowed = approved || tool !== 'nodes.run';
    if (faults.eager) record({ kind: 'approval.requested', approval: 'a9', call: 'r2', tool, args });
    if (faults.idle) continue;
    if (!allowed) {
      if (!faults.silent) record({ kind: 'policy.decided', call, effect: 'deny' });
      continue;
    }
    for (const exec of faults.twice ? ['e1', 'e2'] : ['e1']) record({ kind: 'exec.started', exec, call, tool, args });
  }
  return createTrace({ events });
}
