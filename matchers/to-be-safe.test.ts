import { describe, expect, it } from 'vitest';
import { unwrap } from '../src/diagnostics/tracefold-error.ts';
import { defineModel } from '../src/model/define-model.ts';
import { loadModel } from '../src/scenario/load-model.ts';
import { loadTlaModel } from '../src/tla/load-tla-model.ts';
import { messageOf } from './testing/fixtures.ts';
import { queueModel } from './testing/queue-model.ts';
import './vitest.ts';

const counter = (top: number) =>
  defineModel({
    name: 'counter',
    initial: () => ({ n: 0 }),
    actions: { up: { guards: { room: ({ state }) => state.n < top }, next: ({ state }) => ({ n: state.n + 1 }) } },
    invariants: { Small: { when: () => true, holds: ({ state }) => state.n < 3 } },
  });

const tracesAlone = unwrap(await loadModel('eio:context-trust'));

describe('toBeSafe', () => {
  it('passes for a model that violates nothing, and fails under .not', () => {
    expect(queueModel()).toBeSafe();
    expect(messageOf(() => expect(queueModel()).not.toBeSafe())).toMatchInlineSnapshot(`
      "FAILED Queue: expected the model not to be safe, and it is, in all 28 states
      States: 28 distinct, 49 generated, 1 initial, depth 7
      Actions: Put 24, Take 24"
    `);
  });

  it('fails with the shortest counterexample for one that does, and passes under .not', () => {
    const model = queueModel('INVARIANT NotBoth');
    expect(model).not.toBeSafe();
    expect(messageOf(() => expect(model).toBeSafe())).toMatchInlineSnapshot(`
      "FAILED Queue: expected the model to be safe, and it is not
        the invariant NotBoth is false in state 5
      Counterexample:
        1. initial state
             queue = <<>>
             done = {}
        2. Put(i: 1)
             queue: appends 1
        3. Put(i: 2)
             queue: appends 2
        4. Take
             queue: takes 1 from the front
             done: adds 1
        5. Take
             queue: takes 2 from the front
             done: adds 2
      What makes it false:
        1 \\in done is true: done = {1, 2}
        2 \\in done is true: done = {1, 2}
      States: 18 distinct, 23 generated, 1 initial, depth 4
      Actions: Put 14, Take 8"
    `);
  });

  it('looks at properties and deadlock too', () => {
    expect(queueModel('PROPERTY Finishes')).not.toBeSafe();
  });

  it('fails, negated or not, where a limit ends the search', () => {
    const limited = () => expect(queueModel()).toBeSafe({ maxStates: 3 });
    expect(messageOf(limited)).toMatchInlineSnapshot(`
      "NOT CHECKED Queue: there is no verdict
      more than 3 distinct states: the search was given up, and says nothing about the rest [explore/limit]
        hint: raise the limit, or make the model smaller by its constants
      States: 4 distinct, 4 generated, 1 initial, depth 2
      Actions: Put 3
      Not taken before the search ended: Take"
    `);
    expect(messageOf(() => expect(queueModel()).not.toBeSafe({ maxStates: 3 }))).toBe(messageOf(limited));
  });

  it('fails, negated or not, where an assumption of the model is false', () => {
    const model = queueModel('INVARIANT Short', { Max: 0 });
    expect(messageOf(() => expect(model).toBeSafe())).toMatchInlineSnapshot(`
      "VIOLATED Queue: the assumption Max > 0 is false
      Queue.tla:4:8: the assumption is false: Max > 0 [tla/evaluation]
       4 | ASSUME Max > 0
         |        ^^^^^^^"
    `);
    expect(messageOf(() => expect(model).not.toBeSafe())).toContain('assumption');
  });

  it('explores a model in code', () => {
    expect(counter(2)).toBeSafe();
    expect(messageOf(() => expect(counter(4)).toBeSafe())).toMatchInlineSnapshot(`
      "FAILED counter: expected the model to be safe, and it is not
        the invariant Small is false in state 4
      Counterexample:
        1. initial state
             n = 0
        2. up
             n: 0 becomes 1
        3. up
             n: 1 becomes 2
        4. up
             n: 2 becomes 3
      What makes it false:
        Small
      States: 4 distinct"
    `);
  });

  it('throws for what is no model', () => {
    expect(messageOf(() => expect({ kind: 'tla' }).toBeSafe())).toMatchInlineSnapshot(`
      "the received value is no state machine: it is an object with the key kind [matchers/not-a-model]
        expected a model: of defineModel, or what loadTlaModel gives, unwrapped"
    `);
    expect(messageOf(() => expect(null).not.toBeSafe())).toContain('no state machine');
  });

  it.each([
    ['a result', loadTlaModel('scenarios/models/NodesPipeline.tla'), 'unwrap it first'],
    ['a result that is none', loadTlaModel('nowhere.tla'), 'unwrap it first'],
    ['a promise', Promise.resolve({}), 'await it first'],
    ['a path', 'scenarios/models/NodesPipeline.tla', 'unwrap(loadTlaModel(path))'],
    ['a model of traces alone', tracesAlone, 'it judges traces'],
  ])('says how a model is had from %s', (_what, received, hint) => {
    expect(messageOf(() => expect(received).toBeSafe())).toContain(hint);
  });

  it('shows control characters of a state escaped', () => {
    const model = defineModel({
      name: 'hostile',
      initial: () => ({ text: '' }),
      actions: { write: { next: () => ({ text: '\u001b[2Jgone' }) } },
      invariants: { Empty: { when: () => true, holds: ({ state }) => state.text === '' } },
    });
    const message = messageOf(() => expect(model).toBeSafe());
    expect(message).toContain('\\u{1b}[2Jgone');
    expect(message).not.toContain('\u001b');
  });
});
