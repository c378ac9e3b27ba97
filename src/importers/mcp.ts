import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { type Conversation, conversation, type Stamp } from './conversation.ts';
import {
  arrayField,
  asText,
  booleanField,
  contentText,
  field,
  isoTime,
  nameField,
  numberField,
  objectField,
  stringField,
} from './fields.ts';
import type { ImportContext, Importer, RecordReader } from './importer.ts';
import { advertise } from './openai-items.ts';
import { type Counted, type Place, placeBelow, placeIn } from './run-builder.ts';

/** The JSON-RPC message in a line of a log, which may wrap it. */
function messageOf(value: Json): { readonly message: JsonObject; readonly path: readonly string[] } | undefined {
  if (!isJsonObject(value)) return undefined;
  if (isRpc(value)) return { message: value, path: [] };
  for (const key of ['message', 'payload', 'data', 'msg', 'body']) {
    const inner = objectField(value, key);
    if (inner !== undefined && isRpc(inner)) return { message: inner, path: [key] };
  }
  return undefined;
}

const METHOD =
  /^(tools|resources|prompts|elicitation|sampling|roots|completion|logging|notifications|tasks|server|subscriptions)\/|^(initialize|ping)$/;

const isRpc = (value: JsonObject): boolean =>
  stringField(value, 'jsonrpc') !== undefined || METHOD.test(stringField(value, 'method') ?? '');

const isBareResult = (value: Json): boolean =>
  field(value, 'resultType') !== undefined ||
  (arrayField(value, 'content') !== undefined &&
    booleanField(value, 'isError') !== undefined &&
    stringField(value, 'role') === undefined);

const isBareElicitation = (value: Json): boolean =>
  stringField(value, 'message') !== undefined && /^(form|url)$/.test(stringField(value, 'mode') ?? '');

const isInputRequests = (value: Json): boolean =>
  isJsonObject(value) &&
  Object.values(value).length > 0 &&
  Object.values(value).every((request) => METHOD.test(stringField(request, 'method') ?? ''));

/**
 * MCP: logs of JSON-RPC messages between a client and its servers, one a line or in an array, wrapped or bare; also bare results and parameters, as the examples of the specification are.
 * Shape: https://modelcontextprotocol.io/specification (`tools/call`, `tools/list`, `elicitation/create`, `sampling/createMessage`; `isError` stands in a normal result; from 2026-07-28 a result may ask
 * for input and the call is sent again with the answer).
 *
 * The wire shows what a host executed, not what a model proposed and the host refused, nor its approvals, nor the conversation: only executions and advertised tools are observed. Everything
 * a server says is untrusted, its annotations too.
 */
export const mcp: Importer = {
  format: 'mcp',
  title: 'MCP JSON-RPC',
  unit: 'message',
  marks: [
    {
      name: 'JSON-RPC messages of MCP, or results and parameters of theirs',
      test: (records) =>
        records.length > 0 &&
        records.every(
          (r) => messageOf(r) !== undefined || isBareResult(r) || isBareElicitation(r) || isInputRequests(r),
        ),
    },
  ],
  start: (context) => mcpReader(context),
};

interface PendingRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly exec?: string;
  readonly call?: string;
}

interface Reader {
  readonly talk: Conversation;
  /** Requests without an answer, by direction and id: ids are unique only on one side of one session. */
  readonly pending: Map<string, PendingRequest>;
  /** Calls that wait for input, by the state that the next attempt sends back. */
  readonly waiting: Map<string, PendingRequest>;
}

