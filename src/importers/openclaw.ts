import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { type Conversation, conversation, type Stamp } from './conversation.ts';
import {
  arrayField,
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
import { activeBranch } from './message-tree.ts';
import { type Approval, type ApprovalEvent, approvalOf } from './openclaw-approvals.ts';
import { type Counted, type Place, placeBelow, placeIn } from './run-builder.ts';

const ENTRY_TYPES = new Set([
  'message',
  'custom',
  'custom_message',
  'compaction',
  'branch_summary',
  'model_change',
  'thinking_level_change',
  'label',
  'session_info',
  'reset',
]);

const isEntry = (value: Json): boolean =>
  ENTRY_TYPES.has(stringField(value, 'type') ?? '') && field(value, 'parentId') !== undefined;

const isHeader = (value: Json): boolean =>
  stringField(value, 'type') === 'session' &&
  (field(value, 'version') !== undefined || field(value, 'cwd') !== undefined);

/**
 * OpenClaw and pi sessions (JSON Lines), joined with the approval events of the OpenClaw gateway where `join` or the file itself holds them.
 * Shape: https://github.com/badlogic/pi-mono `packages/coding-agent/docs/session.md` (entries in a tree by `parentId`; the active branch ends in the
 * last entry), and https://github.com/openclaw/openclaw `src/gateway/server-methods/exec-approval.ts` (`exec.approval.requested`,
 * `exec.approval.resolved`).
 *
 * Approvals are no entries of a session: without the gateway's events they are not observed. An approval is joined to its call by the id that the
 * pending result names, or else by the command. A result that says it waits for an approval is no execution; the system event that follows tells how
 * it ended. `isError: false` beside a `details.status` of "error" is an error.
 */
export const openclaw: Importer = {
  format: 'openclaw',
  title: 'OpenClaw or pi session',
  unit: 'entry',
  marks: [
    {
      name: 'a session header, entries with "parentId" or gateway approval events',
      test: (records) =>
        records.some(
          (r) =>
            isHeader(r) ||
            (isEntry(r) && (stringField(r, 'type') !== 'message' || objectField(r, 'message') !== undefined)) ||
            approvalOf(r) !== undefined,
        ),
    },
    {
      name: 'no "sessionId" on lines',
      foreign: true,
      test: (records) => !records.some((r) => field(r, 'sessionId') !== undefined && field(r, 'uuid') !== undefined),
    },
  ],
  start: (context) => openclawReader(context),
};

interface Entry {
  readonly value: JsonObject;
  readonly at: Place;
  readonly approval: ApprovalEvent | undefined;
  readonly time: number | undefined;
}

function openclawReader(context: ImportContext): RecordReader {
  const entries: Entry[] = [];
  const lost: Place[] = [];
  const collect = (value: Json, at: Place): void => {
    if (!isJsonObject(value)) {
      lost.push(at);
      return;
    }
    const approval = approvalOf(value);
    const time =
      approval?.at ?? isoTime(field(value, 'timestamp')) ?? numberField(objectField(value, 'message'), 'timestamp');
    entries.push({ value, at, approval, time });
  };
  return {
    record(record) {
      const values = isJsonArray(record.value) ? record.value : undefined;
      if (values === undefined) collect(record.value, placeIn(record));
      for (const [index, value] of (values ?? []).entries()) collect(value, placeIn(record, index));
    },
    end() {
      const gateway = context.options.join !== undefined || entries.some(({ approval }) => approval !== undefined);
      const talk = conversation(
        context.open({
          source: 'OpenClaw session',
          observes: [
            'context.added',
            'call.proposed',
            ...(gateway ? (['approval.requested', 'approval.decided'] as const) : []),
            'exec.started',
            'exec.ended',
            'message.sent',
            'session.linked',
          ],
        }),
        context.options.trust,
      );
      for (const at of lost) talk.run.dropped('not-an-object', at);
      const active = activeBranch(
        entries.map(({ value }) => value),
        { id: 'id', parent: 'parentId' },
      );
      const reader: Reader = {
        talk,
        approvals: new Map(),
        approvalOfCall: new Map(),
        calls: pendingCalls(entries),
        session: sessionOf(entries),
      };
      for (const entry of inTime(entries)) {
        if (entry.approval !== undefined) readApproval(reader, entry.approval, entry);
        else if (active.has(entry.value)) readEntry(reader, entry);
        else talk.run.skipped('inactive-branch', entry.at);
      }
    },
  };
}

interface Reader {
  readonly talk: Conversation;
  readonly approvals: Map<string, Approval>;
  /** The latest approval of a call. */
  readonly approvalOfCall: Map<string, string>;
  /** Approval id to the raw id of its call, from results that wait for it. */
  readonly calls: ReadonlyMap<string, string>;
  readonly session: string | undefined;
}

const sessionOf = (entries: readonly Entry[]): string | undefined => {
  const header = entries.find(({ value }) => isHeader(value))?.value;
  return nameField(header, 'sessionKey', 'id');
};

/** Two files are merged by their times; an entry without one stays behind the one before it. */
function inTime(entries: readonly Entry[]): readonly Entry[] {
  const clocks = new Map<string, number>();
  const timed = entries.map((entry, index) => {
    const source = entry.at.file ?? '';
    const time = entry.time ?? clocks.get(source) ?? Number.NEGATIVE_INFINITY;
    clocks.set(source, time);
    return { entry, index, time };
  });
  timed.sort((a, b) => (a.time === b.time ? a.index - b.index : a.time < b.time ? -1 : 1));
  return timed.map(({ entry }) => entry);
}

function pendingCalls(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const calls = new Map<string, string>();
  for (const { value } of entries) {
    const message = objectField(value, 'message');
    const approval = nameField(objectField(message, 'details'), 'approvalId');
    const call = nameField(message, 'toolCallId');
    if (approval !== undefined && call !== undefined) calls.set(approval, call);
  }
  return calls;
}

function callOfCommand(talk: Conversation, command: string): string | undefined {
  for (const { call, args } of talk.open.all()) if (stringField(args, 'command') === command) return call;
  return undefined;
}

function readApproval(reader: Reader, event: ApprovalEvent, entry: Entry): Counted {
  const { talk, approvals } = reader;
  const stamp = { at: event.at, session: event.approval.session, agent: event.approval.agent };
  const known = approvals.get(event.approval.id);
  if (known === undefined && event.approval.command !== undefined) {
    const call = talk.callOf(reader.calls.get(event.approval.id) ?? '') ?? callOfCommand(talk, event.approval.command);
    approvals.set(event.approval.id, { ...event.approval, call });
    if (call !== undefined) reader.approvalOfCall.set(call, event.approval.id);
    talk.requestApproval(
      {
        approval: event.approval.id,
        call,
        tool: call === undefined ? 'exec' : talk.proposal(call)?.tool,
        args: { command: event.approval.command },
        expiresAt: event.approval.expiresAt,
        bound: event.approval.bound,
      },
      entry.at,
      { ...stamp, at: event.approval.createdAt ?? event.at },
    );
  }
  if (event.decision !== undefined) {
    talk.decideApproval(
      {
        approval: event.approval.id,
        decision: event.decision,
        scope: event.scope,
        by: event.by ?? 'unknown',
        authenticity: 'server',
      },
      entry.at,
      stamp,
    );
  }
  return talk.run.imported();
}

function readEntry(reader: Reader, { value, at, time }: Entry): Counted {
  const { talk } = reader;
  const { run } = talk;
  const stamp: Stamp = { at: time, session: reader.session };
  switch (stringField(value, 'type')) {
    case 'message':
      return readMessage(reader, objectField(value, 'message') ?? {}, placeBelow(at, 'message'), stamp);
    case 'custom_message':
      // An extension put it into the context; who wrote it is not recorded.
      talk.context('unknown', contentText(field(value, 'content')), at, stamp);
      return run.imported();
    case 'compaction':
    case 'branch_summary':
      talk.context('memory', stringField(value, 'summary'), at, stamp);
      return run.imported();
    case 'session':
    case 'custom':
    case 'model_change':
    case 'thinking_level_change':
    case 'label':
    case 'session_info':
    case 'reset':
      return run.skipped('bookkeeping', at);
    case undefined:
      return run.dropped('malformed', at);
    default:
      return run.dropped('unknown-type', at);
  }
}

function readMessage(reader: Reader, message: JsonObject, at: Place, stamp: Stamp): Counted {
  const { talk } = reader;
  switch (stringField(message, 'role')) {
    case 'user':
      return readUser(reader, message, at, stamp);
    case 'assistant':
      return readAssistant(talk, message, at, stamp);
    case 'toolResult':
      return readResult(reader, message, at, stamp);
    case 'bashExecution':
      talk.context('tool_result', stringField(message, 'output'), at, { ...stamp, tool: 'bash' });
      return talk.run.imported();
    case 'custom':
      talk.context('unknown', contentText(field(message, 'content')), at, stamp);
      return talk.run.imported();
    case 'compactionSummary':
    case 'branchSummary':
      talk.context('memory', stringField(message, 'summary'), at, stamp);
      return talk.run.imported();
    case undefined:
      return talk.run.dropped('malformed', at);
    default:
      return talk.run.dropped('unknown-type', at);
  }
}

const SYSTEM_EVENT = /^System:\s*\[[^\]\n]{0,80}\]\s*Exec (finished|denied|running)\b([^\n]{0,500})/;
const METADATA =
  /^(?:(?:Conversation info|Sender|Thread starter|Replied message|Forwarded message context) \(untrusted[^)\n]{0,40}\):\n```[a-z]*\n[\s\S]{0,20000}?\n```\s*)+/;
