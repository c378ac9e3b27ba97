import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { readBlock } from './anthropic-blocks.ts';
import { type ClaudePermissions, claudePermissions } from './claude-permissions.ts';
import { type Conversation, conversation, type Stamp } from './conversation.ts';
import {
  arrayField,
  booleanField,
  contentText,
  field,
  isoTime,
  nameField,
  objectField,
  stringField,
} from './fields.ts';
import type { ImportContext, Importer, RecordReader } from './importer.ts';
import { activeBranch } from './message-tree.ts';
import { type Place, placeBelow, placeIn } from './run-builder.ts';
import type { Origin } from './trust.ts';

/**
 * How results begin that say that a call was refused. Version 1, seen in 2025 and 2026. The format has no other sign of a refusal, and none at all of
 * an approval.
 */
const DENIALS = [
  "The user doesn't want to proceed with this tool use",
  "The user doesn't want to take this action right now",
  'Permission to use ',
  'Claude requested permissions to ',
  'This command requires approval',
];

const isDenial = (text: string): boolean => DENIALS.some((start) => text.startsWith(start));

/**
 * Claude Code sessions (JSON Lines), and what the Agent SDK and `--output-format stream-json` give out (`session_id`, `parent_tool_use_id`,
 * `permission_denials`). There is no published schema; the shape is that of recorded sessions: `type`, `uuid`, `parentUuid`, `sessionId`,
 * `isSidechain`, `isMeta`, and `message` with the content blocks of https://docs.anthropic.com/en/api/messages.
 *
 * In a session an approval leaves no record, so that approvals are not observed; a refusal is known by the text of its result. The control protocol
 * of the SDK records both ({@link claudePermissions}). Lines form a tree: each root is followed to its last line. Parallel calls fork that tree, so
 * that a result beside the branch is kept if its call is on it. A sidechain is another agent; what it is asked comes from the agent that started it.
 */
export const claudeCode: Importer = {
  format: 'claude-code',
  title: 'Claude Code session',
  unit: 'line',
  marks: [
    {
      name: '"uuid" and "sessionId" on lines, or "session_id" as the SDK writes it',
      test: (records) =>
        records.some((r) => nameField(r, 'uuid') !== undefined && field(r, 'sessionId') !== undefined) ||
        records.some(isSdkLine),
    },
    {
      name: 'lines of type "user" or "assistant" with a "message"',
      test: (records) =>
        records.some(
          (r) => /^(user|assistant)$/.test(stringField(r, 'type') ?? '') && objectField(r, 'message') !== undefined,
        ),
    },
  ],
  start: (context) => claudeCodeReader(context),
};

/** A line of the Agent SDK, or of `--output-format stream-json`. */
const isSdkLine = (line: Json): boolean =>
  nameField(line, 'session_id') !== undefined &&
  (field(line, 'parent_tool_use_id') !== undefined || stringField(line, 'subtype') === 'init');

interface Line {
  readonly value: JsonObject;
  readonly at: Place;
}

function claudeCodeReader(context: ImportContext): RecordReader {
  const lines: Line[] = [];
  const lost: Place[] = [];
  const collect = (value: Json, at: Place): void => {
    if (isJsonObject(value)) lines.push({ value, at });
    else lost.push(at);
  };
  return {
    record(record) {
      const values = isJsonArray(record.value) ? record.value : undefined;
      if (values === undefined) collect(record.value, placeIn(record));
      for (const [index, value] of (values ?? []).entries()) collect(value, placeIn(record, index));
    },
    end() {
      const values = lines.map(({ value }) => value);
      // The SDK gives out what the agent does; what it was asked is in the hands of the program.
      const asked =
        !values.some(isSdkLine) || values.some((line) => stringField(line, 'type') === 'user' && !isResult(line));
      const talk = conversation(
        context.open({
          source: 'Claude Code session',
          observes: [
            ...(asked ? (['context.added'] as const) : []),
            'call.proposed',
            'exec.started',
            'exec.ended',
            'message.sent',
          ],
        }),
        context.options.trust,
      );
      for (const at of lost) talk.run.dropped('not-an-object', at);
      const active = activeBranch(values, { id: 'uuid', parent: 'parentUuid' }, true);
      const parents = new Map(lines.map(({ value }) => [nameField(value, 'uuid'), value]));
      const reader: Reader = {
        talk,
        mode: undefined,
        session: undefined,
        refused: new Set(values.flatMap(refusedCalls)),
        permissions: claudePermissions(talk),
      };
      for (const line of lines) {
        const parent = parents.get(nameField(line.value, 'parentUuid') ?? '');
        const beside = isResult(line.value) && parent !== undefined && active.has(parent);
        if (active.has(line.value) || beside) readLine(reader, line);
        else talk.run.skipped('inactive-branch', line.at);
      }
    },
  };
}

interface Reader {
  readonly talk: Conversation;
  mode: string | undefined;
  /** Of the last line that named one: those of the control protocol do not. */
  session: string | undefined;
  /** Ids of calls that the recording says were refused. */
  readonly refused: ReadonlySet<string>;
  readonly permissions: ClaudePermissions;
}

/** The last line of a run of the SDK lists them; newer versions also say on the line of a result why its call was not executed. */
const refusedCalls = (line: JsonObject): readonly string[] => [
  ...(arrayField(line, 'permission_denials') ?? []).flatMap((denial) => nameField(denial, 'tool_use_id') ?? []),
  ...(arrayField(line, 'tool_result_meta') ?? [])
    .filter((meta) => /permission|hook|denied|reject/.test(stringField(meta, 'non_execution_kind') ?? ''))
    .flatMap((meta) => nameField(meta, 'id') ?? []),
];

