import { TracefoldError, unwrap } from '../src/diagnostics/tracefold-error.ts';
import { renderCheck } from '../src/evidence/render/check.ts';
import { notationOf } from '../src/evidence/render/value.ts';
import { type Answer, type AskOptions, askModel, type Question } from '../src/explore/ask-model.ts';
import type { CheckReport } from '../src/explore/check-report.ts';
import type { Outcome } from '../src/model/claim.ts';
import type { MachineModel } from '../src/model/machine-model.ts';
import { coloursOf, passUnlessUnknown } from './judge.ts';
import type { MatcherContext, MatcherResult } from './matcher-context.ts';
import { checkOptions, notAStateMachine } from './unfit-input.ts';

/** What the matchers of models take beside their question. */
export type ModelMatcherOptions = AskOptions;

/** States of a counterexample that a message tells; a test's output is no place for thousands. */
const MAX_TOLD = 20;

/** What an assertion about a model asks, and what it says where it fails. */
export interface Asked {
  readonly question: Question;
  readonly options: AskOptions;
  /** The outcome of the assertion by what the search found: `found` where a state or behaviour of the kind asked for was. */
  readonly passes: 'found' | 'not-found';
  /** What the assertion wanted and did not get, by what the search found. */
  readonly wanted: (found: boolean, states: string) => string;
}

/** The received model. Throws for a value of another kind: that fails the assertion, negated or not. */
function modelOf(received: unknown): MachineModel {
  const model = received as Partial<MachineModel> | null | undefined;
  if (typeof model === 'object' && model !== null && typeof model.machine?.successors === 'function') {
    return model as MachineModel;
  }
  throw new TracefoldError([notAStateMachine(received)]);
}

/** Explores the received model and judges the assertion. What is unknown fails it, negated or not. */
export function askReceived(context: MatcherContext, received: unknown, asked: Asked): MatcherResult {
  const model = modelOf(received);
  checkOptions('a matcher of models', asked.options, ['deadlock', 'maxStates', 'maxMilliseconds']);
  const answer = unwrap(askModel(model, asked.question, asked.options));
  const outcome = outcomeOf(answer.report, asked.passes);
  return {
    pass: passUnlessUnknown(outcome, context),
    message: () => messageOf(context, model, answer, asked),
  };
}

function outcomeOf(report: CheckReport, passes: Asked['passes']): Outcome {
  switch (report.outcome) {
    case 'ok':
      return passes === 'not-found' ? 'pass' : 'fail';
    case 'invariant':
    case 'property':
    case 'deadlock':
      return passes === 'found' ? 'pass' : 'fail';
    // A false assumption says that the model is not meant for these constants, and nothing about its states.
    case 'assumption':
    case 'error':
      return 'unknown';
  }
}

function messageOf(context: MatcherContext, model: MachineModel, { report, atoms }: Answer, asked: Asked): string {
  const states = report.distinctStates === 1 ? 'its only state' : `all ${report.distinctStates} states`;
  return renderCheck(report, {
    model: model.name,
    atoms,
    colours: coloursOf(context),
    notation: notationOf(model.kind),
    maxStates: MAX_TOLD,
    expected: asked.wanted(report.outcome !== 'ok', states),
    sought: asked.question.kind === 'reach' ? 'state' : 'violation',
  });
}
