import { isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { type Conversation, conversation, type ResultOfCall } from './conversation.ts';
import { arrayField, contentText, field, nameField, numberField, objectField, stringField } from './fields.ts';
import type { ImportContext, Importer, RecordReader } from './importer.ts';
import { type Counted, type Place, placeBelow, placeIn } from './run-builder.ts';
import type { Origin } from './trust.ts';

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

const isMessage = (value: Json): boolean => ROLES.has(stringField(value, 'role') ?? '');

/** The list of messages of a document: the document itself, or where exports and requests put it. */
export function messagesOf(
  value: Json,
): { readonly messages: readonly Json[]; readonly path: readonly string[] } | undefined {
  for (const key of ['messages', 'traj', 'conversation', 'conversations']) {
    const messages = arrayField(value, key);
    if (messages !== undefined) return { messages, path: [key] };
  }
  const messages = arrayField(objectField(value, 'body', 'request'), 'messages');
  if (messages !== undefined)
    return { messages, path: [objectField(value, 'body') === undefined ? 'request' : 'body', 'messages'] };
  return undefined;
}

/** The messages that the first records hold, whether they are messages or documents with a list of them. */
export function sampleMessages(records: readonly Json[]): readonly Json[] {
  return records.flatMap((record) => (isMessage(record) ? [record] : (messagesOf(record)?.messages ?? [])));
}

/**
 * OpenAI Chat Completions: a list of messages, a request or an export with `messages`, a list of choices, or a tau-bench trajectory (`traj`, `reward`).
 * Shape: https://platform.openai.com/docs/api-reference/chat/create (`messages`, `tool_calls[].id` answered by `tool_call_id`, `arguments` as a string); for the
 * trajectory https://github.com/sierra-research/tau-bench (`historical_trajectories`).
 * There are no approvals and no executions in it: a tool message means that the call was executed, by inference.
 */
export const openaiChat: Importer = {
  format: 'openai-chat',
  title: 'OpenAI Chat Completions',
  unit: 'message',
  marks: [
    {
      name: 'messages with a "role" of OpenAI and no content blocks of another API',
      test: (records) => {
        const messages = sampleMessages(records);
        return messages.length > 0 && messages.every(isMessage) && !messages.some(hasForeignBlocks);
      },
    },
  ],
  start: (context) => chatReader(context),
};

const FOREIGN = new Set([
  'tool_use',
  'tool_result',
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'server_tool_use',
  'mcp_tool_use',
]);

function hasForeignBlocks(message: Json): boolean {
  if (arrayField(message, 'parts') !== undefined) return true;
  return (arrayField(message, 'content') ?? []).some((block) => FOREIGN.has(stringField(block, 'type') ?? ''));
}

function chatReader(context: ImportContext): RecordReader {
  let shared: Conversation | undefined;
  const open = (name?: string) =>
    conversation(
      context.open({
        source: 'OpenAI Chat Completions',
        observes: ['context.added', 'call.proposed', 'exec.started', 'exec.ended', 'message.sent'],
        ...(name === undefined ? {} : { name }),
      }),
      context.options.trust,
    );
  const trajectory = (value: Json, at: Place): void => {
    const found = messagesOf(value)!;
    const task = numberField(value, 'task_id');
    const trial = numberField(value, 'trial');
    const talk = open(task === undefined ? undefined : `task ${task}${trial === undefined ? '' : ` trial ${trial}`}`);
    const reward = numberField(value, 'reward');
    const outcome = reward === undefined ? unstated : statedByEnvironment;
    for (const [index, message] of found.messages.entries())
      readMessage(talk, message, placeBelow(at, ...found.path, index), outcome);
    readAnswer(talk, value, at);
    if (reward !== undefined) {
      talk.run.observes('truth');
      talk.run.add({ kind: 'truth', name: 'reward', value: reward }, placeBelow(at, 'reward'));
      talk.run.add({ kind: 'truth', name: 'task_succeeded', value: reward === 1 }, placeBelow(at, 'reward'));
    }
  };
  const element = (value: Json, at: Place): void => {
    if (messagesOf(value) !== undefined && !isMessage(value)) {
      trajectory(value, at);
      return;
    }
    shared ??= open();
    readMessage(shared, value, at);
  };
  return {
    record(record) {
      const at = placeIn(record);
      const values = Array.isArray(record.value) ? undefined : record.value;
      if (values !== undefined) element(values, at);
      else
        for (const [index, value] of (record.value as readonly Json[]).entries()) element(value, placeBelow(at, index));
    },
    end() {},
  };
}

/** The completion that a log keeps beside its request. */
function readAnswer(talk: Conversation, value: Json, at: Place): void {
  const response = objectField(value, 'response');
  const choices =
    arrayField(value, 'choices') ??
    arrayField(response, 'choices') ??
    arrayField(objectField(response, 'body'), 'choices');
  const message = field(choices?.[0], 'message');
  if (message !== undefined) readMessage(talk, message, placeBelow(at, 'response'));
}

type Outcome = Pick<ResultOfCall, 'status' | 'statusRule'>;

const unstated = (): Outcome => ({ status: 'unknown' });

/**
 * The environment of tau-bench carries out every call whose result it does not begin with `Error`
 * (https://github.com/sierra-research/tau-bench `tau_bench/envs/base.py` and the tools of `tau_bench/envs`).
 */
const statedByEnvironment = (text: string): Outcome =>
  /^(?:Error\b|Unknown action )/.test(text) ? { status: 'error', statusRule: 'failure-text' } : { status: 'ok' };

/** One message; counts it in the report. `outcomeOf` tells from the text of a result how the call ended. */
export function readMessage(
  talk: Conversation,
  message: Json,
  at: Place,
  outcomeOf: (result: string) => Outcome = unstated,
): Counted {
  const { run } = talk;
  if (!isJsonObject(message)) return run.dropped('not-an-object', at);
  const role = stringField(message, 'role');
  const content = field(message, 'content');
  const text = contentText(content);
  if (isJsonObject(content) && text === undefined) return run.dropped('malformed', at);
  tellUnknownParts(talk, message, at);
  switch (role) {
    case 'system':
    case 'developer':
    case 'user': {
      if (role === 'user') talk.beginTurn();
      if (text === undefined && emptyContent(message)) return run.skipped('empty', at);
      talk.context(role satisfies Origin, text, at);
      return run.imported();
    }
    case 'assistant':
      return readAssistant(talk, message, text, at);
    case 'tool':
    case 'function': {
      const several = arrayField(message, 'tool_responses');
      if (several !== undefined) return readResponses(talk, several, at, outcomeOf);
      talk.result(
        {
          id: nameField(message, 'tool_call_id'),
          tool: nameField(message, 'name'),
          text: text ?? '',
          ...outcomeOf(text ?? ''),
        },
        at,
      );
      return run.imported();
    }
    default:
      return run.dropped(role === undefined ? 'malformed' : 'unknown-type', at);
  }
}

/** AutoGen 0.2 and AG2 put the results of parallel calls into one message, which is named after the agent that ran them. */
function readResponses(
  talk: Conversation,
  responses: readonly Json[],
  at: Place,
  outcomeOf: (result: string) => Outcome,
): Counted {
  for (const [index, response] of responses.entries()) {
    const text = contentText(field(response, 'content')) ?? '';
    const id = nameField(response, 'tool_call_id', 'id');
    talk.result({ id, text, ...outcomeOf(text) }, placeBelow(at, 'tool_responses', index));
  }
  return talk.run.imported();
}

/** Types of content parts that hold no call. */
const MEDIA = new Set([
  'text',
  'input_text',
  'output_text',
  'refusal',
  'image',
  'image_url',
  'input_image',
  'audio',
  'input_audio',
  'file',
  'input_file',
  'video_url',
  'thinking',
  'reasoning',
]);

/** Tells of parts that may have been a call of another API: what is not read must not look like nothing. */
function tellUnknownParts(talk: Conversation, message: JsonObject, at: Place): void {
  for (const [index, part] of (arrayField(message, 'content') ?? []).entries()) {
    const type = stringField(part, 'type');
    const known = type === undefined ? contentText(part) !== undefined || typeof part === 'string' : MEDIA.has(type);
    if (known) continue;
    talk.run.gap('unknown-part');
    talk.run.warn(
      'importers/unknown-part',
      'a part of a message has a type that is not known',
      placeBelow(at, 'content', index),
    );
  }
}

function readAssistant(talk: Conversation, message: Json, text: string | undefined, at: Place): Counted {
  const { run } = talk;
  talk.beginStep();
  const words = text ?? stringField(message, 'refusal');
  if (words !== undefined && words !== '') talk.say(words, at);
  const legacy = objectField(message, 'function_call');
  const listed = field(message, 'tool_calls');
  // A list of calls that is none must not read as no calls.
  const unreadable = listed !== undefined && listed !== null && !Array.isArray(listed);
  const calls = arrayField(message, 'tool_calls') ?? [];
  let read = words !== undefined && words !== '';
  for (const [index, call] of calls.entries()) {
    const place = placeBelow(at, 'tool_calls', index);
    const called = objectField(call, 'function', 'custom');
    const tool = nameField(called, 'name') ?? nameField(call, 'name');
    if (tool === undefined) {
      if (read || index < calls.length - 1) run.dropped('malformed', place);
      continue;
    }
    const args =
      field(called, 'arguments') ?? field(called, 'input') ?? field(call, 'arguments') ?? field(call, 'args');
    talk.propose({ id: nameField(call, 'id'), tool, args }, place);
    read = true;
  }
  const tool = nameField(legacy, 'name');
  if (tool !== undefined) {
    talk.propose({ tool, args: field(legacy, 'arguments') }, placeBelow(at, 'function_call'));
    read = true;
  }
  if (unreadable || (legacy !== undefined && tool === undefined)) return run.dropped('malformed', at);
  if (read) return run.imported();
  return calls.length === 0 ? run.skipped('empty', at) : run.dropped('malformed', at);
}

const emptyContent = (message: Json): boolean => {
  const content = field(message, 'content');
  return content === undefined || content === null || (Array.isArray(content) && content.length === 0);
};
