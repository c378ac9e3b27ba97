import { canonicalJson } from '../trace/canonical-json.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { type Conversation, conversation, type Stamp } from './conversation.ts';
import { arrayField, asText, contentText, field, isoTime, nameField, stringField } from './fields.ts';
import { type History, history } from './history.ts';
import type { ImportContext, Importer, RecordReader } from './importer.ts';
import { type Counted, type Place, placeBelow, placeIn } from './run-builder.ts';

const isMessage = (value: Json): boolean => {
  const parts = arrayField(value, 'parts');
  if (parts === undefined) return false;
  if (/^(request|response)$/.test(stringField(value, 'kind') ?? '')) return true;
  return parts.some((part) => nameField(part, 'part_kind') !== undefined);
};

/** What programs write around the messages of a run. */
const WRAPPERS = ['messages', 'all_messages', 'new_messages', 'message_history'] as const;

const messagesIn = (value: Json): { readonly key: string; readonly list: readonly Json[] } | undefined => {
  for (const key of WRAPPERS) {
    const list = arrayField(value, key);
    if (list?.some(isMessage) === true) return { key, list };
  }
  return undefined;
};

/**
 * Message histories of Pydantic AI, as `all_messages_json()` and `new_messages_json()` write them: a list, one a line, or under a key of an object.
 * Shape: https://ai.pydantic.dev/message-history/ and `pydantic_ai_slim/pydantic_ai/messages.py` of https://github.com/pydantic/pydantic-ai (`ModelRequest`, `ModelResponse` and their parts).
 *
 * Approvals of deferred tools are given to a run and never written into its messages, so that they are not observed; a denial is (`outcome`), and before that field by its text. A request to try
 * again that names a call is the failure of that call.
 */
export const pydanticAi: Importer = {
  format: 'pydantic-ai',
  title: 'Pydantic AI message history',
  unit: 'part',
  marks: [
    {
      name: 'messages of kind "request" or "response" whose parts have a "part_kind"',
      test: (records) =>
        records.some((r) => isMessage(r) || messagesIn(r) !== undefined || (isJsonArray(r) && r.some(isMessage))),
    },
  ],
  start: (context) => pydanticAiReader(context),
};

interface Reader {
  readonly talk: Conversation;
  readonly past: History;
  instructions: string | undefined;
}

function pydanticAiReader(context: ImportContext): RecordReader {
  let reader: Reader | undefined;
  const open = (): Reader => ({
    talk: conversation(
      context.open({
        source: 'Pydantic AI',
        observes: ['context.added', 'call.proposed', 'exec.started', 'exec.ended', 'message.sent'],
      }),
      context.options.trust,
    ),
    past: history(),
    instructions: undefined,
  });
  const element = (value: Json, at: Place): void => {
    reader ??= open();
    const wrapped = isMessage(value) ? undefined : messagesIn(value);
    if (wrapped === undefined) {
      readMessage(reader, value, at);
      return;
    }
    reader.past.begin();
    for (const [index, inner] of wrapped.list.entries()) readMessage(reader, inner, placeBelow(at, wrapped.key, index));
  };
  return {
    record(record) {
      const values = isJsonArray(record.value) ? record.value : undefined;
      if (values === undefined) {
        element(record.value, placeIn(record));
        return;
      }
      reader ??= open();
      // A dump repeats the history of the dump before it.
      reader.past.begin();
      for (const [index, value] of values.entries()) element(value, placeIn(record, index));
    },
    end() {},
  };
}

