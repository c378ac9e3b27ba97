import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { importTraces } from './import-trace.ts';
import type { TraceFormat } from './importer.ts';
import { readItf } from './itf.ts';

const NAME = 'Zebedee';
const said = `pay ${NAME} at Zebrastreet 4711`;

/** Recordings of several shapes in which a customer stands everywhere, also as a key. */
const recordings: readonly (readonly [TraceFormat | 'itf', string])[] = [
  [
    'tracefold',
    [
      { tracefold: 1, source: 'test', observes: ['call.proposed'] },
      { seq: 1, kind: 'call.proposed', call: 'c1', tool: 'pay', args: { to: NAME, [NAME]: 4711 } },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  ],
  [
    'openai-chat',
    JSON.stringify({
      messages: [
        { role: 'user', content: said },
        {
          role: 'assistant',
          tool_calls: [{ id: NAME, type: 'function', function: { name: NAME, arguments: `{"to":"${NAME}"}` } }],
        },
      ],
      [NAME]: said,
    }),
  ],
  [
    'anthropic',
    JSON.stringify({ messages: [{ role: 'user', content: [{ type: 'text', text: said, [NAME]: NAME }] }] }, null, 1),
  ],
  [
    'mcp',
    `{"jsonrpc":"2.0","id":"${NAME}","method":"tools/call","params":{"name":"${NAME}","arguments":{"to":"${said}"}}}`,
  ],
  ['itf', JSON.stringify({ vars: [NAME], states: [{ [NAME]: said }] })],
];

describe.each(recordings)('a broken recording of %s', (format, text) => {
  const told = (broken: string, as?: TraceFormat | 'itf'): string => {
    if (as === 'itf') {
      const trace = readItf(broken, { file: 'run.json' });
      return trace.ok ? '' : trace.errors.map(formatDiagnostic).join('\n');
    }
    const read = importTraces(broken, { file: 'run.json', ...(as === undefined ? {} : { format: as }) });
    if (!read.ok) return read.errors.map(formatDiagnostic).join('\n');
    return read.value.flatMap(({ report }) => report.warnings.map((one) => formatDiagnostic(one))).join('\n');
  };

  it('is told without a word of what it holds', () => {
    let messages = 0;
    for (let at = 1; at < text.length; at += 3) {
      const broken = [
        text.slice(0, at),
        `${text.slice(0, at)}!${text.slice(at)}`,
        text.slice(0, at) + text.slice(at + 1),
        `${text.slice(0, at)}"${text.slice(at)}`,
      ];
      for (const one of broken.flatMap((part) => [told(part), told(part, format)])) {
        if (one !== '') messages++;
        expect(one).not.toMatch(/Zeb|edee|stree|4711/i);
      }
    }
    expect(messages).toBeGreaterThan(text.length);
  });
});
