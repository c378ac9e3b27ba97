import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { arrayField, asText, field, fieldAt, maybeJson, nameField, objectField, stringField } from './fields.ts';
import type { Importer } from './importer.ts';
import { callsOf, messageOf } from './langchain-message.ts';
import { roleMessage } from './langsmith.ts';
import { isoNanos, type SpanRecord } from './otlp-spans.ts';
import { type Place, placeBelow } from './run-builder.ts';
import { spanStoreReader, TOOL_SPAN } from './span-store.ts';

const TYPES = new Set([
  'SPAN',
  'GENERATION',
  'EVENT',
  'AGENT',
  'TOOL',
  'CHAIN',
  'RETRIEVER',
  'EVALUATOR',
  'EMBEDDING',
  'GUARDRAIL',
]);

const typeOf = (value: Json): string => stringField(value, 'type')?.toUpperCase() ?? '';
const traceOf = (value: Json): string | undefined => nameField(value, 'traceId', 'trace_id');
const isObservation = (value: Json): boolean =>
  TYPES.has(typeOf(value)) && traceOf(value) !== undefined && either(value, 'startTime', 'start_time') !== undefined;
/** The API writes names in one way, the scheduled export to a bucket in the other. */
const either = (value: Json, camel: string, snake: string): Json | undefined =>
  field(value, camel) ?? field(value, snake);
const isTrace = (value: Json): boolean => arrayField(value, 'observations')?.some(isObservation) === true;

/**
 * Langfuse: traces with their `observations` (`GET /api/public/traces/{id}`), and lists or lines of observations, as `GET /api/public/observations`
 * and the export to a bucket have them. The traces of a session are one run.
 * Shape: `Trace`, `TraceWithFullDetails` and `Observation` of https://github.com/langfuse/langfuse (`fern/apis/server/definition/commons.yml`); names
 * with underscores in `packages/shared/src/domain/observation-field-groups.ts`.
 *
 * An observation of type TOOL is an execution, and so is a SPAN with the name of a tool that a generation called: older integrations know no other
 * type. There is no record of an approval.
 */
export const langfuse: Importer = {
  format: 'langfuse',
  title: 'Langfuse',
  unit: 'observation',
  marks: [
    {
      name: 'observations with "traceId", "startTime" and a "type" such as "GENERATION"',
      test: (records) =>
        records.some(
          (record) =>
            isObservation(record) || isTrace(record) || (arrayField(record, 'data') ?? []).some(isObservation),
        ),
    },
  ],
  start: (context) => {
    // Whether a span is a tool's is known once every generation was seen.
    const called = new Set<string>();
    const spans: { readonly span: SpanRecord; readonly value: JsonObject }[] = [];
    const reader = spanStoreReader(context, 'Langfuse', (value, at, drop) => {
      const found = [...observations(value, at, drop, undefined)];
      for (const one of found) for (const tool of calledTools(one.value)) called.add(tool);
      spans.push(...found);
      return found.map(({ span }) => span);
    });
    return {
      record: (record) => reader.record(record),
      end() {
        for (const { span, value } of spans)
          if (isTool(value, called)) asTool(span.attributes as Map<string, Json>, value);
        reader.end();
      },
    };
  },
};

function* observations(
  value: Json,
  at: Place,
  drop: (at: Place) => void,
  session: string | undefined,
): Generator<{ readonly span: SpanRecord; readonly value: JsonObject }> {
  const list = arrayField(value, 'observations', 'data');
  if (list !== undefined) {
    const key = arrayField(value, 'observations') === undefined ? 'data' : 'observations';
    const inner = sessionOf(value) ?? sessionOf(field(value, 'trace')) ?? session;
    for (const [index, one] of list.entries()) yield* observations(one, placeBelow(at, key, index), drop, inner);
  } else if (isJsonObject(value) && isObservation(value)) yield { span: spanOf(value, at, session), value };
  else drop(at);
}

const sessionOf = (value: Json | undefined): string | undefined => nameField(value, 'sessionId', 'session_id');

function spanOf(value: JsonObject, at: Place, session: string | undefined): SpanRecord {
  const id = nameField(value, 'id') ?? '';
  return {
    name: stringField(value, 'name') ?? '',
    trace: traceOf(value) ?? '',
    id,
    parent: nameField(value, 'parentObservationId', 'parent_observation_id'),
    start: isoNanos(either(value, 'startTime', 'start_time')),
    end: isoNanos(either(value, 'endTime', 'end_time')),
    failed: stringField(value, 'level') === 'ERROR',
    attributes: attributesOf(value, sessionOf(value) ?? session),
    events: [],
    at,
  };
}