const isResult = (line: JsonObject): boolean =>
  (arrayField(objectField(line, 'message'), 'content') ?? []).some(
    (block) => stringField(block, 'type') === 'tool_result',
  );

const BOOKKEEPING = new Set([
  'system',
  'summary',
  'file-history-snapshot',
  'progress',
  'queue-operation',
  'custom-title',
  'ai-title',
  'tag',
  'last-prompt',
  'agent-name',
  'permission-mode',
  'mode',
  'pr-link',
  'file-history-delta',
  'worktree-state',
  'fork-context-ref',
  'frame-link',
  'started',
  'result',
  'control_request',
  'control_response',
  'control_cancel_request',
  'keep_alive',
  'rate_limit_event',
  'auth_status',
  'tool_progress',
  'tool_use_summary',
]);

function readLine(reader: Reader, { value, at }: Line): void {
  const { talk } = reader;
  const { run } = talk;
  const type = stringField(value, 'type');
  const message = objectField(value, 'message');
  const session = nameField(value, 'sessionId', 'session_id') ?? reader.session;
  reader.session = session;
  const stamp: Stamp = {
    at: isoTime(field(value, 'timestamp')),
    session,
    agent: agentOf(value),
  };
  readMode(reader, value, at, stamp);
  if (type === undefined) run.dropped('malformed', at);
  else if ((type === 'user' || type === 'assistant') && message !== undefined)
    readMessage(reader, type, value, message, at, stamp);
  else if (type === 'attachment') readAttachment(reader, objectField(value, 'attachment'), at, stamp);
  else if (type === 'stream_event') run.skipped('partial', at);
  else if (reader.permissions.read(value, at, stamp) !== undefined) return;
  else if (BOOKKEEPING.has(type)) run.skipped('bookkeeping', at);
  else run.dropped(message === undefined ? 'unknown-type' : 'malformed', at);
}

/** What was typed while the agent worked stands in an attachment; of the others only that they were there is kept. */
function readAttachment({ talk }: Reader, attachment: JsonObject | undefined, at: Place, stamp: Stamp): void {
  if (stringField(attachment, 'type') === 'queued_command') {
    const origin = queuedOrigin(attachment);
    if (origin === 'user') talk.beginTurn();
    const more = origin === 'user' ? stamp : { ...stamp, inferred: 'harness-message' as const };
    talk.context(origin, contentText(field(attachment, 'prompt')), at, more);
  } else talk.context('unknown', undefined, at, stamp);
  talk.run.imported();
}

/** Who queued a message. What the program itself sends, such as that a task has ended with this output, names nobody. */
function queuedOrigin(attachment: JsonObject | undefined): Origin {
  switch (stringField(objectField(attachment, 'origin'), 'kind')) {
    case 'human':
    case 'auto-continuation':
      return 'user';
    case undefined:
      return 'unknown';
    default:
      return 'peer';
  }
}

const agentOf = (line: JsonObject): string | undefined =>
  booleanField(line, 'isSidechain') === true
    ? (nameField(line, 'agentId') ?? 'sidechain')
    : nameField(line, 'parent_tool_use_id');

/** The permission mode stands on the lines of the user; a change of it is a change of who must approve. */
function readMode(reader: Reader, line: JsonObject, at: Place, stamp: Stamp): void {
  const mode = nameField(line, 'permissionMode');
  if (mode === undefined || mode === reader.mode) return;
  const before = reader.mode;
  reader.mode = mode;
  if (before === undefined) return;
  const time = stamp.at === undefined ? {} : { at: stamp.at };
  reader.talk.run.add({ ...time, kind: 'config.changed', key: 'permissionMode', by: 'user', before, after: mode }, at);
}

function readMessage(
  reader: Reader,
  type: string,
  line: JsonObject,
  message: JsonObject,
  at: Place,
  stamp: Stamp,
): void {
  const { talk } = reader;
  const { run } = talk;
  const content = field(message, 'content');
  const blocks =
    typeof content === 'string' ? [{ type: 'text', text: content }] : (arrayField(message, 'content') ?? []);
  const origin = userOrigin(line);
  if (type === 'assistant') talk.beginStep();
  else if (origin === 'user' && !isResult(line)) talk.beginTurn();
  if (blocks.length === 0) {
    run.skipped('empty', at);
    return;
  }
  const inferred = type === 'user' && origin !== 'user' ? ({ inferred: 'harness-message' } as const) : {};
  for (const [index, block] of blocks.entries()) {
    const place = placeBelow(at, 'message', 'content', ...(typeof content === 'string' ? [] : [index]));
    readBlock(
      talk,
      block,
      place,
      { role: type, userOrigin: origin, isDenial, refused: reader.refused, answers: reader.permissions.answers },
      stringField(block, 'type') === 'text' ? { ...stamp, ...inferred } : stamp,
    );
  }
  const started = nameField(objectField(line, 'toolUseResult'), 'agentId');
  if (started !== undefined) {
    const time = stamp.at === undefined ? {} : { at: stamp.at };
    run.add({ ...time, kind: 'handoff', from: stamp.agent ?? 'main', to: started }, at, 'hand-off-tool');
  }
}

function userOrigin(line: JsonObject): Origin {
  if (booleanField(line, 'isCompactSummary') === true) return 'memory';
  if (booleanField(line, 'isMeta') === true) return 'system';
  return agentOf(line) === undefined ? 'user' : 'peer';
}
