import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace } from './import-trace.ts';
import { brief } from './testing/brief.ts';

const read = (value: unknown, options = {}) =>
  unwrap(importTrace(JSON.stringify(value), { file: 'chat.json', ...options }));

const INPUT = { to: 'Ann', amount: 5 };
const approvalFlow = (request: object = {}, approved = true) => [
  { role: 'user', content: [{ type: 'text', text: 'Pay Ann.' }] },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'hm' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'pay', input: INPUT },
      { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1', ...request },
    ],
  },
  { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved }] },
];
const result = (output: unknown) => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'pay', output }],
});
const uiTool = (part: object) => [
  { id: 'm1', role: 'assistant', parts: [{ type: 'tool-pay', toolCallId: 'c1', input: INPUT, ...part }] },
];
const sign = (secret: string, input: unknown) => {
  const digest = createHash('sha256')
    .update(JSON.stringify(input, Object.keys(input as object).sort()))
    .digest('base64url');
  return createHmac('sha256', secret).update(`a1\nc1\npay\n${digest}`).digest('base64url');
};

describe('model messages', () => {
  it('of version 7 may hold files of the reasoning, which is private', () => {
    const { report } = read([
      ...approvalFlow(),
      { role: 'assistant', content: [{ type: 'reasoning-file', mediaType: 'image/png', data: 'x' }] },
    ]);
    expect(report.dropped).toEqual([]);
    expect(report.skipped).toMatchObject([{ rule: 'reasoning', count: 2 }]);
  });

  it('give both sides of an approval and the execution after it', () => {
    const imported = read([...approvalFlow(), result({ type: 'text', value: 'paid' })]);
    expect(imported.format).toBe('ai-sdk');
    expect(brief(imported.trace)).toMatchInlineSnapshot(`
      "
      1 context.added item=item:1 origin=user trust=trusted text=Pay Ann.
      1 call.proposed call=c1 tool=pay args={"to":"Ann","amount":5}
      1 approval.requested approval=a1 call=c1 tool=pay args={"to":"Ann","amount":5}
      1 approval.decided approval=a1 decision=approve scope=once by=human authenticity=client_claimed
      1 exec.started exec=exec:c1 call=c1 tool=pay args={"to":"Ann","amount":5} (inferred:execution-from-result)
      1 exec.ended exec=exec:c1 status=ok result=item:2 (inferred:execution-from-result)
      1 context.added item=item:2 origin=tool_result trust=untrusted text=paid producer=c1
      "
    `);
    expect(imported.report).toMatchObject({ unit: 'part', records: 6, imported: 5, dropped: [] });
    expect(imported.trace.header.observes).toEqual(expect.arrayContaining(['approval.requested', 'approval.decided']));
  });

  it('show a denial as a decision and a refusal, with no execution', () => {
    const { trace } = read([...approvalFlow({}, false), result({ type: 'execution-denied', reason: 'no' })]);
    expect(trace.events.filter(({ kind }) => kind.startsWith('exec.'))).toEqual([]);
    expect(trace.events).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'policy.decided', call: 'c1', effect: 'deny' })]),
    );
  });

  it('tell errors from outputs', () => {
    const status = (output: unknown) =>
      read([...approvalFlow(), result(output)]).trace.events.find(({ kind }) => kind === 'exec.ended');
    expect(status({ type: 'json', value: { a: 1 } })).toMatchObject({ status: 'ok' });
    expect(status({ type: 'error-text', value: 'broken' })).toMatchObject({ status: 'error' });
  });

  it('without any approval do not observe approvals, because version 5 has none', () => {
    const { trace } = read([
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 't', input: {} }] },
    ]);
    expect(trace.header.observes).not.toContain('approval.decided');
  });

  it('without any approval observe them if whoever imports says that the recorder would', () => {
    const calls = [{ role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 't', input: {} }] }];
    const { trace } = read(calls, { observes: ['approval.requested', 'approval.decided'] });
    expect(trace.header.observes).toContain('approval.decided');
  });

  it('name the policy where an approval was automatic', () => {
    const { trace } = read(approvalFlow({ isAutomatic: true }));
    expect(trace.events.at(-1)).toMatchObject({ kind: 'approval.decided', by: 'policy' });
  });
});

