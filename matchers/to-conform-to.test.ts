import { describe, expect, it } from 'vitest';
import { gateModel } from '../src/scenario/testing/gate-model.ts';
import { messageOf, traces } from './testing/fixtures.ts';
import './vitest.ts';

describe('toConformTo', () => {
  it('passes if the system decided as the model would', () => {
    expect(traces.approved).toConformTo(gateModel);
    expect(messageOf(() => expect(traces.approved).not.toConformTo(gateModel))).toContain(
      'expected the trace not to conform to the model, and it does',
    );
  });

  it('fails where the system allowed what the model refuses', () => {
    expect(traces.unapproved).not.toConformTo(gateModel);
    expect(messageOf(() => expect(traces.unapproved).toConformTo(gateModel))).toMatchInlineSnapshot(`
      "[31mFAILED toConformTo[39m
      [1m  pay/allowed was seen to be true, and by the model's own definition it is false [matchers/toConformTo][22m

      [1mThe trace reached a forbidden state: PaymentsApproved at event 2[22m
      [31m  PaymentsApproved at event 2: APPLICABLE_FAIL[39m
          PaymentsApproved is violated at event 2 (step 2)
      [1mSteps:[22m
        1. ask (event 1)
      [2m       phase: idle becomes [phase#1][22m
      [31m  2. pay(call: c1) (event 2) - forbidden state reached[39m
      [2m       pay/allowed was seen to be true[22m
      [2m       paid: 0 becomes 1[22m
      [2m       unapproved: 0 becomes 1[22m
      [1mWhat is false:[22m
        false: PaymentsApproved with unapproved = [args.unapproved#1]
      [1mGuards:[22m
        pay/allowed was seen to be true at event 2; by the model's own definition it is false"
    `);
  });

  it('fails at a step that the model does not allow', () => {
    expect(messageOf(() => expect([{ action: 'approve' }]).toConformTo(gateModel))).toContain(
      'the system did what the model refuses: step 1, approve',
    );
  });
});
