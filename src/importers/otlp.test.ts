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

  describe('spans of Python and of Phoenix', () => {
    const llm = {
      input_messages: [{ message: { role: 'user', content: 'Pay Ann.' } }],
      output_messages: [
        {
          message: {
            role: 'assistant',
            tool_calls: [{ tool_call: { id: 'c1', function: { name: 'pay', arguments: '{"to":"Ann"}' } } }],
          },
        },
      ],
    };
    const column = (list: readonly object[]): object[] =>
      list.map((entry) => {
        const { role, content, tool_calls } = (
          entry as { message: { role: string; content?: string; tool_calls?: object[] } }
        ).message;
        const calls = tool_calls?.map(() => ({
          'tool_call.id': 'c1',
          'tool_call.function.name': 'pay',
          'tool_call.function.arguments': '{"to":"Ann"}',
        }));
        return {
          'message.role': role,
          ...(content === undefined ? {} : { 'message.content': content }),
          ...(calls === undefined ? {} : { 'message.tool_calls': calls }),
        };
      });
    const flat = {
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'Pay Ann.',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'c1',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'pay',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"to":"Ann"}',
    };
    const of = (kind: string, second: number, attributes: object) => ({
      name: kind === 'TOOL' ? 'pay' : 'chat',
      context: { trace_id: '0xabc', span_id: `0x${second}` },
      parent_id: null,
      start_time: `2026-01-01T00:00:0${second}.000000Z`,
      end_time: `2026-01-01T00:00:0${second}.500000Z`,
      status: { status_code: 'OK' },
      attributes: { 'openinference.span.kind': kind, ...attributes },
      events: [],
    });
    const ran = { 'tool.name': 'pay', 'input.value': "{'to': 'Ann'}", 'output.value': 'paid' };
    const printed = [of('LLM', 1, flat), of('TOOL', 2, ran)];

    it('reads what the Python SDK prints', () => {
      const { trace, format } = read(printed);
      expect(format).toBe('otlp');
      expect(brief(trace)).toMatchInlineSnapshot(`
        "
        1 context.added at=1767225601000 item=item:1 origin=user trust=trusted text=Pay Ann.
        1 call.proposed at=1767225601500 call=c1 tool=pay args={"to":"Ann"}
        1 exec.started at=1767225602000 exec=exec:c1 call=c1 tool=pay args={"to":"Ann"} (inferred:paired-by-position)
        1 exec.ended at=1767225602500 exec=exec:c1 status=ok result=item:2
        1 context.added at=1767225602500 item=item:2 origin=tool_result trust=untrusted text=paid producer=c1
        "
      `);
    });

    it('reads what Phoenix gives, as a tree, as paths, and as a row of a table', () => {
      const told = brief(read(printed).trace);
      const tree = [
        {
          ...of('LLM', 1, {}),
          span_kind: 'LLM',
          status_code: 'OK',
          attributes: { llm, openinference: { span: { kind: 'LLM' } } },
        },
        {
          ...of('TOOL', 2, {}),
          span_kind: 'TOOL',
          status_code: 'OK',
          attributes: { tool: { name: 'pay', parameters: { to: 'Ann' } }, output: { value: 'paid' } },
        },
      ];
      expect(brief(read(tree).trace)).toBe(told);
      const row = ({ context, attributes: _attributes, ...span }: ReturnType<typeof of>, attributes: object) => ({
        ...span,
        'context.trace_id': context.trace_id,
        'context.span_id': context.span_id,
        ...Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`attributes.${key}`, value])),
      });
      const table = [
        {
          ...row(of('LLM', 1, {}), {
            'llm.input_messages': column(llm.input_messages),
            'llm.output_messages': column(llm.output_messages),
            'retrieval.documents': null,
          }),
          span_kind: 'LLM',
        },
        {
          ...row(of('TOOL', 2, {}), ran),
          span_kind: 'TOOL',
          start_time: Date.UTC(2026, 0, 1, 0, 0, 2),
          end_time: Date.UTC(2026, 0, 1, 0, 0, 2, 500),
        },
      ];
      expect(brief(read(table).trace)).toBe(told);
      expect(brief(read({ data: tree, next_cursor: null }).trace)).toBe(told);
    });

    it('says that a span failed, and has no time where none is told', () => {
      const failed = { ...of('TOOL', 2, ran), status: { status_code: 'ERROR' }, start_time: 'soon', end_time: null };
      const ended = read([failed]).trace.events.find(({ kind }) => kind === 'exec.ended');
      expect(ended).toMatchObject({ status: 'error' });
      expect(ended).not.toHaveProperty('at');
    });
  });

  describe('a tool that does not know its call', () => {
    const two = {
      role: 'assistant',
      parts: [CALL.parts[0], { type: 'tool_call', id: 'c2', name: 'pay', arguments: { to: 'Bob' } }],
    };
    const ran = (start: number, args: object) =>
      span('execute_tool pay', start, start + 1, {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'pay',
        'gen_ai.tool.call.arguments': args,
      });
    const calls = (...spans: object[]) =>
      read(exported(...spans)).trace.events.flatMap((event) => (event.kind === 'exec.started' ? [event.call] : []));

    it('has the open call with its arguments', () => {
      expect(calls(chat(1, [USER], [two]), ran(3, { to: 'Bob' }), ran(5, { to: 'Ann' }))).toEqual(['c2', 'c1']);
    });
    it('has none if its arguments fit none of several', () => {
      expect(calls(chat(1, [USER], [two]), ran(3, { to: 'Eve' }))).toEqual([undefined]);
    });
    it('has the only one with its name, whatever the arguments became', () => {
      expect(calls(chat(1, [USER], [CALL]), ran(3, { to: 'Eve' }))).toEqual(['c1']);
    });
    it('is not told a second time by the result in the next request', () => {
      expect(calls(chat(1, [USER], [CALL]), ran(3, { to: 'Ann' }), chat(5, [USER, CALL, RESULT], [DONE]))).toEqual([
        'c1',
      ]);
    });
    it('is none that has another id', () => {
      expect(calls(chat(1, [USER], [CALL]), tool(3, { 'gen_ai.tool.call.id': 'c9' }))).toEqual(['c9']);
    });
  });
});