describe('the signature of an approval', () => {
  it('absent: the approval is a claim of the client', () => {
    expect(read(approvalFlow()).trace.events.at(-1)).toMatchObject({ authenticity: 'client_claimed' });
  });

  it('present but unchecked proves nothing', () => {
    const { trace, report } = read(approvalFlow({ signature: sign('s3cret', INPUT) }));
    expect(trace.events.at(-1)).toMatchObject({ authenticity: 'client_claimed' });
    expect(report.warnings.map(formatDiagnostic)).toMatchInlineSnapshot(`
      [
        "an approval is signed, but without approvalSecret the signature proves nothing, at /2/content/0 [importers/signature-unchecked]",
      ]
    `);
  });

  it('checked makes it signed, also where keys come in another order', () => {
    const signature = sign('s3cret', { amount: 5, to: 'Ann' });
    expect(read(approvalFlow({ signature }), { approvalSecret: 's3cret' }).trace.events.at(-1)).toMatchObject({
      authenticity: 'signed',
    });
  });

  it('of other arguments is wrong', () => {
    const signature = sign('s3cret', { to: 'Eve', amount: 5 });
    const { trace, report } = read(approvalFlow({ signature }), { approvalSecret: 's3cret' });
    expect(trace.events.at(-1)).toMatchObject({ authenticity: 'client_claimed' });
    expect(report.warnings.map(formatDiagnostic)).toMatchInlineSnapshot(`
      [
        "the signature of an approval does not fit its call, at /2/content/0 [importers/signature-wrong]",
      ]
    `);
  });
});

describe('UI messages', () => {
  it('give what the last state shows, with the order marked inferred', () => {
    const { trace } = read(
      uiTool({ state: 'output-available', output: { ok: true }, approval: { id: 'a1', approved: true } }),
    );
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      - call.proposed call=c1 tool=pay args={"to":"Ann","amount":5}
      - approval.requested approval=a1 call=c1 tool=pay args={"to":"Ann","amount":5} (inferred:approval-from-state)
      - approval.decided approval=a1 decision=approve scope=once by=human authenticity=client_claimed (inferred:approval-from-state)
      - exec.started exec=exec:c1 call=c1 approval=a1 tool=pay args={"to":"Ann","amount":5} (inferred:execution-from-result)
      - exec.ended exec=exec:c1 status=ok result=item:1 (inferred:execution-from-result)
      - context.added item=item:1 origin=tool_result trust=untrusted text={"ok":true} producer=c1
      "
    `);
  });

  it.each([
    ['input-available', {}, ['call.proposed']],
    ['approval-requested', { approval: { id: 'a' } }, ['call.proposed', 'approval.requested']],
    [
      'approval-responded',
      { approval: { id: 'a', approved: false } },
      ['call.proposed', 'approval.requested', 'approval.decided'],
    ],
    ['output-error', { errorText: 'x' }, ['call.proposed', 'exec.started', 'exec.ended', 'context.added']],
    [
      'output-denied',
      { approval: { id: 'a', approved: false } },
      ['call.proposed', 'approval.requested', 'approval.decided', 'policy.decided', 'context.added'],
    ],
  ])('in state %s', (state, more, kinds) => {
    expect(read(uiTool({ state, ...more })).trace.events.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('saved again and again add only what is new', () => {
    const snapshots = [
      uiTool({ state: 'input-available' }),
      uiTool({ state: 'approval-requested', approval: { id: 'a' } }),
      uiTool({ state: 'approval-responded', approval: { id: 'a', approved: true } }),
      uiTool({ state: 'output-available', output: 'paid', approval: { id: 'a', approved: true } }),
      uiTool({ state: 'output-available', output: 'paid', approval: { id: 'a', approved: true } }),
    ].map((messages) => JSON.stringify({ messages }));
    const { trace, report } = unwrap(importTrace(snapshots.join('\n'), { file: 'store.jsonl' }));
    expect(trace.events.map(({ kind }) => kind)).toEqual([
      'call.proposed',
      'approval.requested',
      'approval.decided',
      'exec.started',
      'exec.ended',
      'context.added',
    ]);
    expect(report.skipped.map(({ rule, count }) => [rule, count])).toEqual([['repeated', 1]]);
  });

  it('dynamic tools, sources, files and unknown parts are all accounted for', () => {
    const parts = [
      { type: 'step-start' },
      { type: 'text', text: 'Look:' },
      { type: 'dynamic-tool', toolName: 'fetch', toolCallId: 'd', state: 'input-streaming' },
      { type: 'source-url', sourceId: 's', url: 'https://example.org' },
      { type: 'file', mediaType: 'image/png', url: 'data:' },
      { type: 'data-weather', data: {} },
      { type: 'hologram' },
    ];
    const { report } = read([{ id: 'm', role: 'assistant', parts }]);
    expect(report).toMatchObject({ records: 7, imported: 3 });
    expect(report.skipped.map(({ rule }) => rule)).toEqual(['bookkeeping', 'partial']);
    expect(report.dropped.map(({ rule }) => rule)).toEqual(['unknown-type']);
  });
});
