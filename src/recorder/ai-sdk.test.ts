import { describe, expect, it } from 'vitest';
import { recordAiApprovals, recordAiTools } from './ai-sdk.ts';
import { createRecorder } from './recorder.ts';
import { brief } from './testing/brief.ts';

// The shapes of `ai` 6.0.326 as its declarations have them, so that a change here that no longer takes them does not compile.
interface Options {
  toolCallId: string;
  messages: unknown[];
  abortSignal?: AbortSignal;
}
interface Tool<I, O> {
  description?: string;
  needsApproval?: boolean | ((input: I, options: Options) => boolean | PromiseLike<boolean>);
  onInputAvailable?: (options: { input: I } & Options) => void | PromiseLike<void>;
  execute?: (input: I, options: Options) => AsyncIterable<O> | PromiseLike<O> | O;
}
const tool = <I, O>(given: Tool<I, O>): Tool<I, O> => given;
const call = (toolCallId: string): Options => ({ toolCallId, messages: [] });
const clerk = { by: 'clerk', authenticity: 'server' } as const;

describe('tools of the AI SDK', () => {
  it('keep the id of their call, and stream', async () => {
    const recorder = createRecorder({ source: 'test' });
    const tools = recordAiTools(recorder, {
      pay: tool({ description: 'd', execute: async (input: { to: string }) => `paid ${input.to}` }),
      count: tool<object, number>({
        execute: async function* () {
          yield 1;
          yield 2;
        },
      }),
    });
    expect(await tools.pay.execute!({ to: 'x' }, call('c1'))).toBe('paid x');
    const parts: number[] = [];
    for await (const part of tools.count.execute!({}, call('c2')) as AsyncIterable<number>) parts.push(part);
    expect(parts).toEqual([1, 2]);
    expect(brief(recorder)).toEqual([
      'start c1 pay {"to":"x"}',
      'end exec:c1 ok',
      'tool_result untrusted paid x',
      'start c2 count {}',
      'end exec:c2 ok',
      'tool_result untrusted 2',
    ]);
  });

  it('that stream end where the stream is left, or with what it threw', async () => {
    const recorder = createRecorder({ source: 'test' });
    const tools = recordAiTools(recorder, {
      left: tool<object, number>({
        execute: async function* () {
          yield 1;
          yield 2;
        },
      }),
      torn: tool<object, number>({
        execute: async function* () {
          yield 1;
          throw new Error('torn');
        },
      }),
    });
    for await (const _ of tools.left.execute!({}, call('c1')) as AsyncIterable<number>) break;
    await expect(async () => {
      for await (const _ of tools.torn.execute!({}, call('c2')) as AsyncIterable<number>);
    }).rejects.toThrow('torn');
    expect(brief(recorder).filter((line) => !line.startsWith('start'))).toEqual([
      'end exec:c1 ok',
      'tool_result untrusted 1',
      'end exec:c2 error',
      'tool_result untrusted torn',
    ]);
  });

  it('are told when the model calls them, so that a call without an execution is in the trace', async () => {
    const recorder = createRecorder({ source: 'test' });
    const heard: unknown[] = [];
    const tools = recordAiTools(recorder, {
      elsewhere: tool<{ a: number }, never>({ onInputAvailable: ({ input }) => void heard.push(input) }),
    });
    expect(tools.elsewhere.execute).toBeUndefined();
    await tools.elsewhere.onInputAvailable!({ input: { a: 1 }, ...call('c1') });
    expect(heard).toEqual([{ a: 1 }]);
    expect(recorder.trace().events).toMatchObject([
      { kind: 'call.proposed', call: 'c1', tool: 'elsewhere', args: { a: 1 } },
    ]);
  });

  it('run under the approval that was given for their call', async () => {
    const recorder = createRecorder({ source: 'test' });
    const pay = tool({ needsApproval: true, execute: (input: { to: string }) => `paid ${input.to}` });
    const tools = recordAiTools(recorder, { pay });
    const toolCall = { type: 'tool-call', toolCallId: 'c1', toolName: 'pay', input: { to: 'x' } };
    const request = { type: 'tool-approval-request', approvalId: 'a1', toolCall };
    recordAiApprovals(recorder, [{ type: 'text' }, request], clerk);
    recordAiApprovals(recorder, [{ type: 'tool-approval-response', approvalId: 'a1', approved: true } as never], clerk);
    tools.pay.execute!({ to: 'x' }, call('c1'));
    expect(brief(recorder).slice(0, 3)).toEqual([
      'ask a1 c1 pay {"to":"x"}',
      'approve a1 once by clerk, server',
      'start c1 pay {"to":"x"}',
    ]);
    expect(recorder.trace().events.find(({ kind }) => kind === 'exec.started')).toMatchObject({ approval: 'a1' });
  });

  it('are denied, and asked for in messages, where the request names the call by its id', () => {
    const recorder = createRecorder({ source: 'test' });
    recorder.propose('pay', { to: 'x' }, 'c1');
    const messages = [
      { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
      { type: 'tool-approval-response', approvalId: 'a1', approved: false, reason: 'no' },
      { type: 'tool-approval-response' },
    ];
    recordAiApprovals(recorder, messages, { by: 'user', authenticity: 'client_claimed' });
    expect(brief(recorder)).toEqual(['ask a1 c1 pay {"to":"x"}', 'deny a1 once by user, client_claimed']);
  });
});
