import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { arrayField, asText, field, fieldAt, maybeJson, nameField, objectField, stringField } from './fields.ts';
import type { Importer } from './importer.ts';
import { callsOf, messageOf } from './langchain-message.ts';
import { isoNanos, type SpanRecord } from './otlp-spans.ts';
import { pythonDictionary } from './python-literal.ts';
import { type Place, placeBelow } from './run-builder.ts';
import { spanStoreReader, TOOL_SPAN } from './span-store.ts';

const isRun = (value: Json): boolean =>
  nameField(value, 'run_type') !== undefined &&
  (field(value, 'inputs') !== undefined || arrayField(value, 'child_runs') !== undefined);

const listOf = (value: Json): readonly Json[] | undefined => arrayField(value, 'runs');

/**
 * LangSmith: runs as `list_runs` and `POST /runs/query` give them, in one array, a line each, a page with `runs`, or nested in `child_runs`.
 * Shape: `RunBase` and `Run` in `python/langsmith/schemas.py` of https://github.com/langchain-ai/langsmith-sdk,
 * https://docs.langchain.com/langsmith/run-data-format.
 *
 * A run of a tool is an execution; its call is the one that its output names, or the open one with its name and arguments. What a run hides or an
 * export leaves out is not observed. There is no record of an approval.
 */
export const langsmith: Importer = {
  format: 'langsmith',
  title: 'LangSmith runs',
  unit: 'run',
  marks: [
    {
      name: 'runs with "run_type" and "inputs"',
      test: (records) => records.some((record) => isRun(record) || listOf(record)?.some(isRun) === true),
    },
  ],
  start: (context) => spanStoreReader(context, 'LangSmith', spansOfRuns),
};

function* spansOfRuns(value: Json, at: Place, drop: (at: Place) => void): Generator<SpanRecord> {
  const list = isRun(value) ? undefined : listOf(value);
  if (list === undefined) yield* spansOfRun(value, at, drop, undefined);
  else
    for (const [index, run] of list.entries()) yield* spansOfRun(run, placeBelow(at, 'runs', index), drop, undefined);
}

function* spansOfRun(
  run: Json,
  at: Place,
  drop: (at: Place) => void,
  around: SpanRecord | undefined,
): Generator<SpanRecord> {
  const type = nameField(run, 'run_type');
  if (!isJsonObject(run) || type === undefined) {
    drop(at);
    return;
  }
  const id = nameField(run, 'id', 'run_id') ?? '';
  const span: SpanRecord = {
    name: stringField(run, 'name') ?? '',
    trace: nameField(run, 'trace_id') ?? around?.trace ?? id,
    id,
    parent: nameField(run, 'parent_run_id') ?? around?.id,
    start: isoNanos(field(run, 'start_time')),
    end: isoNanos(field(run, 'end_time')),
    failed:
      (field(run, 'error') ?? null) !== null ||
      stringField(run, 'status') === 'error' ||
      (type === 'tool' && toolOutput(field(run, 'outputs')).failed),
    attributes: attributesOf(run, type),
    events: [],
    at,
  };
  yield span;
  for (const [index, child] of (arrayField(run, 'child_runs') ?? []).entries())
    yield* spansOfRun(child, placeBelow(at, 'child_runs', index), drop, span);
}

function attributesOf(run: JsonObject, type: string): Map<string, Json> {
  const attributes = new Map<string, Json>([['gen_ai.operation.name', type]]);
  const set = (key: string, value: Json | undefined): void => {
    if (value !== undefined && value !== null) attributes.set(key, value);
  };
  const metadata = objectField(objectField(run, 'extra'), 'metadata');
  set('session.id', nameField(metadata, 'session_id', 'thread_id', 'conversation_id'));
  set('gen_ai.agent.name', nameField(metadata, 'lc_agent_name'));
  const inputs = field(run, 'inputs');
  const outputs = field(run, 'outputs');
  switch (type) {
    case 'llm':
      set('gen_ai.operation.name', 'chat');
      set('gen_ai.input.messages', inputMessages(inputs));
      set('gen_ai.output.messages', outputMessages(outputs));
      break;
    case 'tool': {
      const result = toolOutput(outputs);
      set('gen_ai.operation.name', TOOL_SPAN);
      set('gen_ai.tool.name', nameField(run, 'name'));
      set('gen_ai.tool.call.id', result.call ?? nameField(objectField(run, 'extra'), 'tool_call_id'));
      set('gen_ai.tool.call.arguments', toolInput(inputs));
      set('gen_ai.tool.call.result', result.text ?? stringField(run, 'error'));
      break;
    }
    case 'retriever':
      set('gen_ai.operation.name', 'retrieval');
      for (const [index, document] of (arrayField(outputs, 'documents') ?? []).entries()) {
        const text =
          stringField(document, 'page_content') ?? stringField(objectField(document, 'kwargs'), 'page_content');
        set(`retrieval.documents.${index}.document.content`, text);
      }
  }
  return attributes;
}

