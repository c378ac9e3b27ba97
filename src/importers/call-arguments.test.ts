import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace } from './import-trace.ts';

/** A call of `pay` in a format, with `args` where they stand; without any if they are undefined. */
const recordings: Readonly<Record<string, (args: object) => unknown>> = {
  'openai-chat': (args) => [{ role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'pay', ...args } }] }],
  'openai-responses': (args) => ({
    object: 'response',
    output: [{ type: 'function_call', call_id: 'c', name: 'pay', ...args }],
  }),
  anthropic: (args) => [{ role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'pay', ...args }] }],
  'ai-sdk': (args) => [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'pay', ...args }] },
  ],
  langchain: (args) => [{ type: 'ai', content: '', tool_calls: [{ id: 'c', name: 'pay', ...args }] }],
  converse: (args) => [{ role: 'assistant', content: [{ toolUse: { toolUseId: 'c', name: 'pay', ...args } }] }],
  autogen: (args) => [{ source: 'agent', type: 'ToolCallRequestEvent', content: [{ id: 'c', name: 'pay', ...args }] }],
};
const KEYS: Readonly<Record<string, string>> = {
  'openai-chat': 'arguments',
  'openai-responses': 'arguments',
  anthropic: 'input',
  'ai-sdk': 'input',
  langchain: 'args',
  converse: 'input',
  autogen: 'arguments',
};
/** Formats of which a call without arguments has none, by the definition of their types. */
const optional: Readonly<Record<string, (args: object) => unknown>> = {
  adk: (args) => [
    {
      id: 'e',
      invocationId: 'i',
      author: 'agent',
      timestamp: 1,
      content: { role: 'model', parts: [{ functionCall: { id: 'c', name: 'pay', ...args } }] },
    },
  ],
  'pydantic-ai': (args) => [
    { kind: 'response', parts: [{ part_kind: 'tool-call', tool_call_id: 'c', tool_name: 'pay', ...args }] },
  ],
};

const proposed = (value: unknown) => {
  const { trace, report, format } = unwrap(importTrace(JSON.stringify(value), { file: 'x' }));
  const calls = trace.events.flatMap((event) => (event.kind === 'call.proposed' ? [event.args] : []));
  return { format, calls, warnings: report.warnings.map(({ code }) => code) };
};

describe('the arguments of a call', () => {
  it.each(Object.keys(recordings))('are unknown where the recording leaves them out, and told to be: %s', (format) => {
    const key = KEYS[format]!;
    for (const missing of [{}, { [key]: null }]) {
      expect(proposed(recordings[format]!(missing))).toEqual({
        format,
        calls: [null],
        warnings: ['importers/arguments-not-recorded'],
      });
    }
    const given = proposed(recordings[format]!({ [key]: { to: 'Ann' } }));
    expect(given).toEqual({ format, calls: [{ to: 'Ann' }], warnings: [] });
    expect(proposed(recordings[format]!({ [key]: {} })).calls).toEqual([{}]);
  });

  it.each(Object.keys(optional))('are empty where the format leaves empty ones out: %s', (format) => {
    for (const missing of [{}, { args: null }])
      expect(proposed(optional[format]!(missing))).toEqual({ format, calls: [{}], warnings: [] });
  });
});
