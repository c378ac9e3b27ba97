import { parsed } from './json-of.ts';
import type { Execution, Recorder } from './recorder.ts';

/** A span as far as it is read: `ReadableSpan` of `@opentelemetry/sdk-trace-base` 1 and 2. */
export interface ReadableSpan {
  readonly name: string;
  readonly attributes: { readonly [name: string]: unknown };
  /** `code` 2 is an error. */
  readonly status?: { readonly code: number; readonly message?: string | undefined };
  spanContext(): { readonly traceId: string; readonly spanId: string };
}

/** `SpanProcessor` of `@opentelemetry/sdk-trace-base` 1 and 2. */
export interface SpanProcessor {
  onStart(span: ReadableSpan, context?: unknown): void;
  onEnd(span: ReadableSpan): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/** How one convention names what is told of a call. */
interface Convention {
  readonly is: (attributes: ReadableSpan['attributes']) => boolean;
  readonly tool: string;
  readonly call: string;
  readonly args: string;
  readonly result: string;
}

const CONVENTIONS: readonly Convention[] = [
  {
    is: (attributes) => attributes['gen_ai.operation.name'] === 'execute_tool',
    ...{ tool: 'gen_ai.tool.name', call: 'gen_ai.tool.call.id' },
    ...{ args: 'gen_ai.tool.call.arguments', result: 'gen_ai.tool.call.result' },
  },
  {
    is: (attributes) => attributes['ai.operationId'] === 'ai.toolCall',
    ...{ tool: 'ai.toolCall.name', call: 'ai.toolCall.id', args: 'ai.toolCall.args', result: 'ai.toolCall.result' },
  },
  {
    is: (attributes) => attributes['openinference.span.kind'] === 'TOOL',
    ...{ tool: 'tool.name', call: 'tool_call.id', args: 'input.value', result: 'output.value' },
  },
];

/**
 * Records the tool spans of three conventions: the GenAI semantic conventions of OpenTelemetry (`execute_tool`, arguments and result opt-in), the
 * telemetry of the AI SDK (`ai.toolCall`, with `recordInputs` and `recordOutputs`), and OpenInference (`TOOL`). Arguments have to be there when the span
 * starts; where they are not, the call is recorded with `null` for them.
 */
export function recordSpans(recorder: Recorder): SpanProcessor {
  const open = new Map<string, { readonly execution: Execution; readonly convention: Convention }>();
  return {
    onStart(span) {
      const { attributes } = span;
      const convention = CONVENTIONS.find(({ is }) => is(attributes));
      if (convention === undefined) return;
      const tool = attributes[convention.tool];
      const call = attributes[convention.call];
      const execution = recorder.start(
        typeof tool === 'string' && tool !== '' ? tool : span.name,
        parsed(attributes[convention.args] ?? null),
        { call: typeof call === 'string' && call !== '' ? call : undefined },
      );
      open.set(keyOf(span), { execution, convention });
    },
    onEnd(span) {
      const key = keyOf(span);
      const known = open.get(key);
      if (known === undefined) return;
      open.delete(key);
      const result = span.attributes[known.convention.result] ?? '';
      if (span.status?.code === 2) known.execution.failed(span.status.message ?? result);
      else known.execution.ended(result);
    },
    forceFlush: async () => {},
    shutdown: async () => {},
  };
}

const keyOf = (span: ReadableSpan): string => {
  const { traceId, spanId } = span.spanContext();
  return `${traceId}/${spanId}`;
};
