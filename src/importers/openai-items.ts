import { jsonDigest } from '../trace/digest.ts';
import { isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import type { ContextDetails, Conversation } from './conversation.ts';
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
import type { SkipRule } from './rules.ts';
import { type Counted, type Place, placeBelow } from './run-builder.ts';

/** What is known of hosted approvals while items are read. */
export interface ItemReader {
  readonly talk: Conversation;
  /** Approval request id to the call of the trace. */
  readonly approvals: Map<string, string>;
  readonly decided: Set<string>;
}

export const itemReader = (talk: Conversation): ItemReader => ({ talk, approvals: new Map(), decided: new Set() });

const SKIPPED: ReadonlyMap<string, SkipRule> = new Map([
  ['reasoning', 'reasoning'],
  ['item_reference', 'repeated'],
  ['compaction', 'bookkeeping'],
]);

/** Results of hosted tools are what the provider fetched; the rest of the `*_call` items are executed by the client. */
const HOSTED = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'tool_search_call',
]);

/**
 * One item of the Responses API, of its input or its output, in the snake case of the API or the camel case of the Agents SDK.
 * Shape: https://platform.openai.com/docs/api-reference/responses (items) and `packages/agents-core/src/types/protocol.ts` of https://github.com/openai/openai-agents-js.
 */
