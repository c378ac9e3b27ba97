import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace } from './import-trace.ts';
import { trustDecider } from './trust.ts';

describe('trust', () => {
  it('is by origin: whoever can write there decides', () => {
    const trust = trustDecider();
    expect(trust('user')).toBe('trusted');
    expect(trust('tool_result', 'fetch')).toBe('untrusted');
    expect(trust('memory')).toBe('unknown');
  });

  it('is overridden by origin, and before that by the first glob that fits the tool', () => {
    const trust = trustDecider({
      origins: { tool_result: 'unknown' },
      tools: [
        { tools: 'internal.*', trust: 'trusted' },
        { tools: '*.read', trust: 'untrusted' },
      ],
    });
    expect(trust('tool_result', 'internal.read')).toBe('trusted');
    expect(trust('tool_result', 'web.read')).toBe('untrusted');
    expect(trust('tool_result', 'other')).toBe('unknown');
    expect(trust('user')).toBe('trusted');
  });

  it('is written on the items of an import', () => {
    const messages = [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', function: { name: 'internal.look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'x' },
    ];
    const trust = { tools: [{ tools: 'internal.*', trust: 'trusted' as const }] };
    const { trace } = unwrap(importTrace(JSON.stringify(messages), { file: 'f', trust }));
    expect(trace.events.at(-1)).toMatchObject({ origin: 'tool_result', trust: 'trusted' });
  });
});
