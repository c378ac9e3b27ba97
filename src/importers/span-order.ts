import type { SpanRecord } from './otlp-spans.ts';
import { attribute } from './span-kinds.ts';

/** The spans of one run, in time. */
export interface SpanRun {
  readonly name: string;
  readonly spans: readonly SpanRecord[];
}

/** Spans by conversation, and where that is not said by trace. */
export function runsOf(spans: readonly SpanRecord[]): readonly SpanRun[] {
  const conversations = new Map<string, string>();
  for (const span of spans) {
    const id = attribute(span, 'gen_ai.conversation.id', 'session.id');
    if (id !== undefined && !conversations.has(span.trace)) conversations.set(span.trace, id);
  }
  const runs = new Map<string, SpanRecord[]>();
  for (const span of spans) {
    const name = conversations.get(span.trace) ?? span.trace;
    const run = runs.get(name) ?? [];
    runs.set(name, run);
    run.push(span);
  }
  return [...runs].map(([name, members]) => ({ name, spans: inTime(members) }));
}

/** Spans by their start; one without a time stays behind the one before it. */
function inTime(spans: readonly SpanRecord[]): readonly SpanRecord[] {
  let last = 0n;
  const timed = spans.map((span, index) => {
    last = span.start ?? last;
    return { span, index, time: last };
  });
  timed.sort((a, b) => (a.time === b.time ? a.index - b.index : a.time < b.time ? -1 : 1));
  return timed.map(({ span }) => span);
}

/** What a span is known by: exporters that try again, and stores of which somebody exports twice, give the same one more than once. */
export const spelled = (span: SpanRecord): string =>
  span.id === '' ? span.at.pointer : JSON.stringify([span.trace, span.id, span.name, String(span.start)]);

/**
 * Spans whose parent is not recorded. Below the caller's span, of another process, a whole recording may stand; so one missing parent says nothing if
 * no span is the beginning of the trace.
 */
export function orphans(spans: readonly SpanRecord[]): readonly SpanRecord[] {
  const known = new Set(spans.map(({ id }) => id));
  const beginnings = new Set(spans.flatMap(({ parent, trace }) => (parent === undefined ? [trace] : [])));
  const found = spans.filter(({ parent }) => parent !== undefined && !known.has(parent));
  const missing = new Map<string, Set<string>>();
  for (const { trace, parent } of found) missing.set(trace, (missing.get(trace) ?? new Set()).add(parent!));
  return found.filter(({ trace }) => beginnings.has(trace) || missing.get(trace)!.size > 1);
}
