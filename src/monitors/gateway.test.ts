import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { overallOutcome } from '../model/claim.ts';
import { foldTrace } from '../model/fold-trace.ts';
import type { Model } from '../model/model.ts';
import type { Step } from '../model/state-machine.ts';
import type { EventKind } from '../trace/event.ts';
import type { Json } from '../trace/json.ts';
import { createTrace, type EventInput } from '../trace/trace.ts';
import { gatewayMonitor } from './gateway.ts';
import { nodesPipelineMonitor } from './nodes-pipeline.ts';

const args = { path: 'a.txt' };
const requested = (approval: string, fields: object = {}): EventInput => ({
  kind: 'approval.requested',
  approval,
  call: 'c1',
  tool: 'edit',
  args,
  ...fields,
});
const decided = (approval: string, fields: object = {}): EventInput => ({
  kind: 'approval.decided',
  approval,
  decision: 'approve',
  scope: 'once',
  by: 'alice',
  authenticity: 'server',
  ...fields,
});
const started = (exec: string, fields: object = {}): EventInput => ({
  kind: 'exec.started',
  exec,
  call: 'c1',
  tool: 'edit',
  args,
  ...fields,
});
const proposed = (call: string, fields: object = {}): EventInput => ({
  kind: 'call.proposed',
  call,
  tool: 'edit',
  args,
  ...fields,
});
const policy = (id: string, effect: 'permit' | 'prohibit' | 'require_approval', fields: object = {}): EventInput => ({
  kind: 'policy.declared',
  id,
  effect,
  tools: ['edit'],
  ...fields,
});
const versioned = (version: string): EventInput => policy('ask', 'require_approval', { version });
const s1 = { session: 's1' };
const spoken = (identity: string): EventInput => ({ kind: 'identity.asserted', identity, subject: 's1' });
const denied = (call: string): EventInput => ({ kind: 'policy.decided', call, effect: 'deny' });
const read = (digest: string): EventInput => ({ kind: 'state.read', key: 'a.txt', digest });

const fold = (model: Model, events: readonly EventInput[], observes?: readonly EventKind[]) =>
  unwrap(foldTrace(model, createTrace({ events, ...(observes === undefined ? {} : { observes }) })));

/** What is not passed, of the predicates that apply. */
function violated(events: readonly EventInput[], constants: object = {}, observes?: readonly EventKind[]) {
  return fold(unwrap(gatewayMonitor.withConstants(constants)) as unknown as Model, events, observes)
    .claims.filter(({ state }) => state !== 'APPLICABLE_PASS' && state !== 'NOT_APPLICABLE')
    .map(({ predicate, state }) => `${predicate} ${state}`);
}

/** What it noticed and found in order. */
const held = (events: readonly EventInput[], constants: object = {}): readonly string[] =>
  fold(unwrap(gatewayMonitor.withConstants(constants)) as unknown as Model, events)
    .claims.filter(({ state }) => state === 'APPLICABLE_PASS')
    .map(({ predicate }) => predicate);

const approvals = [requested('a1'), decided('a1')];

