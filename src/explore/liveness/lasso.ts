/** A behaviour without end: states from an initial one, of which the last leads back to the one at `loopsTo`. */
export interface Lasso {
  readonly states: readonly number[];
  readonly loopsTo: number;
}

/** The lasso of a way to a loop and of the loop, in the fewest states: none is said twice, and it stutters only if that is all there is. */
export function lassoOf(way: readonly number[], loop: readonly number[]): Lasso {
  const stem = withoutRepeats(way);
  const turn = withoutRepeats(loop);
  while (turn.length > 1 && turn[turn.length - 1] === turn[0]) turn.pop();
  turn.length = periodOf(turn);
  if (stem[stem.length - 1] === turn[0]) stem.pop();
  // A way that ends as the loop does is on the loop already: the loop is met so many states earlier.
  let earlier = 0;
  while (earlier < stem.length && stem.at(-1 - earlier) === turn.at(-1 - (earlier % turn.length))) earlier++;
  const states = [...stem, ...turn];
  return { states: states.slice(0, states.length - earlier), loopsTo: stem.length - earlier };
}

/** Whether one lasso has fewer states, or else meets its loop earlier. */
export const isShorter = (a: Lasso, b: Lasso): boolean =>
  a.states.length < b.states.length || (a.states.length === b.states.length && a.loopsTo < b.loopsTo);

const withoutRepeats = (states: readonly number[]): number[] => states.filter((state, i) => state !== states[i - 1]);

/** The length of the part that a loop repeats. */
function periodOf(loop: readonly number[]): number {
  for (let period = 1; period <= loop.length / 2; period++) {
    if (loop.length % period === 0 && loop.every((state, i) => state === loop[i % period])) return period;
  }
  return loop.length;
}
