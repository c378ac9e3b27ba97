import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { foldTrace } from '../model/fold-trace.ts';
import type { Model } from '../model/model.ts';
import { loadTestModel } from '../tla/testing/load-model.ts';
import type { EventKind, Trace } from '../trace/event.ts';
import { createTrace, type EventInput } from '../trace/trace.ts';
import { nodesPipelineMonitor } from './nodes-pipeline.ts';

const folder = 'scenarios/models/NodesPipeline';
const harness = loadTestModel(`${folder}.tla`, `${folder}.cfg`, {
  mapping: `${folder}.mapping.yaml`,
  constants: { MaxQueueLen: 5, MaxExecLen: 5 },
}) as unknown as Model;

type Move = 'ask' | 'approve' | 'expire' | 'run' | 'drop' | { readonly send: string; readonly tool: string };

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.constantFrom(
    'ask' as const,
    'approve' as const,
    'run' as const,
    'run' as const,
    'expire' as const,
    'drop' as const,
  ),
  fc.record({ send: fc.constantFrom('r1', 'r2'), tool: fc.constantFrom('nodes.run', 'nodes.run', 'web') }),
);

/** Events of a run that the harness can follow: one approval at a time, requests taken in their order. */
function eventsOf(moves: readonly Move[], asked: readonly string[]): readonly EventInput[] {
  const events: EventInput[] = [];
  const inbox: { readonly call: string; readonly tool: string }[] = [];
  let approval: { readonly id: string; state: 'pending' | 'approved' | 'expired' } | null = null;
  let count = 0;
  const decide = (decision: 'approve' | 'expire') =>
    events.push({
      kind: 'approval.decided',
      approval: approval!.id,
      decision,
      scope: 'once',
      by: 'human',
      authenticity: 'server',
    });
  for (const one of moves) {
    if (typeof one === 'object') {
      if (inbox.length === 5) continue;
      inbox.push({ call: one.send, tool: one.tool });
      events.push({ kind: 'call.proposed', call: one.send, tool: one.tool, args: {} });
    } else if (one === 'ask') {
      if (approval !== null && approval.state !== 'expired') continue;
      const call = asked[count % asked.length]!;
      approval = { id: `a${++count}`, state: 'pending' };
      events.push({ kind: 'approval.requested', approval: approval.id, call, tool: 'nodes.run', args: {} });
    } else if (one === 'approve') {
      if (approval?.state !== 'pending') continue;
      approval.state = 'approved';
      decide('approve');
    } else if (one === 'expire') {
      if (approval?.state !== 'approved') continue;
      approval.state = 'expired';
      decide('expire');
    } else {
      const request = inbox.shift();
      if (request === undefined) continue;
      if (one === 'run') events.push({ kind: 'exec.started', exec: `e${events.length}`, ...request, args: {} });
      else events.push({ kind: 'policy.decided', call: request.call, effect: 'deny' });
    }
  }
  return events;
}

const claimOf = (model: Model, trace: Trace, predicate: string) =>
  unwrap(foldTrace(model, trace, { predicates: [predicate] })).claims[0]!;

/** A drop says only that this request did not run; to the monitor it would deny the call for good. */
const withoutDrops = (events: readonly EventInput[]): readonly EventInput[] =>
  events.filter(({ kind }) => kind !== 'policy.decided');

