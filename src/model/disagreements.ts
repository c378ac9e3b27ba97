import type { FoldPlace } from './invariant-tracks.ts';
import type { Disagreement } from './model.ts';
import type { AssumptionReport } from './state-machine.ts';

/** The first disagreement for each guard. It counts if no candidate state explains what was seen. */
export function noteDisagreements(
  known: Map<string, Disagreement>,
  reports: readonly AssumptionReport[],
  isLimit: (bound: string) => boolean,
  place: FoldPlace,
): void {
  if (reports.length === 0) return;
  const explained = new Set(reports.filter(({ assumed, own }) => assumed === own).map(({ guard }) => guard));
  for (const { guard, assumed: observed, own: model, limits = [] } of reports) {
    if (explained.has(guard)) continue;
    const limit = limits.find(isLimit);
    const before = known.get(guard);
    // One that a limit of the model may explain says less than a later one.
    if (before !== undefined && (before.limit === undefined || limit !== undefined)) continue;
    known.set(guard, { ...place, guard, observed, model, ...(limit === undefined ? {} : { limit }) });
  }
}
