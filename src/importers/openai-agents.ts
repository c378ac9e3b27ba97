import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { tryParseJson } from '../trace/json-text.ts';
import { type Conversation, conversation } from './conversation.ts';
import { arrayField, asText, contentText, field, fieldAt, nameField, objectField, stringField } from './fields.ts';
import type { ImportContext, Importer, RecordReader } from './importer.ts';
import { type ItemReader, itemReader, readItem } from './openai-items.ts';
import { type Place, placeBelow, placeIn } from './run-builder.ts';

const isState = (value: Json): boolean =>
  field(value, '$schemaVersion') !== undefined && objectField(value, 'currentAgent') !== undefined;

/** The schema versions that have been read in the source; others are read on trust of their shape. */
const NEWEST_VERSION = 20;

/** Nested runs stand inside as strings of JSON; each level doubles its escapes, so that real ones stay shallow. */
const MAX_NESTED_RUNS = 8;

/**
 * OpenAI Agents SDK: serialised RunState, one snapshot or a sequence (JSON Lines, an array, or files in `join`).
 * Shape: `packages/agents-core/src/runState.ts` of https://github.com/openai/openai-agents-js (SerializedRunState: `generatedItems`, `currentStep` with `interruptions`, and in
 * `context` the records `approvals`, `functionApprovals`, `hostedMcpApprovals`, `approvalInvocations`).
 *
 * Each snapshot adds what the one before did not show. Inside a snapshot nothing has a time: a decision is put before the result of its call, and both are marked inferred.
 * What a call gave is no execution where the call was rejected: the SDK writes the refusal there. From version 1.17 on a local execution says so itself (`executionStatus`).
 * `approved: true` is a standing permission (scope `always`), a list decides call by call, and a call in `rejected` is denied whatever stands.
 */
export const openaiAgents: Importer = {
  format: 'openai-agents',
  title: 'OpenAI Agents RunState',
  unit: 'item',
  marks: [
    { name: '"$schemaVersion"', test: (records) => records.some((r) => field(r, '$schemaVersion') !== undefined) },
    { name: '"currentAgent"', test: (records) => records.some(isState) },
  ],
  start: (context) => agentsReader(context),
};

interface Reader {
  readonly items: ItemReader;
  readonly talk: Conversation;
  /** Facts that earlier snapshots showed. */
  readonly seen: Set<string>;
}

interface Decision {
  readonly approve: boolean;
  readonly scope: 'once' | 'always';
  readonly at: Place;
}

