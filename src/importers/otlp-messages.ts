import { isJsonArray, isJsonObject, type Json } from '../trace/json.ts';
import { arrayField, asText, contentText, field, maybeJson, nameField, objectField, stringField } from './fields.ts';
import type { SpanRecord } from './otlp-spans.ts';

/** One piece of a message, whatever dialect it was written in. */
export type MessagePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: string | undefined; readonly tool: string; readonly args: Json | undefined }
  | {
      readonly type: 'result';
      readonly id: string | undefined;
      readonly tool?: string | undefined;
      readonly text: string;
    }
  | { readonly type: 'reasoning' }
  /** Content that is no text: a file, an image. */
  | { readonly type: 'other'; readonly name: string }
  /** It may be anything, a call among others. */
  | { readonly type: 'unknown'; readonly name: string };

export interface SpanMessage {
  readonly role: string;
  readonly parts: readonly MessagePart[];
}

export interface SpanMessages {
  readonly input: readonly SpanMessage[];
  readonly output: readonly SpanMessage[];
}

/**
 * What went into a model and what came out, as far as the instrumentation captured it (it is opt-in everywhere), from the attributes and events of
 * its span, in any of the four dialects.
 */
export function messagesOfSpan(span: SpanRecord): SpanMessages {
  const a = span.attributes;
  const events = eventMessages(span);
  const instructions = partsOf(maybeJson(a.get('gen_ai.system_instructions')));
  const input = [
    ...(instructions.length === 0 ? [] : [{ role: 'system', parts: instructions }]),
    ...firstNonEmpty(
      () => genaiMessages(a.get('gen_ai.input.messages')),
      () => genaiMessages(a.get('gen_ai.prompt')),
      () => flatMessages(a, 'gen_ai.prompt'),
      () => openInferenceMessages(a, 'llm.input_messages'),
      () => genaiMessages(a.get('ai.prompt.messages')),
      () => aiSdkPrompt(a.get('ai.prompt')),
      () => events.input,
    ),
  ];
  const output = firstNonEmpty(
    () => genaiMessages(a.get('gen_ai.output.messages')),
    () => completion(a.get('gen_ai.completion')),
    () => flatMessages(a, 'gen_ai.completion'),
    () => openInferenceMessages(a, 'llm.output_messages'),
    () => aiSdkResponse(a),
    () => events.output,
  );
  return { input, output };
}

function firstNonEmpty(...readers: (() => readonly SpanMessage[])[]): readonly SpanMessage[] {
  for (const read of readers) {
    const found = read();
    if (found.length > 0) return found;
  }
  return [];
}

/** Messages as a list of `{role, parts}` or of model messages of the AI SDK, or as a string of JSON of either. */
function genaiMessages(value: Json | undefined): readonly SpanMessage[] {
  const list = maybeJson(value);
  return isJsonArray(list) ? list.flatMap(messageOf) : [];
}

function messageOf(value: Json): SpanMessage[] {
  const role = nameField(value, 'role') ?? roleOfItem(value);
  // What names nobody as its author may hold a call all the same.
  if (role === undefined) {
    const lost: MessagePart = { type: 'unknown', name: 'message' };
    return [{ role: 'unknown', parts: typeof value === 'string' ? [...partsOf(value), lost] : [lost] }];
  }
  if (nameField(value, 'role') === undefined) return [{ role, parts: [partOf(value)] }];
  const content = field(value, 'parts') ?? field(value, 'content');
  if (role === 'tool' && isDefinition(content)) return [];
  const calls = callsOf(
    field(value, 'tool_calls') ?? field(objectField(value, 'additional_kwargs'), 'tool_calls') ?? null,
  );
  const parts = partsOf(content);
  const id = nameField(value, 'tool_call_id', 'id');
  const isPlain = !parts.some(({ type }) => type === 'result' || type === 'call');
  if (role === 'tool' && content !== undefined && isPlain)
    return [{ role, parts: [{ type: 'result', id, tool: nameField(value, 'name'), text: resultText(content) }] }];
  return [{ role, parts: [...parts, ...calls] }];
}

