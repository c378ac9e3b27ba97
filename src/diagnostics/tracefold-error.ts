import type { Diagnostic, NonEmpty, Result } from './diagnostic.ts';
import { formatDiagnostic } from './format.ts';

/** What the public edges throw: carries the diagnostics, and its message is their plain-text rendering. */
export class TracefoldError extends Error {
  override readonly name = 'TracefoldError';
  declare readonly diagnostics: NonEmpty<Diagnostic>;

  constructor(diagnostics: NonEmpty<Diagnostic>) {
    super(diagnostics.map(formatDiagnostic).join('\n\n'));
    // Not enumerable: test runners print an error's own properties, and the message says it all already.
    Object.defineProperty(this, 'diagnostics', { value: diagnostics });
  }
}

/** The value of a result, or its errors thrown as one {@link TracefoldError}. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const error = new TracefoldError(result.errors);
  // The reader's own line is the first of the stack, the one that runners show.
  Error.captureStackTrace(error, unwrap);
  throw error;
}