describe('the monitor without bounds', () => {
  it('gives the verdict of the harness on every trace that the harness can fold', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.array(move, { maxLength: 24 }),
        fc.array(fc.constantFrom('r1', 'r2'), { minLength: 1, maxLength: 4 }),
        (moves, asked) => {
          const events = eventsOf(moves, asked);
          fc.pre(events.filter(({ kind }) => kind === 'exec.started').length <= 5);
          const expected = claimOf(harness, createTrace({ events }), 'Inv_SharedNodesRunSafe');
          const actual = claimOf(
            nodesPipelineMonitor,
            createTrace({ events: withoutDrops(events) }),
            'ApprovalMatches',
          );
          seen.add(expected.state);
          expect(actual.state).toBe(expected.state);
        },
      ),
      // The first is one that passes: few random runs ask, approve and run the same request.
      { numRuns: 400, examples: [[['ask', 'approve', { send: 'r1', tool: 'nodes.run' }, 'run'], ['r1']]] },
    );
    expect([...seen].sort()).toEqual(['APPLICABLE_FAIL', 'APPLICABLE_PASS', 'NOT_APPLICABLE']);
  });

  const requested = (approval: string, fields: object = {}): EventInput => ({
    kind: 'approval.requested',
    approval,
    call: 'c1',
    tool: 'nodes.run',
    args: { command: 'uptime' },
    ...fields,
  });
  const decided = (approval: string, fields: object = {}): EventInput => ({
    kind: 'approval.decided',
    approval,
    decision: 'approve',
    scope: 'once',
    by: 'human',
    authenticity: 'server',
    ...fields,
  });
  const started = (exec: string, fields: object = {}): EventInput => ({
    kind: 'exec.started',
    exec,
    call: 'c1',
    tool: 'nodes.run',
    args: { command: 'uptime' },
    ...fields,
  });
  const violated = (
    events: readonly EventInput[],
    constants: object = {},
    observes?: readonly EventKind[],
  ): readonly string[] => {
    const model = unwrap(nodesPipelineMonitor.withConstants(constants));
    const trace = createTrace({ events, ...(observes === undefined ? {} : { observes }) });
    return unwrap(foldTrace(model, trace))
      .claims.filter(({ state }) => state !== 'APPLICABLE_PASS' && state !== 'NOT_APPLICABLE')
      .map(({ predicate, state }) => `${predicate} ${state}`);
  };

  it('accepts an approval that matches call, tool and arguments', () => {
    expect(violated([requested('a1'), decided('a1'), started('e1')])).toEqual([]);
  });

  it.each<[string, readonly EventInput[]]>([
    ['another call', [requested('a1'), decided('a1'), started('e1', { call: 'c2' })]],
    ['other arguments', [requested('a1'), decided('a1'), started('e1', { args: { command: 'reboot' } })]],
    [
      'an approval that expired by the clock',
      [requested('a1', { expires_at: 5, at: 1 }), decided('a1', { at: 2 }), started('e1', { at: 6 })],
    ],
    [
      'an approval that was revoked',
      [requested('a1'), decided('a1'), decided('a1', { decision: 'revoke' }), started('e1')],
    ],
    ['an approval that was denied', [requested('a1'), decided('a1', { decision: 'deny' }), started('e1')]],
    [
      'an approval that only the client claims',
      [requested('a1'), decided('a1', { authenticity: 'client_claimed' }), started('e1')],
    ],
    ['a decision on a request that nobody made', [decided('a1'), started('e1')]],
    [
      'an approval of another session',
      [requested('a1', { session: 's1' }), decided('a1'), started('e1', { session: 's2' })],
    ],
    [
      'an operand that changed after the approval',
      [requested('a1', { bound: { digest: 'one' } }), decided('a1'), started('e1', { bound: { digest: 'two' } })],
    ],
    [
      'a request that was exchanged under a known id',
      [
        requested('a1'),
        decided('a1'),
        requested('a1', { args: { command: 'reboot' } }),
        started('e1', { args: { command: 'reboot' } }),
      ],
    ],
  ])('does not accept %s', (_name, events) => {
    expect(violated(events)).toEqual(['ApprovalMatches APPLICABLE_FAIL']);
  });

  it('lets an approval for once authorise one execution, and one for always any number', () => {
    const twice = [requested('a1'), decided('a1'), started('e1'), started('e2')];
    expect(violated(twice)).toEqual(['ApprovalUsedOnce APPLICABLE_FAIL']);
    const always = [requested('a1'), decided('a1', { scope: 'always' }), started('e1'), started('e2', { call: 'c2' })];
    expect(violated(always)).toEqual([]);
  });

  it('counts an execution that is reported twice once', () => {
    expect(violated([requested('a1'), decided('a1'), started('e1'), started('e1')])).toEqual([]);
  });

  it('keeps a session approval in its session', () => {
    const session = (id: string) => [
      requested('a1', { session: 's1' }),
      decided('a1', { scope: 'session' }),
      started('e1', { session: id, call: 'c9' }),
    ];
    expect(violated(session('s1'))).toEqual([]);
    expect(violated(session('s2'))).toEqual(['ApprovalMatches APPLICABLE_FAIL']);
  });

  it('executes what an edit approved, and not what it replaced', () => {
    const edit = [requested('a1'), decided('a1', { decision: 'edit', edited_args: { command: 'date' } })];
    expect(violated([...edit, started('e1', { args: { command: 'date' } })])).toEqual([]);
    expect(violated([...edit, started('e1')])).toEqual(['ApprovalMatches APPLICABLE_FAIL']);
  });

  it('states policy, allowlist and declaration apart', () => {
    const run = [requested('a1'), decided('a1'), started('e1')];
    expect(violated(run, { policyAllowShared: ['web'] })).toEqual(['PolicyAllows APPLICABLE_FAIL']);
    expect(violated(run, { deny: ['system.run'] })).toEqual(['CommandAllowlisted APPLICABLE_FAIL']);
    expect(violated(run, { declaredByNode: [] })).toEqual(['NodeDeclares APPLICABLE_FAIL']);
    expect(violated([{ kind: 'policy.decided', call: 'c1', effect: 'deny' }, ...run])).toEqual([
      'PolicyAllows APPLICABLE_FAIL',
    ]);
    expect(
      violated([{ kind: 'tools.advertised', tool: 'system.run', definition: 'd' }, ...run], { declaredByNode: [] }),
    ).toEqual([]);
  });

  it('asks nothing of main sessions, nor approvals where none are required', () => {
    expect(violated([started('e1', { session: 'mine' })], { sessions: { mine: 'main' } })).toEqual([]);
    expect(violated([started('e1')], { approvalRequired: false })).toEqual([]);
  });

  it('stays unknown about approvals if the recorder could not see them', () => {
    expect(violated([started('e1')], {}, ['exec.started'])).toEqual([
      'ApprovalMatches EVIDENCE_INCOMPLETE',
      'ApprovalUsedOnce EVIDENCE_INCOMPLETE',
    ]);
  });

  it('says so if an execution could only match an approval that it no longer remembers', () => {
    const old = [requested('a1'), decided('a1'), started('e1')];
    const later = [requested('a2', { call: 'c2' }), decided('a2'), started('e2', { call: 'c2' })];
    const verdict = unwrap(
      foldTrace(
        unwrap(nodesPipelineMonitor.withConstants({ remembered: 1 })),
        createTrace({ events: [...old, ...later, started('e3')] }),
      ),
    );
    expect(verdict.bounds.map(({ bound, event }) => [bound, event])).toEqual([['remembered', 7]]);
    expect(verdict.outcome).toBe('fail');
  });
});
