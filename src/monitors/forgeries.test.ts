import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { foldTrace } from '../model/fold-trace.ts';
import type { Model, Verdict } from '../model/model.ts';
import type { Json } from '../trace/json.ts';
import { createTrace, type EventInput } from '../trace/trace.ts';
import { gatewayMonitor } from './gateway.ts';
import { nodesPipelineMonitor } from './nodes-pipeline.ts';

// What a trace may hold whose content somebody else chose. Each forbidden run stands beside the run that it passes itself off as.

const gateway = unwrap(gatewayMonitor.withConstants({ approvalFor: ['nodes.run'] })) as unknown as Model;
const nodes = nodesPipelineMonitor as unknown as Model;

const ls: Json = { command: 'ls' };
const rm: Json = { command: 'rm' };
const asked = (fields: object = {}): EventInput => ({
  kind: 'approval.requested',
  approval: 'a1',
  call: 'c1',
  tool: 'nodes.run',
  args: ls,
  ...fields,
});
const approved = (fields: object = {}): EventInput => ({
  kind: 'approval.decided',
  approval: 'a1',
  decision: 'approve',
  scope: 'once',
  by: 'alice',
  authenticity: 'server',
  ...fields,
});
const ran = (fields: object = {}): EventInput => ({
  kind: 'exec.started',
  exec: 'e1',
  call: 'c1',
  tool: 'nodes.run',
  args: ls,
  ...fields,
});
const without = (event: EventInput, ...keys: readonly string[]): EventInput =>
  Object.fromEntries(Object.entries(event).filter(([key]) => !keys.includes(key))) as EventInput;
const fold = (model: Model, events: readonly EventInput[]): Verdict =>
  unwrap(foldTrace(model, createTrace({ events })));

type Case = readonly [
  name: string,
  honest: readonly EventInput[],
  forged: readonly EventInput[],
  found: 'fail' | 'unknown',
];

const FORGERIES: readonly Case[] = [
  [
    'an execution under the id of another one',
    [asked(), approved(), ran(), ran()],
    [asked(), approved(), ran(), ran({ call: 'c2', args: rm })],
    'fail',
  ],
  [
    'an execution under the id of a harmless one',
    [ran({ tool: 'read', args: {} }), asked(), approved(), ran({ exec: 'e2' })],
    [ran({ tool: 'read', args: {} }), ran()],
    'fail',
  ],
  [
    'an approval of another session under the same id',
    [
      asked({ session: 'b' }),
      asked({ session: 'a', call: 'c2', args: rm }),
      approved({ session: 'b' }),
      ran({ session: 'b' }),
    ],
    [
      asked({ session: 'b' }),
      asked({ session: 'a', call: 'c2', args: rm }),
      approved({ session: 'b' }),
      ran({ session: 'a', call: 'c2', args: rm }),
    ],
    'fail',
  ],
  [
    'an approval that does not say of which session it is',
    [asked({ session: 'a', call: 'c2', args: rm }), approved(), ran({ session: 'a', call: 'c2', args: rm })],
    [
      asked({ session: 'b' }),
      asked({ session: 'a', call: 'c2', args: rm }),
      approved(),
      ran({ session: 'a', call: 'c2', args: rm }),
    ],
    'fail',
  ],
  [
    'arguments that nobody recorded, of what was approved',
    [asked(), approved(), ran()],
    [asked({ args: null }), approved(), ran()],
    'unknown',
  ],
  [
    'arguments that nobody recorded, of what ran',
    [asked({ args: {} }), approved(), ran({ args: {} })],
    [asked({ args: {} }), approved(), ran({ args: null })],
    'unknown',
  ],
  [
    'arguments that were edited in, and nobody recorded',
    [asked(), approved({ decision: 'edit', edited_args: rm }), ran({ args: rm })],
    [asked(), approved({ decision: 'edit' }), ran()],
    'unknown',
  ],
  [
    'an approval that expires, at a time that nobody recorded',
    [asked({ expires_at: 5 }), approved(), ran({ at: 4 })],
    [asked({ expires_at: 5 }), approved(), ran()],
    'unknown',
  ],
  [
    'an execution that names no call, under the approval of one',
    [asked(), approved(), without(ran({ approval: 'a1' }), 'call')],
    [asked(), approved(), without(ran(), 'call')],
    'unknown',
  ],
  [
    'an execution that names no session, under the approval of one',
    [without(asked({ session: 'a' }), 'call'), approved(), ran({ session: 'a' })],
    [without(asked({ session: 'a' }), 'call'), approved(), ran()],
    'unknown',
  ],
  ['a tool of another case', [ran({ tool: 'nodes.list' })], [ran({ tool: 'Nodes.Run' })], 'unknown'],
  ['a tool in letters that look alike', [ran({ tool: 'nodes.list' })], [ran({ tool: 'nod\u0435s.run' })], 'unknown'],
  ['a tool in wide letters', [ran({ tool: 'nodes.list' })], [ran({ tool: '\uff4eodes.run' })], 'unknown'],
  ['a tool with an invisible character', [ran({ tool: 'nodes.list' })], [ran({ tool: 'nodes\u200b.run' })], 'unknown'],
  ['a tool with white space', [ran({ tool: 'nodes.list' })], [ran({ tool: 'nodes.run\n' })], 'unknown'],
  [
    'the end of an execution that nothing started',
    [asked(), approved(), ran(), { kind: 'exec.ended', exec: 'e1', status: 'ok' }],
    [asked(), approved(), { kind: 'exec.ended', exec: 'e1', status: 'ok' }],
    'unknown',
  ],
  [
    'an order of events that puts the approval first',
    [asked(), approved(), ran()],
    [approved(), asked(), ran()],
    'fail',
  ],
];

