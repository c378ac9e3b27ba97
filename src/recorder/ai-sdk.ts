import type { Approver } from './approver.ts';
import { recorded } from './execution.ts';
import type { Recorder } from './recorder.ts';

/**
 * A tool of the AI SDK, as far as it is used: `tool()` of `ai` 5.0 and 6.0, whose type is `Tool` in `@ai-sdk/provider-utils` 3 and 4
 * (`execute(input, { toolCallId, messages, abortSignal })`, which may give a value, a promise or an async iterable;
 * `onInputAvailable({ input, toolCallId, … })`, called once the model has made a call, before any approval).
 */
export interface AiTool {
  readonly execute?: ((input: never, options: never) => unknown) | undefined;
  readonly onInputAvailable?: ((options: never) => unknown) | undefined;
}

/**
 * A set of AI SDK tools. A call is recorded when the model makes it, so one that is denied is in the trace too; a tool without `execute` runs
 * elsewhere, and only its calls are recorded.
 */
export function recordAiTools<T extends { readonly [name: string]: AiTool }>(recorder: Recorder, tools: T): T {
  const wrapped = Object.entries(tools).map(([name, tool]) => {
    const { execute, onInputAvailable } = tool;
    const proposed = (options: never) => {
      const { input, toolCallId } = options as { input?: unknown; toolCallId?: unknown };
      if (typeof toolCallId === 'string') recorder.propose(name, input, toolCallId);
      return onInputAvailable?.call(tool, options);
    };
    const run = (input: never, options: never) => {
      const call = (options as { toolCallId?: unknown } | undefined)?.toolCallId;
      const execution = recorder.start(name, input, { call: typeof call === 'string' ? call : undefined });
      return recorded(execution, () => execute!.call(tool, input, options));
    };
    return [name, { ...tool, onInputAvailable: proposed, ...(typeof execute === 'function' ? { execute: run } : {}) }];
  });
  return Object.fromEntries(wrapped) as T;
}

/** A part of a result's `content` or of a model message, as far as it is read. */
export interface AiPart {
  readonly type: string;
}

interface ApprovalPart {
  readonly type: string;
  readonly approvalId?: unknown;
  readonly toolCallId?: unknown;
  readonly toolCall?: { readonly toolCallId?: unknown; readonly toolName?: unknown; readonly input?: unknown };
  readonly approved?: unknown;
}

/**
 * Records the approvals of AI SDK 6: parts `tool-approval-request` (of `result.content`, with `toolCall`; of a model message, with `toolCallId`)
 * and `tool-approval-response` (of a tool message, with `approved`); other parts are passed over. Call it with the content of every result
 * and of every message that answers one, in their order.
 */
export function recordAiApprovals(recorder: Recorder, parts: readonly AiPart[], approver: Approver): void {
  for (const part of parts as readonly ApprovalPart[]) {
    const { type, approvalId, toolCall } = part;
    if (typeof approvalId !== 'string') continue;
    if (type === 'tool-approval-response') {
      recorder.decideApproval(approvalId, part.approved === true ? 'approve' : 'deny', approver);
    }
    if (type !== 'tool-approval-request') continue;
    const call = toolCall?.toolCallId ?? part.toolCallId;
    if (typeof call !== 'string') continue;
    if (typeof toolCall?.toolName === 'string') recorder.propose(toolCall.toolName, toolCall.input, call);
    recorder.requestApproval(call, approvalId);
  }
}
