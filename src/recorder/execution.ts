import type { Execution } from './recorder.ts';

/** Runs something and records its beginning and its end, however it ends. */
export function recorded<T>(execution: Execution, run: () => T): T {
  let result: T;
  try {
    result = run();
  } catch (error) {
    execution.failed(error);
    throw error;
  }
  if (isThenable(result)) {
    return result.then(
      (value: unknown) => settle(execution, value),
      (error: unknown) => {
        execution.failed(error);
        throw error;
      },
    ) as T;
  }
  return settle(execution, result) as T;
}

function settle(execution: Execution, value: unknown): unknown {
  if (isAsyncIterable(value)) return watched(execution, value);
  execution.ended(value);
  return value;
}

/** A generator is passed on by one of ours. A stream has more to it than its parts, so it stays what it is and tells what is read of it. */
function watched(execution: Execution, source: AsyncIterable<unknown>): unknown {
  const iterate = source[Symbol.asyncIterator];
  const parts = { [Symbol.asyncIterator]: () => iterate.call(source) };
  if (typeof (source as { next?: unknown }).next === 'function') return streamed(execution, parts);
  const told = Reflect.defineProperty(source, Symbol.asyncIterator, {
    value: () => streamed(execution, parts),
    configurable: true,
    writable: true,
  });
  // What cannot be watched has begun to give its result, which nobody sees.
  if (!told) execution.ended('[stream]');
  return source;
}

/** A tool that streams: its last word is its result; one that is left early ends with what came. */
async function* streamed(execution: Execution, source: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  let last: unknown = '';
  try {
    for await (const part of source) {
      last = part;
      yield part;
    }
  } catch (error) {
    execution.failed(error);
    throw error;
  } finally {
    execution.ended(last);
  }
}

const isThenable = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof (value as { [Symbol.asyncIterator]?: unknown } | null | undefined)?.[Symbol.asyncIterator] === 'function';
