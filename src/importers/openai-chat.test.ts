import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace, importTraces } from './import-trace.ts';
import { brief } from './testing/brief.ts';

const read = (value: unknown, options = {}) =>
  unwrap(importTrace(JSON.stringify(value), { file: 'chat.json', ...options }));

const call = (id: string | null, name: string, args: unknown = {}) => ({
  id,
  type: 'function',
  function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
});
const assistant = (...calls: unknown[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const tool = (id: string | null, content = 'ok') => ({ role: 'tool', tool_call_id: id, content });

describe('OpenAI Chat Completions', () => {
  it('gives context, proposals, inferred executions and words, in order', () => {
    const imported = read([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: [{ type: 'text', text: 'Pay Ann.' }] },
      assistant(call('c1', 'pay', { to: 'Ann' })),
      tool('c1', 'paid'),
      { role: 'assistant', content: 'Done.' },
    ]);
    expect(imported.format).toBe('openai-chat');
    expect(brief(imported.trace)).toMatchInlineSnapshot(`
      "
      - context.added item=item:1 origin=system trust=trusted text=Be kind.
      1 context.added item=item:2 origin=user trust=trusted text=Pay Ann.
      1 call.proposed call=c1 tool=pay args={"to":"Ann"}
      1 exec.started exec=exec:c1 call=c1 tool=pay args={"to":"Ann"} (inferred:execution-from-result)
      1 exec.ended exec=exec:c1 status=unknown result=item:3 (inferred:execution-from-result)
      1 context.added item=item:3 origin=tool_result trust=untrusted text=paid producer=c1
      1 message.sent to=user text=Done.
      "
    `);
    expect(imported.report).toMatchObject({
      unit: 'message',
      records: 5,
      imported: 5,
      skipped: [],
      dropped: [],
      warnings: [],
    });
  });

  it('does not observe approvals, because the format has none', () => {
    const { trace } = read([{ role: 'user', content: 'hi' }]);
    expect(trace.header.observes).toEqual([
      'context.added',
      'call.proposed',
      'exec.started',
      'exec.ended',
      'message.sent',
    ]);
  });

  it('says of every event where it was read', () => {
    const { trace } = read({ model: 'm', messages: [{ role: 'user', content: 'hi' }, assistant(call('c', 't'))] });
    expect(trace.events.map(({ src }) => src)).toEqual([
      { file: 'chat.json', pointer: '/messages/0' },
      { file: 'chat.json', pointer: '/messages/1/tool_calls/0' },
    ]);
  });

  it('pairs parallel calls by id, whatever order the results come in', () => {
    const { trace } = read([assistant(call('a', 'first'), call('b', 'second')), tool('b', 'B'), tool('a', 'A')]);
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      - call.proposed call=a tool=first args={}
      - call.proposed call=b tool=second args={}
      - exec.started exec=exec:b call=b tool=second args={} (inferred:execution-from-result)
      - exec.ended exec=exec:b status=unknown result=item:1 (inferred:execution-from-result)
      - context.added item=item:1 origin=tool_result trust=untrusted text=B producer=b
      - exec.started exec=exec:a call=a tool=first args={} (inferred:execution-from-result)
      - exec.ended exec=exec:a status=unknown result=item:2 (inferred:execution-from-result)
      - context.added item=item:2 origin=tool_result trust=untrusted text=A producer=a
      "
    `);
  });

  it('pairs by position inside the step where ids are null, and says so', () => {
    const { trace, report } = read([
      assistant(call(null, 'first'), call(null, 'second')),
      tool(null, '1'),
      tool(null, '2'),
    ]);
    expect(trace.events.filter(({ kind }) => kind === 'exec.started')).toMatchObject([
      { tool: 'first', basis: 'inferred:paired-by-position' },
      { tool: 'second', basis: 'inferred:paired-by-position' },
    ]);
    expect(report.inferred.map(({ rule }) => rule)).toEqual(['paired-by-position']);
  });

  it('never pairs a result without id with a call of an earlier step', () => {
    const { report } = read([assistant(call(null, 'first')), assistant(call(null, 'second')), tool(null), tool(null)]);
    expect(report.warnings.map(formatDiagnostic)).toMatchInlineSnapshot(`
      [
        "a result belongs to no call that is recorded, at /3 [importers/result-without-call]
        hint: the beginning of the recording may be missing",
      ]
    `);
  });

  it('keeps calls apart that share an id, and pairs them in order', () => {
    const { trace, report } = read([
      assistant(call('x', 'one')),
      tool('x', '1'),
      assistant(call('x', 'two')),
      tool('x', '2'),
    ]);
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      - call.proposed call=x tool=one args={}
      - exec.started exec=exec:x call=x tool=one args={} (inferred:execution-from-result)
      - exec.ended exec=exec:x status=unknown result=item:1 (inferred:execution-from-result)
      - context.added item=item:1 origin=tool_result trust=untrusted text=1 producer=x
      - call.proposed call=x#2 tool=two args={}
      - exec.started exec=exec:x#2 call=x#2 tool=two args={} (inferred:paired-by-repeated-id)
      - exec.ended exec=exec:x#2 status=unknown result=item:2 (inferred:paired-by-repeated-id)
      - context.added item=item:2 origin=tool_result trust=untrusted text=2 producer=x#2 (inferred:paired-by-repeated-id)
      "
    `);
    expect(report.warnings.map(formatDiagnostic)).toMatchInlineSnapshot(`
      [
        "a call id is used for a second call, at /2/tool_calls/0 [importers/repeated-call-id]
        hint: results are paired in order",
      ]
    `);
  });

  it('keeps arguments that are not JSON as text and warns', () => {
    const { trace, report } = read([assistant(call('c', 'pay', '{"to": ')), tool('c')]);
    expect(trace.events[0]).toMatchObject({ kind: 'call.proposed', args: '{"to": ' });
    expect(report.warnings.map(formatDiagnostic)).toMatchInlineSnapshot(`
      [
        "the arguments of a call are not JSON and are kept as text, at /0/tool_calls/0 [importers/arguments-not-json]",
      ]
    `);
  });

  it('takes arguments that an export holds as an object', () => {
    const { trace } = read([
      { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 't', arguments: { a: 1 } } }] },
    ]);
    expect(trace.events[0]).toMatchObject({ args: { a: 1 } });
  });

  it('warns of a result without a call, keeps its text and infers no execution', () => {
    const { trace, report } = read([tool('gone', 'result')]);
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      - context.added item=item:1 origin=tool_result trust=untrusted text=result
      "
    `);
    expect(report.warnings.map(formatDiagnostic)).toMatchInlineSnapshot(`
      [
        "a result belongs to no call that is recorded, at /0 [importers/result-without-call]
        hint: the beginning of the recording may be missing",
      ]
    `);
  });

  it('reads the legacy function_call and its answer by name', () => {
    const { trace } = read([
      { role: 'assistant', content: null, function_call: { name: 'old', arguments: '{}' } },
      { role: 'function', name: 'old', content: 'ok' },
    ]);
    expect(trace.events.map(({ kind }) => kind)).toEqual([
      'call.proposed',
      'exec.started',
      'exec.ended',
      'context.added',
    ]);
  });

  it('reads the request and the answer of a log entry', () => {
    const { trace } = read({
      request: { messages: [{ role: 'user', content: 'hi' }] },
      response: { choices: [{ message: { role: 'assistant', content: 'hello' } }] },
    });
    expect(trace.events.map(({ kind }) => kind)).toEqual(['context.added', 'message.sent']);
  });

  it('tells by its text how a call of a tau-bench trajectory ended, and of no other recording', () => {
    const messages = [
      assistant(call('c1', 'pay'), call('c2', 'pay'), call('c3', 'gone')),
      tool('c1', 'Error: user not found'),
      tool('c2', 'Errors were none'),
      tool('c3', 'Unknown action gone'),
    ];
    const ends = (value: unknown) =>
      read(value).trace.events.flatMap((event) =>
        event.kind === 'exec.ended' ? [`${event.status} ${event.basis}`] : [],
      );
    expect(ends({ task_id: 1, trial: 0, reward: 1, traj: messages })).toEqual([
      'error inferred:failure-text',
      'ok inferred:execution-from-result',
      'error inferred:failure-text',
    ]);
    expect(ends(messages)).toEqual(Array(3).fill('unknown inferred:execution-from-result'));
  });

  it('gives every trajectory of a file as a run of its own, with its reward as truth', () => {
    const runs = unwrap(
      importTraces(
        JSON.stringify([
          { task_id: 1, trial: 0, reward: 1, traj: [{ role: 'user', content: 'a' }] },
          { task_id: 2, trial: 0, reward: 0, traj: [{ role: 'user', content: 'b' }] },
        ]),
        { file: 'f' },
      ),
    );
    expect(runs.map(({ name, trace }) => [name, trace.events.at(-1)])).toMatchObject([
      ['task 1 trial 0', { kind: 'truth', name: 'task_succeeded', value: true }],
      ['task 2 trial 0', { kind: 'truth', name: 'task_succeeded', value: false }],
    ]);
  });

  it('counts what it cannot use', () => {
    const { report } = read(
      [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: null },
        { role: 'assistant', content: null, tool_calls: [{ id: 'x' }] },
        7,
        { role: 'alien', content: 'x' },
      ],
      { format: 'openai-chat' },
    );
    expect(report).toMatchObject({ records: 5, imported: 1 });
    expect(report.skipped.map(({ rule, first }) => [rule, first])).toEqual([['empty', '/1']]);
    expect(report.dropped.map(({ rule, first }) => [rule, first])).toEqual([
      ['malformed', '/2'],
      ['not-an-object', '/3'],
      ['unknown-type', '/4'],
    ]);
  });
});
