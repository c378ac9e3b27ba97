import { describe, expect, it } from 'vitest';
import { gateModel } from '../src/scenario/testing/gate-model.ts';
import { messageOf } from './testing/fixtures.ts';
import { queueModel } from './testing/queue-model.ts';
import './vitest.ts';

describe('toViolate', () => {
  it('passes for an invariant that some state violates, and fails under .not', () => {
    const model = queueModel('INVARIANTS Short NotBoth');
    expect(model).toViolate('NotBoth');
    expect(messageOf(() => expect(model).not.toViolate('NotBoth'))).toContain(
      'expected the model not to violate NotBoth, and it does',
    );
  });

  it('fails for one that holds, and passes under .not, whatever else is violated', () => {
    const model = queueModel('INVARIANTS NotBoth Short');
    expect(model).not.toViolate('Short');
    expect(messageOf(() => expect(model).toViolate('Short'))).toMatchInlineSnapshot(`
      "FAILED Queue: expected the model to violate Short, which holds in all 28 states
      States: 28 distinct, 49 generated, 1 initial, depth 7
      Actions: Put 24, Take 24"
    `);
  });

  it('takes properties, and definitions that the configuration does not name', () => {
    expect(queueModel()).toViolate('Finishes');
    expect(queueModel()).not.toViolate('Drains');
    expect(queueModel()).toViolate('NotBoth');
  });

  it('tells the behaviour that violates a property', () => {
    expect(messageOf(() => expect(queueModel()).not.toViolate('Finishes'))).toMatchInlineSnapshot(`
      "FAILED Queue: expected the model not to violate Finishes, and it does
        the property Finishes is false of this behaviour
      Counterexample:
        1. initial state
             queue = <<>>
             done = {}
           stays there for ever
      States: 28 distinct, 49 generated, 1 initial, depth 7
      Actions: Put 24, Take 24"
    `);
  });

  it('names the nearest invariant for an unknown one', () => {
    expect(messageOf(() => expect(queueModel()).toViolate('NotBath'))).toMatchInlineSnapshot(`
      "module Queue has no invariant, property or formula "NotBath" [model/unknown-invariant]
        hint: did you mean "NotBoth"?"
    `);
    expect(messageOf(() => expect(queueModel()).not.toViolate('Put'))).toContain('no invariant, property or formula');
    expect(messageOf(() => expect(gateModel).not.toViolate('PaymentApproved'))).toContain('PaymentsApproved');
  });

  it('fails, negated or not, where a limit ends the search first', () => {
    const message = 'more than 2 distinct states';
    expect(messageOf(() => expect(queueModel()).toViolate('NotBoth', { maxStates: 2 }))).toContain(message);
    expect(messageOf(() => expect(queueModel()).not.toViolate('NotBoth', { maxStates: 2 }))).toContain(message);
  });

  it('shows that a weakened guard bites', () => {
    const model = queueModel('INVARIANT Short');
    const guard = model.guards().find(({ text }) => text.includes('Len(queue) < Max'))!;
    const weakened = model.weaken(guard.path);
    expect(model).not.toViolate('Short');
    expect(weakened.ok && weakened.value).toViolate('Short');
  });
});