/** Items of the Responses API stand among messages and have no role: a call is the assistant's, its output a tool's. */
function roleOfItem(item: Json): string | undefined {
  const type = stringField(item, 'type') ?? '';
  if (!/_call$|_call_output$|^reasoning$/.test(type)) return undefined;
  return type.endsWith('_output') ? 'tool' : 'assistant';
}

/** Whether what stands in the place of a message says what a tool is: some integrations list the tools there. */
const isDefinition = (content: Json | undefined): boolean =>
  field(objectField(content, 'function'), 'parameters') !== undefined;

/** An id, or the last of the ids by which some frameworks name a call inside a run. */
function idOf(part: Json, ...keys: readonly string[]): string | undefined {
  const list = arrayField(part, ...keys)?.at(-1);
  return typeof list === 'string' ? list : nameField(part, ...keys);
}

/** A list of calls that is none, or holds what is none, must not read as no calls. */
function callsOf(listed: Json): readonly MessagePart[] {
  if (listed === null) return [];
  return isJsonArray(listed) ? listed.map(chatCall) : [{ type: 'unknown', name: 'tool_calls' }];
}

function chatCall(call: Json): MessagePart {
  if (!isJsonObject(call)) return { type: 'unknown', name: 'tool_call' };
  const called = objectField(call, 'function');
  const tool = nameField(called, 'name') ?? nameField(call, 'name') ?? 'unknown';
  return {
    type: 'call',
    id: idOf(call, 'id'),
    tool,
    args: field(called, 'arguments') ?? field(call, 'arguments') ?? field(call, 'args'),
  };
}

function partsOf(content: Json | undefined): readonly MessagePart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return isJsonObject(content) ? [partOf(content)] : [];
  return (content as readonly Json[]).map(partOf);
}

/** A part of Gemini, which is named by its key. */
function googlePart(part: Json): MessagePart | undefined {
  if (stringField(part, 'type') !== undefined) return undefined;
  const call = objectField(part, 'function_call', 'functionCall');
  const result = objectField(part, 'function_response', 'functionResponse');
  const tool = nameField(call ?? result, 'name');
  if (call !== undefined)
    return { type: 'call', id: nameField(call, 'id'), tool: tool ?? 'unknown', args: field(call, 'args') };
  if (result !== undefined)
    return { type: 'result', id: nameField(result, 'id'), tool, text: asText(field(result, 'response')) ?? '' };
  if (field(part, 'thought') === true) return { type: 'reasoning' };
  const media = ['inline_data', 'inlineData', 'file_data', 'fileData'].find(
    (key) => objectField(part, key) !== undefined,
  );
  return media === undefined ? undefined : { type: 'other', name: media };
}

function partOf(part: Json): MessagePart {
  if (typeof part === 'string') return { type: 'text', text: part };
  const google = googlePart(part);
  if (google !== undefined) return google;
  const type = stringField(part, 'type') ?? (stringField(part, 'content', 'text') === undefined ? 'none' : 'text');
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return { type: 'text', text: stringField(part, 'content', 'text') ?? '' };
    case 'function':
      return chatCall(part);
    case 'tool_call':
    case 'server_tool_call':
      return {
        type: 'call',
        id: idOf(part, 'id'),
        tool: nameField(part, 'name') ?? 'unknown',
        args: field(part, 'arguments') ?? field(part, type),
      };
    case 'tool-call':
      return {
        type: 'call',
        id: nameField(part, 'toolCallId'),
        tool: nameField(part, 'toolName') ?? 'unknown',
        args: field(part, 'input') ?? field(part, 'args'),
      };
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return {
        type: 'call',
        id: nameField(part, 'id'),
        tool: nameField(part, 'name') ?? 'unknown',
        args: field(part, 'input'),
      };
    case 'function_call':
      return {
        type: 'call',
        id: nameField(part, 'call_id', 'id'),
        tool: nameField(part, 'name') ?? 'unknown',
        args: field(part, 'arguments'),
      };
    case 'tool_result':
      return { type: 'result', id: nameField(part, 'tool_use_id'), text: resultText(field(part, 'content')) };
    case 'function_call_output':
      return { type: 'result', id: nameField(part, 'call_id'), text: resultText(field(part, 'output')) };
    case 'tool_call_response':
    case 'server_tool_call_response':
      return {
        type: 'result',
        id: idOf(part, 'id'),
        text: asText(field(part, 'response') ?? field(part, 'result')) ?? '',
      };
    case 'tool-result': {
      const output = field(part, 'output') ?? field(part, 'result');
      return {
        type: 'result',
        id: nameField(part, 'toolCallId'),
        text: asText(field(output, 'value') ?? output) ?? '',
      };
    }
    case 'reasoning':
    case 'thinking':
    case 'redacted_thinking':
      return { type: 'reasoning' };
    default:
      return { type: MEDIA.has(type) ? 'other' : 'unknown', name: type };
  }
}

