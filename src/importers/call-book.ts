import type { Json } from '../trace/json.ts';
import { openCalls, type ProposedCall } from './open-calls.ts';
import type { InferenceRule } from './rules.ts';

/** Arguments of calls that have their result are dropped in time, so that a recording of any length can be read. */
const MAX_CLOSED_CALLS = 10_000;

/** What was proposed. */
export interface Proposal {
  readonly tool: string;
  readonly args: Json;
}

/** The call of a result, and how it was found. */
export interface ResultCall {
  readonly call: string;
  /** What was proposed, unless that is long ago. */
  readonly known: Proposal | undefined;
  readonly rule?: InferenceRule;
  /** Whether it has had a result before. */
  readonly again: boolean;
}

/** Ids that stand for one thing each. */
export function idMaker() {
  const used = new Set<string>();
  const last = new Map<string, number>();
  const unique = (wanted: string | undefined, fallback: string): string => {
    const id = wanted ?? fallback;
    let made = id;
    let n = last.get(id) ?? 1;
    while (used.has(made)) made = `${id}#${++n}`;
    if (n > 1) last.set(id, n);
    used.add(made);
    return made;
  };
  return Object.assign(unique, { count: () => used.size });
}

/** The calls of a conversation: those that are open, and those that were lately. */
export function callBook() {
  const open = openCalls();
  const latest = new Map<string, string>();
  const repeated = new Set<string>();
  // Calls stay known for a while after their result: a second result may come, or a decision.
  const proposals = new Map<string, Proposal>();
  const closed: string[] = [];
  const close = (call: string): void => {
    if (!open.close(call)) return;
    closed.push(call);
    if (closed.length > MAX_CLOSED_CALLS)
      for (const old of closed.splice(0, MAX_CLOSED_CALLS / 2)) proposals.delete(old);
  };
  return {
    open,
    latest,
    repeated,
    proposals,
    close,
    add(call: ProposedCall): void {
      if (call.rawId !== undefined) latest.set(call.rawId, call.call);
      proposals.set(call.call, { tool: call.tool, args: call.args });
      open.add(call);
    },
    /** The open call that a result belongs to, which is closed with that. */
    take({
      id,
      tool,
    }: {
      readonly id?: string | undefined;
      readonly tool?: string | undefined;
    }): Omit<ResultCall, 'again'> | undefined {
      const withId = id !== undefined && id !== '';
      const call = withId ? open.withId(id, tool) : open.inStep(tool);
      if (call === undefined) return undefined;
      close(call.call);
      const rule = !withId ? 'paired-by-position' : repeated.has(id) ? 'paired-by-repeated-id' : undefined;
      return { call: call.call, known: call, ...(rule === undefined ? {} : { rule }) };
    },
  };
}