export function readItem(reader: ItemReader, item: Json, at: Place, more: ContextDetails = {}): Counted {
  const { talk } = reader;
  const { run } = talk;
  if (!isJsonObject(item)) return run.dropped('not-an-object', at);
  const type = stringField(item, 'type') ?? (stringField(item, 'role') === undefined ? undefined : 'message');
  if (type === undefined) return run.dropped('malformed', at);
  const skip = SKIPPED.get(type);
  if (skip !== undefined) return run.skipped(skip, at);
  switch (type) {
    case 'message':
      return readMessage(reader, item, at, more);
    case 'function_call':
    case 'custom_tool_call': {
      const tool = nameField(item, 'name');
      if (tool === undefined) return run.dropped('malformed', at);
      const space = nameField(item, 'namespace');
      talk.propose(
        {
          id: nameField(item, 'call_id', 'callId', 'id'),
          tool: space === undefined ? tool : `${space}.${tool}`,
          args: field(item, 'arguments') ?? field(item, 'input'),
        },
        at,
        more,
      );
      return run.imported();
    }
    case 'program': {
      const id = nameField(item, 'call_id', 'callId', 'id');
      talk.propose({ id, tool: 'program', args: { code: field(item, 'code') ?? null } }, at, more);
      return run.imported();
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'program_output':
    case 'function_call_result': {
      const output = field(item, 'output');
      talk.result(
        {
          id: nameField(item, 'call_id', 'callId'),
          tool: nameField(item, 'name'),
          text: contentText(output) ?? asText(output) ?? '',
          status: 'unknown',
        },
        at,
        more,
      );
      return run.imported();
    }
    case 'mcp_list_tools':
    case 'tool_search_output':
      return readToolList(reader, item, at, more);
    case 'mcp_approval_request': {
      const approval = nameField(item, 'id');
      const tool = nameField(item, 'name');
      if (approval === undefined || tool === undefined) return run.dropped('malformed', at);
      const qualified = qualify(item, tool);
      const call = talk.propose({ id: approval, tool: qualified, args: field(item, 'arguments') }, at, more);
      reader.approvals.set(approval, call);
      talk.requestApproval({ approval, call }, at, more);
      return run.imported();
    }
    case 'mcp_approval_response': {
      const approval = nameField(item, 'approval_request_id', 'approvalRequestId');
      const approve = booleanField(item, 'approve');
      if (approval === undefined || approve === undefined) return run.dropped('malformed', at);
      reader.decided.add(approval);
      // The provider holds the request and refuses an answer to one that it did not make.
      talk.decideApproval(
        { approval, decision: approve ? 'approve' : 'deny', by: 'human', authenticity: 'server' },
        at,
        more,
      );
      return run.imported();
    }
    case 'mcp_call':
      return readMcpCall(reader, item, at, more);
    case 'hosted_tool_call':
      return readHostedCall(reader, item, nameField(item, 'name') ?? 'hosted_tool', at, more);
    default:
      if (type.endsWith('_call_output') || type.endsWith('_call_result')) {
        const text = asText(field(item, 'output')) ?? '';
        talk.result({ id: nameField(item, 'call_id', 'callId'), text, status: 'unknown' }, at, more);
        return run.imported();
      }
      if (type.endsWith('_call')) return readHostedCall(reader, item, type, at, more);
      return run.dropped('unknown-type', at);
  }
}

/** Tools of a hosted server carry its label, because an approval of one server's tool is none of another's with the same name. */
function qualify(item: JsonObject, tool: string): string {
  const server = nameField(item, 'server_label', 'serverLabel');
  return server === undefined ? tool : `${server}.${tool}`;
}

function readMessage(reader: ItemReader, item: JsonObject, at: Place, more: ContextDetails): Counted {
  const { talk } = reader;
  const { run } = talk;
  const role = stringField(item, 'role');
  const refusal = (arrayField(item, 'content') ?? [])
    .map((part) => stringField(part, 'refusal'))
    .find((text) => text !== undefined);
  const text = contentText(field(item, 'content')) ?? refusal;
  switch (role) {
    case 'assistant':
      talk.beginStep();
      if (text === undefined || text === '') return run.skipped('empty', at);
      talk.say(text, at, more);
      return run.imported();
    case 'user':
      talk.beginTurn();
      talk.context('user', text, at, more);
      return run.imported();
    case 'system':
    case 'developer':
      talk.context(role, text, at, more);
      return run.imported();
    default:
      return run.dropped('unknown-type', at);
  }
}

function readToolList(reader: ItemReader, item: JsonObject, at: Place, more: ContextDetails): Counted {
  const { talk } = reader;
  const server = nameField(item, 'server_label', 'serverLabel');
  for (const [index, tool] of (arrayField(item, 'tools') ?? []).entries()) {
    advertise(talk, tool, server, placeBelow(at, 'tools', index), more);
  }
  return talk.run.imported();
}

/** A tool definition that a server gave: its digest, and its description, which the model reads. */
export function advertise(
  talk: Conversation,
  tool: Json,
  server: string | undefined,
  at: Place,
  more: ContextDetails = {},
): void {
  const name = nameField(tool, 'name');
  if (name === undefined) {
    talk.run.dropped('malformed', at);
    return;
  }
  const qualified = server === undefined ? name : `${server}.${name}`;
  talk.run.observes('tools.advertised');
  const when = more.at === undefined ? {} : { at: more.at };
  talk.run.add({ ...when, kind: 'tools.advertised', tool: qualified, server, definition: jsonDigest(tool) }, at);
  const description = stringField(tool, 'description');
  if (description !== undefined) talk.context('tool_definition', description, at, { ...more, tool: qualified });
}

function readMcpCall(reader: ItemReader, item: JsonObject, at: Place, more: ContextDetails): Counted {
  const { talk } = reader;
  const name = nameField(item, 'name');
  if (name === undefined) return talk.run.dropped('malformed', at);
  const approval = nameField(item, 'approval_request_id', 'approvalRequestId');
  const args = maybeJson(field(item, 'arguments'));
  const requested = approval === undefined ? undefined : reader.approvals.get(approval);
  const id = requested === undefined ? (nameField(item, 'id') ?? approval) : approval;
  if (requested === undefined) talk.propose({ id, tool: qualify(item, name), args }, at, more);
  if (approval !== undefined && !reader.decided.has(approval)) {
    reader.decided.add(approval);
    const decision = { approval, decision: 'approve', by: 'unknown', authenticity: 'server' } as const;
    talk.decideApproval(decision, at, { ...more, inferred: 'approval-cited-by-call' });
  }
  const error = field(item, 'error');
  const failed = error !== undefined && error !== null;
  talk.result(
    {
      id,
      text: asText(field(item, 'output')) ?? asText(error) ?? '',
      status: failed ? 'error' : 'ok',
      executionObserved: true,
      approval,
      args,
    },
    at,
    more,
  );
  return talk.run.imported();
}

function readHostedCall(reader: ItemReader, item: JsonObject, type: string, at: Place, more: ContextDetails): Counted {
  const { talk } = reader;
  const id = nameField(item, 'call_id', 'callId', 'id');
  const tool = type.replace(/_call$/, '');
  const args =
    field(item, 'action') ??
    field(item, 'queries') ??
    field(item, 'code') ??
    field(item, 'arguments') ??
    field(item, 'operation');
  talk.propose({ id, tool, args: maybeJson(args) }, at, more);
  const output = field(item, 'results') ?? field(item, 'outputs') ?? field(item, 'output');
  const ran = HOSTED.has(type) && nameField(item, 'status') === 'completed';
  if (ran || (output !== undefined && output !== null)) {
    talk.result({ id, text: asText(output), status: 'ok', executionObserved: ran, origin: 'retrieval' }, at, more);
  }
  return talk.run.imported();
}

/** What makes an item the same as one that was read before, or `undefined` where nothing does. */
export function itemKey(item: Json): string | undefined {
  const id = nameField(item, 'id', 'call_id', 'callId', 'approval_request_id');
  return id === undefined ? undefined : `${stringField(item, 'type') ?? objectField(item, 'type')} ${id}`;
}
