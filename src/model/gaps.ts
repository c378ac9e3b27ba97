import type { TraceEvent, TraceHeader } from '../trace/event.ts';

/** What a recording lost, in words: `2 malformed, 1 result-without-call`; null if nothing. */
export const gapsOf = ({ gaps = [] }: Pick<TraceHeader, 'gaps'>): string | null =>
  gaps.length === 0 ? null : gaps.map(({ rule, count }) => `${count} ${rule}`).join(', ');

/** Ended executions whose end may be reported once more. */
const MAX_ENDED = 1024;

/** Looks for the end of an execution that never began: it ran, and the trace does not tell what it was. Holds the open executions. */
export function executionWatch(): { event(event: TraceEvent): void; unseen(): number | null } {
  const open = new Set<string>();
  const ended = new Set<string>();
  let unseen: number | null = null;
  return {
    event(event) {
      if (event.kind === 'exec.started') open.add(event.exec);
      if (event.kind !== 'exec.ended') return;
      const known = open.delete(event.exec) || ended.has(event.exec);
      if (!known) unseen ??= event.seq;
      ended.add(event.exec);
      if (ended.size > MAX_ENDED) ended.delete(ended.values().next().value!);
    },
    unseen: () => unseen,
  };
}