/** Types of parts that hold no call, in any dialect. */
const MEDIA = new Set([
  'file',
  'uri',
  'blob',
  'image',
  'image_url',
  'input_image',
  'audio',
  'input_audio',
  'video',
  'media',
  'document',
  'refusal',
]);

const resultText = (content: Json | undefined): string => contentText(content) ?? asText(content) ?? '';

/** A completion is a message, a list of them, or the text alone. */
function completion(value: Json | undefined): readonly SpanMessage[] {
  const parsed = maybeJson(value);
  if (Array.isArray(parsed)) return genaiMessages(parsed);
  const text =
    typeof parsed === 'string' ? parsed : (stringField(parsed, 'text') ?? contentText(field(parsed, 'content')));
  return text === undefined ? [] : [{ role: 'assistant', parts: [{ type: 'text', text }] }];
}

/** Attributes such as `prefix.3.message.role`, as a map from the number to the rest. */
function numbered(attributes: ReadonlyMap<string, Json>, prefix: string): Map<string, Json>[] {
  const found = new Map<number, Map<string, Json>>();
  for (const [key, value] of attributes) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const rest = key.slice(prefix.length + 1);
    const dot = rest.indexOf('.');
    const number = Number(dot < 0 ? rest : rest.slice(0, dot));
    if (!Number.isInteger(number) || number < 0) continue;
    const inner = found.get(number) ?? new Map<string, Json>();
    found.set(number, inner);
    inner.set(dot < 0 ? '' : rest.slice(dot + 1), value);
  }
  return [...found].sort(([a], [b]) => a - b).map(([, inner]) => inner);
}

/** The one call of a message, as it was before a message could have several. */
const onlyCall = (name: Json | undefined, args: Json | undefined): readonly MessagePart[] => {
  const tool = stringOf(name);
  return tool === undefined ? [] : [{ type: 'call', id: undefined, tool, args }];
};

const stringOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** `gen_ai.prompt.N.role`, `.content`, `.tool_calls.M.name`: what instrumentations wrote before messages were attributes. */
function flatMessages(attributes: ReadonlyMap<string, Json>, prefix: string): readonly SpanMessage[] {
  return numbered(attributes, prefix).map((message) => {
    const role = stringOf(message.get('role')) ?? (prefix.endsWith('completion') ? 'assistant' : 'user');
    const calls = numbered(message, 'tool_calls').map(
      (call): MessagePart => ({
        type: 'call',
        id: stringOf(call.get('id')),
        tool: stringOf(call.get('name')) ?? 'unknown',
        args: call.get('arguments'),
      }),
    );
    calls.push(...onlyCall(message.get('function_call.name'), message.get('function_call.arguments')));
    const content = maybeJson(message.get('content'));
    const id = stringOf(message.get('tool_call_id'));
    if (role === 'tool') return { role, parts: [{ type: 'result', id, text: asText(content) ?? '' }] };
    return { role, parts: [...partsOf(content), ...calls] };
  });
}

