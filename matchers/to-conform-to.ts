import { TracefoldError } from '../src/diagnostics/tracefold-error.ts';
import type { Redaction } from '../src/evidence/record/build.ts';
import type { Outcome } from '../src/model/claim.ts';
import type { Model, Verdict } from '../src/model/model.ts';
import { type Phrase, phrase } from '../src/model/phrase.ts';
import { inputOf, report, verdictOf } from './judge.ts';
import type { MatcherContext, MatcherResult } from './matcher-context.ts';
import { checkOptions } from './unfit-input.ts';
import { untold } from './untold.ts';

/**
 * Passes if the trace is a behaviour of the model and no guard was seen to decide otherwise than the model's own definition: the system
 * neither allowed what the model refuses nor refused what it allows (design section 4). Unknown, and so no pass, where the recording does not
 * tell all that the model looks at.
 */
export function toConformTo(
  this: MatcherContext,
  received: unknown,
  model: Model,
  options: { readonly redaction?: Redaction } = {},
): MatcherResult {
  checkOptions('toConformTo', options, ['redaction']);
  if (model.kind === 'eio') {
    const message = 'an EIO module says what is forbidden, not how a system behaves, so nothing can conform to it';
    throw new TracefoldError([{ code: 'matchers/no-behaviour', message }]);
  }
  const input = inputOf(received, model);
  const verdict = verdictOf(model, input, {});
  const { outcome, problem } = conformance(verdict, untold(model, input));
  return report(this, {
    matcher: 'toConformTo',
    model,
    input,
    options: {},
    outcome,
    problem,
    redaction: options.redaction,
  });
}

function conformance(verdict: Verdict, hidden: Phrase | null): { outcome: Outcome; problem: Phrase } {
  const [error] = verdict.errors;
  if (error !== undefined)
    return { outcome: 'unknown', problem: phrase`the model could not be evaluated: ${error.code}` };
  const [bound] = verdict.bounds;
  if (bound !== undefined) {
    return { outcome: 'unknown', problem: phrase`the model's limit ${bound.bound} was reached: ${bound.text}` };
  }
  if (hidden !== null) return { outcome: 'unknown', problem: phrase`whether the trace conforms is unknown: ${hidden}` };
  const { divergence } = verdict;
  if (divergence !== null) {
    const text = phrase`the system did what the model refuses: step ${String(divergence.step)}, ${divergence.action.action}`;
    return { outcome: 'fail', problem: text };
  }
  const disagreement = verdict.disagreements.find(({ limit }) => limit === undefined) ?? verdict.disagreements[0];
  if (disagreement === undefined) {
    return { outcome: 'pass', problem: phrase`expected the trace not to conform to the model, and it does` };
  }
  const { guard, observed, model, limit } = disagreement;
  if (limit !== undefined) {
    const text = phrase`${guard} was seen to be ${String(observed)}, and the model's own definition of it reached the limit ${limit}`;
    return { outcome: 'unknown', problem: text };
  }
  const text = phrase`${guard} was seen to be ${String(observed)}, and by the model's own definition it is ${String(model)}`;
  return { outcome: 'fail', problem: text };
}
