import type { Approver } from './approver.ts';
import { recorded } from './execution.ts';
import { parsed } from './json-of.ts';
import type { Recorder } from './recorder.ts';

/**
 * What `tool()` of `@openai/agents` 0.20 is given, as far as it is used (`tool.d.ts` of `@openai/agents-core`): `execute(input, runContext,
 * { toolCall: { callId } })`, with the input parsed.
 */
export interface AgentsToolOptions {
  readonly name?: string | undefined;
  readonly execute: (input: never, context?: never, details?: never) => unknown;
}

/**
 * The options of a tool, with its function recorded: `tool(recordAgentsTool(recorder, { … }))`. The finished tool is no place to record at: it
 * turns what its function throws into a result that says so, and the SDK knows it by its own `invoke`.
 */
export function recordAgentsTool<O extends AgentsToolOptions>(recorder: Recorder, options: O): O {
  const { execute } = options;
  const name = options.name ?? execute.name;
  const run: AgentsToolOptions['execute'] = (input, context, details) => {
    const call = (details as { toolCall?: { callId?: unknown } } | undefined)?.toolCall?.callId;
    const execution = recorder.start(name, input, { call: typeof call === 'string' ? call : undefined });
    return recorded(execution, () => execute.call(options, input, context, details));
  };
  return { ...options, name, execute: run };
}

/** An interruption of a run (`RunToolApprovalItem`): the call that waits for an approval. */
export interface AgentsInterruption {
  readonly rawItem: object;
  readonly name?: string | undefined;
  readonly arguments?: string | undefined;
}

/** The result of a run that was interrupted (`RunResult`), as far as it is used. */
export interface InterruptedRun<I extends AgentsInterruption> {
  readonly interruptions: readonly I[];
  readonly state: {
    approve(item: I, options?: { alwaysApprove?: boolean }): void;
    reject(item: I, options?: { alwaysReject?: boolean }): void;
  };
}

/** Answers interruptions of a run and records what was answered. */
export interface AgentsApprovals<I> {
  /** As `state.approve` and `state.reject`, which they call. */
  approve(item: I, options?: { alwaysApprove?: boolean }): void;
  reject(item: I, options?: { alwaysReject?: boolean }): void;
}

/** Records the interruptions of a run as requests, at once, and the decisions on them when they are made. */
export function recordAgentsApprovals<I extends AgentsInterruption>(
  recorder: Recorder,
  run: InterruptedRun<I>,
  approver: Approver,
): AgentsApprovals<I> {
  // The SDK makes the items anew each time that it is asked for them.
  const approvals = new Map<string | undefined, string>();
  for (const item of run.interruptions) {
    const proposed = recorder.propose(item.name ?? 'unknown', parsed(item.arguments ?? null), callOf(item));
    approvals.set(callOf(item), recorder.requestApproval(proposed));
  }
  const decide = (item: I, decision: 'approve' | 'deny', always: boolean | undefined): void => {
    const approval = approvals.get(callOf(item));
    if (approval === undefined) throw new Error('this interruption is not one of the run whose approvals are recorded');
    recorder.decideApproval(approval, decision, { ...approver, scope: always === true ? 'session' : 'once' });
  };
  return {
    approve: (item, options) => {
      decide(item, 'approve', options?.alwaysApprove);
      run.state.approve(item, options);
    },
    reject: (item, options) => {
      decide(item, 'deny', options?.alwaysReject);
      run.state.reject(item, options);
    },
  };
}

function callOf({ rawItem }: AgentsInterruption): string | undefined {
  const { callId, id } = rawItem as { callId?: unknown; id?: unknown };
  return [callId, id].find((one): one is string => typeof one === 'string');
}
