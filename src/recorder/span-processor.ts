import type { Execution, Recorder } from './recorder.ts';

/** A span as far as it is read: of `@opentelemetry/sdk-trace-base`, by structure. */
export interface ReadableSpan {
  readonly name: string;
  readonly attributes: { readonly [name: string]: unknown };
  /** `code` 2 is an error. */
  readonly status?: { readonly code: number; readonly message?: string | undefined };
  spanContext(): { readonly traceId: string; readonly spanId: string };
}

export interface SpanProcessor {
  onStart(span: ReadableSpan, context?: unknown): void;
  onEnd(span: ReadableSpan): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/**
 * Records the tool spans of the GenAI semantic conventions: `execute_tool`, with the attributes `gen_ai.tool.*`, of which arguments and result are opt-in. Arguments must be set when
 * the span starts; those that are set later are not seen, and the call is recorded with none.
 */
export function recordSpans(recorder: Recorder): SpanProcessor {
  const open = new Map<string, Execution>();
  return {
    onStart(span) {
      const tool = span.attributes['gen_ai.tool.name'];
      if (span.attributes['gen_ai.operation.name'] !== 'execute_tool' || typeof tool !== 'string') return;
      const call = span.attributes['gen_ai.tool.call.id'];
      const args = parsed(span.attributes['gen_ai.tool.call.arguments'] ?? {});
      open.set(keyOf(span), recorder.start(tool, args, { call: typeof call === 'string' ? call : undefined }));
    },
    onEnd(span) {
      const execution = open.get(keyOf(span));
      if (execution === undefined) return;
      open.delete(keyOf(span));
      const result = span.attributes['gen_ai.tool.call.result'] ?? '';
      if (span.status?.code === 2) execution.failed(span.status.message ?? result);
      else execution.ended(result);
    },
    forceFlush: async () => {},
    shutdown: async () => {},
  };
}

const keyOf = (span: ReadableSpan): string => {
  const { traceId, spanId } = span.spanContext();
  return `${traceId}/${spanId}`;
};

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
