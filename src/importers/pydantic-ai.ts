import { canonicalJson } from '../trace/canonical-json.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { type Conversation, conversation, type Stamp } from './conversation.ts';
import { arrayField, asText, field, isoTime, nameField, stringField } from './fields.ts';
import { type History, history } from './history.ts';
import type { ImportContext, Importer, RecordReader } from './importer.ts';
import { type Counted, type Place, placeBelow, placeIn } from './run-builder.ts';

const isMessage = (value: Json): boolean =>
  arrayField(value, 'parts') !== undefined && /^(request|response)$/.test(stringField(value, 'kind') ?? '');

const listOf = (value: Json): { readonly key: string; readonly messages: readonly Json[] } | undefined => {
  for (const key of ['all_messages', 'new_messages', 'messages', 'message_history']) {
    const messages = arrayField(value, key);
    if (messages?.some(isMessage) === true) return { key, messages };
  }
  return undefined;
};

/** A line may hold a whole history. */
const entriesOf = (value: Json): readonly Json[] => (isJsonArray(value) ? value : [value]);

/**
 * Pydantic AI: the message history of a run, as `result.all_messages_json()` and `ModelMessagesTypeAdapter` write it.
 * Shape: `ModelRequest`, `ModelResponse` and their parts in `pydantic_ai_slim/pydantic_ai/messages.py` of https://github.com/pydantic/pydantic-ai.
 *
 * Approvals of deferred tools are not in a history: a denial is known by the `outcome` of the return, where the version writes one. A `retry-prompt`
 * with a tool is what that call came to: with a list of errors its arguments were refused, and it was not executed; with text it may have been, so
 * that the execution is one of unknown status.
 */
export const pydanticAi: Importer = {
  format: 'pydantic-ai',
  title: 'Pydantic AI',
  unit: 'part',
  marks: [
    {
      name: 'messages of kind "request" or "response" with "parts"',
      test: (records) => records.flatMap(entriesOf).some((one) => isMessage(one) || listOf(one) !== undefined),
    },
    {
      name: 'a "part_kind" on parts',
      test: (records) =>
        records
          .flatMap(entriesOf)
          .flatMap((record) => (isMessage(record) ? [record] : (listOf(record)?.messages ?? [])))
          .some((message) =>
            (arrayField(message, 'parts') ?? []).some((part) => nameField(part, 'part_kind') !== undefined),
          ),
    },
  ],
  start: (context) => pydanticReader(context),
};

function pydanticReader(context: ImportContext): RecordReader {
  let talk: Conversation | undefined;
  const seen = new Set<string>();
  const past = history();
  const element = (value: Json, at: Place): void => {
    talk ??= conversation(
      context.open({
        source: 'Pydantic AI',
        observes: ['context.added', 'call.proposed', 'exec.started', 'exec.ended', 'message.sent'],
      }),
      context.options.trust,
    );
    const list = isMessage(value) ? undefined : listOf(value);
    if (list === undefined) readMessage(talk, value, at, seen, past);
    else {
      past.begin();
      for (const [index, message] of list.messages.entries())
        readMessage(talk, message, placeBelow(at, list.key, index), seen, past);
    }
  };
  return {
    record(record) {
      const values = isJsonArray(record.value) ? record.value : undefined;
      if (values === undefined) element(record.value, placeIn(record));
      // Each history repeats the one before it.
      else past.begin();
      for (const [index, value] of (values ?? []).entries()) element(value, placeIn(record, index));
    },
    end() {},
  };
}