describe('the gateway monitor', () => {
  it.each<[string, readonly EventInput[], readonly EventInput[], string, object?]>([
    [
      'ApprovalGiven: what a policy says needs an approval',
      [policy('ask', 'require_approval'), ...approvals, started('e1')],
      [policy('ask', 'require_approval'), started('e1')],
      'ApprovalGiven',
    ],
    [
      'ApprovalGiven: what was asked about, though no rule says that it must be',
      [...approvals, started('e1')],
      [requested('a1'), started('e1')],
      'ApprovalGiven',
    ],
    [
      'ApprovalGiven: what a policy asked about',
      [proposed('c1'), { kind: 'policy.decided', call: 'c1', effect: 'ask' }, ...approvals, started('e1')],
      [proposed('c1'), { kind: 'policy.decided', call: 'c1', effect: 'ask' }, started('e1')],
      'ApprovalGiven',
    ],
    [
      'ApprovalGiven: a person approves, the agent does not',
      [...approvals, started('e1')],
      [requested('a1'), decided('a1', { by: 'model' }), started('e1')],
      'ApprovalGiven',
    ],
    [
      'ApprovalGiven: who sends the history does not',
      [requested('a1'), decided('a1', { authenticity: 'signed' }), started('e1')],
      [requested('a1'), decided('a1', { authenticity: 'client_claimed' }), started('e1')],
      'ApprovalGiven',
    ],
    [
      'ApprovalGiven: before the approval expires, not after',
      [requested('a1', { at: 1, expires_at: 5 }), decided('a1', { at: 2 }), started('e1', { at: 5 })],
      [requested('a1', { at: 1, expires_at: 5 }), decided('a1', { at: 2 }), started('e1', { at: 6 })],
      'ApprovalGiven',
    ],
    [
      'OperandsUnchanged: what the approval binds',
      [
        requested('a1', { bound: { digest: 'one' } }),
        decided('a1'),
        started('e1', { bound: { digest: 'one', pid: 7 } }),
      ],
      [requested('a1', { bound: { digest: 'one' } }), decided('a1'), started('e1', { bound: { digest: 'two' } })],
      'OperandsUnchanged',
    ],
    [
      'OperandsUnchanged: an execution that does not tell its operands',
      [requested('a1', { bound: { digest: 'one' } }), decided('a1'), started('e1', { bound: { digest: 'one' } })],
      [requested('a1', { bound: { digest: 'one' } }), decided('a1'), started('e1')],
      'OperandsUnchanged',
    ],
    [
      'ApprovalInScope: once is for the call',
      [policy('ask', 'require_approval'), ...approvals, started('e1')],
      [policy('ask', 'require_approval'), ...approvals, started('e1', { call: 'c2' })],
      'ApprovalInScope',
    ],
    [
      'ApprovalInScope: a session approval is for the session',
      [
        policy('ask', 'require_approval'),
        requested('a1', { session: 's1' }),
        decided('a1', { scope: 'session' }),
        started('e1', { session: 's1', call: 'c2' }),
      ],
      [
        policy('ask', 'require_approval'),
        requested('a1', { session: 's1' }),
        decided('a1', { scope: 'session' }),
        started('e1', { session: 's2' }),
      ],
      'ApprovalInScope',
    ],
    [
      'ApprovalUsedOnce: what is reported twice happened once',
      [...approvals, started('e1'), started('e1')],
      [...approvals, started('e1'), started('e2')],
      'ApprovalUsedOnce',
    ],
    [
      'DefinitionUnchanged: the definition that was approved',
      [{ kind: 'tools.advertised', tool: 'edit', definition: 'one' }, ...approvals, started('e1')],
      [
        { kind: 'tools.advertised', tool: 'edit', definition: 'one' },
        ...approvals,
        { kind: 'tools.advertised', tool: 'edit', definition: 'two' },
        started('e1'),
      ],
      'DefinitionUnchanged',
    ],
    [
      'PrincipalUnchanged: who the approval was asked for',
      [spoken('alice'), requested('a1', s1), decided('a1'), spoken('alice'), started('e1', s1)],
      [spoken('alice'), requested('a1', s1), decided('a1'), spoken('bob'), started('e1', s1)],
      'PrincipalUnchanged',
    ],
    [
      'PolicyUnchanged: the version of the rule that asked',
      [versioned('v1'), ...approvals, versioned('v1'), started('e1')],
      [versioned('v1'), ...approvals, versioned('v2'), started('e1')],
      'PolicyUnchanged',
    ],
    [
      'PolicyUnchanged: a rule that permits more asks nothing anew',
      [versioned('v1'), ...approvals, policy('p2', 'permit'), started('e1')],
      [versioned('v1'), ...approvals, policy('p2', 'require_approval'), started('e1')],
      'PolicyUnchanged',
    ],
    [
      'DenialHolds: other arguments are another thing',
      [proposed('c1'), denied('c1'), started('e1', { call: 'c2', args: { path: 'b.txt' } })],
      [proposed('c1'), denied('c1'), started('e1', { call: 'c2' })],
      'DenialHolds',
    ],
    [
      'DenialHolds: until the policy takes its no back',
      [
        denied('c9'),
        proposed('c1'),
        denied('c1'),
        { kind: 'policy.decided', call: 'c1', effect: 'allow' },
        started('e1'),
      ],
      [proposed('c1'), denied('c1'), { kind: 'policy.decided', call: 'c9', effect: 'allow' }, started('e1')],
      'DenialHolds',
    ],
    [
      'DenialHasNoEffect: what was denied is as it was',
      [read('one'), proposed('c1'), denied('c1'), read('one')],
      [read('one'), proposed('c1'), denied('c1'), read('two')],
      'DenialHasNoEffect',
    ],
    [
      'ProhibitionHolds: a rule is lifted by one of its name',
      [
        policy('freeze', 'prohibit'),
        policy('freeze', 'permit'),
        started('e1'),
        policy('other', 'prohibit', { tools: ['x'] }),
        started('e2'),
      ],
      [policy('freeze', 'prohibit'), policy('free', 'permit'), started('e1')],
      'ProhibitionHolds',
    ],
    [
      'ProhibitionHolds: for the children of an agent, and theirs',
      [
        policy('no', 'prohibit', { agent: 'main' }),
        { kind: 'handoff', from: 'other', to: 'sub' },
        started('e1', { agent: 'sub' }),
      ],
      [
        policy('no', 'prohibit', { agent: 'main' }),
        { kind: 'handoff', from: 'main', to: 'middle' },
        { kind: 'handoff', from: 'middle', to: 'sub' },
        { kind: 'handoff', from: 'sub', to: 'main' },
        started('e1', { agent: 'sub' }),
      ],
      'ProhibitionHolds',
    ],
    [
      'ProhibitionHolds: while the rule is in force',
      [policy('no', 'prohibit', { until: 5 }), started('e1', { at: 5 })],
      [policy('no', 'prohibit', { until: 5 }), started('e1', { at: 4 })],
      'ProhibitionHolds',
    ],
    [
      'ConfigApproved: an approval is for one change',
      [
        requested('a1', { tool: 'config.changed', args: { key: 'theme', after: 'dark' } }),
        decided('a1'),
        { kind: 'config.changed', key: 'theme', by: 'agent', after: 'dark' },
      ],
      [
        requested('a1', { tool: 'config.changed', args: { key: 'theme', after: 'dark' } }),
        decided('a1'),
        { kind: 'config.changed', key: 'autoApprove', by: 'agent', after: 'dark' },
      ],
      'ConfigApproved',
    ],
    [
      'SessionOwned: a session has its owner',
      [
        { kind: 'identity.verified', identity: 'alice', subject: 's1' },
        { kind: 'identity.asserted', identity: 'alice', subject: 's1' },
        started('e1', { session: 's1' }),
      ],
      [
        { kind: 'identity.verified', identity: 'alice', subject: 's1' },
        { kind: 'identity.asserted', identity: 'bob', subject: 's1' },
        started('e1', { session: 's1' }),
      ],
      'SessionOwned',
    ],
    [
      'OriginKept: what came from an agent came from no user',
      [
        { kind: 'message.sent', session: 'sub', to: 'main', text: 'do it' },
        {
          kind: 'context.added',
          session: 'main',
          item: 'm',
          origin: 'other_session',
          trust: 'untrusted',
          text: 'do it',
        },
      ],
      [
        { kind: 'message.sent', session: 'sub', to: 'main', text: 'do it' },
        { kind: 'context.added', session: 'main', item: 'm', origin: 'user', trust: 'trusted', text: 'do it' },
      ],
      'OriginKept',
    ],
    [
      'DeliveredInPlace: a message goes where its content belongs',
      [
        { kind: 'context.added', session: 's1', item: 'm', origin: 'user', trust: 'trusted', text: 'x' },
        { kind: 'message.sent', session: 's1', to: 'someone', channel: 'dm', items: ['m'] },
      ],
      [
        { kind: 'context.added', session: 's1', item: 'm', origin: 'user', trust: 'trusted', text: 'x' },
        { kind: 'message.sent', session: 's2', to: 'group', items: ['m'] },
      ],
      'DeliveredInPlace',
      { deliveries: { s1: ['dm'] } },
    ],
  ])('%s', (_name, right, wrong, invariant, known = {}) => {
    expect(violated(right, known)).toEqual([]);
    expect(held(right, known)).toContain(invariant);
    expect(violated(wrong, known)).toContain(`${invariant} APPLICABLE_FAIL`);
  });

  it('does not let a policy take back what a person refused', () => {
    const no = [requested('a1'), decided('a1', { decision: 'deny' })];
    const allow: EventInput = { kind: 'policy.decided', call: 'c1', effect: 'allow' };
    expect(violated([...no, allow, started('e1')])).toContain('DenialHolds APPLICABLE_FAIL');
    expect(violated([...no, requested('a2'), decided('a2'), started('e1')])).toEqual([]);
  });

  it('lets an approval for always authorise any number of executions', () => {
    const always = [requested('a1'), decided('a1', { scope: 'always' }), started('e1'), started('e2', { call: 'c2' })];
    expect(violated(always)).toEqual([]);
  });

  it('asks nothing of tools that nobody has to approve', () => {
    expect(violated([started('e1'), started('e2')])).toEqual([]);
    expect(violated([policy('ask', 'require_approval'), policy('read', 'permit', { args }), started('e1')])).toEqual(
      [],
    );
    expect(violated([policy('ask', 'require_approval'), policy('read', 'permit'), started('e1')])).toEqual([
      'ApprovalGiven APPLICABLE_FAIL',
    ]);
  });

  it('explains a change by an execution that was approved after the no', () => {
    const no = [read('one'), requested('a1'), decided('a1', { decision: 'deny' })];
    expect(violated([...no, requested('a2'), decided('a2'), started('e1'), read('two')])).toEqual([]);
  });

  it('stays unknown about approvals if the recorder could not see them', () => {
    expect(violated([started('e1')], { approvalFor: ['edit'] }, ['exec.started'])).toContain(
      'ApprovalGiven EVIDENCE_INCOMPLETE',
    );
  });

  it('says so if what was denied is no longer remembered', () => {
    const model = unwrap(gatewayMonitor.withConstants({ remembered: 1 })) as unknown as Model;
    const events = [proposed('c1'), denied('c1'), proposed('c2', { args: {} }), denied('c2'), started('e1')];
    const verdict = fold(model, events);
    expect(verdict.bounds.map(({ bound, event }) => [bound, event])).toEqual([['remembered', 5]]);
    expect(verdict.outcome).not.toBe('pass');
  });

  it('is not misled by names of prototypes', () => {
    const prototype = '__proto__';
    const strange = JSON.parse('{"__proto__": {"path": "a.txt"}}') as { readonly [key: string]: unknown };
    expect(
      violated([
        policy('no', 'prohibit', { args: { [prototype]: 1, path: 'a.txt' }, agent: prototype }),
        started('e1', { args: strange as never, session: prototype, agent: 'constructor' }),
      ]),
    ).toEqual([]);
  });
});

