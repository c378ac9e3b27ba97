import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../src/diagnostics/tracefold-error.ts';
import { readItf } from '../src/importers/itf.ts';
import { defineModel } from '../src/model/define-model.ts';
import { nodesPipelineMonitor } from '../src/monitors/nodes-pipeline.ts';
import { createRecorder } from '../src/recorder/recorder.ts';
import { gateModel } from '../src/scenario/testing/gate-model.ts';
import { loadTlaModel } from '../src/tla/load-tla-model.ts';
import { messageOf, traces } from './testing/fixtures.ts';
import './vitest.ts';

const CALL = [
  { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'pay', arguments: '{}' } }] },
];

// As they slip through where nobody compiles.
const slip = { predicate: ['PaymentsApproved'] } as object;
const name = { predicates: 'PaymentsApproved' } as object;

describe('toNotReachForbiddenState', () => {
  it('passes for a trace that holds, and fails under .not', () => {
    expect(traces.approved).toNotReachForbiddenState(gateModel);
    expect(messageOf(() => expect(traces.approved).not.toNotReachForbiddenState(gateModel))).toMatchInlineSnapshot(`
      "FAILED toNotReachForbiddenState
        expected the trace to reach a forbidden state, and it never does [matchers/toNotReachForbiddenState]

      The trace reached no forbidden state
      Steps:
        1. ask (event 1)
             phase: idle becomes asked
        2. approve (event 2)
             phase: asked becomes approved
        3. pay(call: c1) (event 3)
             pay/allowed was seen to be true
             paid: 0 becomes 1"
    `);
  });

  it('fails for a trace that reaches a forbidden state, and passes under .not', () => {
    expect(traces.unapproved).not.toNotReachForbiddenState(gateModel);
    expect(messageOf(() => expect(traces.unapproved).toNotReachForbiddenState(gateModel))).toMatchInlineSnapshot(`
      "FAILED toNotReachForbiddenState
        expected the trace to reach no forbidden state: PaymentsApproved is violated at event 2 (step 2) [matchers/toNotReachForbiddenState]

      PaymentsApproved (APPLICABLE_FAIL)
      Steps (the shortest run found, of 2 events):
        2. pay(call: c1) (event 2) - forbidden state reached
             pay/allowed was seen to be true
             paid: 0 becomes 1
             unapproved: 0 becomes 1
      What is false:
        PaymentsApproved with unapproved = 1
      Guards:
        pay/allowed was seen to be true at event 2; by the model's own definition it is false"
    `);
  });

  it('throws where nothing is forbidden, negated or not: such a trace would pass whatever it did', () => {
    const free = defineModel({ name: 'free', initial: () => ({}), actions: {}, invariants: {}, on: {} });
    const none = { predicates: [] };
    for (const assertion of [expect(traces.unapproved), expect(traces.unapproved).not]) {
      expect(messageOf(() => assertion.toNotReachForbiddenState(free))).toContain('[matchers/nothing-forbidden]');
      expect(messageOf(() => assertion.toReachForbiddenState(free))).toContain('[matchers/nothing-forbidden]');
      expect(messageOf(() => assertion.toNotReachForbiddenState(gateModel, none))).toContain(
        'a list of at least one name',
      );
    }
  });

  it('fails for an unknown verdict, negated or not', () => {
    const message = messageOf(() => expect(traces.blind).toNotReachForbiddenState(gateModel));
    expect(message).toMatchInlineSnapshot(`
      "UNKNOWN toNotReachForbiddenState
        unknown is never a pass: the trace's recorder does not observe approval.requested, approval.decided, which PaymentsApproved needs [matchers/toNotReachForbiddenState]

      PaymentsApproved (EVIDENCE_INCOMPLETE)
      Steps:
        1. pay(call: c1) (event 1)
             pay/allowed was seen to be true
             paid: 0 becomes 1
             unapproved: 0 becomes 1
      What is false:
        PaymentsApproved with unapproved = 1
      Guards:
        pay/allowed was seen to be true at event 1; by the model's own definition it is false"
    `);
    expect(messageOf(() => expect(traces.blind).not.toNotReachForbiddenState(gateModel))).toBe(message);
  });

  it('passes for a trace that exercises nothing, unless it is told to ask for more', () => {
    expect(traces.idle).toNotReachForbiddenState(gateModel);
    expect(messageOf(() => expect(traces.idle).toNotReachForbiddenState(gateModel, { exercised: true }))).toContain(
      'expected every predicate to be exercised: no event exercised PaymentsApproved',
    );
  });

  it('takes events and steps as they are written', () => {
    expect(traces.approved.events).toNotReachForbiddenState(gateModel);
    expect([
      { action: 'ask' },
      { action: 'approve' },
      { action: 'pay', args: { call: 'c1' } },
    ]).toNotReachForbiddenState(gateModel);
  });

  it('takes an argument that is undefined for one that is left out', () => {
    const steps = [{ action: 'ask' }, { action: 'pay', args: { call: undefined } }];
    const without = [{ action: 'ask' }, { action: 'pay', args: {} }];
    const told = (list: readonly object[]) => messageOf(() => expect(list).toNotReachForbiddenState(gateModel));
    expect(told(steps)).toBe(told(without));
  });

  it('judges by the monitor that the package ships', () => {
    const trace = [{ kind: 'exec.started', exec: 'e1', call: 'c1', tool: 'nodes.run', args: { command: 'id' } }];
    expect(trace).not.toNotReachForbiddenState(nodesPipelineMonitor);
    expect(trace).toNotReachForbiddenState(nodesPipelineMonitor, { predicates: ['PolicyAllows', 'NodeDeclares'] });
  });

  it.each([
    [
      'an unknown predicate',
      () => expect(traces.idle).toNotReachForbiddenState(gateModel, { predicates: ['PaymentApproved'] }),
    ],
    ['a value that is no trace', () => expect({ events: [] }).toNotReachForbiddenState(gateModel)],
    ['a list of something else', () => expect([1, 2]).toNotReachForbiddenState(gateModel)],
    ['an option that it does not have', () => expect(traces.idle).toNotReachForbiddenState(gateModel, slip)],
    ['a name where a list of names is needed', () => expect(traces.idle).toNotReachForbiddenState(gateModel, name)],
  ])('says what is wrong with %s', (_name, assertion) => {
    expect(messageOf(assertion)).toMatchSnapshot();
  });

  it('passes for an unknown verdict whose states are tolerated, each with a reason', () => {
    const tolerate = { EVIDENCE_INCOMPLETE: 'this recorder cannot see approvals' };
    expect(traces.blind).toNotReachForbiddenState(gateModel, { tolerate });
    expect(traces.approved).toNotReachForbiddenState(gateModel, { tolerate });
  });

  it('fails for an unknown state that is not among the tolerated ones', () => {
    const tolerate = { UNRESOLVED: 'prose is not read' };
    const message = messageOf(() => expect(traces.blind).toNotReachForbiddenState(gateModel, { tolerate }));
    expect(message).toContain('unknown is never a pass');
  });

  it('fails for a finding, whatever is tolerated', () => {
    const tolerate = { UNRESOLVED: 'a', EVIDENCE_INCOMPLETE: 'b', EVIDENCE_INVALID: 'c', EVALUATOR_ERROR: 'd' };
    expect(traces.unapproved).not.toNotReachForbiddenState(gateModel, { tolerate });
  });

  it.each<[string, object]>([
    ['a finding', { APPLICABLE_FAIL: 'we like it' }],
    ['a state that does not exist', { UNRESOLVD: 'a slip' }],
    ['a state without a reason', { UNRESOLVED: ' ' }],
  ])('throws if the test tolerates %s, negated or not', (_what, tolerate) => {
    const message = messageOf(() => expect(traces.approved).toNotReachForbiddenState(gateModel, { tolerate }));
    expect(message).toMatchSnapshot();
    expect(messageOf(() => expect(traces.unapproved).not.toNotReachForbiddenState(gateModel, { tolerate }))).toBe(
      message,
    );
  });

  it('takes no event of a misspelled kind, which would be outside of every model', () => {
    const misspelled = [{ kind: 'exec.startd', exec: 'e1' }];
    for (const assertion of [
      () => expect(misspelled).toNotReachForbiddenState(gateModel),
      () => expect(misspelled).not.toNotReachForbiddenState(gateModel),
    ]) {
      expect(messageOf(assertion)).toMatchInlineSnapshot(`
        "event 1 of the list has an unknown kind "exec.startd" [trace/unknown-kind]
          hint: did you mean "exec.started"?"
      `);
    }
  });

  it('shows what is wrong with the input at the assertion, not inside of itself', () => {
    let stack: string | undefined;
    try {
      expect(3).toNotReachForbiddenState(gateModel);
    } catch (error) {
      stack = (error as Error).stack;
    }
    expect(stack).toContain('to-not-reach-forbidden-state.test.ts');
    expect(stack).not.toContain('judge.ts');
  });

  it.each([
    ['undefined', undefined],
    ['a promise', Promise.resolve(traces.approved)],
    ['a result', { ok: true, value: traces.approved }],
    ['a recorder', createRecorder({ source: 'test' })],
    ['a function', () => traces.approved],
    ['an empty list', []],
    ['the path of a recording', 'runs/today.jsonl'],
    ['the text of a recording', '[{"role":"user","content":"Pay."}]'],
    ['the bytes of a recording', new TextEncoder().encode('{}')],
    ['messages of OpenAI', [{ role: 'user', content: 'Pay.' }, ...CALL]],
    ['messages in an object', { messages: [{ role: 'user', content: 'Pay.' }, ...CALL] }],
    [
      'messages of Anthropic',
      [{ role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'pay', input: {} }] }],
    ],
    [
      'messages of the AI SDK',
      [{ role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'pay', input: {} }] }],
    ],
    ['steps as YAML has them', [{ pay: { call: 'c1' } }]],
    ['steps and events in one list', [{ action: 'ask' }, { kind: 'exec.started', exec: 'e1', tool: 'pay', args: {} }]],
    ['a list with one item that is none', [{ action: 'ask' }, { actoin: 'pay', args: {} }]],
  ])('says what to do with %s instead of a trace', (_what, received) => {
    expect(messageOf(() => expect(received).toNotReachForbiddenState(gateModel))).toMatchSnapshot();
  });

  it.each([
    ['nothing', undefined],
    ['a promise', Promise.resolve(gateModel)],
    ['a result', { ok: true, value: gateModel }],
    ['a path', 'models/gate.ts'],
    ['a module', { default: gateModel }],
  ])('says what to do with %s instead of a model, negated or not', (_what, model) => {
    const message = messageOf(() => expect(traces.approved).toNotReachForbiddenState(model as never));
    expect(message).toMatchSnapshot();
    expect(messageOf(() => expect(traces.approved).not.toNotReachForbiddenState(model as never))).toBe(message);
  });
});

