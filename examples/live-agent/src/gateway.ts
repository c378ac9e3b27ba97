import { isDeepStrictEqual } from 'node:util';
import type { Recorder } from 'tracefold';
import type { Call } from './scripted-model.ts';

/** What the agent may do at all, and what only with a person's leave. Everything else is refused. */
export interface Policy {
  readonly allowed: readonly string[];
  readonly approvalFor: readonly string[];
}

export type Tools = { readonly [name: string]: (args: Call['args']) => string };

/** A person who is shown a call and decides; null if nobody answers. */
export type Approver = (approval: string, call: Call) => { readonly approved: boolean; readonly by: string } | null;

/** Each can be switched off by its name, to see whether it is what stops an attack. The names are those of `monitor:gateway`. */
export const GUARDS = ['Execute/prohibitionHolds', 'Execute/approvalGiven', 'Execute/approvalUnused'] as const;
export type Guard = (typeof GUARDS)[number];

interface Approval {
  readonly id: string;
  readonly call: Call;
  used: boolean;
}

/** Every call of the agent goes through here: policy first, then an approval for this call and these arguments, which counts once. */
export function createGateway(
  policy: Policy,
  tools: Tools,
  ask: Approver,
  recorder: Recorder,
  switchedOff: Guard | null = null,
): (call: Call) => string {
  const on = (guard: Guard): boolean => guard !== switchedOff;
  const granted: Approval[] = [];
  let asked = 0;
  recorder.event('policy.declared', { id: 'allowed', effect: 'prohibit', tools: [`!(${policy.allowed.join('|')})`] });

  const isFor = (approval: Approval, call: Call): boolean =>
    approval.call.id === call.id && isDeepStrictEqual(approval.call.args, call.args);

  const standing = (call: Call): Approval | undefined =>
    granted.find((approval) => isFor(approval, call) && !(on('Execute/approvalUnused') && approval.used));

  const requested = (call: Call): Approval | undefined => {
    const id = recorder.requestApproval(call.id, `a${++asked}`);
    const answer = ask(id, call);
    if (answer === null) return undefined;
    const { approved, by } = answer;
    recorder.decideApproval(id, approved ? 'approve' : 'deny', { by, authenticity: 'server' });
    if (!approved) return undefined;
    const approval = { id, call, used: false };
    granted.push(approval);
    return approval;
  };

  return (call) => {
    recorder.propose(call.tool, call.args, call.id);
    const tool = tools[call.tool];
    if (tool === undefined) return `there is no tool ${call.tool}`;
    if (on('Execute/prohibitionHolds') && !policy.allowed.includes(call.tool)) {
      recorder.decidePolicy(call.id, 'deny', 'allowed');
      return `${call.tool} is not allowed`;
    }
    const gated = policy.approvalFor.includes(call.tool) && on('Execute/approvalGiven');
    const approval = gated ? (standing(call) ?? requested(call)) : undefined;
    if (gated && approval === undefined) return `nobody approved ${call.tool}`;
    if (approval !== undefined) approval.used = true;
    const execution = recorder.start(call.tool, call.args, { call: call.id, approval: approval?.id });
    try {
      const result = tool(call.args);
      execution.ended(result);
      return result;
    } catch (error) {
      execution.failed(error);
      return String(error);
    }
  };
}
