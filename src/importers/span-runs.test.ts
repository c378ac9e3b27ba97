import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace, importTraces } from './import-trace.ts';

const read = (value: unknown) => unwrap(importTrace(JSON.stringify(value), { file: 'spans.json' }));
const python = (id: string, attributes: object, more: object = {}) => ({
  name: id,
  context: { trace_id: '0x1', span_id: id },
  parent_id: null,
  start_time: '2026-01-01T00:00:00.000001Z',
  end_time: '2026-01-01T00:00:01Z',
  status: { status_code: 'OK' },
  attributes,
  events: [],
  ...more,
});
const tool = { 'openinference.span.kind': 'TOOL', 'tool.name': 'pay', 'input.value': '{"to":"Ann"}' };
const model = {
  'openinference.span.kind': 'LLM',
  'llm.input_messages.0.message.role': 'user',
  'llm.input_messages.0.message.content': 'Pay Ann.',
  'llm.output_messages.0.message.role': 'assistant',
  'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'c1',
  'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'pay',
  'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"to":"Ann"}',
};
const kinds = (value: unknown) => read(value).trace.events.map(({ kind }) => kind);

describe('spans, whatever wrote them', () => {
  it('of the Python SDK, of a page of Phoenix and of a table of Phoenix give the same executions', () => {
    const nested = python('s', {
      openinference: { span: { kind: 'TOOL' } },
      tool: { name: 'pay' },
      input: { value: '{"to":"Ann"}' },
    });
    const row = Object.fromEntries([
      ...Object.entries(python('s', {})).filter(([key]) => !/context|attributes/.test(key)),
      ['context.trace_id', '0x1'],
      ['context.span_id', 's'],
      ...Object.entries(tool).map(([key, value]) => [`attributes.${key}`, value]),
    ]);
    const events = (value: unknown) => read(value).trace.events.map(({ src: _src, ...event }) => event);
    const expected = events([python('s', tool)]);
    expect(expected).toMatchObject([
      { kind: 'exec.started', tool: 'pay', args: { to: 'Ann' } },
      { kind: 'exec.ended', status: 'ok' },
    ]);
    expect(events({ data: [nested] })).toEqual(expected);
    expect(events([row])).toEqual(expected);
  });

  it('pair an execution without a call id with its call, so that the next request tells no second one', () => {
    const again = {
      ...model,
      'llm.input_messages.1.message.role': 'tool',
      'llm.input_messages.1.message.tool_call_id': 'c1',
      'llm.input_messages.1.message.content': 'paid',
      'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'c2',
    };
    const { trace } = read([python('m', model), python('t', { ...tool, 'output.value': 'paid' }), python('n', again)]);
    expect(trace.events.filter(({ kind }) => kind === 'exec.started')).toMatchObject([
      { call: 'c1', basis: 'inferred:paired-by-arguments' },
    ]);
  });

  it('take no definition of parameters for arguments, and no arguments that were cut off', () => {
    const args = (attributes: object) => read([python('t', attributes)]).trace.events[0];
    const { 'input.value': _input, ...bare } = tool;
    expect(args({ ...bare, 'tool.parameters': '{"to":{"type":"string"}}' })).toMatchObject({ args: null });
    expect(args({ ...tool, 'tool.parameters': '{"to":{"type":"string"}}' })).toMatchObject({ args: { to: 'Ann' } });
    expect(args({ ...tool, 'input.value': '{"to":"An' })).toMatchObject({ args: null });
    expect(args({ ...tool, 'input.value': '{"args":[],"kwargs":{"to":"Ann"}}' })).toMatchObject({
      args: { to: 'Ann' },
    });
  });

  it('that name a parent which is not there are a gap, but not where the whole trace stands below another process', () => {
    const below = (id: string, parent: string) => python(id, tool, { parent_id: parent });
    const gaps = (...spans: object[]) => read(spans).trace.header.gaps;
    expect(gaps(python('root', model), below('a', 'lost'))).toEqual([{ rule: 'parent-not-recorded', count: 1 }]);
    expect(gaps(below('a', 'lost'), below('b', 'lost too'))).toEqual([{ rule: 'parent-not-recorded', count: 2 }]);
    expect(gaps(below('a', 'caller'), below('b', 'caller'))).toBeUndefined();
    expect(gaps(python('root', model), below('a', 'root'))).toBeUndefined();
  });

  it('that were exported twice are read once', () => {
    expect(kinds([python('t', tool), python('t', tool)])).toEqual(['exec.started', 'exec.ended']);
    expect(kinds([python('t', tool), python('u', tool)])).toHaveLength(4);
  });

  it('whose output was not captured leave open what was proposed', () => {
    const {
      'llm.input_messages.0.message.role': _role,
      'llm.input_messages.0.message.content': _content,
      ...answer
    } = model;
    const observes = (attributes: object) => read([python('m', attributes)]).trace.header.observes;
    expect(observes(model)).toEqual(expect.arrayContaining(['context.added', 'call.proposed']));
    expect(observes(answer)).not.toContain('context.added');
    const question = Object.fromEntries(Object.entries(model).filter(([key]) => !key.startsWith('llm.output')));
    expect(observes(question)).not.toContain('call.proposed');
  });

  it('with a part of unknown type, or of which the recorder dropped something, are a gap', () => {
    const parts = [{ role: 'assistant', parts: [{ type: 'novelty', name: 'pay' }] }];
    const chat = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.input.messages': [{ role: 'user', parts: [] }],
      'gen_ai.output.messages': parts,
    };
    expect(read([python('m', chat)]).trace.header.gaps).toEqual([{ rule: 'unknown-part', count: 1 }]);
    const span = {
      traceId: '1',
      spanId: '2',
      name: 'x',
      droppedAttributesCount: 3,
      attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } }],
    };
    const exported = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
    expect(read(exported).trace.header.gaps).toEqual([{ rule: 'dropped-by-recorder', count: 1 }]);
  });
});

