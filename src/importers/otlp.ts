import { canonicalJson } from '../trace/canonical-json.ts';
import type { EventKind } from '../trace/event.ts';
import { isJsonArray, type Json } from '../trace/json.ts';
import { type Conversation, conversation, type Stamp } from './conversation.ts';
import { asText, field, maybeJson } from './fields.ts';
import type { ApprovalAttributes, ImportContext, Importer, RecordReader } from './importer.ts';
import { advertise } from './openai-items.ts';
import { messagesOfSpan, type ResultPart, type SpanMessage, type SpanMessages } from './otlp-messages.ts';
import {
  isAttributeMap,
  isExport,
  isJsSpan,
  isNamedSpan,
  millis,
  namedSpansIn,
  type SpanRecord,
  spansOf,
  speaksOfAgent,
} from './otlp-spans.ts';
import { pythonDictionary } from './python-literal.ts';
import { type Place, placeIn } from './run-builder.ts';

/**
 * OpenTelemetry: OTLP/JSON exports (also one a line), spans as the JavaScript and Python SDKs print them and as Arize Phoenix gives them, or bare maps of attributes, in the dialects GenAI, GenAI before its messages were attributes,
 * OpenInference and AI SDK.
 * Shape: https://github.com/open-telemetry/semantic-conventions-genai (`docs/gen-ai`: `execute_tool`, `chat`, `invoke_agent`; formerly in semantic-conventions, to v1.41),
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding, https://github.com/Arize-ai/openinference/blob/main/spec/semantic_conventions.md,
 * https://ai-sdk.dev/docs/ai-sdk-core/telemetry.
 *
 * Everything in the conventions is in development, and content is opt-in: what enters the context is observed only if every model span captured its messages. Arguments that were not captured are
 * `null`. There is no attribute for approvals; `approvalAttributes` names those of a vendor. A run is a conversation (`gen_ai.conversation.id`), or else a trace.
 */
export const otlp: Importer = {
  format: 'otlp',
  title: 'OpenTelemetry',
  unit: 'span',
  marks: [
    {
      name: '"resourceSpans", spans with attributes or attributes such as "gen_ai.operation.name"',
      test: (records) =>
        records.some(
          (r) => isExport(r) || isNamedSpan(r) || namedSpansIn(r) !== undefined || isJsSpan(r) || isAttributeMap(r),
        ),
    },
  ],
  start: (context) => otlpReader(context),
};

function otlpReader(context: ImportContext): RecordReader {
  return spanReader(context, 'OpenTelemetry', spansOf);
}

/** Reads what a store keeps of spans: `spansIn` gives them, and tells of values that are none. */
export function spanReader(
  context: ImportContext,
  source: string,
  spansIn: (value: Json, at: Place, drop: (at: Place) => void) => Iterable<SpanRecord>,
): RecordReader {
  const spans: SpanRecord[] = [];
  const lost: Place[] = [];
  return {
    record(record) {
      const values = isJsonArray(record.value) ? record.value : undefined;
      const list = values ?? [record.value];
      for (const [index, value] of list.entries()) {
        const at = values === undefined ? placeIn(record) : placeIn(record, index);
        for (const span of spansIn(value, at, (place) => lost.push(place))) spans.push(span);
      }
    },
    end() {
      const runs = runsOf(spans);
      let first: Conversation | undefined;
      for (const run of runs.length === 0 ? [{ name: '', spans: [] }] : runs) {
        const talk = readRun(context, source, run);
        first ??= talk;
      }
      for (const place of lost) first?.run.dropped('unknown-type', place);
    },
  };
}

interface SpanRun {
  readonly name: string;
  readonly spans: readonly SpanRecord[];
}

/** Spans by conversation, and where that is not said by trace. */
function runsOf(spans: readonly SpanRecord[]): readonly SpanRun[] {
  const conversations = new Map<string, string>();
  for (const span of spans) {
    const id = attribute(span, 'gen_ai.conversation.id', 'session.id');
    if (id !== undefined && !conversations.has(span.trace)) conversations.set(span.trace, id);
  }
  const runs = new Map<string, SpanRecord[]>();
  for (const span of spans) {
    const name = conversations.get(span.trace) ?? span.trace;
    const run = runs.get(name) ?? [];
    runs.set(name, run);
    run.push(span);
  }
  return [...runs].map(([name, members]) => ({ name, spans: inTime(members) }));
}

