import type { Recorder } from '../recorder.ts';

/** What was recorded of calls, approvals, executions and content, a line each. */
export const brief = (recorder: Recorder): string[] =>
  recorder.trace().events.flatMap((event) => {
    switch (event.kind) {
      case 'exec.started':
        return [`start ${event.call} ${event.tool} ${JSON.stringify(event.args)}`];
      case 'exec.ended':
        return [`end ${event.exec} ${event.status}`];
      case 'context.added':
        return [`${event.origin} ${event.trust} ${event.text}`];
      case 'approval.requested':
        return [`ask ${event.approval} ${event.call} ${event.tool} ${JSON.stringify(event.args)}`];
      case 'approval.decided':
        return [`${event.decision} ${event.approval} ${event.scope} by ${event.by}, ${event.authenticity}`];
      default:
        return [];
    }
  });
