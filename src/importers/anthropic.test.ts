import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace } from './import-trace.ts';
import { brief } from './testing/brief.ts';

const read = (value: unknown) => unwrap(importTrace(JSON.stringify(value), { file: 'log.json' }));
const USE = {
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text: 'I look.' },
    { type: 'tool_use', id: 't1', name: 'read', input: { path: 'x' } },
  ],
};
const result = (more: object = {}) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'secret' }], ...more }],
});

describe('Anthropic Messages', () => {
  it('take the origin from the block: a result in a message of the user is not the user speaking', () => {
    const { trace, format, report } = read({
      system: 'Be kind.',
      messages: [{ role: 'user', content: 'Read x.' }, USE, result()],
    });
    expect(format).toBe('anthropic');
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      - context.added item=item:1 origin=system trust=trusted text=Be kind.
      1 context.added item=item:2 origin=user trust=trusted text=Read x.
      1 message.sent to=user text=I look.
      1 call.proposed call=t1 tool=read args={"path":"x"}
      1 exec.started exec=exec:t1 call=t1 tool=read args={"path":"x"} (inferred:execution-from-result)
      1 exec.ended exec=exec:t1 status=ok result=item:3 (inferred:execution-from-result)
      1 context.added item=item:3 origin=tool_result trust=untrusted text=secret producer=t1
      "
    `);
    expect(report).toMatchObject({ unit: 'block', dropped: [] });
    expect(trace.header.observes).not.toContain('approval.decided');
  });

  it('tell errors from results', () => {
    const status = (more: object) => read([USE, result(more)]).trace.events.find(({ kind }) => kind === 'exec.ended');
    expect(status({})).toMatchObject({ status: 'ok' });
    expect(status({ is_error: true })).toMatchObject({ status: 'error' });
  });

  it('name the server of an MCP tool, and take what a server tool fetched for retrieval', () => {
    const { trace } = read({
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'mcp_tool_use', id: 'm', server_name: 'bank', name: 'pay', input: {} },
        { type: 'mcp_tool_result', tool_use_id: 'm', is_error: false, content: [{ type: 'text', text: 'paid' }] },
        { type: 'server_tool_use', id: 's', name: 'web_fetch', input: { url: 'u' } },
        {
          type: 'web_fetch_tool_result',
          tool_use_id: 's',
          content: { type: 'web_fetch_result', content: { type: 'document', source: { type: 'text', data: 'page' } } },
        },
      ],
    });
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      - call.proposed call=m tool=bank.pay args={}
      - exec.started exec=exec:m call=m tool=bank.pay args={}
      - exec.ended exec=exec:m status=ok result=item:1
      - context.added item=item:1 origin=tool_result trust=untrusted text=paid producer=m
      - call.proposed call=s tool=web_fetch args={"url":"u"}
      - exec.started exec=exec:s call=s tool=web_fetch args={"url":"u"}
      - exec.ended exec=exec:s status=ok result=item:2
      - context.added item=item:2 origin=retrieval trust=untrusted text=page producer=s
      "
    `);
  });

  it('read a history that every request repeats only once, and the answer of a log', () => {
    const user = { role: 'user', content: 'Read x.' };
    const { trace, report } = read([
      { request: { messages: [user] }, response: { type: 'message', ...USE } },
      {
        request: { messages: [user, USE, result()] },
        response: { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
      },
    ]);
    expect(trace.events.map(({ kind }) => kind)).toEqual([
      'context.added',
      'message.sent',
      'call.proposed',
      'exec.started',
      'exec.ended',
      'context.added',
      'message.sent',
    ]);
    expect(report.skipped.map(({ rule, count }) => [rule, count])).toEqual([
      ['reasoning', 1],
      ['repeated', 2],
    ]);
  });

  it('count blocks that they do not know', () => {
    expect(
      read([USE, { role: 'assistant', content: [{ type: 'novelty' }, 5] }]).report.dropped.map(({ rule }) => rule),
    ).toEqual(['unknown-type', 'not-an-object']);
  });
});
