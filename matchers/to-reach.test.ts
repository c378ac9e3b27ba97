import { describe, expect, it } from 'vitest';
import { gateModel } from '../src/scenario/testing/gate-model.ts';
import { messageOf } from './testing/fixtures.ts';
import { queueModel } from './testing/queue-model.ts';
import './vitest.ts';

describe('toReach', () => {
  it('passes for an expression that some reachable state satisfies, and fails under .not', () => {
    expect(queueModel()).toReach('Len(queue) = Max /\\ done = Items');
    expect(messageOf(() => expect(queueModel()).not.toReach('Len(queue) = 2'))).toMatchInlineSnapshot(`
      "FAILED Queue: expected the model never to reach Len(queue) = 2, and it does
      The way there:
        1. initial state
             queue = <<>>
             done = {}
        2. Put(i: 1)
             queue: appends 1
        3. Put(i: 1)
             queue: appends 1
      States: 4 distinct, 4 generated, 1 initial, depth 3
      Actions: Put 3
      Not taken before the search ended: Take"
    `);
  });

  it('fails for one that no state satisfies, and passes under .not', () => {
    expect(queueModel()).not.toReach('Len(queue) > Max');
    expect(messageOf(() => expect(queueModel()).toReach('Len(queue) > Max'))).toMatchInlineSnapshot(`
      "FAILED Queue: expected the model to reach Len(queue) > Max, which is false in all 28 states
      States: 28 distinct, 49 generated, 1 initial, depth 7
      Actions: Put 24, Take 24"
    `);
  });

  it('counts initial states', () => {
    expect(queueModel()).toReach('queue = <<>>');
    expect(queueModel()).not.toReach('FALSE');
    expect(queueModel()).toReach('TRUE');
  });

  it('is not hindered by an invariant that is violated on the way', () => {
    expect(queueModel('INVARIANT NotBoth')).toReach('done = Items /\\ Len(queue) = 2');
  });

  it('tells what is wrong with an expression', () => {
    expect(messageOf(() => expect(queueModel()).toReach('Len(queue) ='))).toMatchInlineSnapshot(`
      "expression:1:13: unexpected end of the text [tla/unexpected-token]
       1 | Len(queue) =
         |             ^
        expected an expression"
    `);
    expect(messageOf(() => expect(queueModel()).not.toReach('Len(quene) = 1'))).toMatchInlineSnapshot(`
      "NOT CHECKED Queue: there is no verdict
      expression:1:5: unknown operator "quene" [tla/unknown-name]
       1 | Len(quene) = 1
         |     ^^^^^
        hint: did you mean "queue"?"
    `);
    expect(messageOf(() => expect(queueModel()).not.toReach("queue' = queue"))).toMatchInlineSnapshot(`
      ""queue' = queue" speaks of more than one state [tla/unsupported]
        expected an expression about a single state"
    `);
    expect(messageOf(() => expect(queueModel()).not.toReach('Head(queue) = 1'))).toMatchInlineSnapshot(`
      "NOT CHECKED Queue: there is no verdict
      expression:1:1: Head of the empty sequence, in Head(queue) [tla/not-in-domain]
       1 | Head(queue) = 1
         | ^^^^^^^^^^^
      The way there:
        1. initial state
             queue = <<>>
             done = {}
      States: 1 distinct, 1 generated, 0 initial, depth 1
      Not taken before the search ended: Put, Take"
    `);
  });

  it('fails, negated or not, where a model in code cannot list its arguments', () => {
    expect(messageOf(() => expect(gateModel).toReach('paid'))).toMatchInlineSnapshot(`
      "NOT CHECKED gate: there is no verdict
      the step pay leaves "call" open, and its values cannot be listed [model/argument-needed]
        hint: give "call", or declare its domain in the model
      States: 1 distinct"
    `);
    expect(messageOf(() => expect(gateModel).not.toReach('paid'))).toBe(
      messageOf(() => expect(gateModel).toReach('paid')),
    );
  });
});
