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
      "FAILED toConformTo
        pay/allowed was seen to be true, and by the model's own definition it is false [matchers/toConformTo]

      The trace reached a forbidden state: PaymentsApproved at event 2
        PaymentsApproved (APPLICABLE_FAIL)
          PaymentsApproved is violated at event 2 (step 2)
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

  it('fails at a step that the model does not allow', () => {
    expect(messageOf(() => expect([{ action: 'approve' }]).toConformTo(gateModel))).toContain(
      'the system did what the model refuses: step 1, approve',
    );
  });
});
