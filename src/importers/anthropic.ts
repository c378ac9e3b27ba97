import { canonicalJson } from '../trace/canonical-json.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { readBlock } from './anthropic-blocks.ts';
import { type Conversation, conversation } from './conversation.ts';
import { arrayField, contentText, field, objectField, stringField } from './fields.ts';
import { type History, history } from './history.ts';
import type { ImportContext, Importer, RecordReader } from './importer.ts';
import { messagesOf } from './openai-chat.ts';
import { advertise } from './openai-items.ts';
import { type Place, placeBelow, placeIn } from './run-builder.ts';

const BLOCKS = new Set([
  'tool_use',
  'tool_result',
  'server_tool_use',
  'mcp_tool_use',
  'mcp_tool_result',
  'thinking',
  'redacted_thinking',
]);

const isAnswer = (value: Json): boolean =>
  stringField(value, 'type') === 'message' &&
  stringField(value, 'role') === 'assistant' &&
  arrayField(value, 'content') !== undefined;

const hasBlocks = (message: Json): boolean =>
  (arrayField(message, 'content') ?? []).some(
    (block) =>
      BLOCKS.has(stringField(block, 'type') ?? '') || stringField(block, 'type')?.endsWith('_tool_result') === true,
  );

const isLog = (value: Json): boolean => {
  const request = objectField(value, 'request', 'params');
  return isAnswer(objectField(value, 'response') ?? null) || (arrayField(request, 'messages') ?? []).some(hasBlocks);
};

const messagesIn = (records: readonly Json[]): readonly Json[] =>
  records.flatMap((record) =>
    stringField(record, 'role') === undefined ? (messagesOf(record)?.messages ?? []) : [record],
  );

/**
 * Anthropic Messages: a list of messages, a request with `messages`, an answer, or log entries of both.
 * Shape: https://docs.anthropic.com/en/api/messages. There are no approvals: a call that the client refused is an error result like any other.
 */
export const anthropic: Importer = {
  format: 'anthropic',
  title: 'Anthropic Messages',
  unit: 'block',
  marks: [
    {
      name: 'an answer of type "message" or content blocks such as "tool_use"',
      test: (records) =>
        records.some((r) => isAnswer(r) || isLog(r)) || messagesIn(records).some((message) => hasBlocks(message)),
    },
    {
      name: 'no "uuid" on lines',
      foreign: true,
      test: (records) => !records.some((r) => field(r, 'uuid') !== undefined),
    },
  ],
  start: (context) => anthropicReader(context),
};

function anthropicReader(context: ImportContext): RecordReader {
  let talk: Conversation | undefined;
  const past = history();
  const open = (): Conversation =>
    conversation(
      context.open({
        source: 'Anthropic Messages',
        observes: ['context.added', 'call.proposed', 'exec.started', 'exec.ended', 'message.sent'],
      }),
      context.options.trust,
    );
  const element = (value: Json, at: Place): void => {
    talk ??= open();
    const request = objectField(value, 'request', 'params');
    const response = objectField(value, 'response');
    if (stringField(value, 'role') === undefined && (request !== undefined || response !== undefined)) {
      if (request !== undefined)
        readRequest(
          talk,
          request,
          placeBelow(at, objectField(value, 'request') === undefined ? 'params' : 'request'),
          past,
        );
      if (response !== undefined) readMessage(talk, response, placeBelow(at, 'response'), past);
    } else if (isJsonObject(value) && stringField(value, 'role') === undefined && messagesOf(value) !== undefined) {
      readRequest(talk, value, at, past);
    } else readMessage(talk, value, at, past);
  };
  return {
    record(record) {
      const values = isJsonArray(record.value) ? record.value : undefined;
      if (values === undefined) element(record.value, placeIn(record));
      for (const [index, value] of (values ?? []).entries()) element(value, placeIn(record, index));
    },
    end() {},
  };
}

function readRequest(talk: Conversation, request: JsonObject, at: Place, past: History): void {
  past.begin();
  const system = contentText(field(request, 'system'));
  if (system !== undefined && past.isNew(`system ${system}`)) {
    talk.context('system', system, placeBelow(at, 'system'));
    talk.run.imported();
  }
  for (const [index, tool] of (arrayField(request, 'tools') ?? []).entries()) {
    if (!isJsonObject(tool) || !past.isNew(`tool ${canonicalJson(tool)}`)) continue;
    // The developer's own definitions: advertised, but no foreign words in the context.
    const { description: _description, ...rest } = tool;
    advertise(talk, rest, undefined, placeBelow(at, 'tools', index));
  }
  const found = messagesOf(request);
  for (const [index, message] of (found?.messages ?? []).entries()) {
    readMessage(talk, message, placeBelow(at, ...(found?.path ?? []), index), past);
  }
}

function readMessage(talk: Conversation, message: Json, at: Place, past: History): void {
  const { run } = talk;
  if (!isJsonObject(message)) {
    run.dropped('not-an-object', at);
    return;
  }
  const role = stringField(message, 'role');
  const content = field(message, 'content');
  if (role === undefined || content === undefined) {
    run.dropped('malformed', at);
    return;
  }
  if (!past.isNew(`${role} ${canonicalJson(content)}`)) {
    run.skipped('repeated', at);
    return;
  }
  const blocks =
    typeof content === 'string' ? [{ type: 'text', text: content }] : (arrayField(message, 'content') ?? []);
  if (role === 'assistant') talk.beginStep();
  else if (blocks.some((block) => stringField(block, 'type') === 'text')) talk.beginTurn();
  if (blocks.length === 0) run.skipped('empty', at);
  for (const [index, block] of blocks.entries()) {
    readBlock(talk, block, typeof content === 'string' ? placeBelow(at, 'content') : placeBelow(at, 'content', index), {
      role,
    });
  }
}
