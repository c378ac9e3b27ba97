import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import {
  arrayField,
  asText,
  booleanField,
  contentText,
  field,
  maybeJson,
  nameField,
  objectField,
  stringField,
} from './fields.ts';
import { langChainMessage } from './langchain-messages.ts';
import type { SpanRecord } from './otlp-spans.ts';

/** The result of a call. */
export interface ResultPart {
  readonly type: 'result';
  readonly id: string | undefined;
  readonly text: string;
  /** Where there is no id, results are paired by the name of the tool. */
  readonly tool?: string | undefined;
  readonly failed?: boolean;
}

/** One piece of a message, whatever dialect it was written in. */
export type MessagePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: string | undefined; readonly tool: string; readonly args: Json | undefined }
  | ResultPart
  | { readonly type: 'reasoning' }
  | { readonly type: 'definition'; readonly definition: Json }
  /** Content that is neither text nor a call nor a result: a file, an image. */
  | { readonly type: 'media' }
  /** What is none of these, so that it may have been a call. */
  | { readonly type: 'other'; readonly name: string };

export interface SpanMessage {
  readonly role: string;
  readonly parts: readonly MessagePart[];
}

export interface SpanMessages {
  readonly input: readonly SpanMessage[];
  readonly output: readonly SpanMessage[];
  /** Whether the instrumentation captured content on both sides (of a failed request on one): it is opt-in everywhere. */
  readonly captured: boolean;
}

/** What went into a model and what came out, from the attributes and events of its span, in any of the four dialects. */
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
      () => payloadMessages(a.get('input.value'), 'unknown'),
    ),
  ];
  const output = firstNonEmpty(
    () => genaiMessages(a.get('gen_ai.output.messages')),
    () => completion(a.get('gen_ai.completion')),
    () => flatMessages(a, 'gen_ai.completion'),
    () => openInferenceMessages(a, 'llm.output_messages'),
    () => aiSdkResponse(a),
    () => events.output,
    () => payloadMessages(a.get('output.value'), 'assistant'),
  );
  return { input, output, captured: input.length > 0 && (output.length > 0 || span.failed) };
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

/** The messages of one entry of a list: a message in any spelling, or an item of the Responses API, which may have no role. */
function messageOf(value: Json): SpanMessage[] {
  const lc = langChainMessage(value);
  if (lc !== undefined) return [langChainSpanMessage(lc.kind, lc.fields)];
  const item = itemOf(value);
  if (item !== undefined) return [item];
  const role = nameField(value, 'role');
  if (role === undefined) return [];
  const content = field(value, 'parts') ?? field(value, 'content');
  // Langfuse records the tools that a model was offered as messages of the role "tool".
  const definition = stringField(content, 'type') === 'function' ? objectField(content, 'function') : undefined;
  if (role === 'tool' && definition !== undefined) return [{ role, parts: [{ type: 'definition', definition }] }];
  const calls = (
    arrayField(value, 'tool_calls') ??
    arrayField(objectField(value, 'additional_kwargs'), 'tool_calls') ??
    []
  ).map(chatCall);
  const id = nameField(value, 'tool_call_id', 'id');
  if (role === 'tool' && id !== undefined && !Array.isArray(content))
    return [{ role, parts: [{ type: 'result', id, text: asText(content) ?? '' }] }];
  return [{ role, parts: [...partsOf(content), ...calls] }];
}

const LANGCHAIN_ROLES: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['system', 'system'],
  ['developer', 'developer'],
]);

function langChainSpanMessage(kind: string, fields: JsonObject): SpanMessage {
  const role = LANGCHAIN_ROLES.get(kind) ?? 'unknown';
  const content = field(fields, 'content');
  if (role === 'tool') {
    const id = nameField(fields, 'tool_call_id');
    const failed = stringField(fields, 'status') === 'error' ? { failed: true } : {};
    const text = contentText(content) ?? '';
    return { role, parts: [{ type: 'result', id, text, tool: nameField(fields, 'name'), ...failed }] };
  }
  const calls = arrayField(fields, 'tool_calls') ?? arrayField(objectField(fields, 'additional_kwargs'), 'tool_calls');
  const invalid = arrayField(fields, 'invalid_tool_calls') ?? [];
  const own = [...(calls ?? []), ...invalid].map(chatCall);
  // The blocks of a provider tell the calls a second time.
  const parts = partsOf(content).filter(({ type }) => type !== 'call' || own.length === 0);
  return { role, parts: [...parts, ...own] };
}

