import { url as debuggerUrl } from 'node:inspector';
import { type Context, createContext, Script } from 'node:vm';
import { fail, type Result } from '../diagnostics/diagnostic.ts';
import { running } from '../model/user-code.ts';

/** Milliseconds that one fold may take: far beyond what a test may, so that only what never ends gets there. */
const TIME_LIMIT = 60_000;

/** What the environment says instead, in milliseconds; 0 for no limit. */
function timeLimit(): number {
  const said = process.env.TRACEFOLD_TIME_LIMIT;
  return said !== undefined && /^\d{1,9}$/.test(said) ? Number(said) : TIME_LIMIT;
}

// The timer of a script is the one thing that stops JavaScript which does not return; a test's own can only fire in between.
const call = new Script('work()');
let context: (Context & { work?: () => void }) | undefined;

/**
 * What `evaluate` gives. An error that names the part of the model which did not return, where it takes longer than the limit: an endless loop
 * in a model would otherwise stop the whole run without a word. No limit under a debugger.
 */
export function withinTime<T>(evaluate: () => Result<T>, limit = timeLimit()): Result<T> {
  if (limit === 0 || debuggerUrl() !== undefined) return evaluate();
  context ??= createContext({});
  let result: Result<T> | undefined;
  const outer = context.work;
  context.work = () => {
    result = evaluate();
  };
  const clock = globalThis.Date;
  try {
    call.runInContext(context, { timeout: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    // What was stopped could not put the clock back.
    globalThis.Date = clock;
    return fail({
      code: 'model/too-slow',
      message: `the model has not answered within ${limit / 1000} seconds, in ${running.part}`,
      hint: 'a loop that does not end? TRACEFOLD_TIME_LIMIT gives a model more, in milliseconds, and 0 any time',
    });
  } finally {
    if (outer === undefined) delete context.work;
    else context.work = outer;
  }
  return result!;
}