describe('streams and formats that are not read', () => {
  it('of the Responses API: a response that has no end was cut off', () => {
    const created = { type: 'response.created', response: { id: 'r', output: [] } };
    const item = {
      type: 'response.output_item.done',
      item: { type: 'function_call', call_id: 'c', name: 'pay', arguments: '{}' },
    };
    const done = { type: 'response.completed', response: { id: 'r', object: 'response', output: [item.item] } };
    expect(read([created, item]).trace.header.gaps).toEqual([{ rule: 'cut-off', count: 1 }]);
    const whole = read([created, item, done]).trace;
    expect(whole.header.gaps).toBeUndefined();
    expect(whole.events.filter(({ kind }) => kind === 'call.proposed')).toHaveLength(1);
  });

  it('of the Claude Agent SDK: a denied call was not executed', () => {
    const lines = (denied: boolean) => [
      { type: 'system', subtype: 'init', session_id: 's' },
      {
        type: 'assistant',
        parent_tool_use_id: null,
        session_id: 's',
        message: { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'Bash', input: {} }] },
      },
      {
        type: 'user',
        session_id: 's',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', is_error: true, content: 'no' }] },
      },
      { type: 'result', session_id: 's', permission_denials: denied ? [{ tool_use_id: 'c' }] : [] },
    ];
    expect(kinds(lines(true))).toEqual(['call.proposed', 'policy.decided', 'context.added']);
    expect(kinds(lines(false))).toContain('exec.started');
    expect(read(lines(true)).trace.header.observes).not.toContain('context.added');
  });

  it.each([
    [{ object: 'chat.completion.chunk', choices: [] }, 'Chat Completions'],
    [{ type: 'content_block_delta', index: 0 }, 'Anthropic'],
    [{ event: 'on_tool_start', data: {} }, 'LangChain'],
    [{ type: 'tool_usage_started', tool_name: 'pay' }, 'CrewAI'],
    [{ step_number: 1, observations: '' }, 'smolagents'],
    [{ trajectory: [], history: [] }, 'SWE-agent'],
    [{ source: 'agent', action: 'run' }, 'OpenHands'],
  ])('%j is refused with what to record instead', (record, title) => {
    const read = importTraces(JSON.stringify([record, record]), { file: 'r' });
    const one = importTraces(JSON.stringify(record), { file: 'r' });
    expect(
      [read, one].map(
        (result) => !result.ok && [result.errors[0].message.includes(title), result.errors[0].hint !== undefined],
      ),
    ).toEqual([
      [true, true],
      [true, true],
    ]);
  });
});

