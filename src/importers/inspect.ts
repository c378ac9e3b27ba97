import { canonicalJson } from '../trace/canonical-json.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { type Conversation, conversation, type Stamp } from './conversation.ts';
import {
  arrayField,
  asText,
  booleanField,
  contentText,
  field,
  fieldAt,
  isoTime,
  nameField,
  numberField,
  objectField,
  stringField,
} from './fields.ts';
import type { ImportContext, Importer, RecordReader } from './importer.ts';
import { type Counted, type Place, placeBelow, placeIn } from './run-builder.ts';

/**
 * Inspect AI evaluation logs in JSON (`inspect log convert --to json` for `.eval` files); each sample is a run.
 * Shape: https://inspect.aisi.org.uk/eval-logs.html and `src/inspect_ai/event` of https://github.com/UKGovernmentBEIS/inspect_ai (`ModelEvent`,
 * `ToolEvent`, `ApprovalEvent`).
 *
 * Approvals are events of the log, so that they are observed. A tool event is written when the call is picked up, before its approval: the approvals
 * of a call are put before its execution, where they fell. `modify` runs the modified call; `escalate` passes the question on and decides nothing;
 * `terminate` ends the run and denies.
 */
export const inspect: Importer = {
  format: 'inspect',
  title: 'Inspect AI',
  unit: 'event',
  marks: [
    { name: '"eval"', test: (records) => records.some((r) => objectField(r, 'eval') !== undefined) },
    {
      name: '"plan" or "samples"',
      test: (records) =>
        records.some((r) => objectField(r, 'plan') !== undefined || arrayField(r, 'samples') !== undefined),
    },
  ],
  start: (context) => inspectReader(context),
};

function inspectReader(context: ImportContext): RecordReader {
  return {
    record(record) {
      const values = isJsonArray(record.value) ? record.value : undefined;
      if (values === undefined) readLog(context, record.value, placeIn(record));
      for (const [index, value] of (values ?? []).entries()) readLog(context, value, placeIn(record, index));
    },
    end() {},
  };
}

interface Reader {
  readonly talk: Conversation;
  readonly resolve: (text: string | undefined) => string | undefined;
  /** Messages that are in the conversation already: by id, or by what they say. */
  readonly known: Map<string, number>;
  readonly approvals: ReadonlyMap<string, readonly { readonly event: JsonObject; readonly at: Place }[]>;
  /** Raw ids of calls that have a tool event. */
  readonly executed: ReadonlySet<string>;
}

function open(context: ImportContext, name: string | undefined): Conversation {
  return conversation(
    context.open({
      source: 'Inspect AI',
      observes: [
        'context.added',
        'call.proposed',
        'approval.requested',
        'approval.decided',
        'exec.started',
        'exec.ended',
        'message.sent',
        'truth',
      ],
      ...(name === undefined ? {} : { name }),
    }),
    context.options.trust,
  );
}

function readLog(context: ImportContext, log: Json, at: Place): void {
  const samples = arrayField(log, 'samples') ?? [];
  const task = nameField(objectField(log, 'eval'), 'task');
  if (samples.length === 0) open(context, task).run.skipped('bookkeeping', at);
  for (const [index, sample] of samples.entries()) {
    const place = placeBelow(at, 'samples', index);
    const id = field(sample, 'id');
    const epoch = numberField(sample, 'epoch');
    const talk = open(
      context,
      `${task ?? 'task'} sample ${typeof id === 'string' || typeof id === 'number' ? id : index}${epoch === undefined ? '' : ` epoch ${epoch}`}`,
    );
    if (isJsonObject(sample)) readSample(talk, sample, place);
    else talk.run.dropped('not-an-object', place);
  }
}

function readSample(talk: Conversation, sample: JsonObject, at: Place): void {
  const transcript = objectField(sample, 'transcript');
  const events = arrayField(sample, 'events') ?? arrayField(transcript, 'events') ?? [];
  const base =
    arrayField(sample, 'events') === undefined ? placeBelow(at, 'transcript', 'events') : placeBelow(at, 'events');
  const attachments = objectField(sample, 'attachments') ?? objectField(transcript, 'content');
  const approvals = new Map<string, { event: JsonObject; at: Place }[]>();
  const executed = new Set<string>();
  for (const [index, event] of events.entries()) {
    const kind = stringField(event, 'event');
    const id =
      kind === 'approval'
        ? nameField(objectField(event, 'call'), 'id')
        : kind === 'tool'
          ? nameField(event, 'id')
          : undefined;
    if (id === undefined || !isJsonObject(event)) continue;
    if (kind === 'tool') executed.add(id);
    else approvals.set(id, [...(approvals.get(id) ?? []), { event, at: placeBelow(base, index) }]);
  }
  const reader: Reader = {
    talk,
    known: new Map(),
    approvals,
    executed,
    resolve: (text) => resolveAttachment(text, attachments),
  };
  for (const [index, event] of events.entries()) readEvent(reader, event, placeBelow(base, index));
  if (!events.some((event) => stringField(event, 'event') === 'model')) {
    for (const [index, message] of (arrayField(sample, 'messages') ?? []).entries()) {
      readMessage(reader, message, placeBelow(at, 'messages', index), {}, false);
      talk.run.imported();
    }
  }
  for (const [name, score] of Object.entries(objectField(sample, 'scores') ?? {})) {
    const value = field(score, 'value');
    if (value !== undefined) talk.run.add({ kind: 'truth', name, value }, placeBelow(at, 'scores', name));
  }
}

