import { describe, expect, it, vi } from 'vitest';
import { messageOf } from './testing/fixtures.ts';
import { queueModel } from './testing/queue-model.ts';
import './vitest.ts';

describe('toSatisfyProperty', () => {
  it('passes for a property that every behaviour satisfies, and fails under .not', () => {
    expect(queueModel()).toSatisfyProperty('Drains');
    expect(messageOf(() => expect(queueModel()).not.toSatisfyProperty('Drains'))).toMatchInlineSnapshot(`
      "FAILED Queue: expected the model not to satisfy Drains, and it does, in all 28 states
      States: 28 distinct, 49 generated, 1 initial, depth 7
      Actions: Put 24, Take 24"
    `);
  });

  it('fails with a behaviour that repeats itself, and passes under .not', () => {
    expect(queueModel()).not.toSatisfyProperty('Finishes');
    const message = messageOf(() => expect(queueModel()).toSatisfyProperty('Finishes'));
    expect(message).toContain('expected the model to satisfy Finishes, and it does not');
    expect(message).toMatch(/for ever$/m);
  });

  it('takes an invariant as "always"', () => {
    expect(queueModel()).toSatisfyProperty('Short');
    expect(queueModel()).not.toSatisfyProperty('NotBoth');
  });

  it('fails, negated or not, where a limit ends the search', () => {
    expect(messageOf(() => expect(queueModel()).toSatisfyProperty('Drains', { maxStates: 2 }))).toContain('given up');
    expect(messageOf(() => expect(queueModel()).not.toSatisfyProperty('Drains', { maxStates: 2 }))).toContain(
      'given up',
    );
  });

  it('fails, negated or not, where its time is over', () => {
    const late = { maxMilliseconds: 0.5 };
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(1);
    expect(messageOf(() => expect(queueModel()).toSatisfyProperty('Drains', late))).toMatchInlineSnapshot(`
      "NOT CHECKED Queue: there is no verdict
      not done after 0.5 ms: all 28 distinct states are known, and the temporal properties are not judged on all behaviours [explore/limit]
        hint: raise the limit, or make the model smaller by its constants
      States: 28 distinct, 49 generated, 1 initial, depth 7
      Actions: Put 24, Take 24"
    `);
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(1);
    expect(messageOf(() => expect(queueModel()).not.toSatisfyProperty('Drains', late))).toContain('not done after');
    vi.restoreAllMocks();
  });

  it('names the nearest property for an unknown one', () => {
    expect(messageOf(() => expect(queueModel()).not.toSatisfyProperty('Drain'))).toContain('did you mean "Drains"?');
  });
});
