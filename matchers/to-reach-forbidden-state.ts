import type { Redaction } from '../src/evidence/record/build.ts';
import type { Outcome } from '../src/model/claim.ts';
import type { Model } from '../src/model/model.ts';
import { phrase } from '../src/model/phrase.ts';
import { inputOf, reasons, report, verdictOf } from './judge.ts';
import type { MatcherContext, MatcherResult } from './matcher-context.ts';
import { checkJudged, checkOptions } from './unfit-input.ts';

const OPPOSITE: Record<Outcome, Outcome> = { pass: 'fail', fail: 'pass', unknown: 'unknown' };

/** Passes if the trace does reach a forbidden state: any of the model's, or that of the invariant or predicate named. */
export function toReachForbiddenState(
  this: MatcherContext,
  received: unknown,
  model: Model,
  predicate?: string,
  options: { readonly redaction?: Redaction } = {},
): MatcherResult {
  checkOptions('toReachForbiddenState', options, ['redaction']);
  const input = inputOf(received, model);
  const foldOptions = predicate === undefined ? {} : { predicates: [predicate] };
  const verdict = verdictOf(model, input, foldOptions);
  checkJudged(verdict);
  const outcome = OPPOSITE[verdict.outcome];
  const what = predicate ?? 'a forbidden state';
  const unknown = ['UNRESOLVED', 'EVIDENCE_INCOMPLETE', 'EVIDENCE_INVALID', 'EVALUATOR_ERROR'];
  const problem =
    outcome === 'unknown'
      ? phrase`unknown is never a pass: ${reasons(verdict, unknown)}`
      : outcome === 'fail'
        ? phrase`expected the trace to reach ${what}, and it never does`
        : phrase`expected the trace not to reach ${what}: ${reasons(verdict, ['APPLICABLE_FAIL'])}`;
  return report(this, {
    matcher: 'toReachForbiddenState',
    model,
    input,
    options: foldOptions,
    outcome,
    problem,
    redaction: options.redaction,
  });
}
