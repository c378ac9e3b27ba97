import { nearestHint } from '../src/diagnostics/nearest.ts';
import { TracefoldError } from '../src/diagnostics/tracefold-error.ts';
import type { Redaction } from '../src/evidence/record/build.ts';
import { type ClaimState, type Outcome, overallOutcome } from '../src/model/claim.ts';
import type { Model, Verdict } from '../src/model/model.ts';
import { phrase } from '../src/model/phrase.ts';
import { inputOf, reasons, report, verdictOf } from './judge.ts';
import type { MatcherContext, MatcherResult } from './matcher-context.ts';
import { checkJudged, checkOptions, judgedBy } from './unfit-input.ts';

/** States that can be tolerated: the unknown ones. */
const TOLERABLE = ['UNRESOLVED', 'EVIDENCE_INCOMPLETE', 'EVIDENCE_INVALID', 'EVALUATOR_ERROR'] as const;

/** Unknown states by name, each with a reason of at least one word. */
export type Tolerance = { readonly [state in (typeof TOLERABLE)[number]]?: string };

export interface ForbiddenStateOptions {
  /** Invariants or predicates to judge; default: all of the model. */
  readonly predicates?: readonly string[];
  /** Fail if some of them was never exercised. By default NOT_APPLICABLE passes, and reporters count it apart. */
  readonly exercised?: boolean;
  /** Unknown states that do not fail the assertion, each with the reason why that is good enough. A finding cannot be tolerated. */
  readonly tolerate?: Tolerance;
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
  const input = inputOf(received, model);
  checkOptions('toNotReachForbiddenState', options, ['predicates', 'exercised', 'tolerate', 'redaction']);
  const foldOptions = judgedBy(options);
  const verdict = verdictOf(model, input, foldOptions);
  checkJudged(verdict);
  const idle = options.exercised === true ? verdict.claims.filter(({ state }) => state === 'NOT_APPLICABLE') : [];
  const judged = outcomeWithout(verdict, toleratedStates(options.tolerate ?? {}));
  const outcome = judged === 'pass' && idle.length > 0 ? 'unknown' : judged;
  const untolerated = TOLERABLE.filter((state) => options.tolerate?.[state] === undefined);
  const problem = () => {
    switch (outcome) {
      case 'pass':
        return phrase`expected the trace to reach a forbidden state, and it never does`;
      case 'fail':
        return phrase`expected the trace to reach no forbidden state: ${reasons(verdict, ['APPLICABLE_FAIL'])}`;
      case 'unknown':
        return idle.length > 0
          ? phrase`expected every predicate to be exercised: ${reasons(verdict, ['NOT_APPLICABLE'])}`
          : phrase`unknown is never a pass: ${reasons(verdict, untolerated)}`;
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

/** The outcome as it is without claims in these states; what is unknown for another reason than its claims stays so. */
function outcomeWithout(verdict: Verdict, tolerated: readonly ClaimState[]): Outcome {
  if (tolerated.length === 0 || overallOutcome(verdict.claims) !== verdict.outcome) return verdict.outcome;
  return overallOutcome(verdict.claims.filter(({ state }) => !tolerated.includes(state)));
}

/** The states of a tolerance. Throws for a state that is not unknown and for one without a reason. */
function toleratedStates(tolerance: Tolerance): readonly ClaimState[] {
  return Object.entries(tolerance).map(([name, reason]) => {
    const state = TOLERABLE.find((one) => one === name);
    if (state === undefined) {
      const hint = nearestHint(name, TOLERABLE);
      throw new TracefoldError([
        {
          code: 'matchers/not-tolerable',
          message: `"${name}" is no state that can be tolerated`,
          expected: TOLERABLE.join(', '),
          ...(hint === undefined ? {} : { hint }),
        },
      ]);
    }
    if (typeof reason !== 'string' || reason.trim() === '') {
      throw new TracefoldError([
        {
          code: 'matchers/tolerated-without-reason',
          message: `${state} is tolerated without a reason`,
          expected: 'the reason why an unknown answer is good enough here',
        },
      ]);
    }
    return state;
  });
}