/** An item of the Responses API (https://platform.openai.com/docs/api-reference/responses) that is no message. */
function itemOf(value: Json): SpanMessage | undefined {
  switch (stringField(value, 'type')) {
    case 'function_call':
    case 'custom_tool_call':
      return {
        role: 'assistant',
        parts: [
          {
            type: 'call',
            id: nameField(value, 'call_id', 'id'),
            tool: nameField(value, 'name') ?? 'unknown',
            args: field(value, 'arguments') ?? field(value, 'input'),
          },
        ],
      };
    case 'function_call_output':
    case 'custom_tool_call_output':
      return {
        role: 'tool',
        parts: [{ type: 'result', id: nameField(value, 'call_id'), text: asText(field(value, 'output')) ?? '' }],
      };
    case 'reasoning':
      return { role: 'assistant', parts: [{ type: 'reasoning' }] };
    default: {
      const type = stringField(value, 'type');
      // A hosted tool ran here: which item it is must not be lost.
      return type !== undefined &&
        /_(call|call_output|request|response)$/.test(type) &&
        nameField(value, 'role') === undefined
        ? { role: 'assistant', parts: [{ type: 'other', name: type }] }
        : undefined;
    }
  }
}

function chatCall(call: Json): MessagePart {
  const called = objectField(call, 'function');
  const tool = nameField(called, 'name') ?? nameField(call, 'name') ?? 'unknown';
  return {
    type: 'call',
    id: nameField(call, 'id'),
    tool,
    args: field(called, 'arguments') ?? field(call, 'arguments') ?? field(call, 'args'),
  };
}

function partsOf(content: Json | undefined): readonly MessagePart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return isJsonObject(content) ? [partOf(content)] : [];
  return (content as readonly Json[]).map(partOf);
}

function partOf(part: Json): MessagePart {
  if (typeof part === 'string') return { type: 'text', text: part };
  const type = stringField(part, 'type') ?? untypedPart(part);
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'refusal':
      return { type: 'text', text: stringField(part, 'content', 'text', 'refusal') ?? '' };
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const server = nameField(part, 'server_name');
      const tool = nameField(part, 'name') ?? 'unknown';
      return {
        type: 'call',
        id: nameField(part, 'id'),
        tool: server === undefined ? tool : `${server}.${tool}`,
        args: field(part, 'input'),
      };
    }
    case 'functionCall': {
      const call = field(part, 'functionCall') ?? field(part, 'function_call');
      const tool = nameField(call, 'name') ?? 'unknown';
      return { type: 'call', id: nameField(call, 'id'), tool, args: field(call, 'args') };
    }
    case 'functionResponse': {
      const response = field(part, 'functionResponse') ?? field(part, 'function_response');
      const text = asText(field(response, 'response')) ?? '';
      return { type: 'result', id: nameField(response, 'id'), text, tool: nameField(response, 'name') };
    }
    case 'tool_call':
    case 'server_tool_call':
      return {
        type: 'call',
        id: nameField(part, 'id'),
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
    case 'tool_call_response':
    case 'server_tool_call_response':
      return {
        type: 'result',
        id: nameField(part, 'id'),
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
    case 'function':
      return chatCall(part);
    default:
      if (/reasoning|thinking/i.test(type)) return { type: 'reasoning' };
      // Anthropic has a type for the results of each tool that runs on its server.
      if (nameField(part, 'tool_use_id') !== undefined)
        return {
          type: 'result',
          id: nameField(part, 'tool_use_id'),
          text: contentText(field(part, 'content')) ?? asText(field(part, 'content')) ?? '',
          ...(booleanField(part, 'is_error') === true ? { failed: true } : {}),
        };
      return MEDIA.test(type) ? { type: 'media' } : { type: 'other', name: type };
  }
}

