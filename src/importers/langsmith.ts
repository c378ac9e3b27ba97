import { isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { arrayField, field, fieldAt, maybeJson, nameField, objectField, stringField } from './fields.ts';
import type { Importer } from './importer.ts';
import { toolMessageIn } from './langchain-messages.ts';
import { spanReader } from './otlp.ts';
import { type SpanRecord, timeOfDay } from './otlp-spans.ts';
import { type Place, placeBelow } from './run-builder.ts';

/** What the types of runs are called in OpenInference; `agent` is none of LangSmith's own, but is written by hand. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['llm', 'LLM'],
  ['tool', 'TOOL'],
  ['retriever', 'RETRIEVER'],
  ['agent', 'AGENT'],
]);

const isRun = (value: Json): boolean =>
  nameField(value, 'run_type') !== undefined &&
  ['inputs', 'outputs', 'dotted_order', 'child_runs'].some((key) => field(value, key) !== undefined);

const WRAPPERS = ['runs', 'data', 'child_runs'] as const;

const runsIn = (value: Json): { readonly key: string; readonly list: readonly Json[] } | undefined => {
  for (const key of WRAPPERS) {
    const list = arrayField(value, key);
    if (list?.some(isRun) === true) return { key, list };
  }
  return undefined;
};

/**
 * Runs of LangSmith, as `list_runs` and its exports give them: a list, one a line, or with `child_runs` inside.
 * Shape: https://docs.langchain.com/langsmith/run-data-format and `python/langsmith/schemas.py` of https://github.com/langchain-ai/langsmith-sdk.
 *
 * A run is read as a span: `llm` is a model, `tool` a tool; chains repeat what stands in the runs inside them. The time of a run is in UTC. A run of the trace is a thread (`thread_id`, `session_id` or
 * `conversation_id` of its metadata; the field `session_id` is the project), or else a trace.
 */
export const langsmith: Importer = {
  format: 'langsmith',
  title: 'LangSmith',
  unit: 'run',
  marks: [
    {
      name: 'runs with "run_type" and "inputs"',
      test: (records) => records.some((r) => isRun(r) || runsIn(r) !== undefined),
    },
  ],
  start: (context) =>
    spanReader(context, 'LangSmith', (value, at, drop) =>
      spansOf(value, { trace: undefined, id: undefined }, at, drop),
    ),
};

/** The run around a run that is nested in it. */
interface Around {
  readonly trace: string | undefined;
  readonly id: string | undefined;
}

function* spansOf(value: Json, around: Around, at: Place, drop: (at: Place) => void): Generator<SpanRecord> {
  const run = isJsonObject(value) && isRun(value);
  const inner = runsIn(value);
  if (!run && inner === undefined) {
    drop(at);
    return;
  }
  const id = run ? nameField(value, 'id', 'run_id') : undefined;
  const here = { id: id ?? around.id, trace: nameField(value, 'trace_id') ?? around.trace ?? id };
  if (run) yield spanOf(value, { ...around, trace: here.trace }, at);
  for (const [index, child] of (inner?.list ?? []).entries())
    yield* spansOf(child, here, placeBelow(at, inner!.key, index), drop);
}

function spanOf(run: JsonObject, around: Around, at: Place): SpanRecord {
  const metadata = objectField(objectField(run, 'extra'), 'metadata') ?? objectField(run, 'metadata');
  const attributes = new Map<string, Json>();
  const name = stringField(run, 'name') ?? '';
  const kind = KINDS.get(stringField(run, 'run_type') ?? '');
  if (kind !== undefined) attributes.set('openinference.span.kind', kind);
  const inputs = maybeJson(field(run, 'inputs'));
  const outputs = maybeJson(field(run, 'outputs'));
  if (kind === 'TOOL') {
    attributes.set('tool.name', name);
    const message = toolMessageIn(outputs);
    const id =
      nameField(message, 'tool_call_id') ?? nameField(metadata, 'tool_call_id') ?? nameField(inputs, 'tool_call_id');
    if (id !== undefined) attributes.set('tool_call.id', id);
    set(attributes, 'input.value', argumentsOf(inputs));
    set(attributes, 'output.value', field(message, 'content') ?? field(outputs, 'output') ?? outputs);
  } else {
    set(attributes, 'input.value', inputs);
    set(attributes, 'output.value', outputs);
  }
  const tools = fieldAt(run, 'extra', 'invocation_params', 'tools') ?? field(inputs, 'tools');
  set(attributes, 'gen_ai.tool.definitions', tools);
  const agent = nameField(metadata, 'lc_agent_name', 'langgraph_node');
  if (agent !== undefined && kind !== 'TOOL') attributes.set('agent.name', agent);
  const thread = nameField(metadata, 'thread_id', 'session_id', 'conversation_id');
  if (thread !== undefined) attributes.set('session.id', thread);
  const error = field(run, 'error');
  return {
    name,
    trace: around.trace ?? '',
    id: nameField(run, 'id', 'run_id') ?? '',
    parent: nameField(run, 'parent_run_id') ?? around.id,
    start: timeOfDay(field(run, 'start_time')),
    end: timeOfDay(field(run, 'end_time')),
    failed: (error !== undefined && error !== null && error !== '') || stringField(run, 'status') === 'error',
    attributes,
    events: [],
    at,
  };
}

function set(attributes: Map<string, Json>, key: string, value: Json | undefined): void {
  if (value !== undefined && value !== null) attributes.set(key, value);
}

/** LangChain records the arguments of a tool as one text, in the spelling of Python, and beside it as they are only where they were traced so. */
function argumentsOf(inputs: Json | undefined): Json | undefined {
  if (!isJsonObject(inputs) || Object.keys(inputs).length !== 1) return inputs;
  const text = field(inputs, 'input');
  return typeof text === 'string' || isJsonObject(text) ? maybeJson(text) : inputs;
}
