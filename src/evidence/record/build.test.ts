import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HARMLESS, traceInput, trioInput } from '../testing/fixtures.ts';
import { buildEvidence, namesOf } from './build.ts';
import { writeRecord } from './file.ts';
import { redactRecord } from './redact.ts';
import { evidenceRecord } from './schema.ts';

const INPUTS = [traceInput(), trioInput(), trioInput('guard gone'), trioInput('control refused')];

describe('an evidence record', () => {
  it('has the published shape', () => {
    for (const input of INPUTS) expect(evidenceRecord.safeParse(buildEvidence(input)).error).toBeUndefined();
  });

  it('is the same bytes for the same input', () => {
    for (const input of INPUTS) {
      expect(writeRecord(buildEvidence(input))).toBe(writeRecord(buildEvidence(structuredClone(input))));
    }
  });

  it('holds nothing of the texts of a trace, and all of them only when told to', () => {
    const redacted = writeRecord(buildEvidence(traceInput()));
    const open = writeRecord(buildEvidence(traceInput(), false));
    for (const text of [HARMLESS.to, HARMLESS.note, HARMLESS.message, '48213.5', 'Alice Approver']) {
      expect(redacted).not.toContain(String(text));
    }
    expect(open).toContain('Mallory Example');
    expect(JSON.parse(open).redacted).toBe(false);
    expect(redacted).toContain('bank.pay');
  });

  it('shows the values of a leg that the author of the scenario wrote', () => {
    expect(writeRecord(buildEvidence(trioInput('guard gone')))).toContain('"with":{"to":"acme"}');
  });

  it('keeps verdict, claims and events as they are when it redacts', () => {
    const open = buildEvidence(traceInput(), false);
    const shut = buildEvidence(traceInput());
    const decided = (record: typeof open) => [
      record.outcome,
      record.legs.map((leg) => [
        leg.outcome,
        leg.claims.map(({ state, event, predicate }) => [state, event, predicate]),
      ]),
    ];
    expect(decided(shut)).toEqual(decided(open));
  });

  it('shows no hash that covers a value which it hides', () => {
    const idOf = (who: string, redaction?: false): string => {
      const input = traceInput();
      const [leg] = input.legs;
      const [claim] = leg!.verdict.claims;
      const claims = [{ ...claim!, id: 'sha256:0123456789abcdef', bindings: { who } }];
      const legs = [{ ...leg!, verdict: { ...leg!.verdict, claims } }];
      return buildEvidence({ ...input, legs }, redaction).legs[0]!.claims[0]!.id;
    };
    expect(idOf('Alice Approver')).toBe('EveryPaymentApproved.1');
    expect(idOf('c-1')).toBe('sha256:0123456789abcdef');
    expect(idOf('Alice Approver', false)).toBe('sha256:0123456789abcdef');
  });

  it('says where attack and control part, and which guard stopped the attack there', () => {
    expect(buildEvidence(trioInput()).parting).toMatchObject({
      attack: { step: 3 },
      control: { step: 3 },
      how: 'different step',
      refusal: { guard: 'Run/approved' },
    });
  });

  it('tells what happened up to the event that decided, and what became of each approval', () => {
    const leg = buildEvidence(traceInput()).legs[0]!;
    expect(
      leg.timeline.map(({ event, from, to, trust, approval }) => [event, from, to, trust, approval?.status]),
    ).toEqual([
      [1, 'user', 'agent', 'trusted', undefined],
      [2, 'agent', 'tool', null, undefined],
      [3, 'agent', 'approver', null, 'requested'],
      [4, 'approver', 'agent', null, 'approve'],
      [5, 'retrieval', 'agent', 'untrusted', undefined],
      [6, 'agent', 'tool', null, 'used'],
    ]);
  });

  it('is what redacting the open record gives, and changes nothing when it is redacted again', () => {
    for (const input of INPUTS) {
      const names = namesOf(input);
      const record = buildEvidence(input);
      expect(writeRecord(redactRecord(buildEvidence(input, false), { names }))).toBe(writeRecord(record));
      expect(writeRecord(redactRecord(record, { names }))).toBe(writeRecord(record));
    }
  });
});

/** Values whose letters stand nowhere else in a record. */
const value = fc.string({
  unit: fc.constantFrom('ж', 'я', 'Ω', '<', '"', '\\', '\u001b', '%', '&', '\n'),
  minLength: 4,
  maxLength: 20,
});
const texts = fc.record({ to: value, amount: fc.integer({ min: 1e6, max: 1e9 }), note: value, message: value });

describe('redaction of a record, for all traces', () => {
  it('gives identical bytes to two traces that differ only in redacted values', () => {
    fc.assert(
      fc.property(texts, texts, (one, two) => {
        fc.pre(pattern(one) === pattern(two));
        expect(writeRecord(buildEvidence(traceInput(two)))).toBe(writeRecord(buildEvidence(traceInput(one))));
      }),
    );
  });

  it('tells two traces apart whose values are equal in other places', () => {
    const same = { ...HARMLESS, message: HARMLESS.note };
    expect(writeRecord(buildEvidence(traceInput(same)))).not.toBe(writeRecord(buildEvidence(traceInput())));
  });
});

/** Which of the texts are equal. */
const pattern = ({ to, note, message }: { to: unknown; note: string; message: string }): string =>
  `${to === note}${note === message}${to === message}`;