/** A tool of one argument has its input as a string, which may be JSON. */
function toolInput(inputs: Json | undefined): Json | undefined {
  const only = isJsonObject(inputs) && Object.keys(inputs).length === 1 ? field(inputs, 'input') : undefined;
  const inner = maybeJson(only);
  // A dictionary of Python in place of JSON is read back where it holds nothing but values.
  if (typeof inner === 'string' && /^\s*\{/.test(inner)) return pythonDictionary(inner);
  return isJsonObject(inner) ? inner : inputs;
}

function toolOutput(outputs: Json | undefined): {
  readonly call: string | undefined;
  readonly text: string | undefined;
  /** Whether the message that the tool gave says so: then its run has no error. */
  readonly failed: boolean;
} {
  const output = field(outputs, 'output') ?? outputs;
  const message = output === undefined ? undefined : messageOf(output);
  if (message?.kind === 'tool')
    return {
      call: nameField(message.fields, 'tool_call_id'),
      text: asText(field(message.fields, 'content')),
      failed: stringField(message.fields, 'status') === 'error',
    };
  return { call: undefined, text: asText(output), failed: false };
}

function inputMessages(inputs: Json | undefined): Json | undefined {
  const prompts = arrayField(inputs, 'prompts');
  if (prompts !== undefined) return prompts.map((content) => ({ role: 'user', content }));
  const system = nameField(inputs, 'system');
  const list = arrayField(inputs, 'messages', 'input');
  // A batch of conversations, of which the models of agents have one.
  const messages = list?.flatMap((one) => (isJsonArray(one) ? one : [one])).map(roleMessage);
  return system === undefined ? messages : [{ role: 'system', content: system }, ...(messages ?? [])];
}

function outputMessages(outputs: Json | undefined): Json | undefined {
  const generations = arrayField(outputs, 'generations');
  if (generations !== undefined) {
    // One generation a prompt, or a list of alternatives of which the first was taken.
    const firsts = generations.map((one) => (isJsonArray(one) ? (one[0] ?? null) : one));
    const answers = firsts.flatMap((first): Json[] => {
      const message = field(first, 'message');
      const content = stringField(first, 'text');
      if (message !== undefined) return [roleMessage(message)];
      return content === undefined ? [] : [{ role: 'assistant', content }];
    });
    return answers.length === 0 ? undefined : answers;
  }
  const message = fieldAt(arrayField(outputs, 'choices')?.[0], 'message') ?? field(outputs, 'message');
  if (message !== undefined) return [roleMessage(message)];
  const list = arrayField(outputs, 'messages', 'output');
  if (list !== undefined) return list.map(roleMessage);
  const one = isJsonObject(outputs) ? roleMessage(field(outputs, 'output') ?? outputs) : undefined;
  return nameField(one, 'role') === undefined ? undefined : [one!];
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
]);

/** A message of LangChain as the other dialects have it; any other stays as it is. */
export function roleMessage(value: Json): Json {
  const message = messageOf(value);
  if (message === undefined) return value;
  const { kind, fields } = message;
  const pick = (key: string): { readonly [key: string]: Json } => {
    const found = field(fields, key);
    return found === undefined ? {} : { [key]: found };
  };
  const found = callsOf(fields);
  const calls = [...found.calls, ...found.invalid];
  return {
    role: ROLES.get(kind) ?? kind,
    ...pick('content'),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...pick('tool_call_id'),
  };
}