function attributesOf(value: JsonObject, session: string | undefined): Map<string, Json> {
  const type = typeOf(value);
  const attributes = new Map<string, Json>([['gen_ai.operation.name', type.toLowerCase()]]);
  const set = (key: string, found: Json | undefined): void => {
    if (found !== undefined && found !== null) attributes.set(key, found);
  };
  set('session.id', session);
  const input = maybeJson(field(value, 'input'));
  const output = maybeJson(field(value, 'output'));
  switch (type) {
    case 'GENERATION':
      set('gen_ai.operation.name', 'chat');
      set('gen_ai.input.messages', messages(input, 'user'));
      set('gen_ai.output.messages', messages(output, 'assistant'));
      break;
    case 'AGENT':
      set('gen_ai.operation.name', 'invoke_agent');
      set('gen_ai.agent.name', nameField(value, 'name'));
      break;
    case 'RETRIEVER':
      set('gen_ai.operation.name', 'retrieval');
      for (const [index, document] of (isJsonArray(output) ? output : []).entries())
        set(
          `retrieval.documents.${index}.document.content`,
          stringField(document, 'page_content', 'pageContent', 'content', 'text') ?? asText(document),
        );
      break;
    case 'TOOL':
      asTool(attributes, value);
  }
  return attributes;
}

function isTool(value: JsonObject, called: ReadonlySet<string>): boolean {
  return typeOf(value) === 'SPAN' && called.has(toolName(value) ?? '');
}

/** The name of a tool without the words that integrations put before it. */
const toolName = (value: JsonObject): string | undefined =>
  nameField(value, 'name')?.replace(/^(?:execute_tool |running tool: )/, '');

function asTool(attributes: Map<string, Json>, value: JsonObject): void {
  const output = field(value, 'output');
  attributes.set('gen_ai.operation.name', TOOL_SPAN);
  const id = nameField(maybeJson(output), 'tool_call_id') ?? nameField(objectField(value, 'metadata'), 'tool_call_id');
  const fields: readonly (readonly [string, Json | undefined])[] = [
    ['gen_ai.tool.name', toolName(value)],
    ['gen_ai.tool.call.id', id],
    ['gen_ai.tool.call.arguments', field(value, 'input')],
    ['gen_ai.tool.call.result', output ?? nameField(value, 'statusMessage', 'status_message')],
  ];
  for (const [key, found] of fields) if (found !== undefined && found !== null) attributes.set(key, found);
}

/** Messages of a generation: a list, an object with one, one message, or text. */
function messages(value: Json | undefined, role: string): Json | undefined {
  if (typeof value === 'string') return [{ role, content: value }];
  if (isJsonArray(value))
    return value.map((one) => (typeof one === 'string' ? { role, content: one } : roleMessage(one)));
  const list = arrayField(value, 'messages', 'input', 'output');
  if (list !== undefined) return list.map(roleMessage);
  if (messageOf(value ?? null) !== undefined) return [roleMessage(value!)];
  const google = googleMessages(value);
  if (google !== undefined) return google;
  const choice = fieldAt(arrayField(value, 'choices')?.[0], 'message');
  if (choice !== undefined) return [choice];
  if (nameField(value, 'role') !== undefined) return [value!];
  if (field(value, 'tool_calls') !== undefined || field(value, 'content') !== undefined)
    return [{ role, ...(value as JsonObject) }];
  return undefined;
}

/** A request of Gemini, or its answer: `contents`, `candidates` or the `content` of one. */
function googleMessages(value: Json | undefined): Json | undefined {
  const contents = field(value, 'contents');
  if (contents !== undefined) {
    const system = field(objectField(value, 'config'), 'system_instruction') ?? field(value, 'systemInstruction');
    const words = typeof system === 'string' ? [{ role: 'system', content: system }] : [];
    return [...words, ...(isJsonArray(contents) ? contents : [{ role: 'user', content: contents }])];
  }
  const content = field(arrayField(value, 'candidates')?.[0], 'content') ?? field(value, 'content');
  return arrayField(content, 'parts') === undefined ? undefined : [{ role: 'model', ...(content as JsonObject) }];
}

/** The tools that the answer of a generation calls. */
function calledTools(value: JsonObject): readonly string[] {
  if (typeOf(value) !== 'GENERATION') return [];
  const found = messages(maybeJson(field(value, 'output')), 'assistant');
  return (isJsonArray(found) ? found : []).flatMap((message) =>
    [message, ...callsOf(message).calls, ...(arrayField(message, 'content', 'parts') ?? [])].flatMap(
      (call) => nameField(objectField(call, 'function', 'function_call', 'functionCall') ?? call, 'name') ?? [],
    ),
  );
}
