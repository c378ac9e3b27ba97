import { canonicalJson } from '../trace/canonical-json.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { conversation } from './conversation.ts';
import { arrayField, field, nameField, objectField, stringField } from './fields.ts';
import type { ImportContext, Importer, RecordReader } from './importer.ts';
import { advertise, type ItemReader, itemKey, itemReader, readItem } from './openai-items.ts';
import { type Place, placeBelow, placeIn } from './run-builder.ts';

const isItem = (value: Json): boolean =>
  /^(function_call(_output)?|mcp_(call|list_tools|approval_request|approval_response)|reasoning|[a-z_]+_call)$/.test(
    stringField(value, 'type') ?? '',
  ) && stringField(value, 'role') === undefined;

const isResponse = (value: Json): boolean =>
  stringField(value, 'object') === 'response' && arrayField(value, 'output') !== undefined;

const isRequest = (value: Json): boolean =>
  field(value, 'input') !== undefined && nameField(value, 'model') !== undefined;

const isStreamEvent = (value: Json): boolean =>
  /^(?:response|conversation\.item|session|input_audio_buffer|output_audio_buffer|rate_limits)\./.test(
    stringField(value, 'type') ?? '',
  );

/** Stream events that hold a whole item: of Responses, and of a Realtime session in both directions. */
const ITEM_EVENTS = new Set([
  'response.output_item.done',
  'conversation.item.create',
  'conversation.item.created',
  'conversation.item.added',
  'conversation.item.done',
]);
const LAST_EVENTS = /^response\.(?:completed|incomplete|failed|cancelled|done)$/;

const isLog = (value: Json): boolean =>
  isResponse(objectField(value, 'response') ?? null) ||
  isRequest(objectField(value, 'request') ?? null) ||
  isResponse(objectField(objectField(value, 'response'), 'body') ?? null);

/**
 * OpenAI Responses: response objects, requests with `input`, log entries of both, a bare list of items, or the events of a stream or of a
 * Realtime session (whole items and ends of responses; a response that has no end was cut off).
 * Shape: https://platform.openai.com/docs/api-reference/responses and, for hosted MCP servers, https://platform.openai.com/docs/guides/tools-remote-mcp (`mcp_list_tools`,
 * `mcp_approval_request`, `mcp_approval_response`, `mcp_call`).
 *
 * The answer to an approval request stands in the input of the *next* request. A log of responses alone shows the request and at best an `mcp_call` that cites it: then decisions are not
 * observed, and one is inferred only from that call.
 */
export const openaiResponses: Importer = {
  format: 'openai-responses',
  title: 'OpenAI Responses',
  unit: 'item',
  marks: [
    {
      name: 'a response object, a request with "input" or items such as "function_call"',
      test: (records) =>
        records.some((r) => isResponse(r) || isRequest(r) || isStreamEvent(r) || isLog(r) || isItem(r)),
    },
    {
      name: 'no messages with "tool_calls"',
      foreign: true,
      test: (records) => !records.some((r) => arrayField(r, 'tool_calls', 'choices', 'parts') !== undefined),
    },
  ],
  start: (context) => responsesReader(context),
};