/** Long and repeated texts are kept once, under their hash. */
function resolveAttachment(text: string | undefined, attachments: JsonObject | undefined): string | undefined {
  const hash = text === undefined ? undefined : /^(?:attachment|tc):\/\/([0-9a-f]{1,128})$/.exec(text)?.[1];
  return hash === undefined ? text : (stringField(attachments, hash) ?? text);
}

const BOOKKEEPING = new Set([
  'sample_init',
  'sample_limit',
  'state',
  'store',
  'step',
  'span_begin',
  'span_end',
  'input',
  'info',
  'logger',
  'error',
  'sandbox',
  'subtask',
  'score',
  'score_edit',
  'compaction',
  'checkpoint',
  'interrupt',
  'branch',
  'anchor',
]);

function readEvent(reader: Reader, event: Json, at: Place): Counted {
  const { run } = reader.talk;
  if (!isJsonObject(event)) return run.dropped('not-an-object', at);
  const kind = stringField(event, 'event');
  switch (kind) {
    case 'model':
      return readModel(reader, event, at);
    case 'tool':
      return readTool(reader, event, at);
    case 'approval':
      return readLooseApproval(reader, event, at);
    case undefined:
      return run.dropped('malformed', at);
    default:
      return BOOKKEEPING.has(kind) ? run.skipped('bookkeeping', at) : run.dropped('unknown-type', at);
  }
}

const timeOf = (event: JsonObject, key = 'timestamp'): Stamp => ({ at: isoTime(field(event, key)) });

function readModel(reader: Reader, event: JsonObject, at: Place): Counted {
  const stamp = timeOf(event);
  const here = new Map<string, number>();
  for (const [index, message] of (arrayField(event, 'input') ?? []).entries()) {
    if (isNew(reader, message, here)) readMessage(reader, message, placeBelow(at, 'input', index), stamp, false);
  }
  const message = field((arrayField(objectField(event, 'output'), 'choices') ?? [])[0], 'message');
  if (message !== undefined && isNew(reader, message, here)) {
    const completed = isoTime(field(event, 'completed'));
    readMessage(
      reader,
      message,
      placeBelow(at, 'output', 'choices', 0, 'message'),
      completed === undefined ? stamp : { at: completed },
      true,
    );
  }
  return reader.talk.run.imported();
}

function isNew(reader: Reader, message: Json, here: Map<string, number>): boolean {
  const id = nameField(message, 'id');
  const said = {
    role: field(message, 'role') ?? null,
    content: field(message, 'content') ?? null,
    calls: field(message, 'tool_calls') ?? null,
  };
  const key = id === undefined ? canonicalJson(said) : `id ${id}`;
  const count = (here.get(key) ?? 0) + 1;
  here.set(key, count);
  if (count <= (reader.known.get(key) ?? 0)) return false;
  reader.known.set(key, count);
  return true;
}

function readMessage(reader: Reader, message: Json, at: Place, stamp: Stamp, output: boolean): void {
  const { talk, resolve } = reader;
  const content = field(message, 'content');
  const text = typeof content === 'string' ? resolve(content) : resolve(contentText(content));
  switch (stringField(message, 'role')) {
    case 'system':
      talk.context('system', text, at, stamp);
      break;
    case 'user':
      talk.beginTurn();
      talk.context('user', text, at, stamp);
      break;
    case 'assistant':
      talk.beginStep();
      if (text !== undefined && text !== '') talk.say(text, at, stamp);
      for (const [index, call] of (arrayField(message, 'tool_calls') ?? []).entries()) {
        const id = nameField(call, 'id');
        const place = placeBelow(at, 'tool_calls', index);
        const called = field(call, 'function');
        const tool = typeof called === 'string' ? called : nameField(called, 'name');
        if (tool === undefined || tool === '') talk.run.dropped('malformed', place);
        else talk.propose({ id, tool, args: field(call, 'arguments') ?? field(called, 'arguments') }, place, stamp);
      }
      break;
    case 'tool': {
      const id = nameField(message, 'tool_call_id');
      if (id !== undefined && reader.executed.has(id)) break;
      const failed = objectField(message, 'error') !== undefined;
      talk.result(
        { id, tool: nameField(message, 'function'), text: text ?? '', status: failed ? 'error' : 'ok' },
        at,
        stamp,
      );
      break;
    }
    default:
      talk.run.dropped(output ? 'malformed' : 'unknown-type', at);
  }
}

