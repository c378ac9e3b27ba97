import { describe, expect, it } from 'vitest';
import { importTraces } from './import-trace.ts';
import type { TraceFormat } from './importer.ts';

const call = (id: string, name: string) => ({ id, name, args: { to: 'Ann' } });
const time = (second: number) => `2026-01-01T00:00:0${second}.000Z`;

/** In each format: one question, two calls at once, a result of each. */
const recordings: Partial<Record<TraceFormat, object>> = {
  langsmith: [
    {
      id: 'm',
      trace_id: 't',
      run_type: 'llm',
      name: 'model',
      start_time: time(1),
      end_time: time(2),
      inputs: { messages: [[{ type: 'human', content: 'Pay.' }]] },
      outputs: {
        generations: [[{ message: { type: 'ai', content: '', tool_calls: [call('c1', 'pay'), call('c2', 'log')] } }]],
      },
    },
    ...['pay', 'log'].map((name, index) => ({
      id: name,
      trace_id: 't',
      run_type: 'tool',
      name,
      start_time: time(3 + index),
      end_time: time(5),
      inputs: { to: 'Ann' },
      outputs: { output: { type: 'tool', tool_call_id: `c${index + 1}`, content: 'done' } },
    })),
  ],
  langchain: [
    { type: 'human', content: 'Pay.' },
    { type: 'ai', content: '', tool_calls: [call('c1', 'pay'), call('c2', 'log')] },
    ...['c1', 'c2'].map((id) => ({ type: 'tool', tool_call_id: id, content: 'done', status: 'success' })),
  ],
  langfuse: {
    id: 't',
    observations: [
      {
        id: 'm',
        traceId: 't',
        type: 'GENERATION',
        startTime: time(1),
        endTime: time(2),
        input: [{ role: 'user', content: 'Pay.' }],
        output: {
          role: 'assistant',
          tool_calls: ['pay', 'log'].map((name) => ({ id: name, function: { name, arguments: '{"to":"Ann"}' } })),
        },
      },
      ...['pay', 'log'].map((name) => ({
        id: `o-${name}`,
        traceId: 't',
        type: 'TOOL',
        name,
        startTime: time(3),
        endTime: time(4),
        input: { to: 'Ann' },
        output: 'done',
      })),
    ],
  },
  'openai-traces': [
    {
      object: 'trace.span',
      id: 'm',
      trace_id: 't',
      started_at: time(1),
      ended_at: time(2),
      span_data: {
        type: 'generation',
        input: [{ role: 'user', content: 'Pay.' }],
        output: [
          {
            role: 'assistant',
            tool_calls: ['pay', 'log'].map((name) => ({ id: name, function: { name, arguments: '{"to":"Ann"}' } })),
          },
        ],
      },
    },
    ...['pay', 'log'].map((name) => ({
      object: 'trace.span',
      id: name,
      trace_id: 't',
      started_at: time(3),
      ended_at: time(4),
      span_data: { type: 'function', name, input: '{"to":"Ann"}', output: 'done' },
    })),
  ],
  'pydantic-ai': [
    { kind: 'request', parts: [{ part_kind: 'user-prompt', content: 'Pay.' }] },
    {
      kind: 'response',
      parts: ['pay', 'log'].map((tool_name) => ({
        part_kind: 'tool-call',
        tool_name,
        tool_call_id: tool_name,
        args: { to: 'Ann' },
      })),
    },
    {
      kind: 'request',
      parts: ['pay', 'log'].map((tool_name) => ({
        part_kind: 'tool-return',
        tool_name,
        tool_call_id: tool_name,
        content: 'done',
      })),
    },
  ],
  converse: [
    { role: 'user', content: [{ text: 'Pay.' }] },
    {
      role: 'assistant',
      content: ['pay', 'log'].map((name) => ({ toolUse: { toolUseId: name, name, input: { to: 'Ann' } } })),
    },
    {
      role: 'user',
      content: ['pay', 'log'].map((name) => ({
        toolResult: { toolUseId: name, status: 'success', content: [{ text: 'done' }] },
      })),
    },
  ],
  autogen: {
    messages: [
      { type: 'TextMessage', source: 'user', content: 'Pay.' },
      {
        type: 'ToolCallRequestEvent',
        source: 'payer',
        content: ['pay', 'log'].map((name) => ({ id: name, name, arguments: '{"to":"Ann"}' })),
      },
      {
        type: 'ToolCallExecutionEvent',
        source: 'payer',
        content: ['pay', 'log'].map((name) => ({ call_id: name, name, content: 'done', is_error: false })),
      },
    ],
  },
  'ai-sdk': [
    { id: 'u', role: 'user', content: { format: 2, parts: [{ type: 'text', text: 'Pay.' }] } },
    {
      id: 'a',
      role: 'assistant',
      content: {
        format: 2,
        parts: ['pay', 'log'].map((toolName) => ({
          type: 'tool-invocation',
          toolInvocation: { state: 'result', toolCallId: toolName, toolName, args: { to: 'Ann' }, result: 'done' },
        })),
      },
    },
  ],
  'openai-chat': [
    { role: 'user', content: 'Pay.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: ['pay', 'log'].map((name) => ({ id: name, function: { name, arguments: '{"to":"Ann"}' } })),
    },
    {
      role: 'tool',
      name: 'payer',
      tool_responses: ['pay', 'log'].map((id) => ({ tool_call_id: id, role: 'tool', content: 'done' })),
    },
  ],
};

