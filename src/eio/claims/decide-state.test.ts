import { describe, expect, it } from 'vitest';
import type { Gap } from '../logic/truth.ts';
import { decideState, type StateInput } from './decide-state.ts';

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
    expect(decideState(input(more)).state).toBe(state);
  });
});
