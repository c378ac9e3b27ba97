import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sourceText } from '../diagnostics/source-text.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { TRACE_FORMATS, type TraceFormat } from '../importers/importer.ts';
import { loadScenarioFile } from '../scenario/load-scenario.ts';
import { importCommand } from './import.ts';
import { cliFolder } from './testing/run-cli.ts';

// Each is the shortest run of its format in which a call was made and answered.
const jsonl = (...lines: object[]) => lines.map((line) => JSON.stringify(line)).join('\n');
const ask = { role: 'user', content: 'Look.' };
const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const line = (uuid: string, parentUuid: string | null, role: string, content: unknown) => ({
  uuid,
  parentUuid,
  type: role,
  sessionId: 'k',
  isSidechain: false,
  timestamp: '2026-01-01T00:00:00.000Z',
  message: { role, content },
});
const entry = (id: string, parentId: string | null, message: object) => ({
  type: 'message',
  id,
  parentId,
  timestamp: '2026-01-01T00:00:00.000Z',
  message,
});
const adkEvent = (author: string, part: object) => ({
  id: author,
  invocationId: 'i',
  author,
  timestamp: 1,
  content: { role: author, parts: [part] },
});

const recordings: { readonly [F in TraceFormat]: string } = {
  tracefold: jsonl(
    {
      tracefold: 1,
      source: 'x',
      observes: ['context.added', 'instruction', 'call.proposed', 'exec.started', 'exec.ended'],
    },
    { seq: 1, kind: 'exec.started', exec: 'e', tool: 'look', args: {} },
  ),
  agentdojo: JSON.stringify({
    suite_name: 's',
    user_task_id: 'u',
    injections: {},
    messages: [
      ask,
      { role: 'assistant', content: null, tool_calls: [{ function: 'look', args: {}, id: 'c' }] },
      {
        role: 'tool',
        content: 'x',
        tool_call_id: 'c',
        tool_call: { function: 'look', args: {}, id: 'c' },
        error: null,
      },
    ],
    error: null,
  }),
  'openai-chat': JSON.stringify([
    ask,
    { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'look', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'c', content: 'x' },
  ]),
  'openai-responses': JSON.stringify({
    object: 'response',
    id: 'r',
    output: [{ type: 'mcp_call', id: 'm', name: 'look', arguments: '{}', server_label: 's', output: 'x', error: null }],
  }),
  'openai-agents': JSON.stringify({
    $schemaVersion: '1.19',
    currentAgent: { name: 'A' },
    originalInput: 'Look.',
    modelResponses: [],
    context: { approvals: {}, context: {} },
    generatedItems: [
      {
        type: 'tool_call_item',
        rawItem: { type: 'function_call', callId: 'c', name: 'look', arguments: '{}' },
        agent: { name: 'A' },
      },
      {
        type: 'tool_call_output_item',
        rawItem: { type: 'function_call_result', callId: 'c', name: 'look', output: 'x' },
        agent: { name: 'A' },
      },
    ],
  }),
  anthropic: JSON.stringify([
    ask,
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'look', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'x' }] },
  ]),
  'ai-sdk': JSON.stringify([
    ask,
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'look', input: {} }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'text', value: 'x' } }],
    },
  ]),
  otlp: JSON.stringify({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId: 't',
                spanId: 's',
                name: 'execute_tool look',
                startTimeUnixNano: '1',
                endTimeUnixNano: '2',
                attributes: [attribute('gen_ai.operation.name', 'execute_tool'), attribute('gen_ai.tool.name', 'look')],
              },
            ],
          },
        ],
      },
    ],
  }),
  openclaw: jsonl(
    { type: 'session', version: 3, id: 's', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' },
    entry('a', null, { role: 'user', content: [{ type: 'text', text: 'Look.' }] }),
    entry('b', 'a', { role: 'assistant', content: [{ type: 'toolCall', id: 'c', name: 'look', arguments: {} }] }),
    entry('c', 'b', { role: 'toolResult', toolCallId: 'c', toolName: 'look', content: [{ type: 'text', text: 'x' }] }),
  ),
  inspect: JSON.stringify({
    version: 2,
    status: 'success',
    eval: { task: 't' },
    plan: {},
    samples: [
      {
        id: 1,
        epoch: 1,
        messages: [],
        scores: {},
        events: [
          {
            event: 'tool',
            timestamp: '2026-01-01T00:00:00+00:00',
            id: 'c',
            function: 'look',
            arguments: {},
            result: 'x',
          },
        ],
      },
    ],
  }),
  'claude-code': jsonl(
    line('a', null, 'user', 'Look.'),
    line('b', 'a', 'assistant', [{ type: 'tool_use', id: 'c', name: 'look', input: {} }]),
    line('c', 'b', 'user', [{ type: 'tool_result', tool_use_id: 'c', content: 'x' }]),
  ),
  langchain: JSON.stringify([
    { type: 'human', id: 'h', content: 'Look.' },
    { type: 'ai', id: 'a', content: '', tool_calls: [{ id: 'c', name: 'look', args: {} }] },
    { type: 'tool', tool_call_id: 'c', name: 'look', content: 'x', status: 'success' },
  ]),
  langsmith: jsonl(
    {
      id: 'm',
      trace_id: 't',
      run_type: 'llm',
      inputs: { messages: [[{ type: 'human', content: 'Look.' }]] },
      outputs: {
        generations: [[{ message: { type: 'ai', content: '', tool_calls: [{ id: 'c', name: 'look', args: {} }] } }]],
      },
    },
    {
      id: 'x',
      trace_id: 't',
      run_type: 'tool',
      name: 'look',
      inputs: {},
      outputs: { output: 'x' },
      end_time: '2026-01-01T00:00:00',
    },
  ),
  langfuse: JSON.stringify({
    observations: [
      {
        id: 'm',
        traceId: 't',
        type: 'GENERATION',
        startTime: '2026-01-01T00:00:00Z',
        input: [ask],
        output: { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'look', arguments: '{}' } }] },
      },
      { id: 'x', traceId: 't', type: 'TOOL', name: 'look', startTime: '2026-01-01T00:00:01Z', input: {}, output: 'x' },
    ],
  }),
  'openai-traces': jsonl(
    {
      object: 'trace.span',
      id: 'm',
      trace_id: 't',
      span_data: {
        type: 'response',
        input: [ask],
        output: [{ type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' }],
      },
    },
    {
      object: 'trace.span',
      id: 'x',
      trace_id: 't',
      span_data: { type: 'function', name: 'look', input: '{}', output: 'x' },
    },
  ),
  'pydantic-ai': JSON.stringify([
    { kind: 'request', parts: [{ part_kind: 'user-prompt', content: 'Look.' }] },
    { kind: 'response', parts: [{ part_kind: 'tool-call', tool_name: 'look', args: '{}', tool_call_id: 'c' }] },
    { kind: 'request', parts: [{ part_kind: 'tool-return', tool_name: 'look', content: 'x', tool_call_id: 'c' }] },
  ]),
  converse: JSON.stringify([
    { role: 'user', content: [{ text: 'Look.' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'c', name: 'look', input: {} } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: 'c', status: 'success', content: [{ text: 'x' }] } }] },
  ]),
  autogen: JSON.stringify([
    { type: 'TextMessage', source: 'user', content: 'Look.' },
    { type: 'ToolCallRequestEvent', source: 'a', content: [{ id: 'c', name: 'look', arguments: '{}' }] },
    {
      type: 'ToolCallExecutionEvent',
      source: 'a',
      content: [{ call_id: 'c', name: 'look', content: 'x', is_error: false }],
    },
  ]),
  mcp: jsonl(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'look', arguments: {} } },
    { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'x' }], isError: false } },
  ),
  adk: JSON.stringify({
    id: 's',
    events: [
      adkEvent('user', { text: 'Look.' }),
      adkEvent('agent', { functionCall: { id: 'c', name: 'look', args: {} } }),
      adkEvent('agent', { functionResponse: { id: 'c', name: 'look', response: { result: 'x' } } }),
    ],
  }),
};

const folder = cliFolder(
  Object.fromEntries(Object.entries(recordings).map(([format, text]) => [`${format}.json`, text])),
);
afterAll(() => folder.dispose());

describe('a first trio of a run without an order', () => {
  it.each(TRACE_FORMATS)('of the format %s says what has to be decided, in a file that loads', async (format) => {
    const out = `trio-${format}`;
    const made = await folder.run([importCommand], 'import', `${format}.json`, '--as-trio', '--out', out);
    expect(made.code).toBe(2);
    expect(made.out.split('\n').map((text) => text.slice(0, 52))).toEqual([
      'decided for you: nothing but the policies and approv',
      'to be decided: which words of which content are an o',
      'to be decided: what stood in the way: the run has no',
    ]);
    const scenario = readFileSync(join(folder.cwd, out, `${format}.scenario.yaml`), 'utf8');
    expect(scenario).toMatch(/reaches: performed (?:s\.)?look/);
    expect(unwrap(loadScenarioFile(sourceText('t', scenario))).trios).toHaveLength(1);
    expect(existsSync(join(folder.cwd, out, `${format}.attack.jsonl`))).toBe(true);
  });
});
