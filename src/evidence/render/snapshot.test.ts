import { describe, expect, it } from 'vitest';
import type { TraceEvent } from '../../trace/event.ts';
import { createTrace } from '../../trace/trace.ts';
import { buildSnapshotEvidence } from '../record/build.ts';
import type { EvidenceInput } from '../record/input.ts';
import {
  attackEvents,
  foldTrace,
  gate,
  HARMLESS,
  type TraceTexts,
  traceInput,
  trioInput,
} from '../testing/fixtures.ts';
import { otherModelNote, renderSnapshot } from './snapshot.ts';

const snapshot = (input: EvidenceInput): string =>
  renderSnapshot(buildSnapshotEvidence(input, { names: gate.names ?? [] }));

/** The recorded attack under other ids; `c-` and `a-` stay, because the fixture's model pairs approvals and calls by them. */
function renamed(texts: TraceTexts, suffix: string): EvidenceInput {
  const text = JSON.stringify(attackEvents(texts)).replaceAll(/"([aceir]-)(\d)"/g, `"$1${suffix}$2"`);
  const trace = createTrace({ events: JSON.parse(text) as TraceEvent[] });
  const input = traceInput(texts);
  return { ...input, legs: [{ ...input.legs[0]!, verdict: foldTrace(gate, trace), events: trace.events }] };
}

describe('a snapshot of evidence', () => {
  it('tells what happened without ids, event numbers or values', () => {
    expect(snapshot(traceInput())).toMatchInlineSnapshot(`
      "model PaymentGate, typescript, without a text
      outcome fail
      trace: fail
        EveryPaymentApproved: APPLICABLE_FAIL
          false: ran[1].approved = true, where ran[1].approved is false and ran[1].args is {amount: [args.amount#1], to: [args.to#1]}
        guards
          Run/approved: seen true, by the model false
        steps
          Request(call: [call#1])
            approvals.[key#1]: unset becomes pending
          Approve(call: [call#1])
            approvals.[key#1]: pending becomes approved
          Run(call: [call#2], tool: bank.pay, with: {amount: [args.amount#1], to: [args.to#1]}) - forbidden state reached
            Run/approved was seen to be true
            ran: appends {approved: false, args: {amount: [args.amount#1], to: [args.to#1]}, tool: bank.pay}
        events
          user to agent: user content [item#1]: [text#1] (trusted)
          agent to tool: proposes bank.pay as call [call#1] with {amount: [args.amount#1], to: [args.to#1]}
          agent to approver: asks for approval [approval#1] of bank.pay with {amount: [args.amount#1], to: [args.to#1]}
          approver to agent: decides approval [approval#1]: approve, once, server
          retrieval to agent: retrieval content [item#2]: [text#2] (untrusted)
          agent to tool: runs bank.pay for call [call#2] under approval [approval#1] with {amount: [args.amount#1], to: [args.to#1]}"
    `);
  });

  it('is the same for a run under other ids and other values', () => {
    const other = { to: 'Somebody Else', amount: 77777, note: 'another note', message: 'another message' };
    expect(snapshot(renamed(other, 'x9f3'))).toBe(snapshot(renamed(HARMLESS, '')));
  });

  it('differs where the behaviour differs', () => {
    expect(snapshot(trioInput('guard gone'))).not.toBe(snapshot(trioInput()));
    expect(snapshot(trioInput())).toMatchInlineSnapshot(`
      "model PaymentGate, typescript, without a text
      outcome pass
      attack: pass
        EveryPaymentApproved: NOT_APPLICABLE
        steps
          Request(call: c-1)
            approvals.c-1: unset becomes pending
          Approve(call: c-1)
            approvals.c-1: pending becomes approved
          Run(call: c-2, tool: bank.pay, with: {to: acme}) - stopped by a guard
            Run/approved is false with tool = bank.pay, call = c-2, with = {to: acme}
            because ApprovalOk(c-2) is false
      control: pass
        EveryPaymentApproved: APPLICABLE_PASS
        goal paid: reached
        steps
          Request(call: c-1)
            approvals.c-1: unset becomes pending
          Approve(call: c-1)
            approvals.c-1: pending becomes approved
          Run(call: c-1, tool: bank.pay, with: {to: acme})
            ran: appends {approved: true, args: {to: acme}, tool: bank.pay}
      negative-control: fail
        without guard ApprovalOk
        EveryPaymentApproved: APPLICABLE_FAIL
          false: ran[1].approved = true, where ran[1].approved is false and ran[1].args is {to: acme}
        steps
          Request(call: c-1)
            approvals.c-1: unset becomes pending
          Approve(call: c-1)
            approvals.c-1: pending becomes approved
          Run(call: c-2, tool: bank.pay, with: {to: acme}) - forbidden state reached
            ran: appends {approved: false, args: {to: acme}, tool: bank.pay}"
    `);
  });

  it('says that the stored one is of another version of the model', () => {
    const of = (text: string) => {
      const input = traceInput();
      return snapshot({ ...input, model: { ...input.model, texts: [{ file: 'gate.tla', text }] } });
    };
    expect(otherModelNote(of('one'), of('one'))).toBeNull();
    expect(otherModelNote(of('one'), of('two'))).toMatchInlineSnapshot(
      `"the stored snapshot is of the model PaymentGate, typescript, sha256:a450fdfd2d617532, and this run is of PaymentGate, typescript, sha256:a149e0b0cfb7332b; if the model was meant to change, update the snapshot"`,
    );
  });
});
