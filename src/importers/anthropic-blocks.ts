import { isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import type { CallAnswer } from './claude-permissions.ts';
import type { ContextDetails, Conversation } from './conversation.ts';
import { arrayField, asText, booleanField, contentText, field, nameField, objectField, stringField } from './fields.ts';
import type { Counted, Place } from './run-builder.ts';
import type { Origin } from './trust.ts';

export interface BlockOptions {
  readonly role: string | undefined;
  /** Origin of text in the role of the user: not always the user. */
  readonly userOrigin?: Origin;
  /** Whether the text of an error result is that of a refusal. */
  readonly isDenial?: (text: string) => boolean;
  /** Ids of calls that the recording says were refused. */
  readonly refused?: ReadonlySet<string>;
  /** What was answered on calls, by their ids. */
  readonly answers?: ReadonlyMap<string, CallAnswer>;
}

/** Text of results that come from documents rather than tools. */
const RETRIEVAL = new Set(['web_search_tool_result', 'web_fetch_tool_result', 'search_result']);

/**
 * One content block of the Anthropic Messages API. Origin goes by the type of the block: the results of tools stand in messages of the user.
 * Shape: https://docs.anthropic.com/en/api/messages (content blocks), https://docs.anthropic.com/en/docs/agents-and-tools/mcp-connector
 * (`mcp_tool_use`, `mcp_tool_result`).
 */
export function readBlock(
  talk: Conversation,
  block: Json,
  at: Place,
  options: BlockOptions,
  more: ContextDetails = {},
): Counted {
  const { run } = talk;
  if (!isJsonObject(block)) return run.dropped('not-an-object', at);
  const type = stringField(block, 'type');
  switch (type) {
    case 'text': {
      const text = stringField(block, 'text') ?? '';
      if (text === '') return run.skipped('empty', at);
      if (options.role === 'assistant') talk.say(text, at, more);
      else talk.context(options.role === 'system' ? 'system' : (options.userOrigin ?? 'user'), text, at, more);
      return run.imported();
    }
    case 'thinking':
    case 'redacted_thinking':
      return run.skipped('reasoning', at);
    case 'image':
    case 'document':
    case 'container_upload':
      // A document that somebody attached may hold text of anyone.
      talk.context(type === 'document' ? 'retrieval' : (options.userOrigin ?? 'user'), documentText(block), at, more);
      return run.imported();
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const tool = nameField(block, 'name');
      if (tool === undefined) return run.dropped('malformed', at);
      const server = nameField(block, 'server_name');
      talk.propose(
        {
          id: nameField(block, 'id'),
          tool: server === undefined ? tool : `${server}.${tool}`,
          args: field(block, 'input'),
        },
        at,
        more,
      );
      return run.imported();
    }
    case 'tool_result':
      return readResult(talk, block, at, options, more);
    case undefined:
      return run.dropped('malformed', at);
    default:
      if (type.endsWith('_tool_result') || type === 'search_result')
        return readServerResult(talk, block, type, at, more);
      return run.dropped('unknown-type', at);
  }
}

function readResult(
  talk: Conversation,
  block: JsonObject,
  at: Place,
  options: BlockOptions,
  more: ContextDetails,
): Counted {
  const content = field(block, 'content');
  const text = contentText(content) ?? (Array.isArray(content) ? undefined : asText(content));
  const failed = booleanField(block, 'is_error') === true;
  const id = nameField(block, 'tool_use_id');
  const answer = id === undefined ? undefined : options.answers?.get(id);
  // A result that is no error was brought by an execution, whatever was answered.
  const refused = failed && id !== undefined && (options.refused?.has(id) === true || answer?.denied === true);
  const denied = text !== undefined && options.isDenial?.(text) === true;
  talk.result(
    {
      id,
      text: text ?? '',
      status: failed ? 'error' : 'ok',
      ...(answer === undefined || answer.denied ? {} : { approval: answer.approval, args: answer.edited }),
      ...(refused ? { denied: 'observed' as const } : denied ? { denied: 'denial-text' as const } : {}),
    },
    at,
    more,
  );
  return talk.run.imported();
}

/** The result of a tool that the provider ran: it was executed, and whatever it returned may be written by anyone. */
function readServerResult(
  talk: Conversation,
  block: JsonObject,
  type: string,
  at: Place,
  more: ContextDetails,
): Counted {
  const content = field(block, 'content');
  const failed = booleanField(block, 'is_error') === true || stringField(content, 'type')?.endsWith('_error') === true;
  talk.result(
    {
      id: nameField(block, 'tool_use_id'),
      text: serverText(block, content),
      status: failed ? 'error' : 'ok',
      executionObserved: true,
      origin: RETRIEVAL.has(type) ? 'retrieval' : 'tool_result',
    },
    at,
    more,
  );
  return talk.run.imported();
}

function serverText(block: JsonObject, content: Json | undefined): string {
  const results = arrayField(block, 'content');
  if (results === undefined) return documentText(objectField(content, 'content')) ?? asText(content) ?? '';
  const lines = results.map((result) => {
    const title = [stringField(result, 'title'), stringField(result, 'url')]
      .filter((part) => part !== undefined)
      .join(' ');
    return stringField(result, 'text') ?? (title === '' ? asText(result) : title) ?? '';
  });
  return lines.join('\n');
}

/** The text of a document block, if it is text. */
function documentText(block: JsonObject | undefined): string | undefined {
  const source = objectField(block, 'source');
  return stringField(source, 'type') === 'text' ? stringField(source, 'data') : contentText(field(source, 'content'));
}
