import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace } from './import-trace.ts';
import { brief } from './testing/brief.ts';

const read = (value: unknown) => unwrap(importTrace(JSON.stringify(value), { file: 'log.json' }));
const response = (...output: unknown[]) => ({ object: 'response', id: 'r', output });
const request = (input: unknown, more = {}) => ({ model: 'm', input, ...more });
const REQUEST = { type: 'mcp_approval_request', id: 'mr1', name: 'pay', arguments: '{"to":"x"}', server_label: 'bank' };
const answer = (approve: boolean) => ({ type: 'mcp_approval_response', approval_request_id: 'mr1', approve });
const CALL = {
  type: 'mcp_call',
  id: 'mc1',
  name: 'pay',
  arguments: '{"to":"y"}',
  server_label: 'bank',
  output: 'ok',
  error: null,
  approval_request_id: 'mr1',
};
const LIST = {
  type: 'mcp_list_tools',
  id: 'l1',
  server_label: 'bank',
  tools: [{ name: 'pay', description: 'Pays.', input_schema: {} }],
};

describe('OpenAI Responses', () => {
  it('gives a hosted MCP call with its approval, and keeps what was approved apart from what ran', () => {
    const { trace, format } = read([
      { request: request('Pay x.'), response: response(LIST, REQUEST) },
      { request: request([answer(true)], { previous_response_id: 'r' }), response: response(CALL) },
    ]);
    expect(format).toBe('openai-responses');
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      1 context.added item=item:1 origin=user trust=trusted text=Pay x.
      - tools.advertised tool=bank.pay server=bank definition=sha256:fe494723068657edc821c367441f1a558fea9217dca962be0a9fe57ff634316c
      1 context.added item=item:2 origin=tool_definition trust=untrusted text=Pays.
      1 call.proposed call=mr1 tool=bank.pay args={"to":"x"}
      1 approval.requested approval=mr1 call=mr1 tool=bank.pay args={"to":"x"}
      1 approval.decided approval=mr1 decision=approve scope=once by=human authenticity=server
      1 exec.started exec=exec:mr1 call=mr1 approval=mr1 tool=bank.pay args={"to":"y"}
      1 exec.ended exec=exec:mr1 status=ok result=item:3
      1 context.added item=item:3 origin=tool_result trust=untrusted text=ok producer=mr1
      "
    `);
  });

  it('of responses alone does not observe decisions, and infers one only from the call that cites it', () => {
    const { trace } = read([response(REQUEST), response(CALL)]);
    expect(trace.header.observes).toContain('approval.requested');
    expect(trace.header.observes).not.toContain('approval.decided');
    expect(trace.events.find(({ kind }) => kind === 'approval.decided')).toMatchObject({
      basis: 'inferred:approval-cited-by-call',
    });
    expect(read([response(REQUEST)]).trace.events.some(({ kind }) => kind === 'approval.decided')).toBe(false);
  });

  it('shows a refusal, after which nothing runs', () => {
    const { trace } = read([{ request: request('Pay x.'), response: response(REQUEST) }, request([answer(false)])]);
    expect(trace.events.at(-1)).toMatchObject({ kind: 'approval.decided', decision: 'deny', authenticity: 'server' });
  });

  it('pairs function calls with outputs of the next request, and reads a history that is sent again only once', () => {
    const call = { type: 'function_call', id: 'f', call_id: 'c1', name: 'get', arguments: '{}' };
    const output = { type: 'function_call_output', call_id: 'c1', output: 'data' };
    const user = { role: 'user', content: 'hi' };
    const { trace, report } = read([
      { request: request([user], { instructions: 'Be kind.' }), response: response(call) },
      {
        request: request([user, call, output], { instructions: 'Be kind.' }),
        response: response({
          type: 'message',
          id: 'm',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'done' }],
        }),
      },
    ]);
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      - context.added item=item:1 origin=developer trust=trusted text=Be kind.
      1 context.added item=item:2 origin=user trust=trusted text=hi
      1 call.proposed call=c1 tool=get args={}
      1 exec.started exec=exec:c1 call=c1 tool=get args={} (inferred:execution-from-result)
      1 exec.ended exec=exec:c1 status=unknown result=item:3 (inferred:execution-from-result)
      1 context.added item=item:3 origin=tool_result trust=untrusted text=data producer=c1
      1 message.sent to=user text=done
      "
    `);
    expect(report.skipped.map(({ rule, count }) => [rule, count])).toEqual([['repeated', 2]]);
  });

  it('takes the same words said twice for two messages where the server keeps the history', () => {
    const { trace } = read([
      request([{ role: 'user', content: 'yes' }], { previous_response_id: 'a' }),
      request([{ role: 'user', content: 'yes' }], { previous_response_id: 'b' }),
    ]);
    expect(trace.events).toHaveLength(2);
  });

  it('reads the whole at the end of a stream, hosted searches as retrieval, and counts the rest', () => {
    const search = {
      type: 'web_search_call',
      id: 'w',
      status: 'completed',
      action: { query: 'q' },
      results: [{ title: 'T' }],
    };
    const { trace, report } = read([
      { type: 'response.output_text.delta', delta: 'x' },
      {
        type: 'response.completed',
        response: response(search, { type: 'reasoning', id: 'z' }, { type: 'novelty', id: 'n' }),
      },
    ]);
    expect(trace.events.at(-1)).toMatchObject({ kind: 'context.added', origin: 'retrieval', trust: 'untrusted' });
    expect(report.skipped.map(({ rule }) => rule)).toEqual(['partial', 'reasoning']);
    expect(report.dropped.map(({ rule }) => rule)).toEqual(['unknown-type']);
  });
});
