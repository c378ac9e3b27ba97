import { askReceived, type ModelMatcherOptions } from './ask.ts';
import type { MatcherContext, MatcherResult } from './matcher-context.ts';

/**
 * Passes if every behaviour of the model satisfies the property: one of the configuration, or any temporal formula that the module defines,
 * under the fairness of the specification. The name of an invariant is taken as "always".
 */
export function toSatisfyProperty(
  this: MatcherContext,
  received: unknown,
  name: string,
  options: ModelMatcherOptions = {},
): MatcherResult {
  return askReceived(this, received, {
    question: { kind: 'formula', name },
    options,
    passes: 'not-found',
    wanted: (found, states) =>
      found
        ? `expected the model to satisfy ${name}, and it does not`
        : `expected the model not to satisfy ${name}, and it does, in ${states}`,
  });
}
