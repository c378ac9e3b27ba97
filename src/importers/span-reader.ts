import type { Conversation, Stamp } from './conversation.ts';
import type { ApprovalAttributes } from './importer.ts';
import { millis, type SpanRecord } from './otlp-spans.ts';
import { attribute } from './span-kinds.ts';

/** What is known of a run while its spans are read. */
export interface SpanReader {
  readonly talk: Conversation;
  readonly byId: ReadonlyMap<string, SpanRecord>;
  /** Spans that have a span of a model somewhere inside. */
  readonly aroundModels: ReadonlySet<string>;
  /** By agent, how often a message has been seen: every request repeats the history. */
  readonly histories: Map<string, Map<string, number>>;
  /** By id, tool and arguments, the span that told such a call last. */
  readonly told: Map<string, SpanRecord>;
  readonly executed: SpanExecutions;
  readonly approvals: ApprovalAttributes | undefined;
}

/** Calls whose execution is a span of its own, by their id in the trace. */
export interface SpanExecutions {
  add(call: string, tool: string, withResult: boolean): void;
  /** Whether the span of an execution captured its result; undefined if there is no such span. */
  withResult(call: string): boolean | undefined;
  /** The next call of a tool, or of any, that no message without an id has told yet. */
  next(tool: string | undefined): string | undefined;
}

export function spanExecutions(): SpanExecutions {
  const captured = new Map<string, boolean>();
  const told = new Set<string>();
  const queues = new Map<string | undefined, { readonly calls: string[]; from: number }>();
  const put = (key: string | undefined, call: string): void => {
    const queue = queues.get(key) ?? { calls: [], from: 0 };
    queues.set(key, queue);
    queue.calls.push(call);
  };
  return {
    add(call, tool, withResult) {
      if (!captured.has(call)) {
        put(tool, call);
        put(undefined, call);
      }
      captured.set(call, withResult);
    },
    withResult: (call) => captured.get(call),
    next(tool) {
      const queue = queues.get(tool);
      while (queue !== undefined && queue.from < queue.calls.length) {
        const call = queue.calls[queue.from++]!;
        if (told.has(call)) continue;
        told.add(call);
        return call;
      }
      return undefined;
    },
  };
}

/** How far up the spans around one are looked through: a hostile export may have spans that are their own ancestors. */
const MAX_DEPTH = 100;

/** A span and those around it, from the inside out. */
export function* spansAround(byId: ReadonlyMap<string, SpanRecord>, span: SpanRecord): Generator<SpanRecord> {
  let current: SpanRecord | undefined = span;
  for (let depth = 0; current !== undefined && depth < MAX_DEPTH; depth++) {
    yield current;
    current = current.parent === undefined ? undefined : byId.get(current.parent);
  }
}

/** The agent that a span belongs to: named on it, or on the nearest span around it. */
export function agentOf(reader: SpanReader, span: SpanRecord): string | undefined {
  for (const around of spansAround(reader.byId, span)) {
    const name = attribute(around, 'gen_ai.agent.name', 'agent.name', 'gen_ai.agent.id');
    if (name !== undefined) return name;
  }
  return undefined;
}

export const stampOf = (reader: SpanReader, span: SpanRecord, time: bigint | undefined): Stamp => ({
  at: millis(time),
  session: attribute(span, 'gen_ai.conversation.id', 'session.id'),
  agent: agentOf(reader, span),
});