describe.each([
  ['gateway', gateway],
  ['nodes-pipeline', nodes],
])('%s', (_, model) => {
  it.each(FORGERIES)('lets nobody pass off %s', (_name, honest, forged, found) => {
    expect(fold(model, honest).outcome).toBe('pass');
    expect(fold(model, forged).outcome).toBe(found);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('guards a tool that is called %s', (tool) => {
    const constants = { approvalFor: [tool], nodesRunTools: [tool] };
    const own = model === gateway ? { approvalFor: constants.approvalFor } : { nodesRunTools: constants.nodesRunTools };
    const guarded = unwrap((model as typeof model & { withConstants(c: object): never }).withConstants(own)) as Model;
    expect(fold(guarded, [asked({ tool }), approved(), ran({ tool })]).outcome).toBe('pass');
    expect(fold(guarded, [ran({ tool, session: tool })]).outcome).toBe('fail');
  });
});

describe('the gateway alone', () => {
  const plain = gatewayMonitor as unknown as Model;
  const state = (events: readonly EventInput[], id: string) =>
    fold(plain, events).claims.find(({ predicate }) => predicate === id)?.state;
  const policy = (effect: string, fields: object = {}): EventInput =>
    ({ kind: 'policy.declared', id: effect, effect, tools: ['nodes.*'], ...fields }) as EventInput;

  it('takes an execution without a call for the one that was asked about, and one with other arguments for unknown', () => {
    expect(state([asked(), approved(), ran()], 'ApprovalGiven')).toBe('APPLICABLE_PASS');
    expect(state([asked(), without(ran(), 'call')], 'ApprovalGiven')).toBe('APPLICABLE_FAIL');
    expect(state([asked(), without(ran({ args: rm }), 'call')], 'ApprovalGiven')).toBe('UNRESOLVED');
    expect(state([asked(), approved(), without(ran({ args: rm }), 'call')], 'ApprovalGiven')).toBe('UNRESOLVED');
    expect(state([without(asked(), 'call'), ran({ args: rm })], 'ApprovalGiven')).toBe('UNRESOLVED');
  });

  it('takes neither another call nor what is left of a used approval for the one that was asked about', () => {
    expect(state([asked(), ran({ call: 'c2', args: rm })], 'ApprovalGiven')).toBe('NOT_APPLICABLE');
    const used = [asked(), approved(), ran()];
    expect(state([...used, without(ran({ exec: 'e2', args: rm }), 'call')], 'ApprovalGiven')).toBe('APPLICABLE_PASS');
  });

  it.each<[string, string, EventInput]>([
    ['a prohibition of some arguments', 'ProhibitionHolds', policy('prohibit', { args: rm })],
    ['a rule that asks for some arguments', 'ApprovalGiven', policy('require_approval', { args: rm })],
  ])('does not hold what nobody recorded against %s', (_name, predicate, rule) => {
    expect(state([rule, ran()], predicate)).toBe(
      predicate === 'ProhibitionHolds' ? 'APPLICABLE_PASS' : 'NOT_APPLICABLE',
    );
    expect(state([rule, ran({ args: rm })], predicate)).toBe('APPLICABLE_FAIL');
    expect(state([rule, ran({ args: null })], predicate)).toBe('UNRESOLVED');
    expect(state([rule, ran({ args: '{"command":"rm"' })], predicate)).toBe('UNRESOLVED');
  });

  it('lets no permit for some arguments speak for arguments that nobody recorded', () => {
    const rules = [policy('require_approval'), policy('permit', { args: ls })];
    expect(state([...rules, ran()], 'ApprovalGiven')).toBe('NOT_APPLICABLE');
    expect(state([...rules, ran({ args: null })], 'ApprovalGiven')).toBe('UNRESOLVED');
  });

  it('reads a glob over line breaks', () => {
    expect(state([policy('prohibit'), ran({ tool: 'list' })], 'ProhibitionHolds')).toBe('APPLICABLE_PASS');
    expect(state([policy('prohibit'), ran({ tool: 'nodes.\nrun' })], 'ProhibitionHolds')).toBe('APPLICABLE_FAIL');
  });

  it.each(['agent', 'Agent', 'AGENT', 'ag\u0435nt'])('does not let %s approve', (by) => {
    expect(state([asked(), approved({ by: 'alice' }), ran()], 'ApprovalGiven')).toBe('APPLICABLE_PASS');
    expect(state([asked(), approved({ by }), ran()], 'ApprovalGiven')).toBe('APPLICABLE_FAIL');
  });
});