/** OpenInference: `llm.input_messages.N.message.*` (https://github.com/Arize-ai/openinference/blob/main/spec/semantic_conventions.md). */
function openInferenceMessages(attributes: ReadonlyMap<string, Json>, prefix: string): readonly SpanMessage[] {
  return numbered(attributes, prefix).map((message) => {
    const role = stringOf(message.get('message.role')) ?? 'unknown';
    const texts = [
      message.get('message.content'),
      ...numbered(message, 'message.contents').map((content) => content.get('message_content.text')),
    ].flatMap((text): MessagePart[] => (typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : []));
    const calls = numbered(message, 'message.tool_calls').map(
      (call): MessagePart => ({
        type: 'call',
        id: stringOf(call.get('tool_call.id')),
        tool: stringOf(call.get('tool_call.function.name')) ?? 'unknown',
        args: call.get('tool_call.function.arguments'),
      }),
    );
    calls.push(
      ...onlyCall(message.get('message.function_call_name'), message.get('message.function_call_arguments_json')),
    );
    const id = stringOf(message.get('message.tool_call_id'));
    if (role === 'tool') {
      const text = texts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      return { role, parts: [{ type: 'result', id, text }] };
    }
    return { role, parts: [...texts, ...calls] };
  });
}

function aiSdkPrompt(value: Json | undefined): readonly SpanMessage[] {
  const prompt = maybeJson(value);
  const system = stringField(prompt, 'system');
  const text = stringField(prompt, 'prompt');
  return [
    ...(system === undefined ? [] : [{ role: 'system', parts: partsOf(system) }]),
    ...(text === undefined ? [] : [{ role: 'user', parts: partsOf(text) }]),
    ...genaiMessages(field(prompt, 'messages')),
  ];
}

function aiSdkResponse(attributes: ReadonlyMap<string, Json>): readonly SpanMessage[] {
  const text = stringOf(attributes.get('ai.response.text'));
  const list = maybeJson(attributes.get('ai.response.toolCalls')) ?? [];
  // A list that a limit of the recorder cut off is none any more.
  const calls: readonly MessagePart[] = isJsonArray(list)
    ? list.map((call) => ({
        type: 'call',
        id: nameField(call, 'toolCallId'),
        tool: nameField(call, 'toolName') ?? 'unknown',
        args: field(call, 'input') ?? field(call, 'args'),
      }))
    : [{ type: 'unknown', name: 'ai.response.toolCalls' }];
  const parts: MessagePart[] = [...(text === undefined ? [] : [{ type: 'text' as const, text }]), ...calls];
  return parts.length === 0 ? [] : [{ role: 'assistant', parts }];
}

/** Span events of older conventions: `gen_ai.user.message` and so on, and `gen_ai.choice`. */
function eventMessages(span: SpanRecord): { input: SpanMessage[]; output: SpanMessage[] } {
  const input: SpanMessage[] = [];
  const output: SpanMessage[] = [];
  for (const { name, attributes } of span.events) {
    const values = Object.fromEntries(attributes) as { readonly [key: string]: Json };
    if (name === 'gen_ai.choice') {
      const message = maybeJson(field(values, 'message')) ?? values;
      // Versions differ in whether the calls stand in the message or beside it.
      const beside = maybeJson(field(values, 'tool_calls'));
      output.push(
        ...messageOf(
          isJsonObject(message)
            ? { role: 'assistant', ...(beside === undefined ? {} : { tool_calls: beside }), ...message }
            : { role: 'assistant', content: asText(message) ?? '' },
        ),
      );
    } else if (/^gen_ai\.(system|user|assistant|tool)\.message$/.test(name)) {
      const calls = maybeJson(field(values, 'tool_calls'));
      input.push(
        ...messageOf({ role: name.split('.')[1]!, ...values, ...(calls === undefined ? {} : { tool_calls: calls }) }),
      );
    } else if (name === 'gen_ai.client.inference.operation.details') {
      for (const message of genaiMessages(field(values, 'gen_ai.input.messages'))) input.push(message);
      for (const message of genaiMessages(field(values, 'gen_ai.output.messages'))) output.push(message);
    }
  }
  return { input, output };
}
