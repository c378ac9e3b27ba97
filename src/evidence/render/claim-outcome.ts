import { type Outcome, outcomeOf as outcomeOfClaim } from '../../model/claim.ts';
import type { ClaimRecord, LegRecord, RunStepRecord } from '../record/schema.ts';

/** Whether a claim of a record is a finding, a pass, or unknown. The types of a record come from its schema, where what is absent may be undefined. */
export const outcomeOf = ({ state, polarity }: ClaimRecord): Outcome => outcomeOfClaim({ state, polarity });

/** The first finding of a leg; null if nothing failed in it. An observation is no finding. */
export const findingOf = (leg: LegRecord): ClaimRecord | null =>
  leg.claims.find((claim) => outcomeOf(claim) === 'fail') ?? null;

/** Where a claim was decided, in words: `at step 4`, `at event 12`. */
export const where = (leg: LegRecord, event: number | null): string =>
  event === null ? '' : leg.source === 'steps' ? ` at step ${event}` : ` at event ${event}`;

/** Whether a step is the one that decided a claim. */
export const decides = (leg: LegRecord, claim: ClaimRecord, step: RunStepRecord): boolean =>
  claim.event !== null &&
  (leg.source === 'steps' || step.event === null ? step.step === claim.event : step.event === claim.event);