function readMessage(talk: Conversation, message: Json, at: Place, instructions: Set<string>, past: History): void {
  const { run } = talk;
  const parts = arrayField(message, 'parts');
  if (!isJsonObject(message) || parts === undefined) {
    run.dropped(isJsonObject(message) ? 'malformed' : 'not-an-object', at);
    return;
  }
  if (!past.isNew(canonicalJson(message))) {
    for (const index of parts.keys()) run.skipped('repeated', placeBelow(at, 'parts', index));
    return;
  }
  if (stringField(message, 'kind') === 'response') talk.beginStep();
  // Every request of a run repeats them.
  const words = nameField(message, 'instructions');
  if (words !== undefined && !instructions.has(words)) {
    instructions.add(words);
    talk.context('developer', words, placeBelow(at, 'instructions'));
  }
  const time = isoTime(field(message, 'timestamp'));
  for (const [index, part] of parts.entries()) {
    const place = placeBelow(at, 'parts', index);
    if (isJsonObject(part)) readPart(talk, part, place, { at: isoTime(field(part, 'timestamp')) ?? time });
    else run.dropped('not-an-object', place);
  }
}

/** What `ToolDenied` says by itself: before there was an outcome, a refusal was known by nothing else. */
const DENIED = 'The tool call was denied.';

/** A call that was interrupted has a return that the program made up: what it came to is not known. */
function statusOf(outcome: string | undefined): 'ok' | 'error' | 'denied' | 'unknown' {
  switch (outcome) {
    case undefined:
    case 'success':
      return 'ok';
    case 'failed':
      return 'error';
    case 'denied':
      return 'denied';
    default:
      return 'unknown';
  }
}

function readPart(talk: Conversation, part: JsonObject, at: Place, stamp: Stamp): Counted {
  const { run } = talk;
  const kind = stringField(part, 'part_kind');
  const content = field(part, 'content');
  const id = nameField(part, 'tool_call_id');
  const tool = nameField(part, 'tool_name');
  switch (kind) {
    case 'system-prompt':
    case 'instruction':
      talk.context('system', textOf(content), at, stamp);
      return run.imported();
    case 'user-prompt':
      talk.beginTurn();
      talk.context('user', textOf(content), at, stamp);
      return run.imported();
    case 'text':
      if (content === '') return run.skipped('empty', at);
      talk.say(asText(content) ?? '', at, stamp);
      return run.imported();
    case 'thinking':
      return run.skipped('reasoning', at);
    case 'compaction':
      talk.context('memory', textOf(content), at, stamp);
      return run.imported();
    case 'tool-availability-delta':
      return run.skipped('bookkeeping', at);
    case 'file':
      talk.say('[file]', at, stamp);
      return run.imported();
    case 'tool-call':
    case 'builtin-tool-call':
      if (tool === undefined) return run.dropped('malformed', at);
      // A call without arguments has none here, by the default of the type.
      talk.propose({ id, tool, args: field(part, 'args') ?? {} }, at, stamp);
      return run.imported();
    case 'tool-return':
    case 'builtin-tool-return': {
      const outcome = stringField(part, 'outcome');
      const text = textOf(content) ?? '';
      const denied =
        outcome === 'denied'
          ? ({ denied: 'observed' } as const)
          : outcome === undefined && text === DENIED
            ? ({ denied: 'denial-text' } as const)
            : {};
      talk.result(
        {
          id,
          tool,
          text,
          status: statusOf(outcome),
          ...denied,
          executionObserved: kind === 'builtin-tool-return',
        },
        at,
        stamp,
      );
      return run.imported();
    }
    case 'retry-prompt':
      if (tool === undefined) talk.context('developer', textOf(content), at, stamp);
      else {
        const refused = isJsonArray(content) ? ({ denied: 'observed' } as const) : {};
        talk.result({ id, tool, text: textOf(content) ?? '', status: 'unknown', ...refused }, at, stamp);
      }
      return run.imported();
    default:
      return run.dropped(kind === undefined ? 'malformed' : 'unknown-type', at);
  }
}

/** The text of content: a string, a list of strings and media, or the value that a tool returned. */
function textOf(content: Json | undefined): string | undefined {
  if (!Array.isArray(content)) return asText(content);
  const list = content as readonly Json[];
  const texts = list.flatMap((one) => (typeof one === 'string' ? [one] : (stringField(one, 'content') ?? [])));
  return texts.length === 0
    ? list.some((one) => stringField(one, 'kind') === undefined)
      ? asText(content)
      : undefined
    : texts.join('\n');
}
