import { isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { arrayField, field, maybeJson, nameField, objectField, stringField } from './fields.ts';
import type { Importer } from './importer.ts';
import { toolMessageIn } from './langchain-messages.ts';
import { spanReader } from './otlp.ts';
import { type SpanRecord, timeOfDay } from './otlp-spans.ts';
import { type Place, placeBelow } from './run-builder.ts';

/** What the types of observations are called in OpenInference; of the others only the attributes of their span tell what they are. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['GENERATION', 'LLM'],
  ['TOOL', 'TOOL'],
  ['AGENT', 'AGENT'],
  ['RETRIEVER', 'RETRIEVER'],
]);

const isObservation = (value: Json): boolean =>
  nameField(value, 'traceId', 'trace_id') !== undefined &&
  nameField(value, 'id') !== undefined &&
  nameField(value, 'startTime', 'start_time') !== undefined &&
  /^[A-Z]+$/.test(stringField(value, 'type') ?? '');

const observationsOf = (value: Json): readonly Json[] | undefined => {
  const list = arrayField(value, 'observations');
  return list?.some(isObservation) === true ? list : undefined;
};

/** A page of the API has its entries in `data`; a trace has its observations inside, or beside it. */
const entriesOf = (value: Json): { readonly key: string; readonly list: readonly Json[] } | undefined => {
  const list = arrayField(value, 'data');
  return list?.some((entry) => isObservation(entry) || observationsOf(entry) !== undefined) === true
    ? { key: 'data', list }
    : undefined;
};

/**
 * Langfuse: a trace with its observations, pages of observations of the API, and exports of them, as a list or one a line.
 * Shape: https://langfuse.com/docs/observability/data-model and `packages/shared/src/domain/observations.ts` of https://github.com/langfuse/langfuse.
 *
 * An observation is read as a span: its type says what it is, its input and output are content in whatever shape the traced program had, and the attributes of the span that it was made from stand in
 * its metadata. A run is a session, or else a trace.
 */
export const langfuse: Importer = {
  format: 'langfuse',
  title: 'Langfuse',
  unit: 'observation',
  marks: [
    {
      name: '"observations" with "traceId", "type" and "startTime"',
      test: (records) =>
        records.some((r) => isObservation(r) || observationsOf(r) !== undefined || entriesOf(r) !== undefined),
    },
  ],
  start: (context) => spanReader(context, 'Langfuse', spansOf),
};

function* spansOf(value: Json, at: Place, drop: (at: Place) => void): Generator<SpanRecord> {
  const entries = entriesOf(value);
  if (entries !== undefined) {
    for (const [index, entry] of entries.list.entries())
      yield* spansOf(entry, placeBelow(at, entries.key, index), drop);
    return;
  }
  const observations = observationsOf(value);
  if (observations !== undefined) {
    const trace = objectField(value, 'trace') ?? (value as JsonObject);
    const session = nameField(trace, 'sessionId', 'session_id');
    for (const [index, observation] of observations.entries()) {
      const place = placeBelow(at, 'observations', index);
      if (isJsonObject(observation) && isObservation(observation)) yield spanOf(observation, session, place);
      else drop(place);
    }
    return;
  }
  if (isJsonObject(value) && isObservation(value)) yield spanOf(value, undefined, at);
  else drop(at);
}

function spanOf(observation: JsonObject, session: string | undefined, at: Place): SpanRecord {
  const metadata = maybeJson(field(observation, 'metadata'));
  const attributes = new Map(Object.entries(objectField(metadata, 'attributes') ?? {}));
  const type = stringField(observation, 'type') ?? '';
  const name = stringField(observation, 'name') ?? '';
  // Where LangChain was traced before Langfuse had a type for tools, what a span gives tells that it was one.
  const message = toolMessageIn(maybeJson(field(observation, 'output')));
  const kind = KINDS.get(type) ?? (message !== undefined && nameField(message, 'name') === name ? 'TOOL' : undefined);
  if (kind !== undefined) attributes.set('openinference.span.kind', kind);
  if (kind === 'TOOL' && !attributes.has('gen_ai.tool.name')) attributes.set('tool.name', name);
  if (kind === 'AGENT' && !attributes.has('gen_ai.agent.name')) attributes.set('agent.name', name);
  for (const key of ['input', 'output'] as const) {
    const content = field(observation, key);
    if (content !== undefined && content !== null) attributes.set(`${key}.value`, content);
  }
  if (message !== undefined && kind === 'TOOL') {
    const id = nameField(message, 'tool_call_id');
    if (id !== undefined) attributes.set('tool_call.id', id);
    attributes.set('output.value', field(message, 'content') ?? '');
  }
  const thread = session ?? nameField(observation, 'sessionId', 'session_id');
  if (thread !== undefined) attributes.set('session.id', thread);
  return {
    name,
    trace: nameField(observation, 'traceId', 'trace_id') ?? '',
    id: nameField(observation, 'id') ?? '',
    parent: nameField(observation, 'parentObservationId', 'parent_observation_id'),
    start: timeOfDay(field(observation, 'startTime') ?? field(observation, 'start_time')),
    end: timeOfDay(field(observation, 'endTime') ?? field(observation, 'end_time')),
    failed: stringField(observation, 'level') === 'ERROR',
    attributes,
    events: [],
    at,
  };
}
