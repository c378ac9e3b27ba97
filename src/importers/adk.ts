import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { type Conversation, conversation, type Stamp } from './conversation.ts';
import {
  arrayField,
  asText,
  booleanField,
  field,
  maybeJson,
  nameField,
  numberField,
  objectField,
  stringField,
} from './fields.ts';
import type { ImportContext, Importer, RecordReader } from './importer.ts';
import { type Counted, type Place, placeBelow, placeIn } from './run-builder.ts';

const isPart = (part: Json): boolean =>
  isJsonObject(part) &&
  stringField(part, 'type') === undefined &&
  [
    'text',
    'functionCall',
    'function_call',
    'functionResponse',
    'function_response',
    'inlineData',
    'inline_data',
    'executableCode',
    'executable_code',
  ].some((key) => Object.hasOwn(part, key));

const isEvent = (value: Json): boolean =>
  nameField(value, 'author') !== undefined &&
  (objectField(value, 'content', 'actions') !== undefined ||
    field(value, 'invocationId') !== undefined ||
    field(value, 'invocation_id') !== undefined);

const isSession = (value: Json): boolean => (arrayField(value, 'events') ?? []).some(isEvent);

const isEvalCase = (value: Json): boolean =>
  (arrayField(value, 'conversation') ?? []).some((turn) =>
    (arrayField(objectField(turn, 'user_content', 'userContent'), 'parts') ?? []).some(isPart),
  );

const isEvalSet = (value: Json): boolean => (arrayField(value, 'eval_cases', 'evalCases') ?? []).some(isEvalCase);

const isOldCase = (value: Json): boolean =>
  stringField(value, 'query') !== undefined && arrayField(value, 'expected_tool_use') !== undefined;

/**
 * Google ADK: events (a session with `events`, a list, or one a line), evaluation sets, whose invocations tell which tools were used but not what
 * they returned, and the older flat test files.
 * Shape: https://google.github.io/adk-docs/events/, https://google.github.io/adk-docs/tools/confirmation/ and `src/google/adk` of
 * https://github.com/google/adk-python (`events/event.py`, `evaluation/eval_case.py`, `flows/llm_flows/request_confirmation.py`).
 *
 * A confirmation is a generated call `adk_request_confirmation`; the answer is a function response that the client writes, so that it is a claim. The
 * response that says that a call waits for its confirmation is no execution. Labels are none: `expected_tool_use` says what a test wants.
 */
export const adk: Importer = {
  format: 'adk',
  title: 'Google ADK',
  unit: 'part',
  marks: [
    {
      name: 'events with "author" and "content", "eval_cases", or cases with "expected_tool_use"',
      test: (records) =>
        records.some((r) => isEvent(r) || isSession(r) || isEvalSet(r) || isEvalCase(r) || isOldCase(r)),
    },
  ],
  start: (context) => adkReader(context),
};

interface Reader {
  readonly talk: Conversation;
  /** Confirmation call id to the raw id of the call that it is about. */
  readonly confirmations: Map<string, string>;
  /** Raw ids of calls that were not confirmed. */
  readonly refused: Set<string>;
}

const CONFIRMATION = 'adk_request_confirmation';