function responsesReader(context: ImportContext): RecordReader {
  let reader: ItemReader | undefined;
  const seen = new Set<string>();
  const open = (): ItemReader =>
    itemReader(
      conversation(
        context.open({
          source: 'OpenAI Responses',
          observes: ['context.added', 'call.proposed', 'exec.started', 'exec.ended', 'message.sent'],
        }),
        context.options.trust,
      ),
    );
  const items = (list: readonly Json[], at: Place, history: boolean): void => {
    reader ??= open();
    for (const [index, item] of list.entries()) {
      const place = placeBelow(at, index);
      const known = itemKey(item);
      // A client that keeps the history itself sends it again with every request, in the same places.
      const key = known ?? (history ? `${index} ${canonicalJson(item)}` : undefined);
      if (key !== undefined && seen.has(key)) {
        reader.talk.run.skipped('repeated', place);
        continue;
      }
      if (key !== undefined) seen.add(key);
      readItem(reader, item, place);
    }
  };
  const request = (value: JsonObject, at: Place): void => {
    reader ??= open();
    const { talk } = reader;
    // Whoever records requests records the answers to approval requests.
    talk.run.observes('approval.requested', 'approval.decided');
    const instructions = stringField(value, 'instructions');
    if (instructions !== undefined && !seen.has(`instructions ${instructions}`)) {
      seen.add(`instructions ${instructions}`);
      talk.context('developer', instructions, placeBelow(at, 'instructions'));
      talk.run.imported();
    }
    for (const [index, tool] of (arrayField(value, 'tools') ?? []).entries()) {
      if (stringField(tool, 'type') !== 'function') continue;
      const definition = `tool ${canonicalJson(tool)}`;
      if (seen.has(definition)) continue;
      seen.add(definition);
      // The developer's own definitions: advertised, but no foreign words in the context.
      const { description: _description, ...rest } = tool as JsonObject;
      advertise(talk, rest, undefined, placeBelow(at, 'tools', index));
    }
    const input = field(value, 'input');
    if (typeof input === 'string') {
      talk.beginTurn();
      talk.context('user', input, placeBelow(at, 'input'));
      talk.run.imported();
    } else if (Array.isArray(input)) {
      items(input as readonly Json[], placeBelow(at, 'input'), nameField(value, 'previous_response_id') === undefined);
    }
  };
  const response = (value: JsonObject, at: Place): void => {
    reader ??= open();
    reader.talk.beginStep();
    if (arrayField(value, 'output')?.some((item) => stringField(item, 'type') === 'mcp_approval_request') === true) {
      reader.talk.run.observes('approval.requested');
    }
    items(arrayField(value, 'output') ?? [], placeBelow(at, 'output'), false);
  };
  const begun = new Map<string, Place>();
  const streamEvent = (value: JsonObject, at: Place): void => {
    reader ??= open();
    const { run } = reader.talk;
    const type = stringField(value, 'type') ?? '';
    const whole = objectField(value, 'response');
    const item = objectField(value, 'item');
    if (type === 'response.created') {
      // Counted at its end: a response without one was cut off, and what it called is not known.
      begun.set(nameField(whole, 'id') ?? '', at);
    } else if (LAST_EVENTS.test(type) && whole !== undefined) {
      const first = begun.get(nameField(whole, 'id') ?? '');
      if (first !== undefined) run.skipped('partial', first);
      begun.delete(nameField(whole, 'id') ?? '');
      if (arrayField(whole, 'output')?.length) response(whole, placeBelow(at, 'response'));
      else run.skipped('bookkeeping', at);
    } else if (ITEM_EVENTS.has(type) && item !== undefined && isWhole(item)) {
      if (stringField(item, 'role') === 'assistant' || type === 'response.output_item.done') reader.talk.beginStep();
      items([item], placeBelow(at, 'item'), false);
    } else if (ITEM_EVENTS.has(type) && item === undefined) run.dropped('malformed', at);
    else run.skipped(type.startsWith('response.') ? 'partial' : 'bookkeeping', at);
  };
  const element = (value: Json, at: Place): void => {
    reader ??= open();
    const { run } = reader.talk;
    if (!isJsonObject(value)) {
      run.dropped('not-an-object', at);
      return;
    }
    if (isStreamEvent(value)) {
      streamEvent(value, at);
      return;
    }
    if (isResponse(value)) {
      response(value, at);
      return;
    }
    const sent = objectField(value, 'request');
    const received = objectField(value, 'response');
    if (sent !== undefined || received !== undefined) {
      const body = objectField(sent, 'body');
      if (sent !== undefined) request(body ?? sent, placeBelow(at, 'request', ...(body === undefined ? [] : ['body'])));
      const answer = objectField(received, 'body');
      if (received !== undefined)
        response(answer ?? received, placeBelow(at, 'response', ...(answer === undefined ? [] : ['body'])));
      return;
    }
    if (field(value, 'input') !== undefined && stringField(value, 'type') === undefined) request(value, at);
    else items([value], at, false);
  };
  return {
    record(record) {
      const values = isJsonArray(record.value) ? record.value : undefined;
      if (values === undefined) element(record.value, placeIn(record));
      for (const [index, value] of (values ?? []).entries()) element(value, placeIn(record, index));
    },
    end() {
      for (const place of begun.values()) reader?.talk.run.dropped('cut-off', place);
    },
  };
}

/** Whether an item is there to its end: a Realtime session announces items before they are. */
const isWhole = (item: JsonObject): boolean => stringField(item, 'status') !== 'in_progress';
