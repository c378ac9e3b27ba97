import { describe, expect, it } from 'vitest';
import { unwrap } from '../src/diagnostics/tracefold-error.ts';
import type { Model } from '../src/model/model.ts';
import { gateModel } from '../src/scenario/testing/gate-model.ts';
import { evidenceSnapshot, snapshotText } from './evidence-snapshot.ts';
import type { MatcherContext } from './matcher-context.ts';
import { messageOf, traces } from './testing/fixtures.ts';
import { evidenceSnapshotMatcher, type SnapshotExpect } from './to-match-evidence-snapshot.ts';
import './vitest.ts';

/** The approved payment under other ids. */
const renamed = {
  ...traces.approved,
  events: JSON.parse(JSON.stringify(traces.approved.events).replaceAll('"c1"', '"call-77"').replaceAll('"a1"', '"zz"')),
};

/** An `expect` with one stored snapshot, that reports a mismatch as Vitest does (at once) or as Jest does (late). */
function storing(stored: string, late: boolean): SnapshotExpect {
  const suppressedErrors: Error[] = [];
  const expectOnce = (value: unknown) => ({
    toMatchSnapshot: (hint?: string) => {
      const actual = snapshotText(value as never);
      if (actual === stored) return;
      const error = new Error(`Snapshot \`${hint ?? 'test'} 1\` mismatched`);
      if (late) suppressedErrors.push(Object.assign(error, { matcherResult: { actual, expected: stored } }));
      else throw Object.assign(error, { actual, expected: stored });
    },
  });
  return Object.assign(expectOnce, { getState: () => ({ suppressedErrors }) });
}

const match = (expectFunction: SnapshotExpect, received: unknown, model: Model) =>
  evidenceSnapshotMatcher(expectFunction).call({} as MatcherContext, received, model);

describe('toMatchEvidenceSnapshot', () => {
  it('stores what happened, and passes for the same behaviour under other ids', () => {
    expect(traces.approved).toMatchEvidenceSnapshot(gateModel, 'an approved payment');
    expect(snapshotText(evidenceSnapshot(renamed, gateModel))).toBe(
      snapshotText(evidenceSnapshot(traces.approved, gateModel)),
    );
  });

  it('has an inline form', () => {
    expect(evidenceSnapshot(traces.unapproved, gateModel)).toMatchInlineSnapshot(`
      model gate, typescript, sha256:c4d906e69e419635
      outcome fail
      trace: fail
        PaymentsApproved: APPLICABLE_FAIL
          false: PaymentsApproved with unapproved = 1
        guards
          pay/allowed: seen true, by the model false
        steps
          ask
            phase: idle becomes asked
          pay(call: [call#1]) - forbidden state reached
            pay/allowed was seen to be true
            paid: 0 becomes 1
            unapproved: 0 becomes 1
        events
          agent to approver: asks for approval [approval#1] of pay with {}
          agent to tool: runs pay for call [call#1] with {}
    `);
  });

  it.each([
    ['at once, as Vitest does', false],
    ['late, as Jest does', true],
  ])('fails for another behaviour where the runner reports %s', (_name, late) => {
    const stored = snapshotText(evidenceSnapshot(traces.approved, gateModel));
    expect(match(storing(stored, late), renamed, gateModel).pass).toBe(true);
    const runner = storing(stored, late);
    const result = match(runner, traces.unapproved, gateModel);
    expect(result.pass).toBe(false);
    expect(result.message()).toBe('Snapshot `test 1` mismatched');
    expect([result.expected, result.actual]).toEqual([
      stored,
      snapshotText(evidenceSnapshot(traces.unapproved, gateModel)),
    ]);
    // What was late is now told by this matcher, once.
    expect(runner.getState().suppressedErrors).toEqual([]);
  });

  it('says that the stored snapshot is of another version of the model', () => {
    const weakened = unwrap(gateModel.weaken('approvalOk'));
    const changed = { ...weakened, guards: () => weakened.guards().slice(1) };
    const stored = snapshotText(evidenceSnapshot(traces.approved, gateModel));
    const { message } = match(storing(stored, false), traces.approved, changed);
    expect(message()).toMatchInlineSnapshot(`
      "Snapshot \`test 1\` mismatched

      Note: the stored snapshot is of the model gate, typescript, sha256:c4d906e69e419635, and this run is of gate, typescript, sha256:348081638d08834a; if the model was meant to change, update the snapshot"
    `);
  });

  it('cannot be negated', () => {
    expect(messageOf(() => expect(traces.approved).not.toMatchEvidenceSnapshot(gateModel))).toContain(
      'it cannot be negated [matchers/not-negatable]',
    );
  });
});
