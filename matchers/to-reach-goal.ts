import type { Redaction } from '../src/evidence/record/build.ts';
import type { Outcome } from '../src/model/claim.ts';
import type { Model, Verdict } from '../src/model/model.ts';
import { phrase } from '../src/model/phrase.ts';
import { inputOf, report, verdictOf } from './judge.ts';
import type { MatcherContext, MatcherResult } from './matcher-context.ts';
import { checkOptions } from './unfit-input.ts';
import { untold } from './untold.ts';

/**
 * Passes if some state after the first satisfies the goal and the first does not (design section 5). The goal is one that the model names,
 * or an expression of its language. Whether it was reached is unknown, and the assertion fails under `.not` too, where the recording does not tell
 * all that the model looks at.
 */
export function toReachGoal(
  this: MatcherContext,
  received: unknown,
  model: Model,
  goal: string,
  options: { readonly redaction?: Redaction } = {},
): MatcherResult {
  checkOptions('toReachGoal', options, ['redaction']);
  const input = inputOf(received, model);
  const foldOptions = { goals: [goal] };
  const verdict = verdictOf(model, input, foldOptions);
  const initially = verdict.goals[0]?.initially === true;
  const hidden = untold(model, input);
  const outcome = goalOutcome(verdict, hidden !== null);
  const problem =
    outcome === 'pass'
      ? phrase`expected the trace not to reach ${goal}, and it does`
      : outcome === 'unknown'
        ? phrase`whether the trace reaches ${goal} is unknown, because ${hidden ?? 'the model could not follow it to its end'}`
        : initially
          ? phrase`${goal} holds before anything happens, so the trace cannot reach it`
          : phrase`expected the trace to reach ${goal}, and it never does`;
  return report(this, {
    matcher: 'toReachGoal',
    model,
    input,
    options: foldOptions,
    outcome,
    problem,
    redaction: options.redaction,
  });
}

/** `hidden`: something may have happened that the recording does not tell. */
function goalOutcome(verdict: Verdict, hidden: boolean): Outcome {
  if (verdict.goals[0]?.reached === true) return 'pass';
  const lost = hidden || verdict.errors.length > 0 || verdict.divergence !== null || verdict.bounds.length > 0;
  return lost ? 'unknown' : 'fail';
}
