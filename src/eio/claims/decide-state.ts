import type { ClaimState, Polarity } from '../../model/claim.ts';
import type { EventKind } from '../../trace/event.ts';
import type { Gap, Truth } from '../logic/truth.ts';
import type { UnknownPolicy } from '../types.ts';

/** What the state of a claim is decided from. */
export interface StateInput {
  readonly polarity: Polarity;
  readonly unknownPolicy: UnknownPolicy;
  readonly applicable: Truth;
  readonly condition: Truth;
  /** Gaps of the atoms that keep applicability open. */
  readonly applicabilityGaps: readonly Gap[];
  /** Gaps of the atoms that keep the condition open. */
  readonly conditionGaps: readonly Gap[];
  /** Something that the claim cites contradicts the trace. */
  readonly defective: boolean;
}

export interface StateDecision {
  readonly state: ClaimState;
  /** Row of the state table of reference section 3 that decided. */
  readonly row: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
}

/** The state table of reference section 3, in its order. Unknown is never a pass: a policy of NOT_APPLICABLE becomes UNRESOLVED. */
export function decideState(input: StateInput): StateDecision {
  const { applicable, condition } = input;
  // What is not applicable has no condition that could matter.
  const gaps = applicable === 2 ? input.conditionGaps : applicable === 1 ? input.applicabilityGaps : [];
  if (gaps.some((gap) => gap.kind === 'error')) return { state: 'EVALUATOR_ERROR', row: 1 };
  if (input.defective || gaps.some((gap) => gap.kind === 'invalid')) return { state: 'EVIDENCE_INVALID', row: 2 };
  if (applicable === 0) return { state: 'NOT_APPLICABLE', row: 3 };
  if (gaps.some((gap) => gap.kind === 'incomplete')) return { state: 'EVIDENCE_INCOMPLETE', row: 4 };
  const policy = input.unknownPolicy === 'NOT_APPLICABLE' ? 'UNRESOLVED' : input.unknownPolicy;
  if (applicable === 1) return { state: policy, row: 5 };
  if (condition === 1) {
    return { state: gaps.some((gap) => gap.kind === 'abstained') ? 'UNRESOLVED' : policy, row: 6 };
  }
  // A safeguard passes when its condition holds; a risk and an observation fail, which for an observation means: observed.
  const holds = condition === 2;
  return (input.polarity === 'safeguard') === holds
    ? { state: 'APPLICABLE_PASS', row: 8 }
    : { state: 'APPLICABLE_FAIL', row: 7 };
}

/** The kinds that would have to be declared complete, in order and once each. */
export const missingKinds = (gaps: readonly Gap[]): EventKind[] => [
  ...new Set(gaps.flatMap((gap) => (gap.kind === 'incomplete' ? gap.kinds : []))),
];