/** Spans by their start; one without a time stays behind the one before it. */
function inTime(spans: readonly SpanRecord[]): readonly SpanRecord[] {
  let last = 0n;
  const timed = spans.map((span, index) => {
    last = span.start ?? last;
    return { span, index, time: last };
  });
  timed.sort((a, b) => (a.time === b.time ? a.index - b.index : a.time < b.time ? -1 : 1));
  return timed.map(({ span }) => span);
}

const attribute = (span: SpanRecord, ...keys: string[]): string | undefined => {
  for (const key of keys) {
    const value = span.attributes.get(key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
};

type SpanKind = 'model' | 'tool' | 'agent' | 'retriever' | 'wrapper' | 'other';

function kindOf(span: SpanRecord): SpanKind {
  const operation = attribute(span, 'gen_ai.operation.name');
  const inference = attribute(span, 'openinference.span.kind')?.toUpperCase();
  const aiSdk = attribute(span, 'ai.operationId');
  if (operation === 'execute_tool' || inference === 'TOOL' || aiSdk === 'ai.toolCall') return 'tool';
  if (attribute(span, 'mcp.method.name') === 'tools/call') return 'tool';
  if (operation === 'invoke_agent' || inference === 'AGENT') return 'agent';
  if (inference === 'RETRIEVER' || operation === 'retrieval') return 'retriever';
  if (inference === 'LLM' || ['chat', 'generate_content', 'text_completion'].includes(operation ?? '')) return 'model';
  if (aiSdk !== undefined) return /\.do(Generate|Stream)$/.test(aiSdk) ? 'model' : 'wrapper';
  return span.events.some(({ name }) => name.startsWith('gen_ai.')) ? 'model' : 'other';
}

interface Reader {
  readonly talk: Conversation;
  readonly byId: ReadonlyMap<string, SpanRecord>;
  readonly parents: ReadonlySet<string>;
  /** By agent, how often a message has been seen: every request repeats the history. */
  readonly histories: Map<string, Map<string, number>>;
  readonly offered: Set<string>;
  /** By span of a model, what it answered: a library and its client may record the same answer. */
  readonly answers: Map<string, ReadonlySet<string>>;
  /** Calls whose execution is a span of its own, and whether it captured the result. */
  readonly executed: Map<string, boolean>;
  /** Executions whose result no message without an id has told yet. */
  readonly untold: { readonly call: string | undefined; readonly tool: string; readonly captured: boolean }[];
  readonly approvals: ApprovalAttributes | undefined;
}

function readRun(context: ImportContext, source: string, run: SpanRun): Conversation {
  const models = run.spans
    .filter((span) => kindOf(span) === 'model')
    .map((span) => ({ span, messages: messagesOfSpan(span) }));
  const captured = models.length > 0 && models.every(({ messages }) => messages.captured);
  const tools = run.spans.some((span) => kindOf(span) === 'tool');
  const observes: EventKind[] = [
    ...(captured ? (['context.added', 'call.proposed', 'message.sent'] as const) : []),
    ...(captured || tools ? (['exec.started', 'exec.ended'] as const) : []),
    ...(run.spans.some((span) => kindOf(span) === 'agent') ? (['handoff'] as const) : []),
    ...(context.options.approvalAttributes === undefined ? [] : (['approval.requested', 'approval.decided'] as const)),
  ];
  const name = run.name === '' ? {} : { name: run.name };
  const talk = conversation(context.open({ source, observes, ...name }), context.options.trust);
  const reader: Reader = {
    talk,
    byId: new Map(run.spans.map((span) => [span.id, span])),
    parents: new Set(run.spans.flatMap(({ parent }) => (parent === undefined ? [] : [parent]))),
    histories: new Map(),
    offered: new Set(),
    answers: new Map(),
    executed: new Map(),
    untold: [],
    approvals: context.options.approvalAttributes,
  };
  const messages = new Map(models.map(({ span, messages }) => [span, messages]));
  for (const span of run.spans) readSpan(reader, span, messages.get(span) ?? messagesOfSpan(span));
  return talk;
}

function readSpan(reader: Reader, span: SpanRecord, messages: SpanMessages): void {
  const { talk } = reader;
  const { run } = talk;
  const approved = readApproval(reader, span);
  switch (kindOf(span)) {
    case 'model':
      readModel(reader, span, messages);
      run.imported();
      return;
    case 'tool':
      if (isRepeatedTool(reader, span)) run.skipped('repeated', span.at);
      else {
        readTool(reader, span);
        run.imported();
      }
      return;
    case 'agent':
      readAgent(reader, span);
      run.imported();
      return;
    case 'retriever':
      readRetriever(reader, span);
      run.imported();
      return;
    case 'wrapper':
      // The spans inside a wrapper hold the same content step by step.
      if (reader.parents.has(span.id) || !messages.captured) run.skipped('repeated', span.at);
      else {
        readModel(reader, span, messages);
        talk.run.observes('context.added', 'message.sent');
        run.imported();
      }
      return;
    case 'other':
      if (approved) run.imported();
      else run.skipped(speaksOfAgent(span) ? 'bookkeeping' : 'not-an-agent-span', span.at);
  }
}

/** The agent that a span belongs to: named on it, or on the nearest span around it. */
function agentOf(reader: Reader, span: SpanRecord): string | undefined {
  let current: SpanRecord | undefined = span;
  // A hostile export may have spans that are their own ancestors.
  for (let depth = 0; current !== undefined && depth < 100; depth++) {
    const name = attribute(current, 'gen_ai.agent.name', 'agent.name', 'gen_ai.agent.id');
    if (name !== undefined) return name;
    current = current.parent === undefined ? undefined : reader.byId.get(current.parent);
  }
  return undefined;
}

const stampOf = (reader: Reader, span: SpanRecord, time: bigint | undefined): Stamp => ({
  at: millis(time),
  session: attribute(span, 'gen_ai.conversation.id', 'session.id'),
  agent: agentOf(reader, span),
});

function readModel(reader: Reader, span: SpanRecord, messages: SpanMessages): void {
  const { talk } = reader;
  const before = stampOf(reader, span, span.start);
  const after = stampOf(reader, span, span.end ?? span.start);
  readTools(reader, span, before);
  const scope = before.agent ?? '';
  const known = reader.histories.get(scope) ?? new Map<string, number>();
  reader.histories.set(scope, known);
  const here = new Map<string, number>();
  for (const message of messages.input) {
    const key = canonicalJson(JSON.parse(JSON.stringify(message)) as Json);
    const count = (here.get(key) ?? 0) + 1;
    here.set(key, count);
    if (count <= (known.get(key) ?? 0)) continue;
    known.set(key, count);
    readMessage(reader, message, span.at, before, false);
  }
  talk.beginStep();
  const around = span.parent === undefined ? undefined : reader.answers.get(span.parent);
  const answers = new Set<string>();
  reader.answers.set(span.id, answers);
  for (const message of messages.output) {
    const key = canonicalJson(JSON.parse(JSON.stringify(message)) as Json);
    known.set(key, (here.get(key) ?? 0) + 1);
    answers.add(key);
    if (around?.has(key) !== true) readMessage(reader, message, span.at, after, true);
  }
}

function readMessage(reader: Reader, message: SpanMessage, at: Place, stamp: Stamp, output: boolean): void {
  const { talk } = reader;
  if (message.role === 'user' && !message.parts.every(({ type }) => type === 'result')) talk.beginTurn();
  for (const part of message.parts) {
    switch (part.type) {
      case 'text':
        if (output || message.role === 'assistant' || message.role === 'model') talk.say(part.text, at, stamp);
        // Some recorders put the name of the tool where the role of its message belongs.
        else if (!ROLES.has(message.role) && talk.findOpen(({ tool }) => tool === message.role) !== undefined)
          readResult(reader, { type: 'result', id: undefined, tool: message.role, text: part.text }, at, stamp);
        else talk.context(originOf(message.role), part.text, at, stamp);
        break;
      case 'call':
        if (part.id === undefined || talk.callOf(part.id) === undefined) talk.propose(part, at, stamp);
        break;
      case 'result':
        readResult(reader, part, at, stamp);
        break;
      case 'reasoning':
        break;
      case 'definition':
        advertiseOnce(reader, part.definition, at, stamp);
        break;
      case 'media':
        // The content of a file or an image is not kept; that something was there is.
        if (!output) talk.context(originOf(message.role), undefined, at, stamp);
        break;
      case 'other':
        if (!output) talk.context(originOf(message.role), undefined, at, stamp);
        talk.run.dropped('unknown-type', at);
    }
  }
}

/** A message with a result tells of an execution, unless a span of its own did; then it may still be the only one to have the content. */
function readResult(reader: Reader, result: ResultPart, at: Place, stamp: Stamp): void {
  const { talk } = reader;
  const { id, tool, text, failed } = result;
  const call = id === undefined ? undefined : (talk.callOf(id) ?? id);
  const position = reader.untold.findIndex((one) =>
    call === undefined ? tool === undefined || one.tool === tool : one.call === call,
  );
  const [told] = position < 0 ? [] : reader.untold.splice(position, 1);
  const captured = told?.captured ?? (call === undefined ? undefined : reader.executed.get(call));
  if (captured === undefined) talk.result({ id, tool, text, status: failed === true ? 'error' : 'unknown' }, at, stamp);
  else if (!captured) {
    if (call !== undefined) reader.executed.set(call, true);
    talk.context('tool_result', text, at, { ...stamp, producer: call ?? told?.call });
  }
}

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'model', 'tool', 'unknown']);

