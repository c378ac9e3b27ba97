import { canonicalJson } from '../trace/canonical-json.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { type Conversation, conversation } from './conversation.ts';
import { arrayField, asText, field, nameField, objectField, stringField } from './fields.ts';
import { type History, history } from './history.ts';
import type { ImportContext, Importer, RecordReader } from './importer.ts';
import { messagesOf } from './openai-chat.ts';
import { type Counted, type Place, placeBelow, placeIn } from './run-builder.ts';

const CALLS = ['toolUse', 'toolResult'];

/** A message stands alone, or in what the SDK's session manager stores around it. */
const messageOf = (value: Json): Json =>
  objectField(value, 'message') !== undefined && nameField(value, 'role') === undefined
    ? field(value, 'message')!
    : value;

const blocksOf = (value: Json): readonly Json[] => {
  const message = messageOf(value);
  return nameField(message, 'role') === undefined ? [] : (arrayField(message, 'content') ?? []);
};

const sample = (records: readonly Json[]): readonly Json[] =>
  records.flatMap((record) => messagesOf(record)?.messages ?? [record]);

/**
 * The messages of the Converse API of Amazon Bedrock, which Strands Agents keeps as its own: content blocks that are named by their key (`text`,
 * `toolUse`, `toolResult`).
 * Shape: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html; `src/strands/types/content.py` and `tools.py` of
 * https://github.com/strands-agents/sdk-python.
 *
 * There are no approvals and no executions in it: a result means that the call was executed, by inference.
 */
export const converse: Importer = {
  format: 'converse',
  title: 'Amazon Bedrock Converse or Strands Agents',
  unit: 'block',
  marks: [
    {
      name: 'content blocks with the key "toolUse" or "toolResult"',
      test: (records) =>
        sample(records).some((record) =>
          blocksOf(record).some((block) => CALLS.some((key) => objectField(block, key) !== undefined)),
        ),
    },
  ],
  start: (context) => converseReader(context),
};

function converseReader(context: ImportContext): RecordReader {
  let talk: Conversation | undefined;
  const past = history();
  const element = (value: Json, at: Place): void => {
    talk ??= conversation(
      context.open({
        source: 'Converse',
        observes: ['context.added', 'call.proposed', 'exec.started', 'exec.ended', 'message.sent'],
      }),
      context.options.trust,
    );
    const found = nameField(value, 'role') === undefined ? messagesOf(value) : undefined;
    if (found === undefined) {
      readMessage(talk, messageOf(value), messageOf(value) === value ? at : placeBelow(at, 'message'));
      return;
    }
    // Every request repeats the history.
    past.begin();
    const system = field(value, 'system') ?? null;
    const prompt = isJsonArray(system) ? system : [system];
    for (const [index, block] of prompt.entries()) {
      const text = typeof block === 'string' ? block : stringField(block, 'text');
      if (text !== undefined && past.isNew(`system ${text}`))
        talk.context('system', text, placeBelow(at, 'system', index));
    }
    for (const [index, message] of found.messages.entries())
      readNew(talk, past, message, placeBelow(at, ...found.path, index));
    const answer = field(objectField(objectField(value, 'response') ?? value, 'output'), 'message');
    if (answer !== undefined) readNew(talk, past, answer, placeBelow(at, 'output', 'message'));
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

function readNew(talk: Conversation, past: History, message: Json, at: Place): void {
  if (past.isNew(canonicalJson(message))) readMessage(talk, message, at);
  else talk.run.skipped('repeated', at);
}

function readMessage(talk: Conversation, message: Json, at: Place): void {
  const { run } = talk;
  const role = nameField(message, 'role');
  const blocks = arrayField(message, 'content');
  if (!isJsonObject(message) || role === undefined || blocks === undefined) {
    run.dropped(isJsonObject(message) ? 'malformed' : 'not-an-object', at);
    return;
  }
  if (role === 'assistant') talk.beginStep();
  else if (!blocks.some((block) => objectField(block, 'toolResult') !== undefined)) talk.beginTurn();
  for (const [index, block] of blocks.entries()) {
    const place = placeBelow(at, 'content', index);
    if (isJsonObject(block)) readBlock(talk, block, role, place);
    else run.dropped('not-an-object', place);
  }
}

function readBlock(talk: Conversation, block: JsonObject, role: string, at: Place): Counted {
  const { run } = talk;
  const text = stringField(block, 'text');
  const call = objectField(block, 'toolUse');
  const result = objectField(block, 'toolResult');
  if (call !== undefined) {
    const tool = nameField(call, 'name');
    if (tool === undefined) return run.dropped('malformed', at);
    talk.propose({ id: nameField(call, 'toolUseId'), tool, args: field(call, 'input') }, at);
    return run.imported();
  }
  if (result !== undefined) {
    const status = stringField(result, 'status');
    talk.result(
      {
        id: nameField(result, 'toolUseId'),
        text: resultText(arrayField(result, 'content') ?? []),
        status: status === 'error' ? 'error' : status === undefined || status === 'success' ? 'ok' : 'unknown',
      },
      at,
    );
    return run.imported();
  }
  if (text !== undefined) {
    if (text === '') return run.skipped('empty', at);
    if (role === 'assistant') talk.say(text, at);
    else talk.context(role === 'user' || role === 'system' ? role : 'unknown', text, at);
    return run.imported();
  }
  if (objectField(block, 'reasoningContent') !== undefined) return run.skipped('reasoning', at);
  if (objectField(block, 'cachePoint') !== undefined) return run.skipped('bookkeeping', at);
  if (
    ['image', 'video', 'document', 'audio', 'guardContent', 'citationsContent', 'searchResult'].some(
      (key) => field(block, key) !== undefined,
    )
  ) {
    const document = ['document', 'citationsContent', 'searchResult'].some((key) => field(block, key) !== undefined);
    if (role === 'assistant') talk.say(citedText(block) ?? '', at);
    else talk.context(document ? 'retrieval' : 'user', citedText(block), at);
    return run.imported();
  }
  return run.dropped('unknown-type', at);
}

/** Results hold text, JSON, what a search found, or media. */
function resultText(content: readonly Json[]): string {
  return content
    .flatMap((block) => stringField(block, 'text') ?? asText(field(block, 'json')) ?? foundText(block) ?? [])
    .join('\n');
}

/** The text of a search result, its title and source before it: whoever wrote the page wrote all of them. */
function foundText(block: Json): string | undefined {
  const found = objectField(block, 'searchResult');
  if (found === undefined) return undefined;
  const texts = (arrayField(found, 'content') ?? []).flatMap((one) => stringField(one, 'text') ?? []);
  return [stringField(found, 'title'), stringField(found, 'source'), ...texts]
    .filter((text) => text !== undefined)
    .join('\n');
}

function citedText(block: JsonObject): string | undefined {
  const cited = arrayField(objectField(block, 'citationsContent'), 'content');
  const guarded = stringField(objectField(objectField(block, 'guardContent'), 'text'), 'text');
  return cited?.flatMap((one) => stringField(one, 'text') ?? []).join('') ?? guarded ?? foundText(block);
}
