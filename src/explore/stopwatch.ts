/** To be called often by work that may take long; throws {@link OutOfTime} once the time is over. */
export type Stopwatch = () => void;

/** Ends work from the inside; caught where its limit is told. */
export class OutOfTime extends Error {}

/** When a limit is over that begins now, as `performance.now()` tells it; never without a limit. */
export const endOf = (milliseconds: number | undefined): number =>
  milliseconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + milliseconds;

/** Calls between two looks at the clock, which costs more than most of the work in between. */
const CALLS = 256;

/** A stopwatch that stops at a time of `performance.now()`; at infinity it never looks at a clock. */
export function stopwatch(end: number): Stopwatch {
  if (end === Number.POSITIVE_INFINITY) return () => {};
  let calls = 0;
  return () => {
    if (calls++ % CALLS === 0 && performance.now() > end) throw new OutOfTime();
  };
}