function originOf(role: string): 'system' | 'developer' | 'user' | 'tool_result' | 'unknown' {
  switch (role) {
    case 'system':
    case 'developer':
    case 'user':
      return role;
    case 'tool':
      return 'tool_result';
    default:
      return 'unknown';
  }
}

function readTools(reader: Reader, span: SpanRecord, stamp: Stamp): void {
  const lists = [
    maybeJson(span.attributes.get('gen_ai.tool.definitions')),
    maybeJson(span.attributes.get('ai.prompt.tools')),
  ];
  for (const list of lists) {
    for (const entry of isJsonArray(list) ? list : []) {
      const tool = maybeJson(entry) ?? null;
      advertiseOnce(reader, field(tool, 'function') ?? tool, span.at, stamp);
    }
  }
}

/** Every request offers its tools again. */
function advertiseOnce(reader: Reader, definition: Json, at: Place, stamp: Stamp): void {
  const key = canonicalJson(definition);
  if (reader.offered.has(key)) return;
  reader.offered.add(key);
  advertise(reader.talk, definition, undefined, at, stamp);
}

/** An MCP client span inside the span of the same execution tells it a second time. */
function isRepeatedTool(reader: Reader, span: SpanRecord): boolean {
  if (attribute(span, 'mcp.method.name') === undefined) return false;
  const parent = span.parent === undefined ? undefined : reader.byId.get(span.parent);
  return parent !== undefined && parent !== span && kindOf(parent) === 'tool';
}

