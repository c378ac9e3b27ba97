import { isJsonObject, type Json } from '../trace/json.ts';
import type { Conversation } from './conversation.ts';
import { arrayField, asText, maybeJson, objectField, stringField } from './fields.ts';
import type { SpanRecord } from './otlp-spans.ts';
import { pythonDictionary } from './python-literal.ts';
import { attribute, kindOf, value } from './span-kinds.ts';
import { type SpanReader, stampOf } from './span-reader.ts';

const toolName = (span: SpanRecord): string =>
  attribute(span, 'gen_ai.tool.name', 'tool.name', 'ai.toolCall.name') ??
  (span.name.replace(/^(?:execute_tool |running tool: )/, '') || 'unknown');

const callId = (span: SpanRecord): string | undefined =>
  attribute(span, 'gen_ai.tool.call.id', 'tool_call.id', 'ai.toolCall.id');

/**
 * The span of a client of MCP, or one of the same call, inside that of an execution tells it a second time; that of another tool is one that the tool
 * called.
 */
export function isRepeatedTool(reader: SpanReader, span: SpanRecord): boolean {
  const parent = span.parent === undefined ? undefined : reader.byId.get(span.parent);
  if (parent === undefined || parent === span || kindOf(parent) !== 'tool') return false;
  const [inner, outer] = [toolName(span), toolName(parent)];
  // The server's name may stand before that of its tool, and the method before both.
  if (outer !== inner && !outer.endsWith(inner) && !inner.endsWith(outer)) return false;
  const [id, around] = [callId(span), callId(parent)];
  return attribute(span, 'mcp.method.name') !== undefined || (id !== undefined && id === around);
}

/** The execution of a tool. */
export function readTool(reader: SpanReader, span: SpanRecord): void {
  const { talk } = reader;
  const { run } = talk;
  const tool = toolName(span);
  const id = callId(span);
  const args = executedArguments(span);
  const output = value(span, 'gen_ai.tool.call.result', 'ai.toolCall.result', 'output.value', 'output');
  const call =
    id === undefined ? openCall(talk, tool, args ?? null) : (talk.open.withId(id, tool)?.call ?? talk.callOf(id));
  const start = stampOf(reader, span, span.start);
  const end = stampOf(reader, span, span.end ?? span.start);
  const paired = id === undefined && call !== undefined ? { inferred: 'paired-by-arguments' as const } : {};
  const exec = talk.execution(call ?? id, tool, args ?? null, span.at, { ...start, ...paired });
  const text = asText(output);
  const ran = call ?? id;
  if (ran !== undefined) reader.executed.add(ran, tool, text !== undefined);
  const item = text === undefined ? undefined : talk.nextItem();
  talk.ended(exec, span.failed ? 'error' : span.end === undefined ? 'unknown' : 'ok', item, span.at, end);
  if (item !== undefined) {
    run.observes('context.added');
    talk.addItem(item, 'tool_result', text, span.at, { ...end, tool, producer: call ?? id });
  }
}

/** The arguments that a tool was run with, if they were captured whole. */
function executedArguments(span: SpanRecord): Json | undefined {
  const found = maybeJson(value(span, 'gen_ai.tool.call.arguments', 'ai.toolCall.args', 'input.value', 'input'));
  // What begins as an object and is neither JSON nor a dictionary of Python was cut off, or is written in another language: not captured.
  const read = typeof found === 'string' && /^\s*[{[]/.test(found) ? pythonDictionary(found) : found;
  const wrapped = objectField(read, 'kwargs');
  if (wrapped !== undefined && arrayField(read, 'args')?.length === 0) return wrapped;
  if (read !== undefined) return read;
  // OpenInference: by its specification the definition of the parameters, which some instrumentations fill with the arguments.
  const parameters = maybeJson(span.attributes.get('tool.parameters'));
  return isDefinition(parameters) ? undefined : parameters;
}

/** Whether an object says what parameters are, rather than what was given for them. */
const isDefinition = (value: Json | undefined): boolean =>
  typeof value === 'string' ||
  objectField(value, 'properties') !== undefined ||
  (isJsonObject(value) &&
    Object.keys(value).length > 0 &&
    Object.values(value).every((one) => stringField(one as Json, 'type') !== undefined));

/** The open call that a span without a call id executed: with its name and arguments, or the only one with its name. */
function openCall(talk: Conversation, tool: string, args: Json): string | undefined {
  const [same] = talk.open.alike(tool, args);
  return (same ?? talk.open.only(tool))?.call;
}