const INTER_SESSION = /^\[Inter-session message\]([^\n]{0,500})/;

function readUser(reader: Reader, message: JsonObject, at: Place, stamp: Stamp): Counted {
  const { talk } = reader;
  const { run } = talk;
  const text = contentText(field(message, 'content'));
  const event = SYSTEM_EVENT.exec(text ?? '');
  if (event !== null) return readSystemEvent(reader, event, text!, at, stamp);
  const provenance = objectField(message, 'provenance');
  const header = INTER_SESSION.exec(text ?? '');
  if (nameField(provenance, 'kind') === 'inter_session' || header !== null) {
    const from = nameField(provenance, 'sourceSessionKey') ?? /sourceSession=(\S+)/.exec(header?.[1] ?? '')?.[1];
    talk.context('other_session', text, at, stamp);
    if (from !== undefined) {
      const when = stamp.at === undefined ? {} : { at: stamp.at };
      run.add({ ...when, kind: 'session.linked', from, to: reader.session ?? 'main' }, at);
    }
    return run.imported();
  }
  talk.beginTurn();
  const metadata = METADATA.exec(text ?? '')?.[0];
  if (metadata !== undefined) talk.context('peer', metadata, at, stamp);
  talk.context('user', text?.slice(metadata?.length ?? 0), at, stamp);
  return run.imported();
}

