import { createContext, Script } from 'node:vm';

const call = new Script('work()');

/**
 * Runs synchronous work and stops it wherever it stands once the time is over; then the result is undefined. The work's data must not be
 * used afterwards. For work that cannot look at a clock by itself.
 */
export function withinTime<T>(milliseconds: number, work: () => T): T | undefined {
  let result: { readonly value: T } | undefined;
  const run = (): void => {
    result = { value: work() };
  };
  try {
    call.runInContext(createContext({ work: run }), { timeout: Math.max(1, Math.ceil(milliseconds)) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return undefined;
  }
  return result?.value;
}
