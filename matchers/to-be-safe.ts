import { askReceived, type ModelMatcherOptions } from './ask.ts';
import type { MatcherContext, MatcherResult } from './matcher-context.ts';

/**
 * Passes if no state or behaviour of the model violates what its configuration asks for: invariants, properties, and no deadlock unless the
 * configuration or `deadlock: false` says otherwise. A search that a limit or an error ends is no pass, under `.not` neither.
 */
export function toBeSafe(this: MatcherContext, received: unknown, options: ModelMatcherOptions = {}): MatcherResult {
  return askReceived(this, received, {
    question: { kind: 'safe' },
    options,
    passes: 'not-found',
    wanted: (found, states) =>
      found
        ? 'expected the model to be safe, and it is not'
        : `expected the model not to be safe, and it is, in ${states}`,
  });
}