function readTool(reader: Reader, span: SpanRecord): void {
  const { talk } = reader;
  const { run } = talk;
  const tool =
    attribute(span, 'gen_ai.tool.name', 'tool.name', 'ai.toolCall.name') ??
    (span.name.replace(/^execute_tool /, '') || 'unknown');
  const id = attribute(span, 'gen_ai.tool.call.id', 'tool_call.id', 'ai.toolCall.id');
  const value = (...keys: string[]): Json | undefined =>
    keys.map((key) => span.attributes.get(key)).find((found) => found !== undefined);
  const given = maybeJson(
    value('gen_ai.tool.call.arguments', 'ai.toolCall.args', 'tool.parameters', 'input.value', 'input'),
  );
  const args = typeof given === 'string' ? (pythonDictionary(given) ?? given) : given;
  const output = value('gen_ai.tool.call.result', 'ai.toolCall.result', 'output.value', 'output');
  const named = id === undefined ? undefined : talk.callOf(id);
  const placed = named === undefined ? openCallOf(talk, id, tool, args) : undefined;
  const call = named ?? placed ?? id;
  const start = stampOf(reader, span, span.start);
  const end = stampOf(reader, span, span.end ?? span.start);
  const exec = talk.execution(call, tool, args ?? null, span.at, {
    ...start,
    ...(placed === undefined ? {} : { inferred: 'paired-by-position' }),
  });
  const text = asText(output);
  if (call !== undefined) reader.executed.set(call, text !== undefined);
  reader.untold.push({ call, tool, captured: text !== undefined });
  const item = text === undefined ? undefined : talk.nextItem();
  talk.ended(exec, span.failed ? 'error' : span.end === undefined ? 'unknown' : 'ok', item, span.at, end);
  if (item !== undefined) {
    run.observes('context.added');
    talk.addItem(item, 'tool_result', text, span.at, { ...end, tool, producer: call });
  }
}