const approvalId = (callId: string): string => `approval:${callId}`;

interface Approvals {
  readonly denied: boolean;
  readonly modified: Json | undefined;
  readonly last: number | undefined;
  readonly any: boolean;
}

/** Emits the approvals of one call; says whether it may run, and with which arguments if they were modified. */
function readApprovals(reader: Reader, callId: string): Approvals {
  const { talk } = reader;
  const list = reader.approvals.get(callId) ?? [];
  let denied = false;
  let modified: Json | undefined;
  let last: number | undefined;
  for (const [index, { event, at }] of list.entries()) {
    const call = objectField(event, 'call');
    const stamp = timeOf(event);
    last = stamp.at ?? last;
    if (index === 0) {
      const known =
        talk.callOf(callId) ??
        talk.propose(
          { id: callId, tool: nameField(call, 'function') ?? 'unknown', args: field(call, 'arguments') },
          at,
          { ...stamp, inferred: 'call-from-approval' },
        );
      talk.requestApproval({ approval: approvalId(callId), call: known, args: field(call, 'arguments') }, at, stamp);
    }
    const decision = stringField(event, 'decision');
    if (decision === 'escalate') continue;
    denied = decision === 'reject' || decision === 'terminate';
    modified = decision === 'modify' ? field(objectField(event, 'modified'), 'arguments') : modified;
    talk.decideApproval(
      {
        approval: approvalId(callId),
        decision: denied ? 'deny' : decision === 'modify' ? 'edit' : 'approve',
        by: nameField(event, 'approver') ?? 'unknown',
        authenticity: 'server',
        editedArgs: decision === 'modify' ? modified : undefined,
      },
      at,
      stamp,
    );
  }
  return { denied, modified, last, any: list.length > 0 };
}

function readTool(reader: Reader, event: JsonObject, at: Place): Counted {
  const { talk } = reader;
  const id = nameField(event, 'id');
  const tool = nameField(event, 'function');
  if (id === undefined || tool === undefined) return talk.run.dropped('malformed', at);
  const recorded = field(event, 'arguments') ?? null;
  const call = talk.callOf(id) ?? talk.propose({ id, tool, args: recorded }, at, timeOf(event));
  const { denied, modified, last, any } = readApprovals(reader, id);
  const error = objectField(event, 'error');
  const text = reader.resolve(contentText(field(event, 'result')) ?? asText(field(event, 'result')));
  const shown = error === undefined ? text : (stringField(error, 'message') ?? text);
  const end = { ...timeOf(event), ...definedTime(event), agent: nameField(event, 'agent') };
  if (denied || nameField(error, 'type') === 'approval') {
    talk.result({ id, tool, text: shown ?? '', status: 'denied', denied: 'observed' }, at, end);
    return talk.run.imported();
  }
  const picked = timeOf(event).at;
  // It cannot have begun before it was approved, though its event was.
  const began = picked !== undefined && last !== undefined ? Math.max(picked, last) : picked;
  const stamp = { at: began, agent: nameField(event, 'agent') };
  // The event holds the arguments as proposed if it was written before the approval that changed them.
  const args =
    modified !== undefined && canonicalJson(recorded) === canonicalJson(talk.proposal(call)?.args ?? null)
      ? modified
      : recorded;
  const exec = talk.execution(call, tool, args, at, any ? { ...stamp, approval: approvalId(id) } : stamp);
  if (booleanField(event, 'pending') === true) return talk.run.imported();
  const item = shown === undefined ? undefined : talk.nextItem();
  talk.ended(exec, error === undefined && booleanField(event, 'failed') !== true ? 'ok' : 'error', item, at, end);
  if (item !== undefined) talk.addItem(item, 'tool_result', shown, at, { ...end, tool, producer: call });
  return talk.run.imported();
}

const definedTime = (event: JsonObject): Stamp => {
  const at = isoTime(field(event, 'completed'));
  return at === undefined ? {} : { at };
};

/** An approval whose call has no tool event: it was denied before it was picked up, or the run ended. */
function readLooseApproval(reader: Reader, event: JsonObject, at: Place): Counted {
  const id = nameField(fieldAt(event, 'call'), 'id');
  if (id === undefined) return reader.talk.run.dropped('malformed', at);
  const first = reader.approvals.get(id)?.[0];
  if (!reader.executed.has(id) && first?.event === event) readApprovals(reader, id);
  return reader.talk.run.imported();
}
