import { recorded } from './execution.ts';
import type { Recorder } from './recorder.ts';

/** A plain function as a recorded tool; its arguments are recorded as they are, a single object by itself. */
export function recordTool<A extends readonly unknown[], R>(
  recorder: Recorder,
  name: string,
  tool: (...args: A) => R,
): (...args: A) => R {
  return function (this: unknown, ...args) {
    const shown = args.length === 1 && typeof args[0] === 'object' && args[0] !== null ? args[0] : args;
    return recorded(recorder.start(name, shown), () => Reflect.apply(tool, this, args) as R);
  };
}
