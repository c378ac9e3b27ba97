import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace, importTraces } from './import-trace.ts';
import { brief } from './testing/brief.ts';

const read = (value: unknown) => unwrap(importTrace(JSON.stringify(value), { file: 'trace.json' }));
let clock = 0;
const observation = (type: string, name: string, input: unknown, output: unknown, more: object = {}) => ({
  id: `${name}${++clock}`,
  traceId: 't1',
  type,
  name,
  startTime: new Date(Date.UTC(2026, 0, 1) + clock * 1000).toISOString(),
  endTime: new Date(Date.UTC(2026, 0, 1) + clock * 1000 + 500).toISOString(),
  parentObservationId: null,
  level: 'DEFAULT',
  input,
  output,
  ...more,
});
const traced = (...observations: object[]) => ({ trace: { id: 't1', sessionId: 's1', name: 'agent' }, observations });
const USER = { role: 'user', content: 'Pay Ann and Bob.' };
const chatCall = (id: string, to: string) => ({
  id,
  type: 'function',
  function: { name: 'pay', arguments: JSON.stringify({ to }) },
});
const CALLS = { role: 'assistant', content: null, tool_calls: [chatCall('c1', 'Ann'), chatCall('c2', 'Bob')] };
const results = [
  { role: 'tool', tool_call_id: 'c1', content: 'paid Ann' },
  { role: 'tool', tool_call_id: 'c2', content: 'paid Bob' },
];
const DONE = { role: 'assistant', content: 'Done.' };
const counts = (value: unknown) => {
  const { trace } = read(value);
  return Object.fromEntries(
    ['call.proposed', 'exec.started', 'exec.ended', 'message.sent'].map((kind) => [
      kind,
      trace.events.filter((event) => event.kind === kind).length,
    ]),
  );
};