function agentsReader(context: ImportContext): RecordReader {
  let reader: Reader | undefined;
  const element = (value: Json, at: Place): void => {
    if (reader === undefined) {
      const talk = conversation(
        context.open({
          source: 'OpenAI Agents SDK',
          observes: [
            'context.added',
            'call.proposed',
            'approval.requested',
            'approval.decided',
            'exec.started',
            'exec.ended',
            'message.sent',
            'handoff',
          ],
        }),
        context.options.trust,
      );
      reader = { items: itemReader(talk), talk, seen: new Set() };
    }
    if (isJsonObject(value)) readState(reader, value, at, 0);
    else reader.talk.run.dropped('not-an-object', at);
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

const isNew = (reader: Reader, fact: string): boolean => {
  if (reader.seen.has(fact)) return false;
  reader.seen.add(fact);
  return true;
};

function readState(reader: Reader, state: JsonObject, at: Place, depth: number): void {
  const { talk } = reader;
  const agent = nameField(field(state, 'currentAgent'), 'name');
  const version = field(state, '$schemaVersion');
  if (typeof version !== 'string' || !/^1\.\d{1,3}$/.test(version) || Number(version.slice(2)) > NEWEST_VERSION) {
    talk.run.warn(
      'importers/unknown-version',
      `${typeof version === 'string' && /^[0-9.]{1,8}$/.test(version) ? `version ${version}` : 'the version'} of the state is not known`,
      placeBelow(at, '$schemaVersion'),
      `versions up to 1.${NEWEST_VERSION} are known`,
    );
  }
  const decisions = readDecisions(state, at);
  readInput(reader, state, at, depth);
  for (const [index, item] of (arrayField(state, 'generatedItems') ?? []).entries()) {
    readGenerated(reader, item, index, depth, decisions, placeBelow(at, 'generatedItems', index));
  }
  for (const [index, response] of (arrayField(state, 'modelResponses') ?? []).entries()) {
    for (const [position, item] of (arrayField(response, 'output') ?? []).entries()) {
      const place = placeBelow(at, 'modelResponses', index, 'output', position);
      if (isNew(reader, rawKey(item, `${depth} ${index} ${position}`))) readItem(reader.items, item, place, { agent });
      else talk.run.skipped('repeated', place);
    }
  }
  for (const [key, text] of Object.entries(objectField(state, 'pendingAgentToolRuns') ?? {})) {
    const place = placeBelow(at, 'pendingAgentToolRuns', key);
    const nested = typeof text === 'string' ? tryParseJson(text) : undefined;
    if (isJsonObject(nested) && depth < MAX_NESTED_RUNS) readState(reader, nested, place, depth + 1);
    else talk.run.dropped('malformed', place);
  }
  const interruptions = arrayField(fieldAt(state, 'currentStep', 'data'), 'interruptions') ?? [];
  for (const [index, item] of interruptions.entries()) {
    const place = placeBelow(at, 'currentStep', 'data', 'interruptions', index);
    if (requestApproval(reader, item, place)) talk.run.imported();
    else talk.run.skipped('repeated', place);
  }
  const invoked = readInvocations(reader, state, at, agent);
  for (const callId of [...decisions.calls.keys(), ...invoked]) settle(reader, callId, decisions);
  readStanding(reader, decisions);
}

function readInput(reader: Reader, state: JsonObject, at: Place, depth: number): void {
  const { talk } = reader;
  const input = field(state, 'originalInput');
  const place = placeBelow(at, 'originalInput');
  if (typeof input === 'string') {
    if (!isNew(reader, `input ${depth} ${input}`)) {
      talk.run.skipped('repeated', place);
      return;
    }
    if (depth === 0) talk.beginTurn();
    // A nested run is asked by the agent outside it, not by the user.
    talk.context(depth === 0 ? 'user' : 'peer', input, place);
    talk.run.imported();
    return;
  }
  for (const [index, item] of (isJsonArray(input) ? input : []).entries()) {
    if (isNew(reader, `input ${depth} ${index}`)) readItem(reader.items, item, placeBelow(place, index));
    else talk.run.skipped('repeated', placeBelow(place, index));
  }
}

const rawKey = (raw: Json, place: string): string => {
  const id = nameField(raw, 'callId', 'call_id', 'id');
  return id === undefined ? `place ${place}` : `${stringField(raw, 'type')} ${id}`;
};

function readGenerated(
  reader: Reader,
  item: Json,
  index: number,
  depth: number,
  decisions: Decisions,
  at: Place,
): void {
  const { talk } = reader;
  const { run } = talk;
  const raw = field(item, 'rawItem') ?? null;
  const type = stringField(item, 'type');
  const agent = nameField(objectField(item, 'agent', 'sourceAgent'), 'name');
  const place = placeBelow(at, 'rawItem');
  if (type === 'tool_approval_item') {
    if (requestApproval(reader, item, at)) run.imported();
    else run.skipped('repeated', at);
    return;
  }
  if (!isNew(reader, rawKey(raw, `${depth} generated ${index}`))) {
    run.skipped('repeated', at);
    return;
  }
  const callId = nameField(raw, 'callId', 'call_id');
  switch (type) {
    case 'handoff_output_item': {
      const to = nameField(objectField(item, 'targetAgent'), 'name');
      readItem(reader.items, raw, place, { agent });
      if (agent !== undefined && to !== undefined) run.add({ kind: 'handoff', from: agent, to }, at);
      return;
    }
    case 'tool_call_output_item':
      if (callId !== undefined) settle(reader, callId, decisions);
      if (stringField(raw, 'type') === 'function_call_result') readOutput(reader, item, raw, callId, decisions, place);
      else readItem(reader.items, raw, place, { agent });
      return;
    case 'reasoning_item':
      run.skipped('reasoning', at);
      return;
    case undefined:
      run.dropped(isJsonObject(item) ? 'malformed' : 'not-an-object', at);
      return;
    default:
      readItem(reader.items, raw, place, { agent });
  }
}

/** What the call of a function gave: its result, or the words by which it was refused. */
function readOutput(
  { talk }: Reader,
  item: Json,
  raw: Json,
  callId: string | undefined,
  decisions: Decisions,
  at: Place,
): void {
  const executed = stringField(item, 'executionStatus') === 'executed';
  const call = callId === undefined ? undefined : talk.callOf(callId);
  const refused = !executed && callId !== undefined && decisionOn(decisions, callId, call, talk)?.approve === false;
  const output = field(raw, 'output');
  talk.result(
    {
      id: callId,
      tool: nameField(raw, 'name'),
      text: contentText(output) ?? asText(output) ?? '',
      status: refused ? 'denied' : 'unknown',
      executionObserved: executed,
      ...(refused ? { denied: 'approval-from-state' as const } : {}),
    },
    at,
    { agent: nameField(objectField(item, 'agent'), 'name') },
  );
  talk.run.imported();
}

/** An interruption asks for the approval of a call; the approval goes by the id of the call. False if it asked before. */
function requestApproval(reader: Reader, item: Json, at: Place): boolean {
  const { talk } = reader;
  const raw = field(item, 'rawItem') ?? null;
  const callId = nameField(raw, 'callId', 'call_id', 'id');
  if (callId === undefined || !isNew(reader, `requested ${callId}`)) return false;
  const agent = nameField(objectField(item, 'agent'), 'name');
  if (talk.callOf(callId) === undefined) {
    reader.seen.add(rawKey(raw, ''));
    const tool = nameField(item, 'toolName') ?? nameField(raw, 'name') ?? 'unknown';
    talk.propose({ id: callId, tool, args: field(raw, 'arguments') }, at, { agent, inferred: 'call-from-approval' });
  }
  talk.requestApproval({ approval: callId, call: talk.callOf(callId) }, at, { agent });
  return true;
}

interface Decisions {
  readonly calls: ReadonlyMap<string, Decision>;
  readonly standing: ReadonlyMap<string, Decision>;
}

/** The approval records of a state, whatever their home: newer versions keep them by agent. */
function readDecisions(state: JsonObject, at: Place): Decisions {
  const calls = new Map<string, Decision>();
  const standing = new Map<string, Decision>();
  const records = (value: Json | undefined, place: Place): void => {
    if (!isJsonObject(value)) return;
    for (const [key, record] of Object.entries(value)) {
      const where = placeBelow(place, key);
      for (const [verdict, approve] of [
        ['approved', true],
        ['rejected', false],
      ] as const) {
        const given = field(record, verdict);
        if (given === true)
          standing.set(`${toolOfKey(key)} ${verdict}`, { approve, scope: 'always', at: placeBelow(where, verdict) });
        for (const [index, id] of (isJsonArray(given) ? given : []).entries()) {
          if (typeof id === 'string' && id !== '')
            calls.set(id, { approve, scope: 'once', at: placeBelow(where, verdict, index) });
        }
      }
    }
  };
  const context = objectField(state, 'context');
  const base = placeBelow(at, 'context');
  for (const key of ['approvals', 'legacyFunctionApprovals', 'hostedMcpApprovals'])
    records(field(context, key), placeBelow(base, key));
  for (const key of ['functionApprovals', 'approvalInvocations']) {
    for (const [index, entry] of (arrayField(context, key) ?? []).entries()) {
      records(field(entry, 'approvals'), placeBelow(base, key, index, 'approvals'));
    }
  }
  return { calls, standing };
}

/** Newer keys are a JSON list of category and name, `["bare","pay"]`; older ones the name itself. */
function toolOfKey(key: string): string {
  const parsed = tryParseJson(key);
  const parts = Array.isArray(parsed)
    ? (parsed as readonly Json[]).slice(1).filter((part) => typeof part === 'string')
    : [];
  return parts.length === 0 ? key : parts.join('.');
}

/** Calls that somebody decided on: some are known only from here. */
function readInvocations(reader: Reader, state: JsonObject, at: Place, agent: string | undefined): readonly string[] {
  const { talk } = reader;
  const ids: string[] = [];
  for (const [index, entry] of (arrayField(field(state, 'context'), 'approvalInvocations') ?? []).entries()) {
    for (const [callId, text] of Object.entries(objectField(entry, 'invocations') ?? {})) {
      const place = placeBelow(at, 'context', 'approvalInvocations', index, 'invocations', callId);
      const invocation = typeof text === 'string' ? tryParseJson(text) : undefined;
      const key = nameField(invocation, 'toolName');
      if (callId === '' || key === undefined) {
        talk.run.dropped('malformed', place);
        continue;
      }
      ids.push(callId);
      if (talk.callOf(callId) !== undefined) {
        talk.run.skipped('repeated', place);
        continue;
      }
      const payload = field(invocation, 'payload');
      const args = field(payload, 'value') ?? payload;
      talk.propose({ id: callId, tool: toolOfKey(key), args }, place, { agent, inferred: 'call-from-approval' });
      talk.run.imported();
    }
  }
  return ids;
}

/** Emits the decision on one call, once. */
function settle(reader: Reader, callId: string, decisions: Decisions): void {
  const { talk } = reader;
  const call = talk.callOf(callId);
  const decision = decisionOn(decisions, callId, call, talk);
  if (decision === undefined || !isNew(reader, `decided ${callId} ${decision.approve}`)) return;
  if (isNew(reader, `requested ${callId}`)) {
    talk.requestApproval({ approval: callId, call }, decision.at, { inferred: 'approval-from-state' });
  }
  talk.decideApproval(
    {
      approval: callId,
      decision: decision.approve ? 'approve' : 'deny',
      scope: decision.scope,
      by: 'unknown',
      authenticity: 'server',
    },
    decision.at,
    { inferred: 'approval-from-state' },
  );
  if (decision.scope === 'once') talk.run.imported();
}

function decisionOn(
  decisions: Decisions,
  callId: string,
  call: string | undefined,
  talk: Conversation,
): Decision | undefined {
  const tool = call === undefined ? undefined : talk.proposal(call)?.tool;
  return decisions.calls.get(callId) ?? standingFor(decisions, tool);
}

const standingFor = (decisions: Decisions, tool: string | undefined): Decision | undefined =>
  tool === undefined
    ? undefined
    : (decisions.standing.get(`${tool} approved`) ?? decisions.standing.get(`${tool} rejected`));

/** A standing permission is told once, under an id of its own: later calls are run by it without being asked. */
function readStanding(reader: Reader, decisions: Decisions): void {
  for (const [key, decision] of decisions.standing) {
    if (!isNew(reader, `standing ${key}`)) continue;
    const approval = `standing:${key.slice(0, key.lastIndexOf(' '))}`;
    reader.talk.decideApproval(
      {
        approval,
        decision: decision.approve ? 'approve' : 'deny',
        scope: 'always',
        by: 'unknown',
        authenticity: 'server',
      },
      decision.at,
      { inferred: 'approval-from-state' },
    );
    reader.talk.run.imported();
  }
}
