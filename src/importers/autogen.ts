import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { type Conversation, conversation, type Stamp } from './conversation.ts';
import { arrayField, asText, booleanField, field, isoTime, nameField, stringField } from './fields.ts';
import type { ImportContext, Importer, RecordReader } from './importer.ts';
import { type Counted, type Place, placeBelow, placeIn } from './run-builder.ts';

/** Messages and events whose type says that they come from AgentChat. */
const OWN =
  /^(ToolCall(Request|Execution|Summary)|Handoff|UserInputRequested|MemoryQuery|ModelClientStreamingChunk|Thought|SelectSpeaker|SelectorEvent|CodeGeneration|CodeExecution|MultiModal|Stop|StructuredMessage|Text)/;

const isItem = (value: Json): boolean =>
  nameField(value, 'source') !== undefined &&
  OWN.test(stringField(value, 'type') ?? '') &&
  field(value, 'content') !== undefined;

const listOf = (value: Json) => arrayField(value, 'messages');

/**
 * AutoGen AgentChat (0.4 and later): messages and events as `model_dump` writes them, one a line, in a list, or as a `TaskResult` with `messages`.
 * Shape: `python/packages/autogen-agentchat/src/autogen_agentchat/messages.py` of https://github.com/microsoft/autogen.
 *
 * Agents talk to each other: what a source other than the user says is sent by that agent. There are no approvals in it. A call that a code executor ran is a call of its own.
 */
export const autogen: Importer = {
  format: 'autogen',
  title: 'AutoGen AgentChat',
  unit: 'message',
  marks: [
    {
      name: 'messages with a "source" and a "type" such as "ToolCallRequestEvent"',
      test: (records) => records.some((record) => isItem(record) || listOf(record)?.some(isItem) === true),
    },
  ],
  start: (context) => autogenReader(context),
};

function autogenReader(context: ImportContext): RecordReader {
  let talk: Conversation | undefined;
  const ids = new Set<string>();
  const element = (value: Json, at: Place): void => {
    talk ??= conversation(
      context.open({
        source: 'AutoGen',
        observes: ['context.added', 'call.proposed', 'exec.started', 'exec.ended', 'message.sent', 'handoff'],
      }),
      context.options.trust,
    );
    const list = nameField(value, 'source') === undefined ? listOf(value) : undefined;
    for (const [index, item] of (list ?? [value]).entries()) {
      const place = list === undefined ? at : placeBelow(at, 'messages', index);
      // A stream of a run ends with the result, which holds the same messages.
      const id = nameField(item, 'id');
      if (id !== undefined && ids.has(id)) talk.run.skipped('repeated', place);
      else readItem(talk, item, place);
      if (id !== undefined) ids.add(id);
    }
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

function readItem(talk: Conversation, item: Json, at: Place): Counted {
  const { run } = talk;
  if (!isJsonObject(item)) return run.dropped('not-an-object', at);
  const source = nameField(item, 'source');
  const content = field(item, 'content');
  const stamp: Stamp = { at: isoTime(field(item, 'created_at')), agent: source };
  if (source === undefined) return run.dropped('malformed', at);
  switch (stringField(item, 'type')) {
    case 'ToolCallRequestEvent':
      return readCalls(talk, item, at, stamp);
    case 'ToolCallExecutionEvent':
      return readResults(talk, item, at, stamp);
    case 'HandoffMessage':
      for (const message of arrayField(item, 'context') ?? [])
        if (stringField(message, 'type') === undefined && field(message, 'content') === undefined)
          run.gap('unknown-part');
      talk.say(asText(content) ?? '', at, { ...stamp, to: nameField(item, 'target') ?? 'unknown' });
      run.add({ ...time(stamp), kind: 'handoff', from: source, to: nameField(item, 'target') ?? 'unknown' }, at);
      return run.imported();
    case 'MemoryQueryEvent':
      for (const [index, memory] of (arrayField(item, 'content') ?? []).entries())
        talk.context('memory', asText(field(memory, 'content')), placeBelow(at, 'content', index), stamp);
      return run.imported();
    case 'CodeExecutionEvent':
      talk.context('tool_result', asText(field(field(item, 'result'), 'output')) ?? asText(content), at, stamp);
      // It names no call: what ran is the text of the message before it.
      run.gap('result-without-call');
      return run.imported();
    case 'ToolCallSummaryMessage':
    case 'TextMessage':
    case 'MultiModalMessage':
    case 'StopMessage':
    case 'CodeGenerationEvent':
      return readWords(talk, source, content, at, stamp);
    case 'ModelClientStreamingChunkEvent':
      return run.skipped('partial', at);
    case 'ThoughtEvent':
      return run.skipped('reasoning', at);
    case 'UserInputRequestedEvent':
    case 'SelectSpeakerEvent':
    case 'SelectorEvent':
      return run.skipped('bookkeeping', at);
    default:
      if (/^StructuredMessage/.test(stringField(item, 'type') ?? ''))
        return readWords(talk, source, content, at, stamp);
      return run.dropped('unknown-type', at);
  }
}

const time = (stamp: Stamp) => (stamp.at === undefined ? {} : { at: stamp.at });

/** The user is a source like any other, known by its name: the user proxy has one that the developer chose, and is taken for an agent. */
function readWords(talk: Conversation, source: string, content: Json | undefined, at: Place, stamp: Stamp): Counted {
  const { run } = talk;
  const text = isJsonArray(content)
    ? content.flatMap((one) => (typeof one === 'string' ? [one] : [])).join('\n')
    : asText(content);
  if (source === 'user') {
    talk.beginTurn();
    const { agent: _user, ...rest } = stamp;
    talk.context('user', text, at, rest);
  } else if (text === undefined || text === '') return run.skipped('empty', at);
  else talk.say(text, at, stamp);
  return run.imported();
}

function readCalls(talk: Conversation, item: JsonObject, at: Place, stamp: Stamp): Counted {
  const { run } = talk;
  talk.beginStep();
  const calls = arrayField(item, 'content');
  if (calls === undefined) return run.dropped('malformed', at);
  for (const [index, call] of calls.entries()) {
    const place = placeBelow(at, 'content', index);
    const tool = nameField(call, 'name');
    if (tool === undefined) run.dropped('malformed', place);
    else talk.propose({ id: nameField(call, 'id'), tool, args: field(call, 'arguments') }, place, stamp);
  }
  return run.imported();
}

function readResults(talk: Conversation, item: JsonObject, at: Place, stamp: Stamp): Counted {
  const { run } = talk;
  const results = arrayField(item, 'content');
  if (results === undefined) return run.dropped('malformed', at);
  for (const [index, result] of results.entries()) {
    const failed = booleanField(result, 'is_error');
    talk.result(
      {
        id: nameField(result, 'call_id'),
        tool: nameField(result, 'name'),
        text: asText(field(result, 'content')) ?? '',
        status: failed === undefined ? 'unknown' : failed ? 'error' : 'ok',
      },
      placeBelow(at, 'content', index),
      stamp,
    );
  }
  return run.imported();
}