/**
 * Many tools do not know the id of their call, and some models give their calls none: it is the first open one with the name and the arguments of the tool, or else with its name if no other has
 * it. A call that has an id is none of a tool that knows another.
 */
function openCallOf(
  talk: Conversation,
  id: string | undefined,
  tool: string,
  args: Json | undefined,
): string | undefined {
  const wanted = canonicalJson(args ?? {});
  const named: string[] = [];
  const same = talk.findOpen((call) => {
    if (call.tool !== tool || (id !== undefined && call.rawId !== undefined)) return false;
    named.push(call.call);
    return canonicalJson(call.args) === wanted;
  });
  return same ?? (named.length === 1 ? named[0] : undefined);
}

function readAgent(reader: Reader, span: SpanRecord): void {
  const to = attribute(span, 'gen_ai.agent.name', 'agent.name', 'gen_ai.agent.id');
  const parent = span.parent === undefined ? undefined : reader.byId.get(span.parent);
  const from = parent === undefined ? undefined : agentOf(reader, parent);
  if (to === undefined || from === undefined || from === to) return;
  const at = millis(span.start);
  reader.talk.run.add({ ...(at === undefined ? {} : { at }), kind: 'handoff', from, to }, span.at);
}

function readRetriever(reader: Reader, span: SpanRecord): void {
  const stamp = stampOf(reader, span, span.end ?? span.start);
  for (const [key, value] of span.attributes) {
    if (/^retrieval\.documents\.\d+\.document\.content$/.test(key)) {
      reader.talk.run.observes('context.added');
      reader.talk.context('retrieval', asText(value), span.at, stamp);
    }
  }
}

/** An approval in the attributes that the user named, on a span or on one of its events. */
function readApproval(reader: Reader, span: SpanRecord): boolean {
  const map = reader.approvals;
  if (map === undefined) return false;
  let found = false;
  for (const { attributes, at } of [span, ...span.events]) {
    const decision = attributes.get(map.decision);
    if (decision === undefined || decision === null) continue;
    found = true;
    const value = String(decision);
    const id = attribute(span, 'gen_ai.tool.call.id', 'tool_call.id', 'ai.toolCall.id');
    const named = map.approval === undefined ? undefined : attributes.get(map.approval);
    const approval = typeof named === 'string' && named !== '' ? named : (id ?? (span.id || 'unknown'));
    const call = id === undefined ? undefined : (reader.talk.callOf(id) ?? id);
    const tool = attribute(span, 'gen_ai.tool.name', 'tool.name', 'ai.toolCall.name');
    const args = maybeJson(
      span.attributes.get('gen_ai.tool.call.arguments') ?? span.attributes.get('ai.toolCall.args'),
    );
    const stamp = stampOf(reader, span, span.start);
    reader.talk.requestApproval({ approval, call, tool, args: args ?? null }, at, stamp);
    if (map.pending?.includes(value) === true) continue;
    const by = map.by === undefined ? undefined : attributes.get(map.by);
    reader.talk.decideApproval(
      {
        approval,
        decision: map.approve.includes(value) ? 'approve' : 'deny',
        by: typeof by === 'string' && by !== '' ? by : 'unknown',
        authenticity: 'server',
      },
      at,
      stamp,
    );
  }
  return found;
}