type Path = readonly (string | number)[];

function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value))
    yield* pathsOf(inner, [...path, Array.isArray(value) ? Number(key) : key]);
}

function changed(value: unknown, path: Path, to: unknown): unknown {
  const copy = structuredClone(value);
  let current = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) current = current[step] as Record<string | number, unknown>;
  const last = path.at(-1)!;
  if (to !== undefined) current[last] = to;
  else if (Array.isArray(current)) current.splice(last as number, 1);
  else delete current[last];
  return copy;
}

/** Calls and executions of a recording, and whether anybody is told that there may be more. */
function outcome(recording: unknown, format: TraceFormat) {
  const runs = importTraces(JSON.stringify(recording), { file: 'r', format });
  if (!runs.ok) return { calls: 0, executions: 0, told: true };
  const events = runs.value.flatMap(({ trace }) => trace.events);
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  return {
    calls: count('call.proposed'),
    executions: count('exec.started'),
    told: runs.value.some(
      ({ trace, report }) =>
        trace.header.gaps !== undefined ||
        report.warnings.length > 0 ||
        !trace.header.observes.includes('call.proposed') ||
        !trace.header.observes.includes('exec.started'),
    ),
  };
}

/** A list of calls may be null where there are none, and the words of a model may be a string where its message is. */
function meansSomethingElse(path: Path, to: unknown): boolean {
  const last = path.at(-1);
  return (to === null && last === 'tool_calls') || (to === 'novel' && (last === 'output' || last === 'content'));
}

describe.each(Object.entries(recordings) as [TraceFormat, object][])('a recording of %s', (format, recording) => {
  it('is detected, and has both calls and both executions', () => {
    const runs = importTraces(JSON.stringify(recording), { file: 'r' });
    expect(runs.ok && runs.value.map((run) => run.format)).toEqual([format]);
    expect(outcome(recording, format)).toEqual({ calls: 2, executions: 2, told: false });
  });

  it('of which any value has a wrong type never loses a call without a word', () => {
    const silent = [...pathsOf(recording)].flatMap((path) =>
      [null, 7, { novel: 1 }, [[]], 'novel'].flatMap((to) => {
        if (meansSomethingElse(path, to)) return [];
        const { calls, told } = outcome(changed(recording, path, to), format);
        return calls < 2 && !told ? [`${path.join('/')} = ${JSON.stringify(to)}`] : [];
      }),
    );
    expect(silent).toEqual([]);
  });

  it('without ids, or with the same id everywhere, keeps every call', () => {
    const replaced = (to: string | undefined) =>
      JSON.parse(
        JSON.stringify(recording, (key, value) =>
          /^(tool_call_id|toolCallId|toolUseId|call_id)$/.test(key) || (key === 'id' && /^(pay|log|c\d)$/.test(value))
            ? to
            : value,
        ),
      );
    for (const ids of [undefined, 'same']) {
      const { calls, told } = outcome(replaced(ids), format);
      expect(calls === 2 || told).toBe(true);
      // A part of a message that the client sends again and again has nothing but its id to be known by.
      if (format !== 'ai-sdk') expect(calls).toBe(2);
    }
  });

  it('that ends in the middle is an error', () => {
    const text = JSON.stringify(recording);
    for (let end = 1; end < text.length; end += 7)
      expect(importTraces(text.slice(0, end), { file: 'r' }).ok).toBe(false);
  });
});
