import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace, importTraces } from './import-trace.ts';
import { brief } from './testing/brief.ts';

type Attributes = Record<string, unknown>;

const anyValue = (value: unknown): object => {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { intValue: String(value) };
  if (typeof value === 'boolean') return { boolValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return {
    kvlistValue: { values: Object.entries(value as object).map(([key, inner]) => ({ key, value: anyValue(inner) })) },
  };
};
const span = (name: string, start: number, end: number, attributes: Attributes, more: object = {}) => ({
  traceId: 't1',
  spanId: `${name}${start}`,
  name,
  startTimeUnixNano: String(start * 1e6),
  endTimeUnixNano: String(end * 1e6),
  attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) })),
  ...more,
});
const exported = (...spans: object[]) => ({
  resourceSpans: [{ resource: {}, scopeSpans: [{ scope: { name: 's' }, spans }] }],
});
const read = (value: unknown, options = {}) =>
  unwrap(importTrace(JSON.stringify(value), { file: 'spans.json', ...options }));

const USER = { role: 'user', parts: [{ type: 'text', content: 'Pay Ann.' }] };
const CALL = { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'pay', arguments: { to: 'Ann' } }] };
const RESULT = { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'paid' }] };
const DONE = { role: 'assistant', parts: [{ type: 'text', content: 'Done.' }] };
const chat = (start: number, input: unknown, output: unknown, more: Attributes = {}) =>
  span('chat', start, start + 1, {
    'gen_ai.operation.name': 'chat',
    'gen_ai.conversation.id': 'k1',
    'gen_ai.input.messages': input,
    'gen_ai.output.messages': output,
    ...more,
  });
const tool = (start: number, more: Attributes = {}, extra: object = {}) =>
  span(
    'execute_tool pay',
    start,
    start + 2,
    { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'pay', 'gen_ai.tool.call.id': 'c1', ...more },
    extra,
  );

