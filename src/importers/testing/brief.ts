import type { Trace, TraceEvent } from '../../trace/event.ts';

/** A trace as lines for people: what a test wants to see of each event, without numbers and places. */
export function brief(trace: Trace): string {
  return `\n${trace.events.map(line).join('\n')}\n`;
}

function line(event: TraceEvent): string {
  const { seq: _seq, src: _src, kind, basis, turn, ...rest } = event;
  const fields = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [turn === undefined ? '-' : `${turn}`, kind, ...fields, ...(basis === undefined ? [] : [`(${basis})`])].join(
    ' ',
  );
}
