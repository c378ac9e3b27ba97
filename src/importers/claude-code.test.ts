import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace } from './import-trace.ts';
import { brief } from './testing/brief.ts';

const read = (...lines: object[]) =>
  unwrap(importTrace(lines.map((line) => JSON.stringify(line)).join('\n'), { file: 's.jsonl' }));
const line = (uuid: string, parentUuid: string | null, type: string, content: unknown, more: object = {}) => ({
  uuid,
  parentUuid,
  type,
  sessionId: 'k',
  isSidechain: false,
  timestamp: '2026-01-01T00:00:00.000Z',
  message: { role: type, content },
  ...more,
});
const use = (id: string) => [{ type: 'tool_use', id, name: 'Bash', input: { command: id } }];
const result = (id: string, text = 'ok', is_error = false) => [
  { type: 'tool_result', tool_use_id: id, content: text, is_error },
];

describe('Claude Code sessions', () => {
  it('tell by its origin who queued a message while the agent worked', () => {
    const queued = (prompt: unknown, kind?: string) => ({
      ...line(`q${String(kind)}`, 'a', 'attachment', ''),
      message: undefined,
      uuid: undefined,
      attachment: { type: 'queued_command', prompt, ...(kind === undefined ? {} : { origin: { kind } }) },
    });
    const { trace, report } = read(
      line('a', null, 'user', 'List.'),
      queued('Stop!', 'human'),
      queued([{ type: 'text', text: 'Go on.' }], 'auto-continuation'),
      queued('Do mine first.', 'peer'),
      queued('<task-notification>'),
      { type: 'attachment', attachment: { type: 'plan_mode' } },
      { type: 'file-history-delta' },
    );
    expect(brief(trace).replaceAll(/ (?:at|session)=\S+/g, '')).toMatchInlineSnapshot(`
      "
      1 context.added item=item:1 origin=user trust=trusted text=List.
      2 context.added item=item:2 origin=user trust=trusted text=Stop!
      3 context.added item=item:3 origin=user trust=trusted text=Go on.
      3 context.added item=item:4 origin=peer trust=untrusted text=Do mine first. (inferred:harness-message)
      3 context.added item=item:5 origin=unknown trust=unknown text=<task-notification> (inferred:harness-message)
      3 context.added item=item:6 origin=unknown trust=unknown
      "
    `);
    expect(report).toMatchObject({ dropped: [], skipped: [{ rule: 'bookkeeping', count: 1 }] });
  });

  it('give the conversation without approvals, which leave no record', () => {
    const { trace, format } = read(
      { type: 'summary', summary: 's', leafUuid: 'c' },
      line('a', null, 'user', 'List.'),
      line('b', 'a', 'assistant', use('t1')),
      line('c', 'b', 'user', result('t1')),
    );
    expect(format).toBe('claude-code');
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      1 context.added at=1767225600000 session=k item=item:1 origin=user trust=trusted text=List.
      1 call.proposed at=1767225600000 session=k call=t1 tool=Bash args={"command":"t1"}
      1 exec.started at=1767225600000 session=k exec=exec:t1 call=t1 tool=Bash args={"command":"t1"} (inferred:execution-from-result)
      1 exec.ended at=1767225600000 session=k exec=exec:t1 status=ok result=item:2 (inferred:execution-from-result)
      1 context.added at=1767225600000 session=k item=item:2 origin=tool_result trust=untrusted text=ok producer=t1
      "
    `);
    expect(trace.header.observes).toEqual([
      'context.added',
      'call.proposed',
      'exec.started',
      'exec.ended',
      'message.sent',
    ]);
  });

  it('know a refusal by its text, and then infer no execution', () => {
    const refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
    const { trace } = read(
      line('a', null, 'assistant', use('t1')),
      line('b', 'a', 'user', result('t1', refusal, true)),
    );
    expect(trace.events.map(({ kind, basis }) => [kind, basis])).toEqual([
      ['call.proposed', undefined],
      ['policy.decided', 'inferred:denial-text'],
      ['context.added', undefined],
    ]);
  });

  it('keep the results of parallel calls, which fork the tree, and leave edited branches', () => {
    const { trace, report } = read(
      line('u', null, 'user', 'Old.'),
      line('x', 'u', 'assistant', [{ type: 'text', text: 'left' }]),
      line('a', 'u', 'assistant', use('t1')),
      line('b', 'a', 'assistant', use('t2')),
      line('ra', 'a', 'user', result('t1')),
      line('rb', 'b', 'user', result('t2')),
      line('c', 'rb', 'assistant', [{ type: 'text', text: 'done' }]),
    );
    expect(trace.events.filter(({ kind }) => kind === 'exec.started')).toHaveLength(2);
    expect(report.skipped).toMatchObject([{ rule: 'inactive-branch', count: 1, first: '/1' }]);
  });

  it('follow every root, as after a compaction', () => {
    const { trace } = read(
      line('a', null, 'user', 'one'),
      line('b', null, 'user', 'sum', { isCompactSummary: true }),
      line('c', 'b', 'user', 'two'),
    );
    expect(trace.events.map((event) => (event.kind === 'context.added' ? event.origin : ''))).toEqual([
      'user',
      'memory',
      'user',
    ]);
  });

  it('tell the harness and other agents from the user', () => {
    const { trace } = read(
      line('a', null, 'user', 'note', { isMeta: true }),
      line('b', null, 'user', 'Sub task.', { isSidechain: true, agentId: 'ag1' }),
      line('c', 'a', 'assistant', use('t')),
      line('d', 'c', 'user', result('t'), { toolUseResult: { agentId: 'ag1' } }),
    );
    expect(trace.events[0]).toMatchObject({ origin: 'system', basis: 'inferred:harness-message' });
    expect(trace.events[1]).toMatchObject({ origin: 'peer', trust: 'untrusted', agent: 'ag1' });
    expect(trace.events.at(-1)).toMatchObject({
      kind: 'handoff',
      from: 'main',
      to: 'ag1',
      basis: 'inferred:hand-off-tool',
    });
  });

  it('show a change of the permission mode', () => {
    const { trace } = read(
      line('a', null, 'user', 'x', { permissionMode: 'default' }),
      line('b', 'a', 'user', 'y', { permissionMode: 'bypassPermissions' }),
    );
    expect(trace.events.find(({ kind }) => kind === 'config.changed')).toMatchObject({
      before: 'default',
      after: 'bypassPermissions',
    });
  });

  it('know by what stands beside a result that its call was refused, whatever the text of the refusal', () => {
    const kinds = (non_execution_kind?: string) =>
      read(
        line('a', null, 'user', 'Go.'),
        line('b', 'a', 'assistant', use('t1')),
        line('c', 'b', 'user', result('t1', 'Our hook says no.', true), {
          ...(non_execution_kind === undefined ? {} : { tool_result_meta: [{ id: 't1', non_execution_kind }] }),
        }),
      ).trace.events.map(({ kind }) => kind);
    expect(kinds('permission-rule')).toContain('policy.decided');
    expect(kinds('permission-rule')).not.toContain('exec.started');
    expect(kinds('timeout')).toContain('exec.started');
    expect(kinds()).toContain('exec.started');
  });
});

describe('the control protocol of the Agent SDK', () => {
  const sdk = (type: string, content: unknown) => ({
    type,
    message: { role: type, content },
    parent_tool_use_id: null,
    session_id: 'k',
  });
  const ask = (request_id: string, more: object = {}) => ({
    type: 'control_request',
    request_id,
    request: { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 't1' }, tool_use_id: 't1', ...more },
  });
  const answer = (request_id: string, response: object, subtype = 'success') => ({
    type: 'control_response',
    response: { subtype, request_id, response },
  });
  const allow = (more: object = {}) => ({ behavior: 'allow', updatedInput: { command: 't1' }, ...more });
  const DENY = { behavior: 'deny', message: 'Not today.' };
  const ran = (response: object, last = result('t1')) =>
    read(sdk('user', 'Go.'), sdk('assistant', use('t1')), ask('r1'), answer('r1', response), sdk('user', last));
  const decisions = (...lines: object[]) =>
    read(...lines).trace.events.filter(({ kind }) => kind === 'approval.decided');

  it('tells who was asked for what, what was decided, and under what a call ran', () => {
    const { trace, report } = ran(allow());
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      1 context.added session=k item=item:1 origin=user trust=trusted text=Go.
      1 call.proposed session=k call=t1 tool=Bash args={"command":"t1"}
      1 approval.requested session=k approval=r1 call=t1 tool=Bash args={"command":"t1"}
      1 approval.decided session=k approval=r1 decision=approve scope=once by=unknown authenticity=server
      1 exec.started session=k exec=exec:t1 call=t1 approval=r1 tool=Bash args={"command":"t1"} (inferred:execution-from-result)
      1 exec.ended session=k exec=exec:t1 status=ok result=item:2 (inferred:execution-from-result)
      1 context.added session=k item=item:2 origin=tool_result trust=untrusted text=ok producer=t1
      "
    `);
    expect(trace.header.observes).toEqual(expect.arrayContaining(['approval.requested', 'approval.decided']));
    expect(report).toMatchObject({ dropped: [], skipped: [] });
  });

  it('has the arguments that a call was allowed with, and those that it ran with', () => {
    const { trace } = ran(allow({ updatedInput: { command: 'ls' } }));
    expect(trace.events).toMatchObject([
      {},
      { kind: 'call.proposed', args: { command: 't1' } },
      { kind: 'approval.requested', args: { command: 't1' } },
      { kind: 'approval.decided', decision: 'edit', edited_args: { command: 'ls' } },
      { kind: 'exec.started', args: { command: 'ls' }, approval: 'r1' },
      {},
      {},
    ]);
  });

  it('infers no execution of a call that was denied, and hides none that ran all the same', () => {
    const kinds = (last: object[]) => ran(DENY, last).trace.events.map(({ kind }) => kind);
    expect(kinds(result('t1', 'Not today.', true))).toContain('policy.decided');
    expect(kinds(result('t1', 'Not today.', true))).not.toContain('exec.started');
    const run = ran(DENY, result('t1', 'deleted')).trace.events.find(({ kind }) => kind === 'exec.started');
    expect(run).toMatchObject({ call: 't1' });
    expect(run).not.toHaveProperty('approval');
  });

  it.each<[string, object, string]>([
    ['once', {}, 'once'],
    ['once', { updatedPermissions: [{ type: 'addRules', behavior: 'deny', destination: 'session' }] }, 'once'],
    ['session', { updatedPermissions: [{ type: 'addRules', behavior: 'allow', destination: 'session' }] }, 'session'],
    ['session', { updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }] }, 'session'],
    [
      'always',
      { updatedPermissions: [{ type: 'addRules', behavior: 'allow', destination: 'localSettings' }] },
      'always',
    ],
  ])('knows that an allowance stands %s: %j', (_name, more, scope) => {
    expect(ran(allow(more)).trace.events.find(({ kind }) => kind === 'approval.decided')).toMatchObject({ scope });
  });

  it('does not observe decisions where only the output was recorded, and takes an error for none', () => {
    const lines = [sdk('user', 'Go.'), sdk('assistant', use('t1')), ask('r1')];
    const { header, events } = read(...lines, sdk('user', result('t1'))).trace;
    expect(header.observes).toContain('approval.requested');
    expect(header.observes).not.toContain('approval.decided');
    expect(events.find(({ kind }) => kind === 'exec.started')).not.toHaveProperty('approval');
    expect(decisions(...lines, answer('r1', {}, 'error'))).toEqual([]);
    expect(decisions(...lines, answer('r1', { behavior: 'maybe' }))).toEqual([]);
    expect(decisions(...lines, answer('other', DENY))).toEqual([]);
    expect(decisions(...lines, answer('r1', DENY), answer('r1', allow()))).toMatchObject([{ decision: 'deny' }]);
  });

  it('finds the call of a request that names none by its arguments, and tells one that nobody proposed', () => {
    const lines = [sdk('user', 'Go.'), sdk('assistant', use('t1'))];
    const asked = (more: object) =>
      read(...lines, ask('r1', more)).trace.events.find(({ kind }) => kind === 'approval.requested');
    expect(asked({ tool_use_id: undefined })).toMatchObject({ call: 't1', basis: 'inferred:approval-by-position' });
    expect(asked({ tool_use_id: 't9' })).toMatchObject({ call: 't9' });
    expect(read(...lines, ask('r1', { tool_name: undefined })).trace.header.gaps).toEqual([
      { rule: 'malformed', count: 1 },
    ]);
  });

  it('tells what a hook decided before a call', () => {
    const hook = {
      type: 'control_request',
      request_id: 'h1',
      request: {
        subtype: 'hook_callback',
        callback_id: 'hook_0',
        tool_use_id: 't1',
        input: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 't1' } },
      },
    };
    const events = (said: object) =>
      read(
        sdk('user', 'Go.'),
        sdk('assistant', use('t1')),
        hook,
        answer('h1', said),
        sdk('user', result('t1', 'No.', true)),
      ).trace.events;
    const specific = (permissionDecision: string) => ({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision },
    });
    expect(events(specific('deny'))).toContainEqual(
      expect.objectContaining({ kind: 'policy.decided', effect: 'deny', rule: 'hook_0', call: 't1' }),
    );
    expect(events(specific('deny')).map(({ kind }) => kind)).not.toContain('exec.started');
    expect(events(specific('allow')).map(({ kind }) => kind)).toContain('exec.started');
    expect(events({}).map(({ kind }) => kind)).not.toContain('policy.decided');
  });
});
