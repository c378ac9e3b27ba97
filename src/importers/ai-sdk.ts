import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { authenticityOf } from './ai-sdk-signature.ts';
import { type Conversation, conversation, type ResultOfCall } from './conversation.ts';
import { arrayField, asText, booleanField, contentText, field, nameField, objectField, stringField } from './fields.ts';
import type { ImportContext, Importer, NamedImportOptions, RecordReader } from './importer.ts';
import { messagesOf } from './openai-chat.ts';
import type { SkipRule } from './rules.ts';
import { type Counted, type Place, placeBelow, placeIn } from './run-builder.ts';

const MODEL_PARTS = new Set(['tool-call', 'tool-result', 'tool-approval-request', 'tool-approval-response']);
const ROLES = new Set(['system', 'user', 'assistant', 'tool']);

/** The parts of a UI message: its own, or those of the `content` in which Mastra stores them. */
const partsOf = (message: Json): { readonly parts: readonly Json[]; readonly path: readonly string[] } | undefined => {
  const own = arrayField(message, 'parts');
  if (own !== undefined) return { parts: own, path: ['parts'] };
  const stored = arrayField(objectField(message, 'content'), 'parts');
  return stored === undefined ? undefined : { parts: stored, path: ['content', 'parts'] };
};

const isUiMessage = (value: Json): boolean =>
  partsOf(value) !== undefined && ROLES.has(stringField(value, 'role') ?? '');

const isModelMessage = (value: Json): boolean =>
  ROLES.has(stringField(value, 'role') ?? '') &&
  (arrayField(value, 'content') ?? []).some((part) => MODEL_PARTS.has(stringField(part, 'type') ?? ''));

/** A step, as `onStepFinish` is given it: its `content` is what the assistant said, called and got. */
const stepMessage = (value: Json): JsonObject | undefined => {
  const content = arrayField(value, 'content');
  const isStep =
    content !== undefined && nameField(value, 'role') === undefined && field(value, 'finishReason') !== undefined;
  return isStep ? { role: 'assistant', content } : undefined;
};

const listOf = (value: Json) => messagesOf(value) ?? messagesOf(field(value, 'response') ?? null);

const sample = (records: readonly Json[]): readonly Json[] =>
  records.flatMap((record) => {
    if (stringField(record, 'role') !== undefined) return [record];
    const step = stepMessage(record);
    return step === undefined
      ? (listOf(record)?.messages ?? arrayField(record, 'steps')?.map((one) => stepMessage(one) ?? one) ?? [])
      : [step];
  });

/**
 * Vercel AI SDK 4 to 7, and Mastra, which stores its messages: model messages (`content` parts, which keep both sides of an approval) and UI messages (`parts`, mutated in place: a part shows the last state
 * of its call, so the order of what is read from it is inferred). Later versions of the same UI message, as a chat store writes them, add only what is new. Steps (`onStepFinish`, `steps` of a result) are read
 * from their `content`.
 * Shape: https://ai-sdk.dev/docs/reference/ai-sdk-core/model-message and https://ai-sdk.dev/docs/reference/ai-sdk-core/ui-message; the types `ToolApprovalRequest`, `ToolApprovalResponse`
 * and `UIToolInvocation` of the package `ai` 6.0 and 7.0.
 *
 * A history is sent by the client, so an approval in it is a claim (`client_claimed`), unless the request carries a signature that `approvalSecret` verifies (`signed`;
 * vercel/ai PR 15947). Approvals are observed if the recording has any: version 5 has none to show.
 */
export const aiSdk: Importer = {
  format: 'ai-sdk',
  title: 'Vercel AI SDK',
  unit: 'part',
  marks: [
    {
      name: 'messages with a "role"',
      test: (records) => sample(records).some((m) => ROLES.has(stringField(m, 'role') ?? '')),
    },
    {
      name: '"parts", or content parts such as "tool-call"',
      test: (records) => sample(records).some((message) => isUiMessage(message) || isModelMessage(message)),
    },
    {
      // Google's contents have `parts` too, but the parts have no type.
      name: 'a "type" on every part',
      test: (records) => {
        const parts = sample(records).flatMap(
          (message) => partsOf(message)?.parts ?? arrayField(message, 'content') ?? [],
        );
        return parts.length > 0 && parts.every((part) => stringField(part, 'type') !== undefined);
      },
    },
  ],
  start: (context) => aiSdkReader(context),
};

