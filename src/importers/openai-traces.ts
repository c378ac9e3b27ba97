import type { Json, JsonObject } from '../trace/json.ts';
import { arrayField, field, nameField, objectField, stringField } from './fields.ts';
import type { Importer } from './importer.ts';
import { isoNanos, type SpanRecord } from './otlp-spans.ts';
import { type Place, placeBelow } from './run-builder.ts';
import { spanStoreReader, TOOL_SPAN } from './span-store.ts';

const isSpan = (value: Json): boolean =>
  stringField(value, 'object') === 'trace.span' && objectField(value, 'span_data') !== undefined;
const isTrace = (value: Json): boolean => stringField(value, 'object') === 'trace';

/**
 * Traces of the OpenAI Agents SDK, as its processors export them (`Trace.export()` and `Span.export()`; `toJSON()` in JavaScript): one a line, a list, or a batch with `data`.
 * Shape: `src/agents/tracing/span_data.py` and `spans.py` of https://github.com/openai/openai-agents-python.
 *
 * A span of a function has no call id: it belongs to the open call with its name and arguments. Guardrails and approvals are not told by it: a guardrail that tripped gives no decision of a policy, for
 * it names no call.
 */
export const openaiTraces: Importer = {
  format: 'openai-traces',
  title: 'OpenAI Agents SDK traces',
  unit: 'span',
  marks: [
    {
      name: '"object": "trace.span" with "span_data"',
      test: (records) =>
        records.some((record) => isSpan(record) || (arrayField(record, 'data') ?? []).slice(0, 20).some(isSpan)),
    },
  ],
  start: (context) => spanStoreReader(context, 'OpenAI Agents SDK traces', spansOf),
};

function* spansOf(value: Json, at: Place, drop: (at: Place) => void): Generator<SpanRecord> {
  const batch = isSpan(value) || isTrace(value) ? undefined : arrayField(value, 'data');
  if (batch !== undefined)
    for (const [index, one] of batch.entries()) yield* spansOf(one, placeBelow(at, 'data', index), drop);
  else if (isTrace(value))
    yield record(value as JsonObject, new Map([['gen_ai.workflow.name', field(value, 'workflow_name') ?? '']]), at);
  else if (isSpan(value)) yield record(value as JsonObject, attributesOf(objectField(value, 'span_data')!), at);
  else drop(at);
}

function record(span: JsonObject, attributes: Map<string, Json>, at: Place): SpanRecord {
  const data = objectField(span, 'span_data');
  const group = nameField(span, 'group_id');
  if (group !== undefined) attributes.set('session.id', group);
  const isRoot = data === undefined;
  return {
    name: nameField(data, 'name') ?? nameField(span, 'workflow_name') ?? '',
    trace: (isRoot ? nameField(span, 'id') : nameField(span, 'trace_id')) ?? '',
    id: nameField(span, 'id') ?? '',
    parent: nameField(span, 'parent_id'),
    start: isoNanos(field(span, 'started_at')),
    end: isoNanos(field(span, 'ended_at')),
    failed: (field(span, 'error') ?? null) !== null,
    attributes,
    events: [],
    at,
  };
}

function attributesOf(data: JsonObject): Map<string, Json> {
  const type = stringField(data, 'type') ?? '';
  const attributes = new Map<string, Json>([['gen_ai.operation.name', type]]);
  const set = (key: string, value: Json | undefined): void => {
    if (value !== undefined && value !== null) attributes.set(key, value);
  };
  switch (type) {
    case 'agent':
      set('gen_ai.operation.name', 'invoke_agent');
      set('gen_ai.agent.name', nameField(data, 'name'));
      break;
    case 'handoff':
      set('gen_ai.handoff.from', nameField(data, 'from_agent'));
      set('gen_ai.handoff.to', nameField(data, 'to_agent'));
      break;
    case 'function':
      set('gen_ai.operation.name', TOOL_SPAN);
      set('gen_ai.tool.name', nameField(data, 'name'));
      set('gen_ai.tool.call.arguments', field(data, 'input'));
      set('gen_ai.tool.call.result', field(data, 'output'));
      break;
    case 'generation':
    case 'response':
      set('gen_ai.operation.name', 'chat');
      set('gen_ai.input.messages', messages(field(data, 'input') ?? field(data, '_input'), 'user'));
      set(
        'gen_ai.output.messages',
        messages(field(data, 'output') ?? field(objectField(data, '_response', 'response'), 'output'), 'assistant'),
      );
  }
  return attributes;
}

function messages(value: Json | undefined, role: string): Json | undefined {
  return typeof value === 'string' ? [{ role, content: value }] : Array.isArray(value) ? value : undefined;
}