describe('OpenTelemetry', () => {
  it('reads an event of a span with any number of messages', () => {
    const many = JSON.stringify(Array(150_000).fill(USER));
    const attributes = [{ key: 'gen_ai.input.messages', value: { stringValue: many } }];
    const events = [{ name: 'gen_ai.client.inference.operation.details', timeUnixNano: '1', attributes }];
    const asked = { 'gen_ai.operation.name': 'chat', 'gen_ai.conversation.id': 'k1' };
    const { trace } = read(exported(span('chat', 1, 2, asked, { events })));
    expect(trace.events.filter(({ kind }) => kind === 'context.added')).toHaveLength(150_000);
  });

  it('gives a conversation in the order of time, each message once although every request repeats the history', () => {
    const { trace, format, name } = read(
      exported(
        chat(20, [USER, CALL, RESULT], [DONE], { 'gen_ai.agent.name': 'A' }),
        tool(12, {
          'gen_ai.tool.call.arguments': '{"to":"Ann"}',
          'gen_ai.tool.call.result': 'paid',
          'gen_ai.agent.name': 'A',
        }),
        chat(10, [USER], [CALL], { 'gen_ai.agent.name': 'A' }),
      ),
    );
    expect([format, name]).toEqual(['otlp', 'k1']);
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      1 context.added at=10 session=k1 agent=A item=item:1 origin=user trust=trusted text=Pay Ann.
      1 call.proposed at=11 session=k1 agent=A call=c1 tool=pay args={"to":"Ann"}
      1 exec.started at=12 agent=A exec=exec:c1 call=c1 tool=pay args={"to":"Ann"}
      1 exec.ended at=14 agent=A exec=exec:c1 status=ok result=item:2
      1 context.added at=14 agent=A item=item:2 origin=tool_result trust=untrusted text=paid producer=c1
      1 message.sent at=21 session=k1 agent=A to=user text=Done.
      "
    `);
    expect(trace.header.observes).toEqual([
      'context.added',
      'call.proposed',
      'exec.started',
      'exec.ended',
      'message.sent',
    ]);
  });

  it('takes messages as structured values or as strings of JSON', () => {
    const structured = read(exported(chat(1, [USER], [CALL]))).trace.events;
    const strings = read(exported(chat(1, JSON.stringify([USER]), JSON.stringify([CALL])))).trace.events;
    expect(strings).toEqual(structured);
  });

  it('takes the result from the next request where the tool span did not capture it', () => {
    const { trace } = read(exported(chat(1, [USER], [CALL]), tool(3), chat(6, [USER, CALL, RESULT], [DONE])));
    expect(trace.events.find((event) => event.kind === 'exec.started')).toMatchObject({ args: null, call: 'c1' });
    expect(trace.events.filter((event) => event.kind === 'context.added').at(-1)).toMatchObject({
      origin: 'tool_result',
      text: 'paid',
      producer: 'c1',
    });
  });

  it('does not observe the context if one model span captured no content', () => {
    const { trace } = read(exported(chat(1, [USER], [CALL]), span('chat', 5, 6, { 'gen_ai.operation.name': 'chat' })));
    expect(trace.header.observes).not.toContain('context.added');
    expect(trace.header.observes).not.toContain('approval.decided');
  });

  it('reads approvals from attributes that the user names, and only from those', () => {
    const spans = exported(
      chat(1, [USER], [CALL]),
      tool(3, { 'vendor.approval': 'granted', 'vendor.approver': 'ann@example.org' }),
    );
    expect(read(spans).trace.events.some(({ kind }) => kind === 'approval.decided')).toBe(false);
    const approvalAttributes = { decision: 'vendor.approval', approve: ['granted'], by: 'vendor.approver' };
    const { trace } = read(spans, { approvalAttributes });
    expect(trace.events.filter(({ kind }) => kind.startsWith('approval'))).toMatchObject([
      { kind: 'approval.requested', approval: 'c1', call: 'c1', tool: 'pay' },
      { kind: 'approval.decided', decision: 'approve', by: 'ann@example.org' },
    ]);
    const refused = read(exported(tool(3, { 'vendor.approval': 'no' })), { approvalAttributes }).trace.events;
    expect(refused).toEqual(expect.arrayContaining([expect.objectContaining({ decision: 'deny' })]));
  });

  it('says that a failed span is an error, and that a span without end has no known status', () => {
    const status = (extra: object) =>
      read(exported(tool(1, {}, extra))).trace.events.find(({ kind }) => kind === 'exec.ended');
    expect(status({ status: { code: 2 } })).toMatchObject({ status: 'error' });
    expect(status({ endTimeUnixNano: undefined })).toMatchObject({ status: 'unknown' });
  });

  it('gives hand-offs from nested agents', () => {
    const agent = (id: string, name: string, parent?: string) =>
      span(
        'invoke_agent',
        1,
        9,
        { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name },
        { spanId: id, parentSpanId: parent },
      );
    const { trace } = read(exported(agent('a', 'Outer'), agent('b', 'Inner', 'a')));
    expect(trace.events).toMatchObject([{ kind: 'handoff', from: 'Outer', to: 'Inner', at: 1 }]);
  });

  it('tells an execution once where an MCP client span stands inside it', () => {
    const inner = span(
      'tools/call pay',
      4,
      5,
      { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'pay' },
      { parentSpanId: 'execute_tool pay3' },
    );
    const { trace, report } = read(exported(tool(3), inner));
    expect(trace.events.filter(({ kind }) => kind === 'exec.started')).toHaveLength(1);
    expect(report.skipped.map(({ rule }) => rule)).toEqual(['repeated']);
  });

  it('reads OpenInference attributes', () => {
    const { trace } = read({
      'openinference.span.kind': 'LLM',
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'Pay Ann.',
      'llm.input_messages.1.message.role': 'assistant',
      'llm.input_messages.1.message.tool_calls.0.tool_call.id': 'c1',
      'llm.input_messages.1.message.tool_calls.0.tool_call.function.name': 'pay',
      'llm.input_messages.1.message.tool_calls.0.tool_call.function.arguments': '{"to":"Ann"}',
      'llm.input_messages.2.message.role': 'tool',
      'llm.input_messages.2.message.tool_call_id': 'c1',
      'llm.input_messages.2.message.content': 'paid',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.contents.0.message_content.text': 'Done.',
    });
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      1 context.added item=item:1 origin=user trust=trusted text=Pay Ann.
      1 call.proposed call=c1 tool=pay args={"to":"Ann"}
      1 exec.started exec=exec:c1 call=c1 tool=pay args={"to":"Ann"} (inferred:execution-from-result)
      1 exec.ended exec=exec:c1 status=unknown result=item:2 (inferred:execution-from-result)
      1 context.added item=item:2 origin=tool_result trust=untrusted text=paid producer=c1
      1 message.sent to=user text=Done.
      "
    `);
  });

  it('reads AI SDK spans, the inner ones where the outer repeat them', () => {
    const js = (id: string, parent: string | undefined, attributes: Attributes) => ({
      name: 'n',
      spanContext: { traceId: 't', spanId: id },
      parentSpanId: parent,
      attributes,
      startTime: [1, id === 'o' ? 0 : 5],
      endTime: [2, 0],
      status: { code: 0 },
      events: [],
    });
    const { trace, report } = read([
      js('o', undefined, {
        'ai.operationId': 'ai.generateText',
        'ai.prompt': '{"prompt":"Pay Ann."}',
        'ai.response.text': 'Done.',
      }),
      js('i', 'o', {
        'ai.operationId': 'ai.generateText.doGenerate',
        'ai.prompt.messages': '[{"role":"user","content":[{"type":"text","text":"Pay Ann."}]}]',
        'ai.response.toolCalls': '[{"toolCallId":"c1","toolName":"pay","input":"{\\"to\\":\\"Ann\\"}"}]',
      }),
      js('x', 'o', {
        'ai.operationId': 'ai.toolCall',
        'ai.toolCall.name': 'pay',
        'ai.toolCall.id': 'c1',
        'ai.toolCall.args': '{"to":"Ann"}',
        'ai.toolCall.result': '"paid"',
      }),
    ]);
    expect(trace.events.map(({ kind }) => kind)).toEqual([
      'context.added',
      'call.proposed',
      'exec.started',
      'exec.ended',
      'context.added',
    ]);
    expect(report.skipped.map(({ rule }) => rule)).toEqual(['repeated']);
  });

  it('reads flat prompts and span events of older conventions', () => {
    const flat = read({
      'gen_ai.operation.name': 'chat',
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': 'hi',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.tool_calls.0.name': 'pay',
      'gen_ai.completion.0.tool_calls.0.arguments': '{}',
    });
    expect(flat.trace.events.map(({ kind }) => kind)).toEqual(['context.added', 'call.proposed']);
    const event = (name: string, attributes: Attributes) => ({
      name,
      attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) })),
    });
    const events = [
      event('gen_ai.user.message', { content: 'hi' }),
      event('gen_ai.choice', { message: '{"content":"hello"}' }),
    ];
    expect(
      read(exported(span('chat', 1, 2, { 'gen_ai.operation.name': 'chat' }, { events }))).trace.events.map(
        ({ kind }) => kind,
      ),
    ).toEqual(['context.added', 'message.sent']);
  });

  it('counts spans that speak of no agent, and gives a run for every trace', () => {
    const { report } = read(exported(span('GET /', 1, 2, { 'http.method': 'GET' })));
    expect(report).toMatchObject({ records: 1, imported: 0 });
    expect(report.skipped.map(({ rule }) => rule)).toEqual(['not-an-agent-span']);
    const runs = unwrap(importTraces(JSON.stringify(exported(tool(1), { ...tool(2), traceId: 't2' })), { file: 'f' }));
    expect(runs.map(({ name }) => name)).toEqual(['t1', 't2']);
  });

  it('is not led in circles by spans that are their own ancestors', () => {
    expect(read(exported(tool(1, {}, { spanId: 'x', parentSpanId: 'x' }))).trace.events).toHaveLength(2);
  });
});
