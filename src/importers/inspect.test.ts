import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace, importTraces } from './import-trace.ts';
import { brief } from './testing/brief.ts';

const log = (...samples: object[]) => ({ version: 2, status: 'success', eval: { task: 'pay' }, plan: {}, samples });
const sample = (events: object[], more: object = {}) => ({
  id: 1,
  epoch: 1,
  messages: [],
  events,
  scores: { match: { value: 'C' } },
  ...more,
});
const read = (events: object[], more?: object) =>
  unwrap(importTrace(JSON.stringify(log(sample(events, more))), { file: 'log.json' }));

const time = (second: number) => `2026-01-01T00:00:0${second}+00:00`;
const USER = { id: 'u', role: 'user', content: 'Pay Ann.' };
const CALLED = {
  id: 'a',
  role: 'assistant',
  content: '',
  tool_calls: [{ id: 'c1', function: 'pay', arguments: { to: 'Ann' } }],
};
const model = (second: number, input: object[], message: object) => ({
  event: 'model',
  timestamp: time(second),
  input,
  output: { choices: [{ message }] },
});
const approval = (second: number, decision: string, more: object = {}) => ({
  event: 'approval',
  timestamp: time(second),
  message: '',
  call: { id: 'c1', function: 'pay', arguments: { to: 'Ann' } },
  approver: 'human',
  decision,
  ...more,
});
const tool = (second: number, more: object = {}) => ({
  event: 'tool',
  timestamp: time(second),
  completed: time(second + 3),
  id: 'c1',
  function: 'pay',
  arguments: { to: 'Ann' },
  result: 'paid',
  ...more,
});

describe('Inspect AI logs', () => {
  it('give call, decision and execution in the order they fell, although the tool event is written first', () => {
    const answer = { id: 't', role: 'tool', tool_call_id: 'c1', content: 'paid' };
    const imported = read([
      { event: 'sample_init', timestamp: time(0) },
      model(1, [USER], CALLED),
      tool(2),
      approval(3, 'approve'),
      model(6, [USER, CALLED, answer], { id: 'b', role: 'assistant', content: 'Done.' }),
    ]);
    expect([imported.format, imported.name]).toEqual(['inspect', 'pay sample 1 epoch 1']);
    expect(brief(imported.trace)).toMatchInlineSnapshot(`
      "
      1 context.added at=1767225601000 item=item:1 origin=user trust=trusted text=Pay Ann.
      1 call.proposed at=1767225601000 call=c1 tool=pay args={"to":"Ann"}
      1 approval.requested at=1767225603000 approval=approval:c1 call=c1 tool=pay args={"to":"Ann"}
      1 approval.decided at=1767225603000 approval=approval:c1 decision=approve scope=once by=human authenticity=server
      1 exec.started at=1767225603000 exec=exec:c1 call=c1 approval=approval:c1 tool=pay args={"to":"Ann"}
      1 exec.ended at=1767225605000 exec=exec:c1 status=ok result=item:2
      1 context.added at=1767225605000 item=item:2 origin=tool_result trust=untrusted text=paid producer=c1
      1 message.sent at=1767225606000 to=user text=Done.
      - truth name=match value=C
      "
    `);
    expect(imported.report).toMatchObject({ unit: 'event', records: 5, imported: 4, dropped: [] });
  });

  it('run what was modified, and keep what was proposed', () => {
    const { trace } = read([
      model(1, [USER], CALLED),
      tool(2),
      approval(3, 'modify', { modified: { id: 'c1', function: 'pay', arguments: { to: 'Bob' } } }),
    ]);
    expect(trace.events.find(({ kind }) => kind === 'call.proposed')).toMatchObject({ args: { to: 'Ann' } });
    expect(trace.events.find(({ kind }) => kind === 'approval.decided')).toMatchObject({
      decision: 'edit',
      edited_args: { to: 'Bob' },
    });
    expect(trace.events.find(({ kind }) => kind === 'exec.started')).toMatchObject({ args: { to: 'Bob' } });
  });

  it('show a rejected call as refused, with no execution, whether or not it has a tool event', () => {
    const rejected = read([
      model(1, [USER], CALLED),
      tool(2, { result: '', error: { type: 'approval', message: 'no' } }),
      approval(3, 'reject'),
    ]);
    expect(rejected.trace.events.map(({ kind }) => kind)).toEqual([
      'context.added',
      'call.proposed',
      'approval.requested',
      'approval.decided',
      'policy.decided',
      'context.added',
      'truth',
    ]);
    const loose = read([model(1, [USER], CALLED), approval(2, 'terminate')]);
    expect(loose.trace.events.find(({ kind }) => kind === 'approval.decided')).toMatchObject({ decision: 'deny' });
  });

  it('do not take an escalation for a decision', () => {
    const { trace } = read([
      model(1, [USER], CALLED),
      tool(2),
      approval(3, 'escalate', { approver: 'auto' }),
      approval(4, 'approve'),
    ]);
    expect(trace.events.filter(({ kind }) => kind.startsWith('approval'))).toMatchObject([
      { kind: 'approval.requested' },
      { kind: 'approval.decided', by: 'human' },
    ]);
  });

  it('put attachments back, in both spellings', () => {
    const stored = (content: string) => [
      model(1, [{ ...USER, content }], { id: 'x', role: 'assistant', content: 'ok' }),
    ];
    expect(read(stored('attachment://ab12'), { attachments: { ab12: 'long text' } }).trace.events[0]).toMatchObject({
      text: 'long text',
    });
    const old = sample([], {
      events: undefined,
      transcript: { events: stored('tc://ab12'), content: { ab12: 'old text' } },
    });
    expect(unwrap(importTrace(JSON.stringify(log(old)), { file: 'f' })).trace.events[0]).toMatchObject({
      text: 'old text',
    });
  });

  it('give a run for each sample, its messages where it has no events, and its scores as truth', () => {
    const runs = unwrap(
      importTraces(
        JSON.stringify(log(sample([]), sample([], { id: 2, messages: [USER, { role: 'assistant', content: 'ok' }] }))),
        { file: 'f' },
      ),
    );
    expect(runs.map(({ trace }) => trace.events.map(({ kind }) => kind))).toEqual([
      ['truth'],
      ['context.added', 'message.sent', 'truth'],
    ]);
  });

  it('count events that they do not know', () => {
    expect(read([{ event: 'novelty' }, 5 as unknown as object, { event: 'state' }]).report).toMatchObject({
      records: 3,
      imported: 0,
      dropped: [{ rule: 'unknown-type' }, { rule: 'not-an-object' }],
      skipped: [{ rule: 'bookkeeping' }],
    });
  });
});