describe('an ITF trace', () => {
  const spec = fileURLToPath(new URL('../scenarios/models/NodesPipeline.tla', import.meta.url));

  it('is judged by a TLA+ model with the same variables, and by no other', () => {
    const model = unwrap(loadTlaModel(spec));
    const [state] = unwrap(model.machine.initial());
    const [next] = unwrap(model.machine.successors(state!));
    const states = [state!, next!.state].map((one) => model.machine.observe(one));
    const text = JSON.stringify({ vars: Object.keys(states[0]!), states });
    const itf = unwrap(readItf(text, { file: 'run.itf.json' }));
    expect(itf).toNotReachForbiddenState(model);
    expect(() => expect(itf).not.toNotReachForbiddenState(model)).toThrow(
      'expected the trace to reach a forbidden state',
    );
    expect(messageOf(() => expect(itf).toNotReachForbiddenState(gateModel))).toMatchInlineSnapshot(
      `"an ITF trace is a behaviour of a TLA+ model, and gate is none [matchers/itf-needs-tla]"`,
    );
  });

  it('that the model does not allow fails the assertion, negated or not', () => {
    const model = unwrap(loadTlaModel(spec));
    const [state] = unwrap(model.machine.initial());
    const observed = model.machine.observe(state!);
    const [name, ...names] = Object.keys(observed);
    const text = JSON.stringify({ vars: [name, ...names], states: [{ ...observed, [name!]: 'elsewhere' }] });
    const itf = unwrap(readItf(text, { file: 'run.itf.json' }));
    expect(messageOf(() => expect(itf).not.toNotReachForbiddenState(model))).toMatchInlineSnapshot(
      `
      "the first state of the ITF trace is no initial state of NodesPipeline [tla/itf-not-initial]
        hint: the nearest initial state differs in inbox"
    `,
    );
  });
});
