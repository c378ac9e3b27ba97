import { ok, type Result } from '../diagnostics/diagnostic.ts';
import type { Trace, TraceEvent, TraceHeader } from '../trace/event.ts';
import type { Fold, FoldOptions, Model, Verdict } from './model.ts';

/**
 * The fold: `(model, trace) -> verdict`, pure and deterministic (design section 1). The events may come from a generator: memory does not grow with
 * their number.
 */
export function foldTrace(
  model: Model,
  { header, events }: { readonly header: TraceHeader; readonly events: Iterable<TraceEvent> },
  options: FoldOptions = {},
): Result<Verdict> {
  const fold = model.fold(header, options);
  if (!fold.ok) return fold;
  for (const event of events) fold.value.event(event);
  return ok(fold.value.verdict());
}

/** Several models over one trace, in one pass over its events; one verdict a model, in their order. */
export function foldTogether(
  judges: readonly { readonly model: Model; readonly options: FoldOptions }[],
  trace: Trace,
): Result<Verdict[]> {
  const folds: Fold[] = [];
  for (const { model, options } of judges) {
    const fold = model.fold(trace.header, options);
    if (!fold.ok) return fold;
    folds.push(fold.value);
  }
  for (const event of trace.events) for (const fold of folds) fold.event(event);
  return ok(folds.map((fold) => fold.verdict()));
}
