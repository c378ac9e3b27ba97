import type { Redaction } from '../src/evidence/record/build.ts';
import type { Model } from '../src/model/model.ts';
import { phrase } from '../src/model/phrase.ts';
import { inputOf, reasons, report, verdictOf } from './judge.ts';
import type { MatcherContext, MatcherResult } from './matcher-context.ts';

export interface ForbiddenStateOptions {
  /** Invariants or predicates to judge; default: all of the model. */
  readonly predicates?: readonly string[];
  /** Fail if some of them was never exercised. By default NOT_APPLICABLE passes, and reporters count it apart. */
  readonly exercised?: boolean;
  /** What of the trace may be shown in the failure message. */
  readonly redaction?: Redaction;
}

/**
 * Passes if the trace never reaches a forbidden state of the model: no claim fails and none is unknown. An unknown verdict fails it under
 * `.not` too.
 */
export function toNotReachForbiddenState(
  this: MatcherContext,
  received: unknown,
  model: Model,
  options: ForbiddenStateOptions = {},
): MatcherResult {
  const input = inputOf(received);
  const foldOptions = options.predicates === undefined ? {} : { predicates: options.predicates };
  const verdict = verdictOf(model, input, foldOptions);
  const idle = options.exercised === true ? verdict.claims.filter(({ state }) => state === 'NOT_APPLICABLE') : [];
  const outcome = verdict.outcome === 'pass' && idle.length > 0 ? 'unknown' : verdict.outcome;
  const problem = () => {
    switch (outcome) {
      case 'pass':
        return phrase`expected the trace to reach a forbidden state, and it never does`;
      case 'fail':
        return phrase`expected the trace to reach no forbidden state: ${reasons(verdict, ['APPLICABLE_FAIL'])}`;
      case 'unknown':
        return idle.length > 0
          ? phrase`expected every predicate to be exercised: ${reasons(verdict, ['NOT_APPLICABLE'])}`
          : phrase`unknown is never a pass: ${reasons(verdict, ['UNRESOLVED', 'EVIDENCE_INCOMPLETE', 'EVIDENCE_INVALID', 'EVALUATOR_ERROR'])}`;
    }
  };
  return report(this, {
    matcher: 'toNotReachForbiddenState',
    model,
    input,
    options: foldOptions,
    outcome,
    problem: problem(),
    redaction: options.redaction,
  });
}