const decision = fc.constantFrom('approve', 'approve', 'approve', 'deny', 'edit', 'expire', 'revoke');
const some = <T>(...values: readonly T[]) => fc.constantFrom<T | undefined>(undefined, ...values);
const about = fc.record({
  call: some('c1', 'c2'),
  session: some('s1', 's2'),
  args: fc.constantFrom({ n: 1 }, { n: 2 }),
  bound: some({ digest: 'one' }, { digest: 'two' }),
});
const event = fc.oneof(
  fc.record({ approval: fc.constantFrom('a1', 'a2'), about, expires_at: some(5) }).map(
    (one): EventInput => ({
      kind: 'approval.requested',
      tool: 'nodes.run',
      approval: one.approval,
      ...clean({ ...one.about, expires_at: one.expires_at }),
    }),
  ),
  fc
    .record({ approval: fc.constantFrom('a1', 'a2'), decision, scope: fc.constantFrom('once', 'session', 'always') })
    .map(
      (one): EventInput =>
        ({
          kind: 'approval.decided',
          by: 'alice',
          authenticity: 'server',
          ...one,
          ...(one.decision === 'edit' ? { edited_args: { n: 2 } } : {}),
        }) as EventInput,
    ),
  fc.record({ about, at: some(4, 6), approval: some('a1', 'a2') }).map(
    ({ about: { call, session, args: given, bound }, at, approval }): EventInput => ({
      kind: 'exec.started',
      exec: 'e',
      tool: 'nodes.run',
      ...clean({ call, session, args: given, bound, at, approval }),
    }),
  ),
);