const MEDIA = /^(input_|output_)?(file|uri|blob|image|image_url|audio|video|document|binary|media)(-url)?$/;

/** Parts of Gemini have no type: the key that stands in them is one. */
function untypedPart(part: Json): string {
  if (booleanField(part, 'thought') === true) return 'reasoning';
  if (objectField(part, 'functionCall', 'function_call') !== undefined) return 'functionCall';
  if (objectField(part, 'functionResponse', 'function_response') !== undefined) return 'functionResponse';
  if (objectField(part, 'inlineData', 'inline_data', 'fileData', 'file_data') !== undefined) return 'file';
  return stringField(part, 'content', 'text') === undefined ? 'untyped' : 'text';
}

/**
 * The messages in what a program recorded as the input or the output of a model, in the shape of whatever library made the request: a list, one message, a text, or a request or
 * response around them. `role` is who speaks where the payload does not say it. What is none of these gives no message, so that the content counts as not captured.
 */
export function payloadMessages(payload: Json | undefined, role: string): readonly SpanMessage[] {
  const value = maybeJson(payload);
  if (typeof value === 'string') return value === '' ? [] : [{ role, parts: [{ type: 'text', text: value }] }];
  // LangChain has a list of conversations, for each of which it asks the model once.
  if (isJsonArray(value))
    return value
      .flatMap((entry) => (isJsonArray(entry) ? entry : [entry]))
      .map((entry) => entryMessage(entry, role) ?? { role, parts: [{ type: 'other', name: 'entry' }] });
  if (!isJsonObject(value)) return [];
  const before = ['system', 'instructions', 'system_instruction', 'systemInstruction'].flatMap((key) =>
    systemMessages(field(value, key) ?? field(objectField(value, 'config'), key)),
  );
  for (const key of ['messages', 'contents', 'input', 'output', 'choices', 'candidates', 'generations'] as const) {
    const list = field(value, key);
    if (isJsonArray(list) || isJsonObject(list) || (typeof list === 'string' && list !== ''))
      return [...before, ...payloadMessages(list, key === 'contents' || key === 'input' ? 'user' : role)];
  }
  const prompt = nameField(value, 'prompt');
  if (prompt !== undefined) return [...before, { role: 'user', parts: partsOf(prompt) }];
  const message = entryMessage(value, role);
  return message === undefined ? [] : [...before, message];
}

function systemMessages(value: Json | undefined): SpanMessage[] {
  const parts = partsOf(isJsonObject(value) ? (field(value, 'parts') ?? value) : value);
  return parts.length === 0 ? [] : [{ role: 'system', parts }];
}

/** One entry of such a list: a message, a text, or what a provider puts around a message. */
function entryMessage(entry: Json, role: string): SpanMessage | undefined {
  if (typeof entry === 'string') return { role, parts: partsOf(entry) };
  const [found] = messageOf(entry);
  if (found !== undefined) return found;
  const inner = objectField(entry, 'message', 'content', 'delta');
  if (inner !== undefined) return entryMessage(inner, role);
  // The AI SDK records the calls of an answer by themselves.
  if (nameField(entry, 'toolCallId') !== undefined && isJsonObject(entry))
    return { role, parts: [partOf({ type: 'tool-call', ...entry })] };
  const content = field(entry, 'parts') ?? field(entry, 'content') ?? field(entry, 'text');
  return typeof content === 'string' || isJsonArray(content) ? { role, parts: partsOf(content) } : undefined;
}

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
  const list = maybeJson(attributes.get('ai.response.toolCalls'));
  const calls = (isJsonArray(list) ? list : []).map(
    (call): MessagePart => ({
      type: 'call',
      id: nameField(call, 'toolCallId'),
      tool: nameField(call, 'toolName') ?? 'unknown',
      args: field(call, 'input') ?? field(call, 'args'),
    }),
  );
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
      output.push(
        ...messageOf(
          isJsonObject(message)
            ? { role: 'assistant', ...message }
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
