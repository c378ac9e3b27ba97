import { describe, expect, it } from 'vitest';
import { gateModel } from '../src/scenario/testing/gate-model.ts';
import { messageOf, traces } from './testing/fixtures.ts';
import './vitest.ts';

describe('toReachForbiddenState', () => {
  it('passes for a trace that reaches a forbidden state, any or the one named', () => {
    expect(traces.unapproved).toReachForbiddenState(gateModel);
    expect(traces.unapproved).toReachForbiddenState(gateModel, 'PaymentsApproved');
    expect(messageOf(() => expect(traces.unapproved).not.toReachForbiddenState(gateModel))).toContain(
      'expected the trace not to reach a forbidden state: PaymentsApproved is violated at event 2',
    );
  });

  it('fails for a trace that holds, and passes under .not', () => {
    expect(traces.approved).not.toReachForbiddenState(gateModel);
    expect(messageOf(() => expect(traces.approved).toReachForbiddenState(gateModel, 'PaymentsApproved'))).toContain(
      'expected the trace to reach PaymentsApproved, and it never does',
    );
  });

  it('fails for an unknown verdict, negated or not', () => {
    expect(messageOf(() => expect(traces.blind).toReachForbiddenState(gateModel))).toContain('unknown is never a pass');
    expect(messageOf(() => expect(traces.blind).not.toReachForbiddenState(gateModel))).toContain(
      'unknown is never a pass',
    );
  });
});
