import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace, importTraces } from './import-trace.ts';
import { brief } from './testing/brief.ts';

const read = (value: unknown) => unwrap(importTrace(JSON.stringify(value), { file: 'adk.json' }));
const event = (author: string, parts: object[], more: object = {}) => ({
  id: 'e',
  invocationId: 'i',
  author,
  timestamp: 1.5,
  content: { role: author, parts },
  ...more,
});
const call = (id: string | null, name: string, args: object = {}) => ({ functionCall: { id, name, args } });
const response = (id: string | null, name: string, value: object) => ({
  functionResponse: { id, name, response: value },
});
const confirmation = call('k1', 'adk_request_confirmation', {
  originalFunctionCall: { id: 'c1', name: 'pay', args: { to: 'Ann' } },
  toolConfirmation: { hint: 'Sure?', confirmed: false },
});
const flow = (confirmed: boolean, last: object) => ({
  id: 's1',
  events: [
    event('user', [{ text: 'Pay Ann.' }]),
    event('payer', [call('c1', 'pay', { to: 'Ann' })]),
    event('payer', [confirmation]),
    event(
      'payer',
      [response('c1', 'pay', { error: 'This tool call requires confirmation, please approve or reject.' })],
      { actions: { requestedToolConfirmations: { c1: { hint: 'Sure?' } } } },
    ),
    event('user', [response('k1', 'adk_request_confirmation', { response: JSON.stringify({ confirmed }) })]),
    event('payer', [response('c1', 'pay', last)]),
  ],
});

describe('Google ADK', () => {
  it('gives a confirmation as an approval, and what waits for it as no execution', () => {
    const { trace, format, name } = read(flow(true, { result: 'paid' }));
    expect([format, name]).toEqual(['adk', 's1']);
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      1 context.added at=1500 session=s1 item=item:1 origin=user trust=trusted text=Pay Ann.
      1 call.proposed at=1500 session=s1 agent=payer call=c1 tool=pay args={"to":"Ann"}
      1 approval.requested at=1500 session=s1 agent=payer approval=k1 call=c1 tool=pay args={"to":"Ann"}
      1 context.added at=1500 session=s1 agent=payer item=item:2 origin=tool_result trust=untrusted text={"error":"This tool call requires confirmation, please approve or reject."} producer=c1
      1 approval.decided at=1500 session=s1 approval=k1 decision=approve scope=once by=human authenticity=client_claimed
      1 exec.started at=1500 session=s1 agent=payer exec=exec:c1 call=c1 tool=pay args={"to":"Ann"} (inferred:execution-from-result)
      1 exec.ended at=1500 session=s1 agent=payer exec=exec:c1 status=ok result=item:3 (inferred:execution-from-result)
      1 context.added at=1500 session=s1 agent=payer item=item:3 origin=tool_result trust=untrusted text=paid producer=c1
      "
    `);
  });

  it('gives a refusal, with no execution', () => {
    const { trace } = read(flow(false, { error: 'This tool call is rejected.' }));
    expect(trace.events.some(({ kind }) => kind === 'exec.started')).toBe(false);
    expect(trace.events.slice(-2)).toMatchObject([
      { kind: 'policy.decided', effect: 'deny' },
      { kind: 'context.added' },
    ]);
  });

  it('gives state, hand-offs and errors, in camel case and in snake case', () => {
    const camel = event('a', [response('x', 't', { error: 'no' })], {
      actions: { stateDelta: { plan: [1] }, transferToAgent: 'b' },
    });
    const snake = {
      author: 'a',
      invocation_id: 'i',
      timestamp: 1.5,
      content: { parts: [{ function_response: { id: 'x', name: 't', response: { error: 'no' } } }] },
      actions: { state_delta: { plan: [1] }, transfer_to_agent: 'b' },
    };
    const first = event('a', [call('x', 't')]);
    const kinds = (last: object) => read([first, last]).trace.events.map(({ src: _src, ...rest }) => rest);
    expect(kinds(snake)).toEqual(kinds(camel));
    expect(read([first, camel]).trace.events.slice(-2)).toMatchObject([
      { kind: 'state.written', key: 'plan', value: [1] },
      { kind: 'handoff', from: 'a', to: 'b' },
    ]);
  });

  it('pairs responses without id by name inside the step', () => {
    const { trace } = read([
      event('a', [call(null, 'x'), call(null, 'y')]),
      event('b', [response(null, 'y', { result: 1 })]),
    ]);
    expect(trace.events.filter(({ kind }) => kind === 'exec.started')).toEqual([]);
    const same = read([event('a', [call(null, 'x'), call(null, 'y'), response(null, 'y', { result: 1 })])]);
    expect(same.trace.events.find(({ kind }) => kind === 'exec.started')).toMatchObject({
      tool: 'y',
      basis: 'inferred:paired-by-position',
    });
  });

  it('leaves out pieces of a stream and thoughts, and counts both', () => {
    const { report } = read([
      event('a', [{ text: 'He' }], { partial: true }),
      event('a', [{ thought: true, text: 'hm' }, { text: 'Hello' }]),
      event('a', [{ novelty: 1 }]),
    ]);
    expect(report).toMatchObject({ records: 4, imported: 1 });
    expect(report.skipped.map(({ rule }) => rule)).toEqual(['partial', 'reasoning']);
    expect(report.dropped.map(({ rule }) => rule)).toEqual(['unknown-type']);
  });

  it('gives a run for each case of an evaluation set, and observes no executions in it', () => {
    const evalCase = (id: string) => ({
      eval_id: id,
      conversation: [
        {
          user_content: { parts: [{ text: 'Roll.' }] },
          final_response: { parts: [{ text: 'Six.' }] },
          intermediate_data: { tool_uses: [{ id: null, name: 'roll', args: { sides: 6 } }] },
          creation_timestamp: 2,
        },
      ],
    });
    const runs = unwrap(
      importTraces(JSON.stringify({ eval_set_id: 's', eval_cases: [evalCase('a'), evalCase('b')] }), { file: 'f' }),
    );
    expect(runs.map(({ name, trace }) => [name, trace.events.map(({ kind }) => kind)])).toEqual([
      ['a', ['context.added', 'call.proposed', 'message.sent']],
      ['b', ['context.added', 'call.proposed', 'message.sent']],
    ]);
    expect(runs[0]!.trace.header.observes).toEqual(['context.added', 'call.proposed', 'message.sent']);
  });

  it('does not take what a test expects for what an agent did', () => {
    const { trace } = read([{ query: 'Roll.', expected_tool_use: [{ tool_name: 'roll' }] }]);
    expect(trace.events.map(({ kind }) => kind)).toEqual(['context.added']);
  });
});
