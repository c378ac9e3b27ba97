import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace } from './import-trace.ts';
import { brief } from './testing/brief.ts';

const read = (value: unknown) => unwrap(importTrace(JSON.stringify(value), { file: 'graph.json' }));
const HUMAN = { type: 'human', id: 'h', content: 'Pay Ann and Bob.' };
const CALLS = {
  type: 'ai',
  id: 'a',
  content: '',
  tool_calls: [
    { id: 'c1', name: 'pay', args: { to: 'Ann' } },
    { id: 'c0', name: 'look', args: {} },
    { id: 'c2', name: 'pay', args: { to: 'Bob' } },
  ],
};
const tool = (id: string, content = 'ok', status = 'success') => ({
  type: 'tool',
  tool_call_id: id,
  name: 'pay',
  content,
  status,
});
const interrupt = (snake: boolean, ...to: string[]) => {
  const requests = to.map((name) => ({ name: 'pay', args: { to: name }, description: '' }));
  return {
    __interrupt__: [
      {
        id: 'i1',
        value: snake
          ? { action_requests: requests, review_configs: [] }
          : { actionRequests: requests, reviewConfigs: [] },
      },
    ],
  };
};
const dump = (name: string, kwargs: object) => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', name],
  kwargs,
});

describe('LangChain', () => {
  it('pairs requests with calls and decisions with requests, by position', () => {
    const { trace, format } = read([
      { messages: [HUMAN, CALLS] },
      interrupt(false, 'Ann', 'Bob'),
      { resume: { decisions: [{ type: 'approve' }, { type: 'reject', message: 'no' }] } },
      { messages: [HUMAN, CALLS, tool('c1'), tool('c2', 'rejected', 'error')] },
    ]);
    expect(format).toBe('langchain');
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      1 context.added item=item:1 origin=user trust=trusted text=Pay Ann and Bob.
      1 call.proposed call=c1 tool=pay args={"to":"Ann"}
      1 call.proposed call=c0 tool=look args={}
      1 call.proposed call=c2 tool=pay args={"to":"Bob"}
      1 approval.requested approval=i1/0 call=c1 tool=pay args={"to":"Ann"} (inferred:approval-by-position)
      1 approval.requested approval=i1/1 call=c2 tool=pay args={"to":"Bob"} (inferred:approval-by-position)
      1 approval.decided approval=i1/0 decision=approve scope=once by=human authenticity=server (inferred:approval-by-position)
      1 approval.decided approval=i1/1 decision=deny scope=once by=human authenticity=server (inferred:approval-by-position)
      1 exec.started exec=exec:c1 call=c1 tool=pay args={"to":"Ann"} (inferred:execution-from-result)
      1 exec.ended exec=exec:c1 status=ok result=item:2 (inferred:execution-from-result)
      1 context.added item=item:2 origin=tool_result trust=untrusted text=ok producer=c1
      1 policy.decided call=c2 effect=deny
      1 context.added item=item:3 origin=tool_result trust=untrusted text=rejected producer=c2
      "
    `);
    expect(trace.header.observes).toContain('approval.decided');
  });

  it('shows that a rejected call ran all the same', () => {
    const { trace } = read([
      { messages: [HUMAN, CALLS] },
      interrupt(true, 'Ann'),
      { decisions: [{ type: 'reject' }] },
      tool('c1', 'rejected', 'error'),
      tool('c1', 'paid'),
    ]);
    expect(trace.events.slice(-6).map(({ kind }) => kind)).toEqual([
      'approval.decided',
      'policy.decided',
      'context.added',
      'exec.started',
      'exec.ended',
      'context.added',
    ]);
  });

  it('runs what was edited, tool and arguments, and keeps what was proposed', () => {
    for (const key of ['editedAction', 'edited_action']) {
      const { trace } = read([
        { messages: [HUMAN, CALLS] },
        interrupt(true, 'Ann'),
        { decisions: [{ type: 'edit', [key]: { name: 'wire', args: { to: 'Eve' } } }] },
        tool('c1'),
      ]);
      expect(trace.events.find(({ kind }) => kind === 'call.proposed')).toMatchObject({
        tool: 'pay',
        args: { to: 'Ann' },
      });
      expect(trace.events.find(({ kind }) => kind === 'approval.decided')).toMatchObject({
        decision: 'edit',
        edited_args: { to: 'Eve' },
      });
      expect(trace.events.find(({ kind }) => kind === 'exec.started')).toMatchObject({
        tool: 'wire',
        args: { to: 'Eve' },
      });
    }
  });

  it('of messages alone does not observe approvals', () => {
    expect(read([HUMAN, CALLS, tool('c1')]).trace.header.observes).not.toContain('approval.decided');
  });

  it('reads constructor dumps and stored messages alike', () => {
    const plain = read([HUMAN, CALLS]).trace.events.map(({ src: _src, ...event }) => event);
    const stored = [
      { type: 'human', data: HUMAN },
      { type: 'ai', data: CALLS },
    ];
    const dumped = [dump('HumanMessage', HUMAN), dump('AIMessage', CALLS)];
    for (const messages of [stored, dumped]) {
      expect(read(messages).trace.events.map(({ src: _src, ...event }) => event)).toEqual(plain);
    }
  });

  it('puts streamed chunks together and names the graphs around them', () => {
    const chunk = (content: string, tool_call_chunks: object[] = []) => [
      ['supervisor:1', 'agent:2'],
      [dump('AIMessageChunk', { id: 'm', content, tool_call_chunks }), { langgraph_node: 'agent' }],
    ];
    const { trace, report } = read([
      chunk('', [{ index: 0, id: 'c', name: 'transfer_to_math', args: '{"a"' }]),
      chunk('Wait', [{ index: 0, args: ':1}' }]),
      chunk('.'),
    ]);
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      - message.sent agent=supervisor/agent to=user text=Wait.
      - call.proposed agent=supervisor/agent call=c tool=transfer_to_math args={"a":1}
      "
    `);
    expect(report).toMatchObject({ records: 3, imported: 1, skipped: [{ rule: 'partial', count: 2 }] });
  });

  it('gives a hand-off when the hand-off tool has run', () => {
    const { trace } = read([
      { type: 'ai', content: '', tool_calls: [{ id: 't', name: 'transfer_to_math', args: {} }] },
      { type: 'tool', tool_call_id: 't', content: 'ok' },
    ]);
    expect(trace.events.at(-1)).toMatchObject({ kind: 'handoff', to: 'math', basis: 'inferred:hand-off-tool' });
  });

  it('reads updates by node, and a history that every state repeats only once', () => {
    const { trace, report } = read([
      { agent: { messages: [CALLS] } },
      { tools: { messages: [tool('c1')] } },
      { messages: [CALLS] },
      { usage: {} },
    ]);
    expect(trace.events[0]).toMatchObject({ agent: 'agent' });
    expect(report.skipped.map(({ rule }) => rule)).toEqual(['repeated', 'bookkeeping']);
  });
});
