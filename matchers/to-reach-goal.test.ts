import { describe, expect, it } from 'vitest';
import { unwrap } from '../src/diagnostics/tracefold-error.ts';
import { eioModel } from '../src/eio/eio-model.ts';
import { loadEmbeddedModule } from '../src/eio/module/load-eio-module.ts';
import { gateModel } from '../src/scenario/testing/gate-model.ts';
import { createTrace } from '../src/trace/trace.ts';
import { messageOf, traces } from './testing/fixtures.ts';
import './vitest.ts';

describe('toReachGoal', () => {
  it('passes for a trace that reaches the goal', () => {
    expect(traces.approved).toReachGoal(gateModel, 'paid');
    expect(messageOf(() => expect(traces.approved).not.toReachGoal(gateModel, 'paid'))).toContain(
      'expected the trace not to reach paid, and it does',
    );
  });

  it('fails for a trace that does not, and passes under .not', () => {
    expect(traces.idle).not.toReachGoal(gateModel, 'paid');
    expect(messageOf(() => expect(traces.idle).toReachGoal(gateModel, 'paid'))).toContain(
      'expected the trace to reach paid, and it never does',
    );
  });

  it('fails, negated or not, for steps that the model cannot follow to their end', () => {
    const steps = [{ action: 'approve' }];
    expect(messageOf(() => expect(steps).toReachGoal(gateModel, 'paid'))).toContain('could not follow it to its end');
    expect(messageOf(() => expect(steps).not.toReachGoal(gateModel, 'paid'))).toContain(
      'could not follow it to its end',
    );
  });

  it('fails, negated or not, where the recording does not tell all that the model looks at', () => {
    const unseen = createTrace({ observes: ['approval.requested', 'approval.decided'], events: [] });
    const eio = unwrap(eioModel(unwrap(loadEmbeddedModule('eio:context-trust'))));
    for (const [model, goal] of [
      [gateModel, 'paid'],
      [eio, 'performed pay'],
    ] as const) {
      expect(messageOf(() => expect(unseen).toReachGoal(model, goal))).toContain('does not observe exec.started');
      expect(messageOf(() => expect(unseen).not.toReachGoal(model, goal))).toContain('does not observe exec.started');
      expect(traces.idle).not.toReachGoal(model, goal);
    }
    // What was seen stays so.
    expect(traces.blind).toReachGoal(gateModel, 'paid');
  });

  it('names the nearest goal for an unknown one', () => {
    expect(messageOf(() => expect(traces.idle).toReachGoal(gateModel, 'payd'))).toMatchInlineSnapshot(`
      "unknown goal "payd" [model/unknown-goal]
        hint: did you mean "paid"?"
    `);
  });
});