interface Reader {
  readonly talk: Conversation;
  readonly options: NamedImportOptions;
  /** Approval id to call id of the trace. */
  readonly approvals: Map<string, { readonly call: string | undefined; readonly signed: JsonObject | undefined }>;
  /** Facts that earlier versions of a UI message showed already. */
  readonly seen: Set<string>;
  /** Raw call ids that have been proposed. */
  readonly proposed: Set<string>;
}

function aiSdkReader(context: ImportContext): RecordReader {
  let reader: Reader | undefined;
  const element = (value: Json, at: Place): void => {
    reader ??= {
      talk: conversation(
        context.open({
          source: 'Vercel AI SDK',
          observes: ['context.added', 'call.proposed', 'exec.started', 'exec.ended', 'message.sent'],
        }),
        context.options.trust,
      ),
      options: context.options,
      approvals: new Map(),
      seen: new Set(),
      proposed: new Set(),
    };
    const step = stepMessage(value);
    if (step !== undefined) {
      // The messages of its response are those of every step before it.
      readMessage(reader, step, at);
      return;
    }
    const steps = stringField(value, 'role') === undefined ? arrayField(value, 'steps') : undefined;
    if (steps?.some((one) => stepMessage(one) !== undefined) === true) {
      for (const [index, one] of steps.entries()) element(one, placeBelow(at, 'steps', index));
      return;
    }
    const found = stringField(value, 'role') === undefined ? messagesOf(value) : undefined;
    const inner = found === undefined ? messagesOf(field(value, 'response') ?? null) : undefined;
    const prefix = inner === undefined ? (found?.path ?? []) : ['response', ...inner.path];
    const system = nameField(value, 'system', 'instructions');
    if (found !== undefined && system !== undefined) reader.talk.context('system', system, placeBelow(at, 'system'));
    const messages = (found ?? inner)?.messages;
    if (messages === undefined || stringField(value, 'role') !== undefined) readMessage(reader, value, at);
    else
      for (const [index, message] of messages.entries()) readMessage(reader, message, placeBelow(at, ...prefix, index));
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

function readMessage(reader: Reader, message: Json, at: Place): void {
  const { run } = reader.talk;
  if (!isJsonObject(message)) {
    run.dropped('not-an-object', at);
    return;
  }
  const role = stringField(message, 'role');
  const id = nameField(message, 'id');
  const ui = partsOf(message);
  const path = ui?.path ?? ['content'];
  const parts = ui?.parts ?? arrayField(message, 'content');
  const again = id !== undefined && reader.seen.has(`message ${id}`);
  if (id !== undefined) reader.seen.add(`message ${id}`);
  if (role === 'user' && !again) reader.talk.beginTurn();
  if (role === 'assistant' && !again) reader.talk.beginStep();
  if (parts === undefined) {
    const text = stringField(message, 'content');
    if (text === undefined) run.dropped('malformed', at);
    else if (text === '') run.skipped('empty', at);
    else readText(reader, role, text, at);
    return;
  }
  for (const [index, part] of parts.entries()) {
    const place = placeBelow(at, ...path, index);
    const type = stringField(part, 'type');
    if (!isJsonObject(part) || type === undefined)
      run.dropped(isJsonObject(part) ? 'malformed' : 'not-an-object', place);
    else if (ui !== undefined && type === 'tool-invocation') readInvocation(reader, part, place);
    else if (ui !== undefined && (type.startsWith('tool-') || type === 'dynamic-tool'))
      readUiTool(reader, part, type, place);
    else if (
      id !== undefined &&
      ui !== undefined &&
      !isNew(reader, `${id} ${index} ${stringField(part, 'text') ?? ''}`)
    )
      run.skipped('repeated', place);
    else readPart(reader, part, type, role, place);
  }
}

function isNew(reader: Reader, fact: string): boolean {
  if (reader.seen.has(fact)) return false;
  reader.seen.add(fact);
  return true;
}

function readText(reader: Reader, role: string | undefined, text: string, at: Place): Counted {
  const { talk } = reader;
  switch (role) {
    case 'system':
    case 'user':
      talk.context(role, text, at);
      return talk.run.imported();
    case 'assistant':
      talk.say(text, at);
      return talk.run.imported();
    default:
      return talk.run.dropped('unknown-type', at);
  }
}

const SKIPPED: ReadonlyMap<string, SkipRule> = new Map([
  ['reasoning', 'reasoning'],
  ['redacted-reasoning', 'reasoning'],
  ['reasoning-file', 'reasoning'],
  ['step-start', 'bookkeeping'],
  ['custom', 'bookkeeping'],
]);

function readPart(reader: Reader, part: JsonObject, type: string, role: string | undefined, at: Place): Counted {
  const { talk } = reader;
  const { run } = talk;
  if (type === 'step-start') talk.beginStep();
  const rule = SKIPPED.get(type) ?? (type.startsWith('data-') ? 'bookkeeping' : undefined);
  if (rule !== undefined) return run.skipped(rule, at);
  switch (type) {
    case 'text': {
      const text = stringField(part, 'text') ?? '';
      return text === '' ? run.skipped('empty', at) : readText(reader, role, text, at);
    }
    case 'image':
    case 'file':
      // The bytes are not kept; that something was there is.
      if (role === 'assistant') talk.say(`[${type} ${nameField(part, 'mediaType') ?? ''}]`, at);
      else talk.context(role === 'system' ? 'system' : 'user', undefined, at);
      return run.imported();
    case 'source-url':
    case 'source-document':
    case 'source':
      talk.context('retrieval', nameField(part, 'url', 'title'), at);
      return run.imported();
    case 'tool-call': {
      const tool = nameField(part, 'toolName');
      const id = nameField(part, 'toolCallId');
      if (tool === undefined) return run.dropped('malformed', at);
      talk.propose({ id, tool, args: field(part, 'input') ?? field(part, 'args') }, at);
      return run.imported();
    }
    case 'tool-result': {
      const output = field(part, 'output') ?? field(part, 'result');
      talk.result(
        { id: nameField(part, 'toolCallId'), tool: nameField(part, 'toolName'), ...outcome(output, part) },
        at,
      );
      return run.imported();
    }
    case 'tool-error':
      talk.result(
        {
          id: nameField(part, 'toolCallId'),
          tool: nameField(part, 'toolName'),
          text: asText(field(part, 'error')) ?? '',
          status: 'error',
        },
        at,
      );
      return run.imported();
    case 'tool-approval-request': {
      const approval = nameField(part, 'approvalId');
      if (approval === undefined) return run.dropped('malformed', at);
      const call = talk.callOf(nameField(part, 'toolCallId') ?? '');
      reader.approvals.set(approval, { call, signed: part });
      talk.requestApproval({ approval, call, tool: nameField(part, 'toolName'), args: field(part, 'input') }, at);
      return run.imported();
    }
    case 'tool-approval-response': {
      const approval = nameField(part, 'approvalId');
      const approved = booleanField(part, 'approved');
      if (approval === undefined || approved === undefined) return run.dropped('malformed', at);
      const request = reader.approvals.get(approval);
      decide(reader, approval, approved, request?.call, request?.signed, at);
      return run.imported();
    }
    default:
      return run.dropped('unknown-type', at);
  }
}

function decide(
  reader: Reader,
  approval: string,
  approved: boolean,
  call: string | undefined,
  request: JsonObject | undefined,
  at: Place,
  inferred = false,
): void {
  const { talk } = reader;
  const proposal = call === undefined ? undefined : talk.proposal(call);
  const authenticity = authenticityOf(reader.options.approvalSecret, { approval, call, request, proposal });
  if (authenticity.warning !== undefined) talk.run.warn(authenticity.warning, authenticity.message, at);
  talk.decideApproval(
    {
      approval,
      decision: approved ? 'approve' : 'deny',
      by: booleanField(request, 'isAutomatic') === true ? 'policy' : 'human',
      authenticity: authenticity.value,
    },
    at,
    inferred ? { inferred: 'approval-from-state' } : {},
  );
}

/** What a tool result of a model message says: version 5 and 6 wrap the output in a type. */
function outcome(output: Json | undefined, part: JsonObject): Pick<ResultOfCall, 'text' | 'status' | 'denied'> {
  const type = stringField(output, 'type');
  const value = field(output, 'value');
  switch (type) {
    case 'execution-denied':
      return { text: stringField(output, 'reason') ?? '', status: 'denied', denied: 'observed' };
    case 'error-text':
    case 'error-json':
      return { text: asText(value) ?? '', status: 'error' };
    case 'text':
    case 'json':
      return { text: asText(value) ?? '', status: 'ok' };
    case 'content':
      return { text: contentText(value) ?? '', status: 'ok' };
    default:
      return { text: asText(output) ?? '', status: booleanField(part, 'isError') === true ? 'error' : 'ok' };
  }
}

/** States of calls in version 4, and in what Mastra stores, by those of later versions. */
const OLD_STATES: ReadonlyMap<string, string> = new Map([
  ['partial-call', 'input-streaming'],
  ['call', 'input-available'],
  ['result', 'output-available'],
]);

/** One tool part of version 4, which holds the call in `toolInvocation`. */
function readInvocation(reader: Reader, part: JsonObject, at: Place): Counted {
  const held = objectField(part, 'toolInvocation');
  const tool = nameField(held, 'toolName');
  if (held === undefined || tool === undefined) return reader.talk.run.dropped('malformed', at);
  const state = stringField(held, 'state') ?? '';
  const input = field(held, 'args') ?? field(held, 'input');
  const output = field(held, 'result') ?? field(held, 'output');
  const { args: _args, result: _result, ...rest } = held;
  return readUiTool(
    reader,
    {
      ...rest,
      state: OLD_STATES.get(state) ?? state,
      ...(input === undefined ? {} : { input }),
      ...(output === undefined ? {} : { output }),
    },
    `tool-${tool}`,
    at,
  );
}

/** One tool part of a UI message: the last state of one call, with whatever its approval says. */
function readUiTool(reader: Reader, part: JsonObject, type: string, at: Place): Counted {
  const { talk, seen } = reader;
  const { run } = talk;
  const tool = type === 'dynamic-tool' ? nameField(part, 'toolName') : type.slice('tool-'.length);
  const id = nameField(part, 'toolCallId');
  const state = stringField(part, 'state');
  if (tool === undefined || tool === '' || id === undefined) return run.dropped('malformed', at);
  if (state === 'input-streaming') return run.skipped('partial', at);
  const before = seen.size;
  if (isNew(reader, `proposed ${id} ${tool}`))
    talk.propose({ id, tool, args: field(part, 'input') ?? field(part, 'rawInput') }, at);
  const call = talk.callOf(id);
  const approval = objectField(part, 'approval');
  const approvalId = nameField(approval, 'id');
  if (approvalId !== undefined && isNew(reader, `requested ${approvalId}`)) {
    talk.requestApproval(
      { approval: approvalId, call },
      at,
      state === 'approval-requested' ? {} : { inferred: 'approval-from-state' },
    );
  }
  const approved = booleanField(approval, 'approved');
  if (approvalId !== undefined && approved !== undefined && isNew(reader, `decided ${approvalId}`)) {
    decide(reader, approvalId, approved, call, approval, at, true);
  }
  const shared = { id, tool, approval: approvalId };
  switch (state) {
    case 'output-available':
      if (booleanField(part, 'preliminary') !== true && isNew(reader, `ended ${id} ${tool}`)) {
        talk.result({ ...shared, text: asText(field(part, 'output')) ?? '', status: 'ok' }, at);
      }
      break;
    case 'output-error':
      if (isNew(reader, `ended ${id} ${tool}`))
        talk.result({ ...shared, text: stringField(part, 'errorText') ?? '', status: 'error' }, at);
      break;
    case 'output-denied':
      if (isNew(reader, `ended ${id} ${tool}`)) {
        talk.result(
          { ...shared, text: stringField(approval, 'reason') ?? '', status: 'denied', denied: 'observed' },
          at,
        );
      }
      break;
    case 'input-available':
    case 'approval-requested':
    case 'approval-responded':
      break;
    default:
      return run.dropped('unknown-type', at);
  }
  return seen.size === before ? run.skipped('repeated', at) : run.imported();
}
