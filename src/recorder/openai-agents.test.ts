import { describe, expect, it } from 'vitest';
import { recordAgentsApprovals, recordAgentsTool } from './openai-agents.ts';
import { createRecorder } from './recorder.ts';
import { brief } from './testing/brief.ts';

// The shapes of `@openai/agents` 0.20.0 as its declarations have them.
interface ToolOptions<I> {
  name?: string;
  description: string;
  needsApproval?: boolean | ((context: object, input: I, callId?: string) => Promise<boolean>);
  execute: (input: I, context?: object, details?: { toolCall?: { callId: string } }) => unknown;
}
const options = <I>(given: ToolOptions<I>): ToolOptions<I> => given;
const clerk = { by: 'clerk', authenticity: 'server' } as const;

/** An item that is made anew each time that it is asked for, as the SDK does. */
const interrupted = (...calls: readonly { callId?: string; id?: string }[]) => {
  const decided: string[] = [];
  return {
    decided,
    get interruptions() {
      return calls.map((rawItem) => ({ rawItem, name: 'pay', arguments: '{"to":"x"}' }));
    },
    state: {
      approve: (_item: object, how?: { alwaysApprove?: boolean }) => void decided.push(`approve ${how?.alwaysApprove}`),
      reject: (_item: object, how?: { alwaysReject?: boolean }) => void decided.push(`reject ${how?.alwaysReject}`),
    },
  };
};

describe('a tool of the Agents SDK', () => {
  it('keeps the id of its call, and its name, which may be that of its function', async () => {
    const recorder = createRecorder({ source: 'test' });
    const given = options({
      description: 'd',
      needsApproval: true,
      execute: async function pay(input: { to: string }) {
        return `paid ${input.to}`;
      },
    });
    const recorded = recordAgentsTool(recorder, given);
    expect(recorded).toMatchObject({ name: 'pay', description: 'd', needsApproval: true });
    expect(await recorded.execute({ to: 'x' }, {}, { toolCall: { callId: 'c1' } })).toBe('paid x');
    expect(brief(recorder)).toEqual(['start c1 pay {"to":"x"}', 'end exec:c1 ok', 'tool_result untrusted paid x']);
  });

  it('is seen to fail where the SDK makes a result of what it throws', async () => {
    const recorder = createRecorder({ source: 'test' });
    const recorded = recordAgentsTool(
      recorder,
      options({
        name: 'pay',
        description: 'd',
        execute: async () => {
          throw new Error('no');
        },
      }),
    );
    await expect(recorded.execute({})).rejects.toThrow('no');
    expect(brief(recorder)).toContain('end exec:call:1 error');
  });
});

describe('interruptions of the Agents SDK', () => {
  it('are requests at once and decisions when they are made, which the SDK hears of', () => {
    const recorder = createRecorder({ source: 'test' });
    const run = interrupted({ callId: 'c1' }, { id: 'c2' });
    const approvals = recordAgentsApprovals(recorder, run, clerk);
    const [one, two] = run.interruptions;
    approvals.approve(one!, { alwaysApprove: true });
    approvals.reject(two!);
    expect(run.decided).toEqual(['approve true', 'reject undefined']);
    expect(brief(recorder)).toEqual([
      'ask approval:1 c1 pay {"to":"x"}',
      'ask approval:2 c2 pay {"to":"x"}',
      'approve approval:1 session by clerk, server',
      'deny approval:2 once by clerk, server',
    ]);
  });

  it('of another run are refused', () => {
    const approvals = recordAgentsApprovals(createRecorder({ source: 'test' }), interrupted({ callId: 'c1' }), clerk);
    const [other] = interrupted({ callId: 'c9' }).interruptions;
    expect(() => approvals.approve(other!)).toThrow('not one of the run');
  });
});
