import { askReceived, type ModelMatcherOptions } from './ask.ts';
import type { MatcherContext, MatcherResult } from './matcher-context.ts';

/** Passes if some reachable state satisfies the expression, initial states included; or the goal of a model in code, by its name. */
export function toReach(
  this: MatcherContext,
  received: unknown,
  expression: string,
  options: ModelMatcherOptions = {},
): MatcherResult {
  return askReceived(this, received, {
    question: { kind: 'reach', expression },
    options,
    passes: 'found',
    wanted: (found, states) =>
      found
        ? `expected the model never to reach ${expression}, and it does`
        : `expected the model to reach ${expression}, which is false in ${states}`,
  });
}