describe('calls of spans', () => {
  const answer = (name: string, args: string, id: string, more: object = {}) =>
    python(
      name,
      {
        'openinference.span.kind': 'LLM',
        'llm.input_messages.0.message.role': 'user',
        'llm.input_messages.0.message.content': 'Pay Ann and Bob.',
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.tool_calls.0.tool_call.id': id,
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'pay',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': args,
      },
      more,
    );
  const of = (kind: string, value: unknown) => read(value).trace.events.filter((event) => event.kind === kind);

  it('are two where a model uses one id again, whatever the arguments', () => {
    for (const second of ['{"to":"Bob"}', '{"to":"Ann"}']) {
      const { trace, report } = read([answer('m', '{"to":"Ann"}', 'pay'), answer('n', second, 'pay')]);
      expect(trace.events.filter(({ kind }) => kind === 'call.proposed')).toMatchObject([
        { call: 'pay', args: { to: 'Ann' } },
        { call: 'pay#2', args: JSON.parse(second) },
      ]);
      expect(report.warnings.map(({ code }) => code)).toEqual(['importers/repeated-call-id']);
    }
  });

  it('are one where two instrumentations tell it, one inside the other', () => {
    const inner = answer('n', '{"to":"Ann"}', 'c1', { parent_id: 'm' });
    expect(of('call.proposed', [answer('m', '{"to":"Ann"}', 'c1'), inner])).toHaveLength(1);
    expect(of('call.proposed', [answer('m', '{"to":"Ann"}', 'c1'), { ...inner, parent_id: null }])).toHaveLength(2);
  });

  it('have their own executions where they share an id and run at once', () => {
    const both = {
      ...model,
      'llm.output_messages.0.message.tool_calls.1.tool_call.id': 'c1',
      'llm.output_messages.0.message.tool_calls.1.tool_call.function.name': 'pay',
      'llm.output_messages.0.message.tool_calls.1.tool_call.function.arguments': '{"to":"Bob"}',
    };
    const ran = (id: string) => python(id, { ...tool, 'tool_call.id': 'c1' });
    expect(of('exec.started', [python('m', both), ran('t'), ran('u')])).toMatchObject([
      { call: 'c1' },
      { call: 'c1#2' },
    ]);
  });

  it('are read where a message has its one call in the old way', () => {
    const old = {
      'openinference.span.kind': 'LLM',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.function_call_name': 'pay',
      'llm.output_messages.0.message.function_call_arguments_json': '{"to":"Ann"}',
    };
    const older = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.function_call.name': 'pay',
      'gen_ai.completion.0.function_call.arguments': '{"to":"Ann"}',
    };
    for (const attributes of [old, older])
      expect(of('call.proposed', [python('m', attributes)])).toMatchObject([{ tool: 'pay', args: { to: 'Ann' } }]);
  });

  it('have unknown arguments where an instrumentation tells only their names, and none where it tells that', () => {
    const named = (args: object) => ({
      'gen_ai.operation.name': 'chat',
      'gen_ai.output.messages': JSON.stringify([
        { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'pay', ...args }] },
      ]),
    });
    const { trace, report } = read([python('m', named({}))]);
    expect(trace.events).toMatchObject([{ kind: 'call.proposed', args: null }]);
    expect(report.warnings.map(({ code }) => code)).toEqual(['importers/arguments-not-recorded']);
    for (const args of [{}, ''])
      expect(of('call.proposed', [python('m', named({ arguments: args }))])).toMatchObject([{ args: {} }]);
  });

  it('are a gap where their list was cut off, or where a message has no author', () => {
    const cut = {
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.response.text': 'Done.',
      'ai.response.toolCalls': '[{"toolCallId":"c1","toolNa',
    };
    const nobody = { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': '[{"calls":[{"name":"pay"}]}]' };
    for (const attributes of [cut, nobody]) {
      const { header } = read([python('m', attributes)]).trace;
      expect(header.gaps).toEqual([{ rule: 'unknown-part', count: 1 }]);
    }
    expect(read([python('m', nobody)]).trace.header.observes).not.toContain('call.proposed');
  });

  it('are read from a span around others that has no model inside', () => {
    const around = {
      'ai.operationId': 'ai.generateText',
      'ai.response.toolCalls': '[{"toolCallId":"c1","toolName":"pay","input":{"to":"Ann"}}]',
    };
    const ran = python('t', { ...tool, 'tool_call.id': 'c1' }, { parent_id: 'm' });
    expect(kinds([python('m', around), ran])).toEqual(['call.proposed', 'exec.started', 'exec.ended']);
    const inner = python('n', { ...around, 'ai.operationId': 'ai.generateText.doGenerate' }, { parent_id: 'm' });
    expect(kinds([python('m', around), inner, ran])).toEqual(['call.proposed', 'exec.started', 'exec.ended']);
  });

  it('that a tool makes over MCP are executions of their own, and its own call over MCP is not', () => {
    const mcp = (name: string) =>
      python('n', { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': name }, { parent_id: 't' });
    expect(of('exec.started', [python('t', tool), mcp('bank.pay')])).toMatchObject([{ tool: 'pay' }]);
    expect(of('exec.started', [python('t', tool), mcp('look_up')])).toMatchObject([
      { tool: 'pay' },
      { tool: 'look_up' },
    ]);
  });
});
