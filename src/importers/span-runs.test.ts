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
