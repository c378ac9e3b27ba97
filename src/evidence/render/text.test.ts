import { describe, expect, it } from 'vitest';
import { phrase } from '../../model/phrase.ts';
import { buildEvidence } from '../record/build.ts';
import type { EvidenceInput } from '../record/input.ts';
import { traceInput, trioInput } from '../testing/fixtures.ts';
import { type Colours, renderText } from './text.ts';

describe('the failure message', () => {
  it('of a recorded trace tells state, run, false part, guard and mitigation', () => {
    expect(renderText(buildEvidence(traceInput()))).toMatchInlineSnapshot(`
      "FAILED pays only what was approved

      The trace reached a forbidden state: EveryPaymentApproved at event 6
        EveryPaymentApproved (APPLICABLE_FAIL)
          every payment that ran was approved for its own call
          EveryPaymentApproved is violated at event 6 (step 3)
      Steps:
        1. Request(call: c-1) (event 3)
             approvals.c-1: unset becomes [approvals.c-1#1]
        2. Approve(call: c-1) (event 4)
             approvals.c-1: [approvals.c-1#1] becomes [approvals.c-1#2]
        3. Run(call: c-2, tool: bank.pay, with: {amount: [args.amount#1], to: [args.to#1]}) (event 6) - forbidden state reached
             Run/approved was seen to be true
             ran: appends {approved: false, args: {amount: [args.amount#1], to: [args.to#1]}, tool: bank.pay}
      What is false:
        ran[1].approved = true, where ran[1].approved is false and ran[1].args is {amount: [args.amount#1], to: [args.to#1]}, with i = 1
      Guards:
        Run/approved was seen to be true at event 6; by the model's own definition it is false
      What to do about it:
        bind the approval to the call (authorisation)
          to verify: replay one approval for another call"
    `);
  });

  it('of a trio whose attack succeeds ends with the YAML line', () => {
    expect(renderText(buildEvidence(trioInput('guard gone')))).toMatchInlineSnapshot(`
      "FAILED gate/approval-replay: An approval for one call never pays another.
        attack: a forbidden state was reached [trio/attack-reaches]

      EveryPaymentApproved (APPLICABLE_FAIL)
        every payment that ran was approved for its own call
        EveryPaymentApproved is violated at step 3
      Steps of the attack:
        1. Request(call: c-1)
             approvals.c-1: unset becomes pending
        2. Approve(call: c-1)
             approvals.c-1: pending becomes approved
        3. Run(call: c-2, tool: bank.pay, with: {to: acme}) - forbidden state reached
             ran: appends {approved: false, args: {to: acme}, tool: bank.pay}
      What is false:
        ran[1].approved = true, where ran[1].approved is false and ran[1].args is {to: acme}, with i = 1
      Guards:
        ApprovalOk did not refuse
      What to do about it:
        bind the approval to the call (authorisation)
          to verify: replay one approval for another call
      Where attack and control part:
        the attack, step 3: Run(call: c-2, tool: bank.pay, with: {to: acme}), taken
        the control, step 3: Run(call: c-1, tool: bank.pay, with: {to: acme}), taken
      see scenarios/gate.scenario.yaml:9:1"
    `);
  });

  it('of a control that is refused tells how far it came and which guard refused', () => {
    expect(renderText(buildEvidence(trioInput('control refused')))).toMatchInlineSnapshot(`
      "FAILED gate/approval-replay: An approval for one call never pays another.
        control: the legitimate work is not possible [trio/control-refused]

      Steps of the control:
        1. Approve(call: c-1) - refused
             Approve/pending is false with call = c-1
      Notes:
        the goal was never reached: paid
      Where attack and control part:
        the attack, step 1: Request(call: c-1), taken
        the control, step 1: Approve(call: c-1), refused
        first guard to stop the attack: Run/approved is false with tool = bank.pay, call = c-2, with = {to: acme}
          because ApprovalOk(c-2) is false
      see scenarios/gate.scenario.yaml:14:1"
    `);
  });

  it('of a proof is short', () => {
    expect(renderText(buildEvidence(trioInput()))).toMatchInlineSnapshot(`
      "PROVED gate/approval-replay: An approval for one call never pays another.
        the attack reached no forbidden state: Run/approved stopped it at step 3
        the control reached no forbidden state and reached its goal
        the negative control reached a forbidden state: EveryPaymentApproved at step 3
        the negative control is the attack without ApprovalOk, and nothing else differs; the guard bites at step 3, Run
      see scenarios/gate.scenario.yaml:1:7"
    `);
  });

  it('has at most as many lines as it may, says what it left out, and keeps its beginning and its place', () => {
    const long = longInput(300);
    for (const maxLines of [8, 12, 20, 40, 100]) {
      const lines = renderText(buildEvidence(long), { maxLines }).split('\n');
      expect(lines.length).toBeLessThanOrEqual(maxLines);
      expect(lines[0]).toBe('FAILED gate/approval-replay: An approval for one call never pays another.');
      expect(lines.at(-1)).toBe('see scenarios/gate.scenario.yaml:9:1');
      expect(lines.join('\n')).toMatch(/… [0-9]+ more lines/);
    }
    expect(renderText(buildEvidence(long)).split('\n').length).toBe(40);
  });

  it('shows the step that reached the forbidden state even when steps are left out', () => {
    expect(renderText(buildEvidence(longInput(300)))).toContain('forbidden state reached');
  });

  it('says nothing by colour alone: without colours it is the same text', () => {
    const painted = (name: string) => (text: string) => `<${name}>${text}</>`;
    const colours: Colours = {
      bad: painted('bad'),
      good: painted('good'),
      unsure: painted('unsure'),
      quiet: painted('quiet'),
      strong: painted('strong'),
    };
    const record = buildEvidence(trioInput('guard gone'));
    const coloured = renderText(record, { colours });
    expect(coloured).toContain('<bad>FAILED');
    expect(coloured.replace(/<[a-z]*>|<\/>/g, '')).toBe(renderText(record));
  });

  it('uses no sign that a screen reader would have to spell', () => {
    expect(renderText(buildEvidence(trioInput('guard gone')))).not.toMatch(/[→✓✗●▶│└├⇒]/u);
  });
});

/** A failing trio whose attack has many steps. */
function longInput(count: number): EvidenceInput {
  const input = trioInput('guard gone');
  const [attack, ...others] = input.legs;
  const run = attack!.verdict.run!;
  const last = run.steps.at(-1)!;
  const steps = Array.from({ length: count }, (_, index) => ({
    ...last,
    step: index + 1,
    changes: [{ variable: 'n', before: index, after: index + 1 }],
  }));
  const claims = attack!.verdict.claims.map((claim) => ({ ...claim, event: count, reason: phrase`it is violated` }));
  return {
    ...input,
    legs: [{ ...attack!, verdict: { ...attack!.verdict, claims, run: { ...run, steps } } }, ...others],
  };
}