function mcpReader(context: ImportContext): RecordReader {
  let reader: Reader | undefined;
  const element = (value: Json, at: Place): void => {
    reader ??= {
      talk: conversation(
        context.open({ source: 'MCP', observes: ['tools.advertised', 'exec.started', 'exec.ended'] }),
        context.options.trust,
      ),
      pending: new Map(),
      waiting: new Map(),
    };
    const found = messageOf(value);
    if (found !== undefined) readRpc(reader, found.message, value, placeBelow(at, ...found.path));
    else if (isBareElicitation(value)) {
      readServerRequest(reader, 'elicitation/create', value as JsonObject, at, {});
      reader.talk.run.imported();
    } else if (isBareResult(value)) {
      readToolResult(reader, undefined, value as JsonObject, at, {});
      reader.talk.run.imported();
    } else if (isInputRequests(value)) {
      readInputRequests(reader, value as JsonObject, at, {});
      reader.talk.run.imported();
    } else reader.talk.run.dropped(isJsonObject(value) ? 'unknown-type' : 'not-an-object', at);
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

/** Requests that a server makes of a client; every other one goes the other way. */
const SERVER_METHODS = new Set(['elicitation/create', 'sampling/createMessage', 'roots/list']);

function readRpc(reader: Reader, message: JsonObject, line: Json, at: Place): Counted {
  const { talk } = reader;
  const { run } = talk;
  const stamp: Stamp = {
    at: isoTime(field(line, 'timestamp')) ?? numberField(line, 'timestamp'),
    session: nameField(line, 'sessionId', 'session') ?? nameField(line, 'server'),
  };
  const id = field(message, 'id');
  const method = stringField(message, 'method');
  if (method === undefined) return readAnswer(reader, message, id, at, stamp);
  const params = objectField(message, 'params') ?? {};
  const key = `${SERVER_METHODS.has(method) ? 'server' : 'client'} ${JSON.stringify(id ?? null)}`;
  if (method === 'tools/call') {
    const tool = nameField(params, 'name');
    if (tool === undefined) return run.dropped('malformed', at);
    const state = nameField(params, 'requestState');
    const again = state === undefined ? undefined : reader.waiting.get(state);
    if (again !== undefined) {
      // The same call once more, with the input that its server asked for.
      readInputResponses(talk, params, at, stamp);
      reader.pending.set(key, again);
      return run.imported();
    }
    const args = field(params, 'arguments') ?? {};
    const call = talk.propose(
      { id: typeof id === 'string' ? id : `request:${JSON.stringify(id ?? null)}`, tool, args },
      at,
      { ...stamp, inferred: 'call-from-execution' },
    );
    const exec = talk.execution(call, tool, args, at, stamp);
    reader.pending.set(key, { method, params, exec, call });
    return run.imported();
  }
  if (id !== undefined) reader.pending.set(key, { method, params });
  if (SERVER_METHODS.has(method) && method !== 'roots/list') {
    readServerRequest(reader, method, params, at, stamp);
    return run.imported();
  }
  return run.skipped('bookkeeping', at);
}

function readAnswer(reader: Reader, message: JsonObject, id: Json | undefined, at: Place, stamp: Stamp): Counted {
  const { talk, pending } = reader;
  const result = objectField(message, 'result');
  const error = objectField(message, 'error');
  if (result === undefined && error === undefined) return talk.run.dropped('malformed', at);
  const spelled = JSON.stringify(id ?? null);
  // A decision to accept or decline can only answer the server; anything else answers the client first.
  const sides = field(result, 'action') === undefined ? ['client', 'server'] : ['server', 'client'];
  const key = sides.map((side) => `${side} ${spelled}`).find((candidate) => pending.has(candidate));
  const request = key === undefined ? undefined : pending.get(key);
  if (key !== undefined) pending.delete(key);
  const place = placeBelow(at, result === undefined ? 'error' : 'result');
  switch (request?.method) {
    case 'tools/call':
      readToolResult(reader, request, result ?? error!, place, stamp, error !== undefined);
      return talk.run.imported();
    case 'tools/list':
      for (const [index, tool] of (arrayField(result, 'tools') ?? []).entries())
        advertise(talk, tool, undefined, placeBelow(place, 'tools', index), stamp);
      return talk.run.imported();
    case 'resources/read':
      for (const [index, content] of (arrayField(result, 'contents') ?? []).entries()) {
        talk.context('retrieval', stringField(content, 'text'), placeBelow(place, 'contents', index), stamp);
      }
      return talk.run.imported();
    case 'prompts/get':
      for (const [index, prompt] of (arrayField(result, 'messages') ?? []).entries()) {
        talk.context('retrieval', contentText(field(prompt, 'content')), placeBelow(place, 'messages', index), stamp);
      }
      return talk.run.imported();
    case 'elicitation/create':
      if (stringField(result, 'action') === 'accept') {
        talk.say(asText(field(result, 'content')) ?? '', place, { ...stamp, to: 'server', channel: 'elicitation' });
      }
      return talk.run.imported();
    case 'sampling/createMessage':
      talk.say(contentText(field(result, 'content')) ?? '', place, { ...stamp, to: 'server', channel: 'sampling' });
      return talk.run.imported();
    case undefined:
      if (result !== undefined && isBareResult(result)) {
        readToolResult(reader, undefined, result, place, stamp);
        return talk.run.imported();
      }
      talk.run.gap('result-without-call');
      talk.run.warn('importers/result-without-call', 'an answer belongs to no request that is recorded', at);
      return talk.run.skipped('bookkeeping', at);
    default:
      return talk.run.skipped('bookkeeping', at);
  }
}

function readToolResult(
  reader: Reader,
  request: PendingRequest | undefined,
  result: JsonObject,
  at: Place,
  stamp: Stamp,
  rpcError = false,
): void {
  const { talk } = reader;
  const inputs = objectField(result, 'inputRequests');
  if (
    request !== undefined &&
    (inputs !== undefined || /^input.required$/.test(stringField(result, 'resultType') ?? ''))
  ) {
    readInputRequests(reader, inputs ?? {}, placeBelow(at, 'inputRequests'), stamp);
    const state = nameField(result, 'requestState');
    if (state !== undefined) reader.waiting.set(state, request);
    return;
  }
  const failed = rpcError || booleanField(result, 'isError') === true;
  const text =
    contentText(field(result, 'content')) ??
    asText(field(result, 'structuredContent')) ??
    stringField(result, 'message') ??
    '';
  if (request?.exec === undefined) {
    talk.result({ text, status: failed ? 'error' : 'ok' }, at, stamp);
    return;
  }
  const item = talk.nextItem();
  talk.ended(request.exec, failed ? 'error' : 'ok', item, at, stamp);
  talk.addItem(item, 'tool_result', text, at, {
    ...stamp,
    tool: nameField(request.params, 'name'),
    producer: request.call,
  });
}

/** What a server asks of the user or of the host's model. */
function readServerRequest(reader: Reader, method: string, params: JsonObject, at: Place, stamp: Stamp): void {
  const { talk } = reader;
  if (method === 'elicitation/create') {
    talk.say(stringField(params, 'message') ?? '', at, { ...stamp, channel: 'elicitation' });
    return;
  }
  const prompt = stringField(params, 'systemPrompt');
  if (prompt !== undefined) talk.context('peer', prompt, at, stamp);
  for (const [index, message] of (arrayField(params, 'messages') ?? []).entries()) {
    talk.context('peer', contentText(field(message, 'content')), placeBelow(at, 'messages', index), stamp);
  }
}

function readInputRequests(reader: Reader, requests: JsonObject, at: Place, stamp: Stamp): void {
  for (const [key, request] of Object.entries(requests)) {
    const method = stringField(request, 'method');
    if (method !== undefined && SERVER_METHODS.has(method))
      readServerRequest(reader, method, objectField(request, 'params') ?? {}, placeBelow(at, key), stamp);
    else reader.talk.run.dropped('unknown-type', placeBelow(at, key));
  }
}

function readInputResponses(talk: Conversation, params: JsonObject, at: Place, stamp: Stamp): void {
  for (const [key, response] of Object.entries(objectField(params, 'inputResponses') ?? {})) {
    const action = stringField(response, 'action');
    if (action === undefined || action === 'accept')
      talk.say(asText(field(response, 'content')) ?? '', placeBelow(at, 'params', 'inputResponses', key), {
        ...stamp,
        to: 'server',
        channel: 'elicitation',
      });
  }
}
