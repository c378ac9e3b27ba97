import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace } from './import-trace.ts';
import { brief } from './testing/brief.ts';

const lines = (...values: object[]) => values.map((value) => JSON.stringify(value)).join('\n');
const read = (values: object[], gateway?: object[]) =>
  unwrap(
    importTrace(lines(...values), {
      file: 's.jsonl',
      ...(gateway === undefined ? {} : { join: [{ file: 'gw.jsonl', input: lines(...gateway) }] }),
    }),
  );

const HEADER = { type: 'session', version: 3, id: 'sess', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' };
let parent: string | null = null;
const entry = (second: number, message: object, id = `e${second}`, under: string | null = parent) => {
  parent = id;
  return {
    type: 'message',
    id,
    parentId: under,
    timestamp: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`,
    message,
  };
};
const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });
const call = (id: string, command: string) => ({
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: 'hm' },
    { type: 'toolCall', id, name: 'exec', arguments: { command } },
  ],
});
const result = (id: string, text: string, details: object = {}, isError = false) => ({
  role: 'toolResult',
  toolCallId: id,
  toolName: 'exec',
  content: [{ type: 'text', text }],
  details,
  isError,
});
const at = (second: number) => Date.UTC(2026, 0, 1, 0, 0, second);
const requested = (second: number, command: string) => ({
  type: 'event',
  event: 'exec.approval.requested',
  payload: {
    id: 'ap1',
    request: { command, cwd: '/w', sessionKey: 'agent:main:main', agentId: 'main', resolvedPath: null },
    createdAtMs: at(second),
    expiresAtMs: at(second + 30),
  },
});
const resolved = (second: number, decision: string | null) => ({
  type: 'event',
  event: 'exec.approval.resolved',
  payload: { id: 'ap1', decision, resolvedBy: 'ann', ts: at(second) },
});

describe('OpenClaw sessions', () => {
  it('join the approvals of the gateway by time and by call', () => {
    parent = null;
    const { trace, format } = read(
      [
        HEADER,
        entry(1, user('Clean up.')),
        entry(2, call('t1', 'rm a')),
        entry(4, result('t1', 'Approval required', { status: 'approval-pending', approvalId: 'ap1' })),
        entry(9, user('System: [2026-01-01] Exec finished (gateway id=ap1, session=x, code 0)\ndone')),
      ],
      [requested(3, 'rm a'), resolved(6, 'allow-once')],
    );
    expect(format).toBe('openclaw');
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      1 context.added at=1767225601000 session=sess item=item:1 origin=user trust=trusted text=Clean up.
      1 call.proposed at=1767225602000 session=sess call=t1 tool=exec args={"command":"rm a"}
      1 approval.requested at=1767225603000 session=agent:main:main agent=main approval=ap1 call=t1 tool=exec args={"command":"rm a"} expires_at=1767225633000 bound={"cwd":"/w","sessionKey":"agent:main:main","agentId":"main"}
      1 context.added at=1767225604000 session=sess item=item:2 origin=tool_result trust=untrusted text=Approval required producer=t1
      1 approval.decided at=1767225606000 approval=ap1 decision=approve scope=once by=ann authenticity=server
      1 exec.started at=1767225609000 session=sess exec=exec:t1 call=t1 approval=ap1 tool=exec args={"command":"rm a"} (inferred:harness-message)
      1 exec.ended at=1767225609000 session=sess exec=exec:t1 status=ok (inferred:harness-message)
      1 context.added at=1767225609000 session=sess item=item:3 origin=tool_result trust=untrusted text=System: [2026-01-01] Exec finished (gateway id=ap1, session=x, code 0)
      done producer=t1 (inferred:harness-message)
      "
    `);
  });

  it('without the gateway do not observe approvals', () => {
    parent = null;
    expect(read([HEADER, entry(1, user('hi'))]).trace.header.observes).not.toContain('approval.decided');
    parent = null;
    expect(read([HEADER, entry(1, user('hi'))], [requested(1, 'x')]).trace.header.observes).toContain(
      'approval.decided',
    );
  });

  it('show that an approval was for another command than the one that ran', () => {
    parent = null;
    const { trace } = read(
      [HEADER, entry(1, call('t1', 'rm b')), entry(5, result('t1', 'ok'))],
      [requested(2, 'rm a'), resolved(3, 'allow-always')],
    );
    expect(trace.events.find(({ kind }) => kind === 'approval.requested')).not.toHaveProperty('call');
    expect(trace.events.find(({ kind }) => kind === 'approval.decided')).toMatchObject({
      scope: 'always',
      by: 'ann',
      authenticity: 'server',
    });
    expect(trace.events.find(({ kind }) => kind === 'exec.started')).toMatchObject({ args: { command: 'rm b' } });
  });

  it('show denials and expiry', () => {
    parent = null;
    const denied = read(
      [HEADER, entry(1, call('t1', 'rm a')), entry(8, user('System: [x] Exec denied (gateway id=ap1, user-denied)'))],
      [requested(2, 'rm a'), resolved(3, 'deny')],
    );
    expect(denied.trace.events.map(({ kind }) => kind)).toEqual([
      'call.proposed',
      'approval.requested',
      'approval.decided',
      'policy.decided',
      'context.added',
    ]);
    parent = null;
    const expired = read([HEADER, entry(1, call('t1', 'rm a'))], [requested(2, 'rm a'), resolved(40, null)]);
    expect(expired.trace.events.at(-1)).toMatchObject({ decision: 'expire' });
  });

  it('take a failed read for an error although it says isError: false', () => {
    parent = null;
    const { trace } = read([
      HEADER,
      entry(1, call('t1', 'cat x')),
      entry(2, result('t1', 'no such file', { status: 'error' })),
    ]);
    expect(trace.events.find(({ kind }) => kind === 'exec.ended')).toMatchObject({ status: 'error' });
  });

  it('follow the active branch and count what was left', () => {
    parent = null;
    const { trace, report } = read([
      HEADER,
      entry(1, user('one'), 'a'),
      entry(2, user('left'), 'b', 'a'),
      entry(3, user('two'), 'c', 'a'),
    ]);
    expect(trace.events.map((event) => (event.kind === 'context.added' ? event.text : ''))).toEqual(['one', 'two']);
    expect(report.skipped.map(({ rule, count }) => [rule, count])).toEqual([
      ['bookkeeping', 1],
      ['inactive-branch', 1],
    ]);
  });

  it('keep messages of another session apart from the user, and metadata apart from what the user wrote', () => {
    parent = null;
    const block = 'Sender (untrusted metadata):\n```json\n{"name":"Eve"}\n```\n\n';
    const { trace } = read([
      HEADER,
      entry(1, user(`${block}hello`)),
      entry(2, { ...user('Do it.'), provenance: { kind: 'inter_session', sourceSessionKey: 'agent:sub:1' } }),
      entry(3, user('[Inter-session message] sourceSession=agent:sub:2\nAgain.')),
    ]);
    expect(
      trace.events.map((event) => (event.kind === 'context.added' ? `${event.origin} ${event.trust}` : event.kind)),
    ).toEqual([
      'peer untrusted',
      'user trusted',
      'other_session untrusted',
      'session.linked',
      'other_session untrusted',
      'session.linked',
    ]);
  });

  it('count every kind of entry', () => {
    const { report } = read([
      HEADER,
      { type: 'custom', id: 'a', parentId: null },
      { type: 'custom_message', id: 'b', parentId: 'a', content: 'note' },
      { type: 'compaction', id: 'c', parentId: 'b', summary: 'before' },
      { type: 'novelty', id: 'd', parentId: 'c' },
    ]);
    expect(report).toMatchObject({ records: 5, imported: 2 });
    expect(report.dropped.map(({ rule }) => rule)).toEqual(['unknown-type']);
  });

  it('are not led in circles by parents', () => {
    expect(
      read([HEADER, { ...entry(1, user('x'), 'a', 'b') }, { ...entry(2, user('y'), 'b', 'a') }]).trace.events,
    ).toHaveLength(2);
  });
});
