import { describe, expect, it } from 'vitest';
import type { Gap, Truth } from '../logic/truth.ts';
import { decideState, missingKinds, type StateInput } from './decide-state.ts';

const input = (more: Partial<StateInput>): StateInput => ({
  polarity: 'risk',
  unknownPolicy: 'UNRESOLVED',
  applicable: 2,
  condition: 2,
  applicabilityGaps: [],
  conditionGaps: [],
  defective: false,
  ...more,
});
const error: Gap = { kind: 'error', resolver: 'r', message: 'm' };
const invalid: Gap = { kind: 'invalid', resolver: 'r', message: 'm' };
const missing: Gap = { kind: 'incomplete', kinds: ['policy.declared'] };
const open: Gap = { kind: 'open', why: 'w' };
const abstained: Gap = { kind: 'abstained', resolver: 'r' };

describe('the state of a claim', () => {
  it.each<[string, Partial<StateInput>, string]>([
    [
      'a resolver that failed comes before all else',
      { condition: 1, conditionGaps: [error, invalid], defective: true },
      'EVALUATOR_ERROR',
    ],
    ['bad evidence comes before applicability', { applicable: 0, defective: true }, 'EVIDENCE_INVALID'],
    ['a bad citation is bad evidence', { condition: 1, conditionGaps: [invalid, missing] }, 'EVIDENCE_INVALID'],
    ['what does not apply is not judged', { applicable: 0, condition: 1, conditionGaps: [missing] }, 'NOT_APPLICABLE'],
    [
      'a missing source comes before the unknown policy',
      { condition: 1, conditionGaps: [open, missing] },
      'EVIDENCE_INCOMPLETE',
    ],
    [
      'a missing source comes before abstention',
      { condition: 1, conditionGaps: [abstained, missing] },
      'EVIDENCE_INCOMPLETE',
    ],
    ['unknown applicability follows the unknown policy', { applicable: 1, applicabilityGaps: [open] }, 'UNRESOLVED'],
    [
      'unknown applicability does so even if the condition is false',
      { applicable: 1, condition: 0, applicabilityGaps: [open] },
      'UNRESOLVED',
    ],
    [
      'an unknown condition follows the unknown policy',
      { condition: 1, conditionGaps: [open], unknownPolicy: 'EVIDENCE_INCOMPLETE' },
      'EVIDENCE_INCOMPLETE',
    ],
    [
      'abstention is unresolved whatever the policy',
      { condition: 1, conditionGaps: [abstained], unknownPolicy: 'EVALUATOR_ERROR' },
      'UNRESOLVED',
    ],
    [
      'unknown is never taken for not applicable',
      { condition: 1, conditionGaps: [open], unknownPolicy: 'NOT_APPLICABLE' },
      'UNRESOLVED',
    ],
    ['a risk that holds fails', {}, 'APPLICABLE_FAIL'],
    ['a risk that does not hold passes', { condition: 0 }, 'APPLICABLE_PASS'],
    ['a safeguard that holds passes', { polarity: 'safeguard' }, 'APPLICABLE_PASS'],
    ['a safeguard that does not hold fails', { polarity: 'safeguard', condition: 0 }, 'APPLICABLE_FAIL'],
    ['an observation that holds is observed', { polarity: 'observation' }, 'APPLICABLE_FAIL'],
    ['an observation that does not hold passes', { polarity: 'observation', condition: 0 }, 'APPLICABLE_PASS'],
  ])('%s', (_name, more, state) => {
    expect(decideState(input(more))).toBe(state);
  });

  const GAPS: readonly (readonly Gap[])[] = [[], [error], [invalid], [missing], [open], [abstained], [open, abstained]];
  const TRUTHS: readonly Truth[] = [0, 1, 2];

  /** The rows of the table in the reference, each by itself: the first that applies decides. */
  function byTable({
    polarity,
    unknownPolicy,
    applicable,
    condition,
    applicabilityGaps,
    conditionGaps,
    defective,
  }: StateInput) {
    const asked = [[], applicabilityGaps, conditionGaps][applicable]!;
    const has = (kind: Gap['kind']) => asked.some((gap) => gap.kind === kind);
    const unknown = unknownPolicy === 'NOT_APPLICABLE' ? 'UNRESOLVED' : unknownPolicy;
    const good = polarity === 'safeguard' ? 2 : 0;
    const rows: readonly (readonly [applies: boolean, state: string])[] = [
      [has('error'), 'EVALUATOR_ERROR'],
      [defective || has('invalid'), 'EVIDENCE_INVALID'],
      [applicable === 0, 'NOT_APPLICABLE'],
      [has('incomplete'), 'EVIDENCE_INCOMPLETE'],
      [applicable === 1, unknown],
      [condition === 1 && has('abstained'), 'UNRESOLVED'],
      [condition === 1, unknown],
      [condition === good, 'APPLICABLE_PASS'],
      [true, 'APPLICABLE_FAIL'],
    ];
    return rows.find(([applies]) => applies)![1];
  }

  it('is that of the table for every input, and none of them takes unknown for a pass', () => {
    let decided = 0;
    for (const polarity of ['risk', 'safeguard', 'observation'] as const)
      for (const unknownPolicy of ['UNRESOLVED', 'EVIDENCE_INCOMPLETE', 'NOT_APPLICABLE', 'EVALUATOR_ERROR'] as const)
        for (const applicable of TRUTHS)
          for (const condition of TRUTHS)
            for (const applicabilityGaps of GAPS)
              for (const conditionGaps of GAPS)
                for (const defective of [false, true]) {
                  const one = {
                    polarity,
                    unknownPolicy,
                    applicable,
                    condition,
                    applicabilityGaps,
                    conditionGaps,
                    defective,
                  };
                  const state = decideState(one);
                  expect(state, JSON.stringify(one)).toBe(byTable(one));
                  if (applicable === 1 || (applicable === 2 && condition === 1)) {
                    expect(state, JSON.stringify(one)).not.toMatch(/^(?:APPLICABLE|NOT_APPLICABLE)/);
                  }
                  decided++;
                }
    expect(decided).toBe(3 * 4 * 3 * 3 * 7 * 7 * 2);
  });
});

describe('kinds that are missing', () => {
  it('are those of the gaps that name any, in their order and once each', () => {
    const more: Gap = { kind: 'incomplete', kinds: ['instruction', 'policy.declared'] };
    expect(missingKinds([open, missing, error, more, abstained])).toEqual(['policy.declared', 'instruction']);
    expect(missingKinds([open, error])).toEqual([]);
  });
});
