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

/**
 * The state table of reference section 3, row by row: a fault of the evaluation, bad evidence, not applicable, incomplete evidence, unknown
 * applicability, unknown condition, violated or not. Unknown is never a pass: a policy of NOT_APPLICABLE becomes UNRESOLVED.
 */
export function decideState(input: StateInput): ClaimState {
  const { applicable, condition } = input;
  // What is not applicable has no condition that could matter.
  const gaps = applicable === 2 ? input.conditionGaps : applicable === 1 ? input.applicabilityGaps : [];
  if (gaps.some((gap) => gap.kind === 'error')) return 'EVALUATOR_ERROR';
  if (input.defective || gaps.some((gap) => gap.kind === 'invalid')) return 'EVIDENCE_INVALID';
  if (applicable === 0) return 'NOT_APPLICABLE';
  if (gaps.some((gap) => gap.kind === 'incomplete')) return 'EVIDENCE_INCOMPLETE';
  const policy = input.unknownPolicy === 'NOT_APPLICABLE' ? 'UNRESOLVED' : input.unknownPolicy;
  if (applicable === 1) return policy;
  if (condition === 1) return gaps.some((gap) => gap.kind === 'abstained') ? 'UNRESOLVED' : policy;
  // A safeguard passes when its condition holds; a risk and an observation fail, which for an observation means: observed.
  return (input.polarity === 'safeguard') === (condition === 2) ? 'APPLICABLE_PASS' : 'APPLICABLE_FAIL';
}

/** The kinds that would have to be declared complete, in order and once each. */
export const missingKinds = (gaps: readonly Gap[]): EventKind[] => [
  ...new Set(gaps.flatMap((gap) => (gap.kind === 'incomplete' ? gap.kinds : []))),
];
