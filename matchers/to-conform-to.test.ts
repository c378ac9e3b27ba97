import { describe, expect, it } from 'vitest';
import { sourceText } from '../src/diagnostics/source-text.ts';
import { unwrap } from '../src/diagnostics/tracefold-error.ts';
import { gateModel } from '../src/scenario/testing/gate-model.ts';
import { tlaModel } from '../src/tla/tla-model.ts';
import { createTrace } from '../src/trace/trace.ts';
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

  it('is unknown, negated or not, where the recording does not tell all that the model looks at', () => {
    const approvals = (['approval.requested', 'approval.decided'] as const).slice();
    const ended = createTrace({ events: [{ kind: 'exec.ended', exec: 'e9', status: 'ok' }] });
    const lost = { ...traces.idle, header: { ...traces.idle.header, gaps: [{ rule: 'malformed', count: 2 }] } };
    for (const trace of [traces.blind, createTrace({ observes: approvals, events: [] }), ended, lost]) {
      for (const assertion of [expect(trace), expect(trace).not]) {
        expect(messageOf(() => assertion.toConformTo(gateModel))).toContain('whether the trace conforms is unknown');
      }
    }
    expect(createTrace({ events: [] })).toConformTo(gateModel);
  });

  it('is unknown where the definition of an observed guard ran into a limit of the model', () => {
    const text = (name: string, body: string) => sourceText(name, body);
    const spec =
      "---- MODULE Count ----\nEXTENDS Naturals\nCONSTANT Most\nVARIABLE n\nInit == n = 0\nMay == n < Most /\\ n # 5\nRun == May /\\ n' = n + 1\nNext == Run\n====\n";
    const model = (Most: number) =>
      unwrap(
        tlaModel({
          spec: text('Count.tla', spec),
          config: text('Count.cfg', 'INIT Init NEXT Next CONSTANT Most = 1'),
          mapping: text('Count.mapping.yaml', 'on: [{ event: exec.started, do: Run, assume: { May: true } }]'),
          constants: { Most },
          modules: { read: () => undefined },
        }),
      );
    const runs = (count: number) =>
      createTrace({
        events: Array.from({ length: count }, (_, index) => ({
          kind: 'exec.started',
          exec: `e${index}`,
          tool: 't',
          args: {},
        })),
      });
    expect(runs(1)).toConformTo(model(1));
    expect(messageOf(() => expect(runs(2)).toConformTo(model(1)))).toContain(
      'own definition of it reached the limit Most',
    );
    expect(messageOf(() => expect(runs(6)).toConformTo(model(9)))).toContain(
      "by the model's own definition it is false",
    );
  });
});
