import { type Claim, outcomeOf } from '../../model/claim.ts';
import type { Verdict } from '../../model/model.ts';
import type { Phrase } from '../../model/phrase.ts';
import type { AtomReport } from '../../model/state-machine.ts';

/** What two verdicts must have in common to tell of the same failure. */
export interface Failure {
  /** Covers the predicate and its bindings. */
  readonly claim: string;
  readonly predicate: string;
  /** Which part of the formula decided first: the first false atom of an invariant, or the first condition that a predicate cites. */
  readonly atom: string;
  /** A shorter run must not prove less. */
  readonly proof: Claim['proof'];
  readonly fidelity: Claim['fidelity'];
  /** Guards on which system and model disagreed; a shorter run must not make up another. */
  readonly disagreements: ReadonlySet<string>;
}

/** The failure that a claim of a verdict stands for; null if it has not failed. The verdict is of a fold that explained. */
export function failureOf(verdict: Verdict, claimId: string): Failure | null {
  const claim = verdict.claims.find(({ id }) => id === claimId);
  if (claim === undefined || outcomeOf(claim) !== 'fail') return null;
  return {
    claim: claim.id,
    predicate: claim.predicate,
    atom: atomOf(claim, verdict.atoms?.get(claim.predicate)),
    proof: claim.proof,
    fidelity: claim.fidelity,
    disagreements: new Set(verdict.disagreements.map(({ guard }) => guard)),
  };
}

/** Whether `other` is the same failure, with nothing in it that `failure` does not have. */
export const isSameFailure = (failure: Failure, other: Failure | null): boolean =>
  other !== null &&
  other.claim === failure.claim &&
  other.atom === failure.atom &&
  other.proof === failure.proof &&
  other.fidelity === failure.fidelity &&
  [...other.disagreements].every((guard) => failure.disagreements.has(guard));

function atomOf(claim: Claim, atoms: readonly AtomReport[] | undefined): string {
  if (atoms !== undefined) {
    const [first] = atoms;
    if (first === undefined) return '';
    const place = first.at === undefined ? '' : `${first.at.file}:${first.at.start.line}:${first.at.start.column}`;
    return `${place} ${wordsOf(first.text)}`;
  }
  const condition = claim.evidence.find(({ details }) => details.role !== 'applicability');
  return typeof condition?.details.atom === 'string' ? condition.details.atom : '';
}

/** The words before the first value; numbers in them, such as the place in a list, differ from run to run. */
const wordsOf = (text: Phrase): string => (typeof text[0] === 'string' ? text[0].replace(/\d+/g, '#') : '');
