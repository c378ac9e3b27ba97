import { canonicalJson } from '../trace/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { type Conversation, conversation, type Stamp } from './conversation.ts';
import { arrayField, contentText, field, fieldAt, nameField, numberField, objectField, stringField } from './fields.ts';
import { type History, history } from './history.ts';
import type { ImportContext, Importer, RecordReader } from './importer.ts';
import { decisionOf, type HitlDecision, hitlDecisions, hitlRequests, interruptsOf } from './langchain-interrupts.ts';
import { callsOf, type LcMessage, messageOf } from './langchain-message.ts';
import { type Place, placeBelow, placeIn } from './run-builder.ts';

/** Whether a message, an interrupt or a decision stands in a value, not far down. */
function speaksLangChain(value: Json, depth: number): boolean {
  if (messageOf(value) !== undefined || interruptsOf(value) !== undefined || hitlDecisions(value) !== undefined)
    return true;
  if (depth === 0) return false;
  if (Array.isArray(value))
    return (value as readonly Json[]).slice(0, 10).some((inner) => speaksLangChain(inner, depth - 1));
  return (
    isJsonObject(value) &&
    Object.values(value)
      .slice(0, 20)
      .some((inner) => speaksLangChain(inner, depth - 1))
  );
}

/**
 * LangChain messages and LangGraph streams: lists of messages, states with `messages`, updates by node, `[namespace, chunk]` and `[message,
 * metadata]` of streams, interrupts and the values that resume them.
 * Shape: https://docs.langchain.com/oss/javascript/langchain/messages, `libs/langchain_v1/langchain/agents/middleware/human_in_the_loop.py` of
 * https://github.com/langchain-ai/langchain (camel case in JavaScript, snake case in Python),
 * https://docs.langchain.com/oss/javascript/langgraph/interrupts.
 *
 * Decisions stand in interrupts and what resumes them, not in messages: approvals are observed if the recording has either. A request names no call:
 * it belongs to the open call with its name and arguments; a decision belongs to the request in its place. The error message that follows a rejection
 * is no execution.
 */
export const langchain: Importer = {
  format: 'langchain',
  title: 'LangChain or LangGraph',
  unit: 'message',
  marks: [
    {
      name: 'messages of type "human", "ai" or "tool", or interrupts',
      test: (records) => records.some((record) => speaksLangChain(record, 4)),
    },
  ],
  start: (context) => langchainReader(context),
};

interface Reader {
  readonly talk: Conversation;
  readonly past: History;
  readonly ids: Set<string>;
  /** Approvals that wait for a decision, in the order of their requests. */
  waiting: { readonly approval: string; readonly call: string | undefined }[];
  readonly decisions: Map<string, HitlDecision>;
  interrupts: number;
  piece: Piece | undefined;
}

/** A message that is being put together from the chunks of a stream. */
interface Piece {
  readonly id: string;
  readonly at: Place;
  readonly stamp: Stamp;
  text: string;
  readonly calls: Map<number, { id: string | undefined; name: string; args: string }>;
}

function langchainReader(context: ImportContext): RecordReader {
  let reader: Reader | undefined;
  const open = (): Reader => ({
    talk: conversation(
      context.open({
        source: 'LangChain',
        observes: ['context.added', 'call.proposed', 'exec.started', 'exec.ended', 'message.sent'],
      }),
      context.options.trust,
    ),
    past: history(),
    ids: new Set(),
    waiting: [],
    decisions: new Map(),
    interrupts: 0,
    piece: undefined,
  });
  return {
    record(record) {
      reader ??= open();
      readValue(reader, record.value, placeIn(record), {}, 12);
    },
    end() {
      if (reader !== undefined) flush(reader);
    },
  };
}

/** Finds the messages, interrupts and decisions in whatever a stream, a state or a list puts around them. */
function readValue(reader: Reader, value: Json, at: Place, stamp: Stamp, depth: number): void {
  const { run } = reader.talk;
  const message = messageOf(value);
  if (message !== undefined) {
    readMessage(reader, message, at, stamp);
    return;
  }
  const interrupts = interruptsOf(value);
  if (interrupts !== undefined) for (const interrupt of interrupts) readInterrupt(reader, interrupt, at);
  const decisions = hitlDecisions(value);
  if (decisions !== undefined) {
    readDecisions(reader, decisions, at);
    return;
  }
  if (Array.isArray(value)) {
    readList(reader, value as readonly Json[], at, stamp, depth);
    return;
  }
  if (!isJsonObject(value)) {
    run.dropped('not-an-object', at);
    return;
  }
  if (!speaksLangChain(value, Math.min(depth, 4))) {
    run.skipped('bookkeeping', at);
    return;
  }
  reader.past.begin();
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__interrupt__' || key === 'interrupts' || !speaksLangChain(inner, Math.max(0, Math.min(depth, 4) - 1)))
      continue;
    // A key around messages names the node that gave them, unless it is the name of a channel.
    const node = ['messages', 'values', 'data', 'input', 'output', 'resume', 'tasks', 'state'].includes(key)
      ? {}
      : { agent: stamp.agent ?? key };
    if (depth > 0) readValue(reader, inner, placeBelow(at, key), { ...stamp, ...node }, depth - 1);
    else run.dropped('unknown-type', placeBelow(at, key));
  }
}

