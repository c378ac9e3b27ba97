import type { TraceHeader } from '../trace/event.ts';

/** What a recording lost, in words: `2 malformed, 1 result-without-call`; null if nothing. */
export const gapsOf = ({ gaps = [] }: Pick<TraceHeader, 'gaps'>): string | null =>
  gaps.length === 0 ? null : gaps.map(({ rule, count }) => `${count} ${rule}`).join(', ');
