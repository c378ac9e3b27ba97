import { isJsonArray } from '../trace/json.ts';
import type { ImportContext, Importer, RecordReader } from './importer.ts';
import {
  isAttributeMap,
  isExport,
  isFlatSpan,
  isJsSpan,
  isPage,
  isPythonSpan,
  type SpanRecord,
  spansOf,
} from './otlp-spans.ts';
import { type Place, placeIn } from './run-builder.ts';
import { readSpanRuns } from './span-runs.ts';

/**
 * OpenTelemetry: OTLP/JSON exports (also one a line), dumps of the JavaScript and Python SDKs, pages and tables of spans of Phoenix, or bare maps of attributes, in the dialects GenAI, GenAI before its messages were attributes,
 * OpenInference and AI SDK.
 * Shape: https://github.com/open-telemetry/semantic-conventions-genai (`docs/gen-ai`: `execute_tool`, `chat`, `invoke_agent`; formerly in semantic-conventions, to v1.41),
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding, https://github.com/Arize-ai/openinference/blob/main/spec/semantic_conventions.md,
 * https://ai-sdk.dev/docs/ai-sdk-core/telemetry.
 *
 * Everything in the conventions is in development, and content is opt-in: what enters the context is observed only if every model span captured its messages. Arguments that were not captured are
 * `null`. There is no attribute for approvals; `approvalAttributes` names those of a vendor. A run is a conversation (`gen_ai.conversation.id`), or else a trace.
 */
export const otlp: Importer = {
  format: 'otlp',
  title: 'OpenTelemetry',
  unit: 'span',
  marks: [
    {
      name: '"resourceSpans", spans with attributes or attributes such as "gen_ai.operation.name"',
      test: (records) =>
        records.some((r) => [isExport, isJsSpan, isPythonSpan, isFlatSpan, isPage, isAttributeMap].some((is) => is(r))),
    },
  ],
  start: (context) => otlpReader(context),
};

function otlpReader(context: ImportContext): RecordReader {
  const spans: SpanRecord[] = [];
  const lost: Place[] = [];
  return {
    record(record) {
      const values = isJsonArray(record.value) ? record.value : undefined;
      const list = values ?? [record.value];
      for (const [index, value] of list.entries()) {
        const at = values === undefined ? placeIn(record) : placeIn(record, index);
        for (const span of spansOf(value, at, (place) => lost.push(place))) spans.push(span);
      }
    },
    end() {
      readSpanRuns(context, spans, lost, 'OpenTelemetry');
    },
  };
}