function clean(fields: object): { readonly args: { readonly n: number } } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

describe('beside the monitor of the nodes pipeline', () => {
  const gateway = unwrap(gatewayMonitor.withConstants({ approvalFor: ['nodes.run'] })) as unknown as Model;
  const nodes = nodesPipelineMonitor as unknown as Model;
  const parts = ['ApprovalGiven', 'OperandsUnchanged', 'ApprovalInScope'];
  const numbered = (drawn: readonly EventInput[]): EventInput[] =>
    drawn.map((one, index) => (one.kind === 'exec.started' ? { ...one, exec: `e${index}` } : one));
  const outcome = (model: Model, events: readonly EventInput[], predicates: readonly string[]) =>
    overallOutcome(fold(model, events).claims.filter(({ predicate }) => predicates.includes(predicate)));

  it('finds an execution in order exactly where that does, if the trace tells its call, its session and its time', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (drawn) => {
        const events = numbered(drawn).map((one, index) =>
          one.kind === 'exec.started' ? { at: index, call: 'c1', session: 's1', ...one } : one,
        );
        const wrong = outcome(nodes, events, ['ApprovalMatches']);
        seen.add(wrong);
        expect(outcome(gateway, events, parts)).toBe(wrong);
      }),
      { numRuns: 600 },
    );
    expect([...seen].sort()).toEqual(['fail', 'pass']);
  });

  const withoutTime: EventInput[] = [
    requested('a1', { tool: 'nodes.run', expires_at: 5 }),
    decided('a1'),
    started('e', { tool: 'nodes.run' }),
  ];
  it('lets pass exactly what that lets pass, whatever the trace does not tell', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (drawn) => {
        const events = numbered(drawn);
        const other = outcome(nodes, events, ['ApprovalMatches']);
        const own = outcome(gateway, events, parts);
        seen.add(other);
        expect(own === 'pass').toBe(other === 'pass');
        if (own === 'fail') expect(other).toBe('fail');
      }),
      { numRuns: 600, examples: [[withoutTime]] },
    );
    expect([...seen].sort()).toEqual(['fail', 'pass', 'unknown']);
  });
});