/** How an execution ended that had waited for an approval; the gateway tells the agent in the role of the user. */
function readSystemEvent(reader: Reader, event: RegExpExecArray, text: string, at: Place, stamp: Stamp): Counted {
  const { talk, approvals } = reader;
  const { run } = talk;
  const [, verb, rest] = event;
  const id = /\bid=([^\s,)]+)/.exec(rest ?? '')?.[1];
  const approval = id === undefined ? undefined : approvals.get(id);
  const call = approval?.call ?? (id === undefined ? undefined : talk.callOf(reader.calls.get(id) ?? ''));
  const known = call === undefined ? undefined : talk.proposal(call);
  if (verb === 'denied') {
    if (call !== undefined)
      run.add({ ...when(stamp), kind: 'policy.decided', call, effect: 'deny' }, at, 'harness-message');
  } else if (id !== undefined) {
    const more = { ...stamp, approval: id, inferred: 'harness-message' } as const;
    const args = known?.args ?? (approval?.command === undefined ? null : { command: approval.command });
    const exec = talk.execution(call, known?.tool ?? 'exec', args, at, more);
    const code = /\bcode (-?\d+)/.exec(rest ?? '')?.[1];
    if (verb === 'finished')
      talk.ended(exec, code === undefined ? 'unknown' : code === '0' ? 'ok' : 'error', undefined, at, more);
  }
  talk.context('tool_result', text, at, { ...stamp, producer: call, inferred: 'harness-message' });
  return run.imported();
}

const when = (stamp: Stamp): { at?: number } => (stamp.at === undefined ? {} : { at: stamp.at });

function readAssistant(talk: Conversation, message: JsonObject, at: Place, stamp: Stamp): Counted {
  const { run } = talk;
  talk.beginStep();
  const content = field(message, 'content');
  const blocks =
    typeof content === 'string' ? [{ type: 'text', text: content }] : (arrayField(message, 'content') ?? []);
  let read = 0;
  for (const [index, block] of blocks.entries()) {
    const place = placeBelow(at, 'content', index);
    switch (stringField(block, 'type')) {
      case 'text': {
        const text = stringField(block, 'text');
        if (text !== undefined && text !== '') talk.say(text, place, stamp);
        read++;
        break;
      }
      case 'toolCall': {
        const tool = nameField(block, 'name');
        if (tool === undefined) run.dropped('malformed', place);
        else talk.propose({ id: nameField(block, 'id'), tool, args: field(block, 'arguments') }, place, stamp);
        read++;
        break;
      }
      case 'thinking':
        break;
      default:
        run.dropped('unknown-type', place);
    }
  }
  return read > 0 ? run.imported() : run.skipped(blocks.length === 0 ? 'empty' : 'reasoning', at);
}

function readResult(reader: Reader, message: JsonObject, at: Place, stamp: Stamp): Counted {
  const { talk } = reader;
  const details = objectField(message, 'details');
  const status = stringField(details, 'status');
  const id = nameField(message, 'toolCallId');
  const text = contentText(field(message, 'content')) ?? '';
  if (status === 'approval-pending') {
    talk.context('tool_result', text, at, {
      ...stamp,
      tool: nameField(message, 'toolName'),
      producer: talk.callOf(id ?? ''),
    });
    return talk.run.imported();
  }
  const failed = booleanField(message, 'isError') === true || status === 'error' || status === 'failed';
  const call = talk.callOf(id ?? '');
  const approval = call === undefined ? undefined : reader.approvalOfCall.get(call);
  talk.result({ id, tool: nameField(message, 'toolName'), text, status: failed ? 'error' : 'ok', approval }, at, stamp);
  return talk.run.imported();
}
