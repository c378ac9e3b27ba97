import { askReceived, type ModelMatcherOptions } from './ask.ts';
import type { MatcherContext, MatcherResult } from './matcher-context.ts';

/**
 * Passes if the model reaches a state, or has a behaviour, that violates the invariant or property of this name. Other invariants are not
 * looked at, so that none hides this one.
 */
export function toViolate(
  this: MatcherContext,
  received: unknown,
  name: string,
  options: ModelMatcherOptions = {},
): MatcherResult {
  return askReceived(this, received, {
    question: { kind: 'formula', name },
    options,
    passes: 'found',
    wanted: (found, states) =>
      found
        ? `expected the model not to violate ${name}, and it does`
        : `expected the model to violate ${name}, which holds in ${states}`,
  });
}