describe('Langfuse', () => {
  it('tells every call, execution and result once, although tools do not know the ids of their calls and requests repeat', () => {
    clock = 0;
    const { trace, format, name } = read(
      traced(
        observation('AGENT', 'payer', null, null),
        observation('GENERATION', 'chat', [USER], CALLS),
        observation('TOOL', 'pay', '{"to":"Bob"}', 'paid Bob'),
        observation('TOOL', 'pay', { to: 'Ann' }, null, { level: 'ERROR' }),
        observation('GENERATION', 'chat', { messages: [USER, CALLS, ...results] }, DONE),
      ),
    );
    expect([format, name]).toEqual(['langfuse', 's1']);
    expect(trace.header.gaps).toBeUndefined();
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      1 context.added at=1767225602000 session=s1 item=item:1 origin=user trust=trusted text=Pay Ann and Bob.
      1 call.proposed at=1767225602500 session=s1 call=c1 tool=pay args={"to":"Ann"}
      1 call.proposed at=1767225602500 session=s1 call=c2 tool=pay args={"to":"Bob"}
      1 exec.started at=1767225603000 session=s1 exec=exec:c2 call=c2 tool=pay args={"to":"Bob"} (inferred:paired-by-arguments)
      1 exec.ended at=1767225603500 session=s1 exec=exec:c2 status=ok result=item:2
      1 context.added at=1767225603500 session=s1 item=item:2 origin=tool_result trust=untrusted text=paid Bob producer=c2
      1 exec.started at=1767225604000 session=s1 exec=exec:c1 call=c1 tool=pay args={"to":"Ann"} (inferred:paired-by-arguments)
      1 exec.ended at=1767225604500 session=s1 exec=exec:c1 status=error
      1 context.added at=1767225605000 session=s1 item=item:3 origin=tool_result trust=untrusted text=paid Ann producer=c1
      1 message.sent at=1767225605500 session=s1 to=user text=Done.
      "
    `);
  });

  it('reads a trace, a page of the API, a list and lines alike', () => {
    clock = 0;
    const list = [observation('GENERATION', 'chat', [USER], CALLS), observation('TOOL', 'pay', { to: 'Ann' }, 'paid')];
    const told = brief(read({ id: 't1', name: 'agent', observations: list }).trace);
    expect(brief(read({ data: list, meta: { page: 1 } }).trace)).toBe(told);
    expect(brief(read(list).trace)).toBe(told);
    const lines = list.map((one) => JSON.stringify(one)).join('\n');
    expect(brief(unwrap(importTrace(lines, { file: 'observations.jsonl' })).trace)).toBe(told);
    const two = [...list, { ...observation('TOOL', 'pay', {}, 'x'), traceId: 't2' }];
    expect(unwrap(importTraces(JSON.stringify(two), { file: 'a.json' })).map(({ name }) => name)).toEqual(['t1', 't2']);
  });

  it.each([
    ['Anthropic', { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'pay', input: { to: 'Ann' } }] }],
    ['Gemini', { content: { role: 'model', parts: [{ function_call: { name: 'pay', args: { to: 'Ann' } } }] } }],
    [
      'Gemini with candidates',
      { candidates: [{ content: { parts: [{ functionCall: { name: 'pay', args: { to: 'Ann' } } }] } }] },
    ],
    ['Responses', { output: [{ type: 'function_call', call_id: 'c1', name: 'pay', arguments: '{"to":"Ann"}' }] }],
    [
      'Chat Completions',
      { choices: [{ index: 0, message: { role: 'assistant', tool_calls: [chatCall('c1', 'Ann')] } }] },
    ],
    ['LangChain', { type: 'ai', content: '', tool_calls: [{ id: 'c1', name: 'pay', args: { to: 'Ann' } }] }],
    [
      'LangChain, dumped',
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', 'AIMessage'],
        kwargs: { content: '', additional_kwargs: { tool_calls: [chatCall('c1', 'Ann')] } },
      },
    ],
    ['GenAI', [{ role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'pay', arguments: { to: 'Ann' } }] }]],
    ['a text of calls', [{ role: 'assistant', content: JSON.stringify([chatCall('c1', 'Ann')]) }]],
  ])('finds the call in the shape of %s', (name, output) => {
    clock = 0;
    const { trace } = read(
      traced(observation('GENERATION', 'chat', [USER], output), observation('TOOL', 'pay', { to: 'Ann' }, 'paid')),
    );
    const text = name === 'a text of calls';
    const proposed = trace.events.filter(({ kind }) => kind === 'call.proposed');
    // A text that looks like a call is one only where it was recorded as the content of a span.
    if (text) expect(proposed).toEqual([]);
    else {
      expect(proposed).toMatchObject([{ tool: 'pay', args: { to: 'Ann' } }]);
      const call = (proposed[0] as { call: string }).call;
      expect(trace.events.find(({ kind }) => kind === 'exec.started')).toMatchObject({ call });
    }
  });

  it('says that something is missing where an answer has content that it cannot read', () => {
    clock = 0;
    const strange = observation('GENERATION', 'chat', [USER], {
      role: 'assistant',
      content: [{ type: 'robot_action', move: 1 }],
    });
    expect(read(traced(strange)).trace.header.gaps).toEqual([{ rule: 'unknown-part', count: 1 }]);
    const hosted = observation('GENERATION', 'chat', [USER], { output: [{ type: 'computer_call', id: 'x' }] });
    expect(read(traced(hosted)).trace.header.gaps).toEqual([{ rule: 'unknown-part', count: 1 }]);
    const picture = observation('GENERATION', 'chat', [USER], { role: 'assistant', content: [{ type: 'image_url' }] });
    expect(read(traced(picture)).trace.header.gaps).toBeUndefined();
  });

  it('does not observe what a generation kept for itself', () => {
    clock = 0;
    const told = (input: unknown, output: unknown) =>
      read(traced(observation('GENERATION', 'chat', [USER], CALLS), observation('GENERATION', 'chat', input, output)))
        .trace.header.observes;
    expect(told([USER], DONE)).toContain('call.proposed');
    expect(told(null, DONE)).not.toContain('context.added');
    expect(told([USER], null)).not.toContain('call.proposed');
  });

  it('knows tools of LangChain that were recorded as plain spans, and results under the name of a tool', () => {
    clock = 0;
    const message = { type: 'tool', name: 'pay', tool_call_id: 'c1', content: 'paid', status: 'success' };
    const call = { role: 'assistant', content: '', tool_calls: [chatCall('c1', 'Ann')] };
    const asked = observation('GENERATION', 'chat', [USER], call);
    const answered = observation('GENERATION', 'chat', [USER, call, { role: 'pay', content: 'paid' }], DONE);
    const once = { 'call.proposed': 1, 'exec.started': 1, 'exec.ended': 1, 'message.sent': 1 };
    expect(counts(traced(asked, observation('SPAN', 'tools', {}, { messages: [message] }), answered))).toEqual(once);
    expect(
      counts(
        traced(asked, { ...observation('SPAN', 'pay', { to: 'Ann' }, message), startTime: asked.endTime }, answered),
      ),
    ).toEqual(once);
  });

  it('counts an observation that lacks its fields, and keeps the rest', () => {
    clock = 0;
    const { trace } = read(traced(observation('GENERATION', 'chat', [USER], DONE), { id: 'x' }, 7 as never));
    expect(trace.header.gaps).toEqual([{ rule: 'unknown-type', count: 2 }]);
    expect(trace.events.map(({ kind }) => kind)).toEqual(['context.added', 'message.sent']);
  });

  it('never has an approval', () => {
    clock = 0;
    const claim = observation('TOOL', 'pay', { to: 'Ann' }, 'paid', {
      metadata: { approved: true, approval: { approved: true } },
    });
    const { header, events } = read(traced(claim)).trace;
    expect(header.observes).not.toContain('approval.decided');
    expect(events.some(({ kind }) => kind.startsWith('approval.'))).toBe(false);
  });

  it('makes one run of the traces of a session, whether the API wrote them or the export to a bucket', () => {
    const camel = [
      observation('GENERATION', 'chat', [USER], CALLS, { sessionId: 's1' }),
      observation('TOOL', 'pay', { to: 'Ann' }, 'paid Ann', { sessionId: 's1', traceId: 't2' }),
    ];
    const snake = camel.map(({ traceId, startTime, endTime, sessionId, ...rest }) => ({
      ...rest,
      trace_id: traceId,
      start_time: startTime.replace('T', ' ').replace('Z', ''),
      end_time: endTime.replace('T', ' ').replace('Z', ''),
      session_id: sessionId,
    }));
    const lines = (values: object[]) => values.map((value) => JSON.stringify(value)).join('\n');
    const runs = (values: object[]) =>
      unwrap(importTraces(lines(values), { file: 'x' })).map(({ trace, name, format }) => [format, name, trace.events]);
    expect(runs(camel)).toMatchObject([['langfuse', 's1', expect.anything()]]);
    expect(runs(snake)).toEqual(runs(camel));
    expect(runs(camel.map(({ sessionId: _s, ...rest }) => rest)).map(([, name]) => name)).toEqual(['t1', 't2']);
  });
});
