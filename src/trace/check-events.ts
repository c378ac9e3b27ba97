import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { EVENT_KINDS, eventInput, isEventKind } from './event.ts';
import { ownValue } from './json.ts';
import { toldName, toldPath } from './told-value.ts';
import type { EventInput } from './trace.ts';

export type EventListErrorCode = 'trace/unknown-kind' | 'trace/not-an-event';

/**
 * Events that code made, checked as those of a file are: one with a misspelled kind would be outside every model, and pass unseen. The error
 * names the first that is wrong.
 */
export function checkEvents(events: readonly unknown[]): Result<readonly EventInput[], Diagnostic<EventListErrorCode>> {
  for (const [index, event] of events.entries()) {
    const kind = ownValue(event, 'kind');
    if (typeof kind === 'string' && !isEventKind(kind)) {
      const hint = nearestHint(kind, EVENT_KINDS);
      return fail({
        code: 'trace/unknown-kind',
        message: `event ${index + 1} of the list has an unknown kind${toldName(kind, EVENT_KINDS)}`,
        ...(hint === undefined ? {} : { hint }),
      });
    }
    const parsed = eventInput.safeParse(event);
    if (parsed.success) continue;
    const issue = parsed.error.issues[0]!;
    const where = issue.path.length === 0 ? '' : `, at "${toldPath(issue.path.map(String).join('.'))}"`;
    return fail({
      code: 'trace/not-an-event',
      message: `event ${index + 1} of the list is no event of the normal form${where}`,
      hint: issue.code === 'unrecognized_keys' ? 'it has a key that its kind does not have' : issue.message,
    });
  }
  return ok(events as readonly EventInput[]);
}