function adkReader(context: ImportContext): RecordReader {
  let shared: Reader | undefined;
  const open = (events: boolean, name?: string): Reader => ({
    talk: conversation(
      context.open({
        source: 'Google ADK',
        observes: events
          ? [
              'context.added',
              'call.proposed',
              'approval.requested',
              'approval.decided',
              'exec.started',
              'exec.ended',
              'message.sent',
              'state.written',
              'handoff',
            ]
          : ['context.added', 'call.proposed', 'message.sent'],
        ...(name === undefined ? {} : { name }),
      }),
      context.options.trust,
    ),
    confirmations: new Map(),
    refused: new Set(),
  });
  const element = (value: Json, at: Place): void => {
    if (isEvalSet(value)) {
      const key = arrayField(value, 'eval_cases') === undefined ? 'evalCases' : 'eval_cases';
      for (const [index, evalCase] of (arrayField(value, key) ?? []).entries()) {
        readCase(open(false, nameField(evalCase, 'eval_id', 'evalId')), evalCase, placeBelow(at, key, index));
      }
    } else if (isEvalCase(value)) readCase(open(false, nameField(value, 'eval_id', 'evalId')), value, at);
    else if (isOldCase(value)) {
      shared ??= open(false);
      readOldCase(shared, value, at);
    } else if (isSession(value)) {
      const reader = open(true, nameField(value, 'id'));
      for (const [index, event] of (arrayField(value, 'events') ?? []).entries())
        readEvent(reader, event, placeBelow(at, 'events', index), nameField(value, 'id'));
    } else {
      shared ??= open(true);
      readEvent(shared, value, at, undefined);
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

function readCase(reader: Reader, evalCase: Json, at: Place): void {
  for (const [index, turn] of (arrayField(evalCase, 'conversation') ?? []).entries()) {
    const place = placeBelow(at, 'conversation', index);
    const time = numberField(turn, 'creation_timestamp') ?? numberField(turn, 'creationTimestamp');
    const stamp: Stamp = time === undefined ? {} : { at: time * 1000 };
    readContent(
      reader,
      objectField(turn, 'user_content', 'userContent') ?? {},
      'user',
      placeBelow(place, 'user_content'),
      stamp,
      new Set(),
    );
    reader.talk.beginStep();
    const data = objectField(turn, 'intermediate_data', 'intermediateData');
    for (const [position, use] of (arrayField(data, 'tool_uses', 'toolUses') ?? []).entries()) {
      propose(reader, use, placeBelow(place, 'intermediate_data', 'tool_uses', position), stamp);
    }
    const answer = objectField(turn, 'final_response', 'finalResponse');
    if (answer !== undefined)
      readContent(reader, answer, 'agent', placeBelow(place, 'final_response'), stamp, new Set());
  }
}

function readOldCase(reader: Reader, value: Json, at: Place): void {
  const { talk } = reader;
  talk.beginTurn();
  talk.context('user', stringField(value, 'query'), placeBelow(at, 'query'));
  talk.run.imported();
  talk.beginStep();
  for (const index of (arrayField(value, 'expected_tool_use') ?? []).keys()) {
    // What a test expects is not what an agent did.
    talk.run.skipped('bookkeeping', placeBelow(at, 'expected_tool_use', index));
  }
}

function readEvent(reader: Reader, event: Json, at: Place, session: string | undefined): void {
  const { talk } = reader;
  const { run } = talk;
  if (!isJsonObject(event)) {
    run.dropped('not-an-object', at);
    return;
  }
  if (booleanField(event, 'partial') === true) {
    run.skipped('partial', at);
    return;
  }
  const author = nameField(event, 'author') ?? 'unknown';
  const seconds = numberField(event, 'timestamp');
  const stamp: Stamp = {
    at: seconds === undefined ? undefined : seconds * 1000,
    session,
    agent: author === 'user' ? undefined : author,
  };
  const actions = objectField(event, 'actions');
  const waiting = new Set(
    Object.keys(objectField(actions, 'requestedToolConfirmations', 'requested_tool_confirmations') ?? {}),
  );
  const content = objectField(event, 'content');
  if (author !== 'user') talk.beginStep();
  if (content !== undefined) readContent(reader, content, author, placeBelow(at, 'content'), stamp, waiting);
  const time = stamp.at === undefined ? {} : { at: stamp.at };
  for (const [key, value] of Object.entries(objectField(actions, 'stateDelta', 'state_delta') ?? {})) {
    run.add({ ...time, kind: 'state.written', key, value }, placeBelow(at, 'actions', 'stateDelta', key));
  }
  const to = nameField(actions, 'transferToAgent', 'transfer_to_agent');
  if (to !== undefined) run.add({ ...time, kind: 'handoff', from: author, to }, placeBelow(at, 'actions'));
  if (content === undefined) run.skipped('bookkeeping', at);
}

function readContent(
  reader: Reader,
  content: JsonObject,
  author: string,
  at: Place,
  stamp: Stamp,
  waiting: ReadonlySet<string>,
): void {
  const parts = arrayField(content, 'parts') ?? [];
  if (author === 'user' && parts.some((part) => stringField(part, 'text') !== undefined)) reader.talk.beginTurn();
  if (parts.length === 0) reader.talk.run.skipped('empty', at);
  for (const [index, part] of parts.entries())
    readPart(reader, part, author, placeBelow(at, 'parts', index), stamp, waiting);
}

function readPart(
  reader: Reader,
  part: Json,
  author: string,
  at: Place,
  stamp: Stamp,
  waiting: ReadonlySet<string>,
): Counted {
  const { talk } = reader;
  const { run } = talk;
  if (!isJsonObject(part)) return run.dropped('not-an-object', at);
  const call = objectField(part, 'functionCall', 'function_call');
  if (call !== undefined) return propose(reader, call, at, stamp);
  const response = objectField(part, 'functionResponse', 'function_response');
  if (response !== undefined) return readResponse(reader, response, at, stamp, waiting);
  const code = objectField(part, 'executableCode', 'executable_code');
  if (code !== undefined) {
    talk.propose({ tool: 'code_execution', args: field(code, 'code') ?? code }, at, stamp);
    return run.imported();
  }
  const outcome = objectField(part, 'codeExecutionResult', 'code_execution_result');
  if (outcome !== undefined) {
    const failed = stringField(outcome, 'outcome') !== 'OUTCOME_OK';
    talk.result(
      {
        tool: 'code_execution',
        text: stringField(outcome, 'output') ?? '',
        status: failed ? 'error' : 'ok',
        executionObserved: true,
      },
      at,
      stamp,
    );
    return run.imported();
  }
  if (booleanField(part, 'thought') === true) return run.skipped('reasoning', at);
  const text = stringField(part, 'text');
  if (text !== undefined && text !== '') {
    if (author === 'user') talk.context('user', text, at, stamp);
    else talk.say(text, at, stamp);
    return run.imported();
  }
  if (objectField(part, 'inlineData', 'inline_data', 'fileData', 'file_data') !== undefined) {
    if (author === 'user') talk.context('user', undefined, at, stamp);
    else talk.say('[file]', at, stamp);
    return run.imported();
  }
  return Object.values(part).every((value) => value === null || value === '')
    ? run.skipped('empty', at)
    : run.dropped('unknown-type', at);
}

function propose(reader: Reader, call: Json, at: Place, stamp: Stamp): Counted {
  const { talk } = reader;
  const tool = nameField(call, 'name');
  const id = nameField(call, 'id');
  if (tool === undefined) return talk.run.dropped('malformed', at);
  if (tool !== CONFIRMATION) {
    // Arguments are optional: a call without any has none.
    talk.propose({ id, tool, args: field(call, 'args') ?? {} }, at, stamp);
    return talk.run.imported();
  }
  const args = field(call, 'args');
  const original = objectField(args, 'originalFunctionCall', 'original_function_call');
  const about = nameField(original, 'id') ?? '';
  const approval = id ?? `confirmation:${about}`;
  reader.confirmations.set(approval, about);
  talk.requestApproval(
    { approval, call: talk.callOf(about), tool: nameField(original, 'name'), args: field(original, 'args') },
    at,
    stamp,
  );
  return talk.run.imported();
}

function readResponse(
  reader: Reader,
  response: JsonObject,
  at: Place,
  stamp: Stamp,
  waiting: ReadonlySet<string>,
): Counted {
  const { talk } = reader;
  const id = nameField(response, 'id');
  const name = nameField(response, 'name');
  const value = field(response, 'response');
  if (name === CONFIRMATION) {
    const answer = maybeJson(field(value, 'response')) ?? value;
    const confirmed = booleanField(answer, 'confirmed') ?? booleanField(value, 'confirmed');
    if (id === undefined || confirmed === undefined) return talk.run.dropped('malformed', at);
    const about = reader.confirmations.get(id);
    if (!confirmed && about !== undefined) reader.refused.add(about);
    talk.decideApproval(
      { approval: id, decision: confirmed ? 'approve' : 'deny', by: 'human', authenticity: 'client_claimed' },
      at,
      stamp,
    );
    return talk.run.imported();
  }
  const text = asText(field(value, 'result') ?? field(value, 'output') ?? value) ?? '';
  if (id !== undefined && waiting.has(id)) {
    talk.context('tool_result', text, at, { ...stamp, tool: name, producer: talk.callOf(id) });
    return talk.run.imported();
  }
  const failed = field(value, 'error') !== undefined;
  const refused = id !== undefined && reader.refused.has(id) && failed;
  // One response says that the call was refused; another one after it would be an execution.
  if (refused) reader.refused.delete(id);
  talk.result(
    { id, tool: name, text, status: failed ? 'error' : 'ok', ...(refused ? { denied: 'observed' as const } : {}) },
    at,
    stamp,
  );
  return talk.run.imported();
}