function readMessage(reader: Reader, message: Json, at: Place): void {
  const { talk } = reader;
  const { run } = talk;
  if (!isJsonObject(message)) {
    run.dropped('not-an-object', at);
    return;
  }
  const parts = arrayField(message, 'parts');
  if (parts === undefined) {
    run.dropped('malformed', at);
    return;
  }
  if (!reader.past.isNew(canonicalJson(message))) {
    for (const index of parts.keys()) run.skipped('repeated', placeBelow(at, 'parts', index));
    return;
  }
  const session = nameField(message, 'conversation_id');
  const time = isoTime(field(message, 'timestamp'));
  const response = stringField(message, 'kind') === 'response';
  if (response) talk.beginStep();
  const instructions = nameField(message, 'instructions');
  if (instructions !== undefined && instructions !== reader.instructions) {
    reader.instructions = instructions;
    talk.context('system', instructions, placeBelow(at, 'instructions'), { at: time, session });
  }
  if (parts.some((part) => stringField(part, 'part_kind') === 'user-prompt')) talk.beginTurn();
  for (const [index, part] of parts.entries()) {
    const place = placeBelow(at, 'parts', index);
    const kind = nameField(part, 'part_kind');
    if (!isJsonObject(part) || kind === undefined)
      run.dropped(isJsonObject(part) ? 'malformed' : 'not-an-object', place);
    else readPart(reader, part, kind, place, { at: isoTime(field(part, 'timestamp')) ?? time, session });
  }
}

/** The text of a refusal that no author wrote: `ToolDenied` has it as its default. */
const DENIED = 'The tool call was denied.';

function readPart({ talk }: Reader, part: JsonObject, kind: string, at: Place, stamp: Stamp): Counted {
  const { run } = talk;
  const text = (): string | undefined => contentText(field(part, 'content'));
  switch (kind) {
    case 'system-prompt':
    case 'instruction':
      talk.context('system', text(), at, stamp);
      return run.imported();
    case 'user-prompt':
      // Images and documents have no text; that something was there is kept.
      talk.context('user', text(), at, stamp);
      return run.imported();
    case 'compaction':
      talk.context('memory', text(), at, stamp);
      return run.imported();
    case 'speech':
      if (stringField(part, 'speaker') === 'user') talk.context('user', stringField(part, 'transcript'), at, stamp);
      else talk.say(stringField(part, 'transcript') ?? '[speech]', at, stamp);
      return run.imported();
    case 'text': {
      const said = text() ?? '';
      if (said === '') return run.skipped('empty', at);
      talk.say(said, at, stamp);
      return run.imported();
    }
    case 'file':
      talk.say('[file]', at, stamp);
      return run.imported();
    case 'thinking':
      return run.skipped('reasoning', at);
    case 'tool-availability-delta':
      return run.skipped('bookkeeping', at);
    case 'tool-call':
    case 'builtin-tool-call': {
      const tool = nameField(part, 'tool_name');
      if (tool === undefined) return run.dropped('malformed', at);
      talk.propose({ id: nameField(part, 'tool_call_id'), tool, args: field(part, 'args') }, at, stamp);
      return run.imported();
    }
    case 'tool-return':
    case 'builtin-tool-return':
      return readReturn(talk, part, kind === 'builtin-tool-return', at, stamp);
    case 'retry-prompt': {
      const tool = nameField(part, 'tool_name');
      const retry = asText(field(part, 'content')) ?? '';
      if (tool === undefined) talk.context('system', retry, at, { ...stamp, inferred: 'harness-message' });
      else talk.result({ id: nameField(part, 'tool_call_id'), tool, text: retry, status: 'error' }, at, stamp);
      return run.imported();
    }
    default:
      return run.dropped('unknown-type', at);
  }
}

function readReturn(talk: Conversation, part: JsonObject, native: boolean, at: Place, stamp: Stamp): Counted {
  const tool = nameField(part, 'tool_name');
  const id = nameField(part, 'tool_call_id');
  if (tool === undefined && id === undefined) return talk.run.dropped('malformed', at);
  const text = asText(field(part, 'content')) ?? '';
  const outcome = stringField(part, 'outcome');
  const denied =
    outcome === 'denied'
      ? ({ denied: 'observed' } as const)
      : outcome === undefined && text === DENIED
        ? ({ denied: 'denial-text' } as const)
        : {};
  // Histories from before there was an outcome do not tell a failure that the tool put into words from a success.
  const status = outcome === 'success' ? 'ok' : outcome === 'failed' ? 'error' : 'unknown';
  talk.result({ id, tool, text, status, ...denied, executionObserved: native }, at, stamp);
  return talk.run.imported();
}
