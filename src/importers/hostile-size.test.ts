import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTraces } from './import-trace.ts';

/** So many calls take minutes where each is looked for among all others. */
const MANY = 24_000;
const many = <T>(make: (index: number) => T): T[] => Array.from({ length: MANY }, (_, index) => make(index));
const counted = (text: string) => {
  const kinds = new Map<string, number>();
  for (const { trace } of unwrap(importTraces(text, { file: 'x' })))
    for (const { kind } of trace.events) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return { proposed: kinds.get('call.proposed') ?? 0, executed: kinds.get('exec.started') ?? 0 };
};

const chatCall = (id?: string) => ({ ...(id === undefined ? {} : { id }), function: { name: 'f', arguments: '{}' } });
const assistant = (...tool_calls: object[]) => ({ role: 'assistant', content: null, tool_calls });
const result = (tool_call_id?: string) => ({ role: 'tool', tool_call_id, content: 'ok' });
const span = (index: number, attributes: object) => ({
  traceId: 't',
  spanId: `s${index}`,
  startTimeUnixNano: `${index}`,
  endTimeUnixNano: `${index}`,
  attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } })),
});
const exported = (spans: object[]) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
const tool = (input: object) => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'f',
  'gen_ai.tool.call.arguments': JSON.stringify(input),
});
const chat = (key: string, messages: object[]) => ({
  'gen_ai.operation.name': 'chat',
  [key]: JSON.stringify(messages),
});

/** Calls that wait, that share one id, that have none, and executions that name no call. */
const recordings: readonly [string, () => string, { proposed: number; executed: number }][] = [
  [
    'calls that are answered after the last of them',
    () => JSON.stringify([assistant(...many((n) => chatCall(`c${n}`))), ...many((n) => result(`c${n}`))]),
    { proposed: MANY, executed: MANY },
  ],
  [
    'calls that nothing ever answers among calls that have their result',
    () => JSON.stringify(many((n) => [assistant(chatCall(`a${n}`), chatCall(`b${n}`)), result(`a${n}`)]).flat()),
    { proposed: 2 * MANY, executed: MANY },
  ],
  [
    'calls of one id',
    () => JSON.stringify(many(() => [assistant(chatCall('c')), result('c')]).flat()),
    { proposed: MANY, executed: MANY },
  ],
  [
    'calls without an id',
    () => JSON.stringify([assistant(...many(() => chatCall())), ...many(() => result())]),
    { proposed: MANY, executed: MANY },
  ],
  [
    'executions that name no call, in the order of none',
    () =>
      exported([
        span(
          0,
          chat('gen_ai.output.messages', [
            {
              role: 'assistant',
              parts: many((n) => ({ type: 'tool_call', id: `c${n}`, name: 'f', arguments: { n } })),
            },
          ]),
        ),
        ...many((n) => span(n + 1, tool({ n: MANY - 1 - n }))),
      ]),
    { proposed: MANY, executed: MANY },
  ],
  [
    'results that name no execution',
    () =>
      exported([
        ...many((n) => span(n, tool({}))),
        span(
          MANY,
          chat(
            'gen_ai.input.messages',
            many((n) => ({ role: 'tool', parts: [{ type: 'tool_call_response', response: `r${n}` }] })),
          ),
        ),
      ]),
    { proposed: 0, executed: MANY },
  ],
  [
    'requests of one id over MCP',
    () =>
      many(() => [
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'f', arguments: {} } },
        { jsonrpc: '2.0', id: 1, result: { content: [] } },
      ])
        .flat()
        .map((line) => JSON.stringify(line))
        .join('\n'),
    { proposed: MANY, executed: MANY },
  ],
];

describe('a recording of very many calls', () => {
  it.each(recordings)('is read to its end, and no call is lost: %s', (_name, text, expected) => {
    expect(counted(text())).toEqual(expected);
  });
});
