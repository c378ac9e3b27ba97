import { isJsonArray, type Json } from '../trace/json.ts';
import type { ImportContext, RecordReader } from './importer.ts';
import type { SpanRecord } from './otlp-spans.ts';
import { type Place, placeIn } from './run-builder.ts';
import { readSpanRuns } from './span-runs.ts';

/** The operation of an execution of a tool, in the conventions that stores of spans are read into. */
export const TOOL_SPAN = 'execute_tool';

/** Reads what stores of traces export: each record is spelled as spans of the GenAI conventions, and they are folded together, for an export has them in any order. */
export function spanStoreReader(
  context: ImportContext,
  source: string,
  spansOf: (value: Json, at: Place, drop: (at: Place) => void) => Iterable<SpanRecord>,
): RecordReader {
  const spans: SpanRecord[] = [];
  const lost: Place[] = [];
  return {
    record(record) {
      const list = isJsonArray(record.value) ? record.value : undefined;
      for (const [index, value] of (list ?? [record.value]).entries()) {
        const at = list === undefined ? placeIn(record) : placeIn(record, index);
        for (const span of spansOf(value, at, (place) => lost.push(place))) spans.push(span);
      }
    },
    end() {
      readSpanRuns(context, spans, lost, source);
    },
  };
}