const choice = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const toolAndArgs = { tool: choice('pay', 'config.changed'), args: choice({ key: 'a' }, { key: 'b' }) };
const ownStep: fc.Arbitrary<Step> = fc.oneof(
  ...[
    [
      'RequestApproval',
      {
        ...toolAndArgs,
        approval: choice('a1', 'a2'),
        call: choice(null, 'c1', 'c2'),
        session: choice(null, 's1'),
        bound: choice(null, { digest: 'one' }),
      },
    ],
    [
      'DecideApproval',
      {
        approval: choice('a1', 'a2'),
        decision: choice('approve', 'approve', 'deny', 'edit', 'expire', 'revoke'),
        scope: choice('once', 'session', 'always'),
        by: choice('alice', 'agent'),
        authenticity: choice('server', 'client_claimed'),
        editedArgs: choice(null, { key: 'b' }),
      },
    ],
    [
      'Execute',
      {
        ...toolAndArgs,
        call: choice(null, 'c1', 'c2'),
        session: choice(null, 's1', 's2'),
        bound: choice(null, { digest: 'one' }, { digest: 'two' }),
        agent: choice(null, 'main', 'sub'),
      },
    ],
    ['ChangeConfig', { key: choice('a', 'b'), by: choice('user', 'agent'), session: choice(null, 's1') }],
    ['Advertise', { tool: choice('pay', 'config.changed'), definition: choice('one', 'two') }],
    ['DecideByPolicy', { call: choice('c1', 'c2'), effect: choice('allow', 'deny', 'ask') }],
    [
      'DeclarePolicy',
      {
        id: choice('p', 'q'),
        effect: choice('permit', 'prohibit', 'require_approval'),
        tools: choice(['pay'], ['**']),
        agent: choice(null, 'main'),
      },
    ],
    ['HandOff', { from: choice('main'), to: choice('sub') }],
    ['VerifyOwner', { identity: choice('alice'), session: choice('s1') }],
    ['ClaimSession', { identity: choice('alice', 'bob'), session: choice('s1') }],
    ['Send', { to: choice('s1', 's2'), text: choice('go'), session: choice('s1', 's2'), items: choice(null, ['m']) }],
    [
      'AddContext',
      { item: choice('m'), origin: choice('user', 'peer'), text: choice('go'), session: choice('s1', 's2') },
    ],
  ].map(([action, parameters]) =>
    fc
      .record(parameters as Record<string, fc.Arbitrary<Json>>)
      .map((args): Step => ({ action: action as string, args })),
  ),
);

it('refuses by its own guards whatever its invariants forbid', () => {
  const known = { approvalFor: ['pay'], deliveries: { s1: ['s1'] } };
  const { machine } = unwrap(gatewayMonitor.withConstants(known));
  const silent = ['DenialHasNoEffect'];
  let refused = 0;
  fc.assert(
    fc.property(fc.array(ownStep, { maxLength: 14 }), (steps) => {
      let state = unwrap(machine.initial())[0]!;
      for (const step of steps) {
        const outcome = machine.step(state, step);
        expect(outcome.kind).not.toBe('error');
        if (outcome.kind !== 'taken') {
          refused += 1;
          continue;
        }
        state = outcome.successors[0]!;
        for (const { id } of machine.invariants) {
          if (silent.includes(id)) continue;
          expect([id, machine.invariant(state, id)]).toEqual([id, expect.objectContaining({ holds: true })]);
        }
      }
    }),
    { numRuns: 1500 },
  );
  expect(refused).toBeGreaterThan(0);
});
