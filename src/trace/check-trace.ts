import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { checkEvents, type EventListErrorCode } from './check-events.ts';
import { EVENT_KINDS, isEventKind, type Trace, type TraceEvent, traceHeader } from './event.ts';
import { isJsonObject, ownValue } from './json.ts';
import { toldName, toldPath } from './told-value.ts';

export type TraceValueErrorCode = EventListErrorCode | 'trace/not-a-trace' | 'trace/out-of-order';

/** A trace that code made, checked as one of a file is. Events without `seq` get their place in the list; the error names the first that is wrong. */
export function checkTrace(value: unknown): Result<Trace, Diagnostic<TraceValueErrorCode>> {
  const [given, list] = [ownValue(value, 'header'), ownValue(value, 'events')];
  if (!isJsonObject(given) || !Array.isArray(list)) return fail(notATrace(value));
  const header = traceHeader.safeParse(given);
  if (!header.success) return fail(badHeader(given, header.error.issues[0]!));
  const checked = checkEvents(list);
  if (!checked.ok) return checked;
  const events: TraceEvent[] = [];
  for (const [index, event] of checked.value.entries()) {
    const last = events.at(-1)?.seq ?? -1;
    const seq = event.seq ?? index + 1;
    if (seq <= last) {
      return fail({
        code: 'trace/out-of-order',
        message: `"seq" ${seq} of event ${index + 1} of the list does not come after ${last}`,
        expected: `a number greater than ${last}`,
      });
    }
    events.push({ ...event, seq } as TraceEvent);
  }
  return ok({ header: header.data, events });
}

function notATrace(value: unknown): Diagnostic<TraceValueErrorCode> {
  const looksLikeRecorder = typeof (value as { trace?: unknown } | null | undefined)?.trace === 'function';
  const what =
    value === undefined || value === null
      ? String(value)
      : looksLikeRecorder
        ? 'a recorder'
        : Array.isArray(value)
          ? 'a list'
          : typeof value === 'object'
            ? 'an object without "header" and "events"'
            : `a ${typeof value}`;
  return {
    code: 'trace/not-a-trace',
    message: `it is ${what}`,
    expected: 'a trace: { header, events }',
    ...(looksLikeRecorder ? { hint: 'recorder.trace() gives the trace' } : {}),
  };
}

function badHeader(
  header: object,
  { path, message }: { readonly path: readonly PropertyKey[]; readonly message: string },
): Diagnostic<TraceValueErrorCode> {
  const observes = ownValue(header, 'observes');
  const unknown = Array.isArray(observes)
    ? observes.find((kind) => typeof kind === 'string' && !isEventKind(kind))
    : undefined;
  if (typeof unknown === 'string') {
    const hint = nearestHint(unknown, EVENT_KINDS);
    const error = `its header observes an unknown kind${toldName(unknown, EVENT_KINDS)}`;
    return { code: 'trace/not-a-trace', message: error, ...(hint === undefined ? {} : { hint }) };
  }
  const where = path.length === 0 ? '' : `, at "${toldPath(path.map(String).join('.'))}"`;
  return {
    code: 'trace/not-a-trace',
    message: `its header is not that of a trace${where}`,
    expected: '{ tracefold: 1, source: "…", observes: […] }',
    hint: message,
  };
}