function readList(reader: Reader, list: readonly Json[], at: Place, stamp: Stamp, depth: number): void {
  const [first, second] = list;
  // `[namespace, chunk]`: the names of the graphs around it, without the ids of their runs.
  if (
    list.length === 2 &&
    Array.isArray(first) &&
    (first as readonly Json[]).every((name) => typeof name === 'string')
  ) {
    const agent = (first as readonly string[]).map((name) => name.split(':')[0]).join('/');
    if (depth > 0)
      readValue(reader, second ?? null, placeBelow(at, 1), agent === '' ? stamp : { ...stamp, agent }, depth - 1);
    return;
  }
  // `[message, metadata]` of the mode "messages".
  if (
    list.length === 2 &&
    messageOf(first ?? null) !== undefined &&
    isJsonObject(second) &&
    messageOf(second) === undefined
  ) {
    const node = nameField(second, 'langgraph_node');
    readValue(
      reader,
      first!,
      placeBelow(at, 0),
      stamp.agent === undefined && node !== undefined ? { ...stamp, agent: node } : stamp,
      0,
    );
    return;
  }
  for (const [index, value] of list.entries()) {
    if (depth > 0) readValue(reader, value, placeBelow(at, index), stamp, depth - 1);
    else reader.talk.run.dropped('unknown-type', placeBelow(at, index));
  }
}

function readMessage(reader: Reader, message: LcMessage, at: Place, stamp: Stamp): void {
  const { talk } = reader;
  const { run } = talk;
  const { kind, fields } = message;
  const id = nameField(fields, 'id');
  if (message.chunk && kind === 'ai') {
    readChunk(reader, fields, id ?? '', at, stamp);
    return;
  }
  flush(reader);
  const key = `${kind} ${canonicalJson(field(fields, 'content') ?? null)} ${canonicalJson(field(fields, 'tool_calls') ?? null)} ${nameField(fields, 'tool_call_id')}`;
  const fresh = id === undefined ? reader.past.isNew(key) : !reader.ids.has(id);
  if (id !== undefined) reader.ids.add(id);
  if (!fresh) {
    run.skipped('repeated', at);
    return;
  }
  const text = contentText(field(fields, 'content'));
  switch (kind) {
    case 'human':
      talk.beginTurn();
      talk.context('user', text, at, stamp);
      break;
    case 'system':
    case 'developer':
      talk.context(kind, text, at, stamp);
      break;
    case 'ai':
      readAi(reader, fields, text, at, stamp);
      break;
    case 'tool':
    case 'function':
      readTool(reader, fields, text, at, stamp);
      break;
    case 'generic':
    case 'chat':
      talk.context('unknown', text, at, stamp);
      break;
    default:
      run.skipped('bookkeeping', at);
      return;
  }
  run.imported();
}

function readAi(reader: Reader, fields: JsonObject, text: string | undefined, at: Place, stamp: Stamp): void {
  const { talk } = reader;
  talk.beginStep();
  const agent = nameField(fields, 'name') ?? stamp.agent;
  const more = { ...stamp, agent };
  if (text !== undefined && text !== '') talk.say(text, at, more);
  const { calls, invalid } = callsOf(fields);
  for (const [index, call] of calls.entries()) {
    const place = placeBelow(at, 'tool_calls', index);
    const tool = nameField(call, 'name') ?? nameField(objectField(call, 'function'), 'name');
    if (tool === undefined) talk.run.dropped('malformed', place);
    else
      talk.propose(
        { id: nameField(call, 'id'), tool, args: field(call, 'args') ?? fieldAt(call, 'function', 'arguments') },
        place,
        more,
      );
  }
  for (const [index, call] of invalid.entries()) {
    const tool = nameField(call, 'name');
    const place = placeBelow(at, 'invalid_tool_calls', index);
    if (tool === undefined) talk.run.dropped('malformed', place);
    else talk.propose({ id: nameField(call, 'id'), tool, args: field(call, 'args') }, place, more);
  }
}

const HAND_OFF = /^transfer_(?:back_)?to_(.+)$/;

