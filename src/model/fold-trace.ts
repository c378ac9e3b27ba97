import { ok, type Result } from '../diagnostics/diagnostic.ts';
import type { Trace, TraceEvent, TraceHeader } from '../trace/event.ts';
import type { FoldOptions, Model, Verdict } from './model.ts';

/** The fold: `(model, trace) -> verdict`, pure and deterministic (design section 1). */
export function foldTrace(model: Model, trace: Trace, options: FoldOptions = {}): Result<Verdict> {
  return foldEvents(model, trace.header, trace.events, options);
}

/** As {@link foldTrace}, over events that may come from a stream: memory does not grow with their number. */
export function foldEvents(
  model: Model,
  header: TraceHeader,
  events: Iterable<TraceEvent>,
  options: FoldOptions = {},
): Result<Verdict> {
  const fold = model.fold(header, options);
  if (!fold.ok) return fold;
  for (const event of events) fold.value.event(event);
  return ok(fold.value.verdict());
}
