import { TracefoldError } from '../src/diagnostics/tracefold-error.ts';

/** What is wrong with the input is shown at the assertion, not inside of this package. */
export function fromCaller<C, A extends unknown[], R>(matcher: (this: C, ...args: A) => R): (this: C, ...args: A) => R {
  return function atCaller(...args) {
    try {
      return matcher.apply(this, args);
    } catch (error) {
      if (error instanceof TracefoldError) Error.captureStackTrace(error, atCaller);
      throw error;
    }
  };
}
