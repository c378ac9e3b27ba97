import type { Span } from '../diagnostics/diagnostic.ts';
import type { JsonObject } from '../trace/json.ts';
import type { Phrase } from './phrase.ts';

/** The seven claim states, in EIO's order (design section 1). Only the first is a pass; the last four are unknown. */
export const CLAIM_STATES = [
  'APPLICABLE_PASS',
  'APPLICABLE_FAIL',
  'NOT_APPLICABLE',
  'UNRESOLVED',
  'EVIDENCE_INCOMPLETE',
  'EVIDENCE_INVALID',
  'EVALUATOR_ERROR',
] as const;

/** One of the seven claim states of design section 1. */
export type ClaimState = (typeof CLAIM_STATES)[number];

/** A risk fails when its predicate holds; a safeguard when it does not; an observation is never a finding. */
export type Polarity = 'risk' | 'safeguard' | 'observation';

/** A mitigation that the model names for a predicate. */
export interface Mitigation {
  readonly category: string;
  readonly action: string;
  readonly verification: string;
}

/** A predicate or an invariant, as the model declares it. */
export interface PredicateInfo {
  /** Invariant name or EIO predicate id. */
  readonly id: string;
  readonly polarity: Polarity;
  readonly description?: string;
  /** EIO risk id, where the model names one. */
  readonly risk?: string;
  readonly mitigations: readonly Mitigation[];
  /** How its claims are decided, where that is not exact. */
  readonly fidelity?: 'narrower';
  readonly at?: Span;
}

/** Something that a claim cites: an event, and what of it counts. */
export interface EvidenceRef {
  /** Evidence kind: an EIO kind such as `TOOL_RECEIPT`, or `STATE` for a state of a machine. */
  readonly kind: string;
  /** `seq` of the event, or null where the reference is to no single event. */
  readonly event: number | null;
  /** Source type, anchor and the like; each model kind documents its own keys. */
  readonly details: JsonObject;
  readonly text: Phrase;
}

/** One decision about one predicate under one set of bindings. */
export interface Claim {
  /** Deterministic; covers the predicate and its bindings. */
  readonly id: string;
  readonly predicate: string;
  readonly polarity: Polarity;
  readonly state: ClaimState;
  /** Parameter names and the ids or values bound to them; empty for an invariant. */
  readonly bindings: JsonObject;
  /** `seq` of the event (or number of the step, from 1) that decided the claim; null if none did. */
  readonly event: number | null;
  /** `narrower`: decided by a deterministic stand-in that can miss what the predicate means. */
  readonly fidelity: 'exact' | 'narrower';
  readonly proof: 'PROVEN' | 'UNPROVEN';
  /** Why the claim has its state, in one sentence. */
  readonly reason: Phrase;
  readonly evidence: readonly EvidenceRef[];
  /** Unmet parts of the evidence contract, for example `group:2`; empty for an invariant. */
  readonly unmet: readonly string[];
  /** Id of the claim that reports the same finding more specifically. */
  readonly subsumedBy?: string;
}

/** What claims come to together; unknown is never a pass. */
export type Outcome = 'pass' | 'fail' | 'unknown';

/** Whether a claim state is a finding, a pass, or unknown. NOT_APPLICABLE passes (design section 5, "Exercised"). */
export function outcomeOf(claim: Pick<Claim, 'state' | 'polarity' | 'subsumedBy'>): Outcome {
  switch (claim.state) {
    case 'APPLICABLE_PASS':
    case 'NOT_APPLICABLE':
      return 'pass';
    case 'APPLICABLE_FAIL':
      return claim.polarity === 'observation' ? 'pass' : 'fail';
    case 'UNRESOLVED':
    case 'EVIDENCE_INCOMPLETE':
    case 'EVIDENCE_INVALID':
    case 'EVALUATOR_ERROR':
      return 'unknown';
  }
}

/** A failure outweighs an unknown, an unknown outweighs a pass. */
export function overallOutcome(claims: readonly Pick<Claim, 'state' | 'polarity' | 'subsumedBy'>[]): Outcome {
  let overall: Outcome = 'pass';
  for (const claim of claims) {
    const outcome = outcomeOf(claim);
    if (outcome === 'fail') return 'fail';
    if (outcome === 'unknown') overall = 'unknown';
  }
  return overall;
}