function readTool(reader: Reader, fields: JsonObject, text: string | undefined, at: Place, stamp: Stamp): void {
  const { talk } = reader;
  const id = nameField(fields, 'tool_call_id');
  const failed = stringField(fields, 'status') === 'error';
  const call = talk.callOf(id ?? '');
  const decision = call === undefined ? undefined : reader.decisions.get(call);
  const rejected = decision?.decision === 'deny' && failed;
  // One message says that the call was rejected; another one after it would be an execution.
  if (rejected) reader.decisions.delete(call!);
  talk.result(
    {
      id,
      tool: nameField(fields, 'name'),
      text: text ?? '',
      status: failed ? 'error' : 'ok',
      ...(rejected ? { denied: 'observed' as const } : {}),
      ...(decision?.decision === 'edit' ? { args: decision.args, ran: decision.tool } : {}),
    },
    at,
    stamp,
  );
  const tool = call === undefined ? nameField(fields, 'name') : talk.proposal(call)?.tool;
  const to = HAND_OFF.exec(tool ?? '')?.[1];
  if (to !== undefined && !failed) {
    talk.run.add({ kind: 'handoff', from: stamp.agent ?? 'supervisor', to }, at, 'hand-off-tool');
  }
}

function readChunk(reader: Reader, fields: JsonObject, id: string, at: Place, stamp: Stamp): void {
  if (reader.piece !== undefined && reader.piece.id !== id) flush(reader);
  if (reader.piece === undefined) reader.piece = { id, at, stamp, text: '', calls: new Map() };
  else reader.talk.run.skipped('partial', at);
  const { piece } = reader;
  piece.text += contentText(field(fields, 'content')) ?? '';
  for (const chunk of arrayField(fields, 'tool_call_chunks') ?? []) {
    const index = numberField(chunk, 'index') ?? piece.calls.size;
    const call = piece.calls.get(index) ?? { id: undefined, name: '', args: '' };
    call.id ??= nameField(chunk, 'id');
    call.name += stringField(chunk, 'name') ?? '';
    call.args += stringField(chunk, 'args') ?? '';
    piece.calls.set(index, call);
  }
}

/** Ends the message that chunks were collected for. */
function flush(reader: Reader): void {
  const { piece, talk } = reader;
  if (piece === undefined) return;
  reader.piece = undefined;
  if (piece.id !== '') {
    if (reader.ids.has(piece.id)) {
      talk.run.skipped('repeated', piece.at);
      return;
    }
    reader.ids.add(piece.id);
  }
  talk.beginStep();
  if (piece.text !== '') talk.say(piece.text, piece.at, piece.stamp);
  for (const { id, name, args } of piece.calls.values()) {
    if (name === '') talk.run.dropped('malformed', piece.at);
    else talk.propose({ id, tool: name, args }, piece.at, piece.stamp);
  }
  if (piece.text === '' && piece.calls.size === 0) talk.run.skipped('empty', piece.at);
  else talk.run.imported();
}

function readInterrupt(reader: Reader, interrupt: Json, at: Place): void {
  const { talk } = reader;
  flush(reader);
  talk.run.observes('approval.requested', 'approval.decided');
  const id = nameField(interrupt, 'id', 'interrupt_id');
  const name = id ?? `interrupt:${++reader.interrupts}`;
  if (id !== undefined && reader.ids.has(`interrupt ${id}`)) {
    talk.run.skipped('repeated', at);
    return;
  }
  reader.ids.add(`interrupt ${name}`);
  const requests = hitlRequests(field(interrupt, 'value') ?? interrupt);
  if (requests.length === 0) {
    talk.run.skipped('bookkeeping', at);
    return;
  }
  const nextOf = new Map<string, Iterator<{ readonly call: string }>>();
  reader.waiting = requests.map(({ tool, args }, index) => {
    // Two requests that are alike are for two calls.
    const key = canonicalJson([tool, args]);
    const alike = nextOf.get(key) ?? talk.open.alike(tool, args)[Symbol.iterator]();
    nextOf.set(key, alike);
    const next = alike.next();
    const call = next.done === true ? undefined : next.value.call;
    const approval = `${name}/${index}`;
    talk.requestApproval({ approval, call, tool, args }, at, { inferred: 'approval-by-position' });
    return { approval, call };
  });
  talk.run.imported();
}

function readDecisions(reader: Reader, decisions: readonly Json[], at: Place): void {
  const { talk } = reader;
  flush(reader);
  talk.run.observes('approval.requested', 'approval.decided');
  for (const [index, value] of decisions.entries()) {
    const place = placeBelow(at, index);
    const waiting = reader.waiting[index];
    const decision = decisionOf(value);
    if (waiting === undefined || decision === undefined) {
      talk.run.dropped('malformed', place);
      continue;
    }
    if (waiting.call !== undefined) reader.decisions.set(waiting.call, decision);
    talk.decideApproval(
      {
        approval: waiting.approval,
        decision: decision.decision,
        by: 'human',
        authenticity: 'server',
        editedArgs: decision.args,
      },
      place,
      { inferred: 'approval-by-position' },
    );
  }
  reader.waiting = [];
  talk.run.imported();
}
