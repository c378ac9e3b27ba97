import { canonicalJson } from '../trace/canonical-json.ts';
import type { EventKind } from '../trace/event.ts';
import { isJsonArray, isJsonObject, type Json } from '../trace/json.ts';
import { type Conversation, conversation, type Stamp } from './conversation.ts';
import { arrayField, asText, field, maybeJson, objectField, stringField } from './fields.ts';
import type { ApprovalAttributes, ImportContext } from './importer.ts';
import { advertise } from './openai-items.ts';
import { messagesOfSpan, type SpanMessage, type SpanMessages } from './otlp-messages.ts';
import { millis, type SpanRecord, speaksOfAgent } from './otlp-spans.ts';
import { pythonDictionary } from './python-literal.ts';
import type { Place } from './run-builder.ts';

/** Opens a run for each conversation, or else for each trace, and gives the events of its spans. `lost` are places of what was no span. */
export function readSpanRuns(
  context: ImportContext,
  spans: readonly SpanRecord[],
  lost: readonly Place[],
  source: string,
): void {
  const runs = runsOf(spans);
  let first: Conversation | undefined;
  for (const run of runs.length === 0 ? [{ name: '', spans: [] }] : runs) {
    const talk = readRun(context, run, source);
    first ??= talk;
  }
  for (const place of lost) first?.run.dropped('unknown-type', place);
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

type SpanKind = 'model' | 'tool' | 'agent' | 'retriever' | 'handoff' | 'wrapper' | 'other';

function kindOf(span: SpanRecord): SpanKind {
  const operation = attribute(span, 'gen_ai.operation.name');
  const inference = attribute(span, 'openinference.span.kind')?.toUpperCase();
  const aiSdk = attribute(span, 'ai.operationId');
  if (operation === 'execute_tool' || inference === 'TOOL' || aiSdk === 'ai.toolCall') return 'tool';
  if (attribute(span, 'mcp.method.name') === 'tools/call') return 'tool';
  if (operation === 'invoke_agent' || inference === 'AGENT') return 'agent';
  if (operation === 'handoff') return 'handoff';
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
  /** Calls whose execution is a span of its own, by their id in the trace, and whether it captured the result. */
  readonly executed: Map<string, boolean>;
  readonly approvals: ApprovalAttributes | undefined;
  /** The next call of a tool whose execution was a span and whose result no message has told; for results without an id. */
  unnamed(tool: string | undefined): string | undefined;
}

function readRun(context: ImportContext, run: SpanRun, source: string): Conversation {
  const models = run.spans
    .filter((span) => kindOf(span) === 'model')
    .map((span) => ({ span, messages: messagesOfSpan(span) }));
  const heard = models.length > 0 && models.every(({ messages }) => messages.input.length > 0);
  // A model that failed said nothing; one that has no answer here may have said anything.
  const said = models.length > 0 && models.every(({ span, messages }) => span.failed || messages.output.length > 0);
  const tools = run.spans.some((span) => kindOf(span) === 'tool');
  const observes: EventKind[] = [
    ...(heard ? (['context.added'] as const) : []),
    ...(said ? (['call.proposed', 'message.sent'] as const) : []),
    ...((heard && said) || tools ? (['exec.started', 'exec.ended'] as const) : []),
    ...(run.spans.some((span) => kindOf(span) === 'agent') ? (['handoff'] as const) : []),
    ...(context.options.approvalAttributes === undefined ? [] : (['approval.requested', 'approval.decided'] as const)),
  ];
  const name = run.name === '' ? {} : { name: run.name };
  const talk = conversation(context.open({ source, observes, ...name }), context.options.trust);
  const executed = new Map<string, boolean>();
  const told = new Set<string>();
  const reader: Reader = {
    talk,
    unnamed(tool) {
      for (const call of executed.keys()) {
        if (told.has(call) || (tool !== undefined && talk.proposal(call)?.tool !== tool)) continue;
        told.add(call);
        return call;
      }
      return undefined;
    },
    byId: new Map(run.spans.map((span) => [span.id, span])),
    parents: new Set(run.spans.flatMap(({ parent }) => (parent === undefined ? [] : [parent]))),
    histories: new Map(),
    executed,
    approvals: context.options.approvalAttributes,
  };
  for (const _orphan of orphans(run.spans)) talk.run.gap('parent-not-recorded');
  for (const span of run.spans) if (span.lossy === true) talk.run.gap('dropped-by-recorder');
  const messages = new Map(models.map(({ span, messages }) => [span, messages]));
  const latest = new Map(run.spans.map((span) => [spelled(span), span]));
  for (const span of run.spans) {
    if (latest.get(spelled(span)) === span) readSpan(reader, span, messages.get(span) ?? messagesOfSpan(span));
    else talk.run.skipped('repeated', span.at);
  }
  return talk;
}

/** What a span is known by: exporters that try again, and stores of which somebody exports twice, give the same one more than once. */
const spelled = (span: SpanRecord): string =>
  span.id === '' ? span.at.pointer : JSON.stringify([span.trace, span.id, span.name, String(span.start)]);

/**
 * Spans whose parent is not recorded. Below the caller's span, of another process, a whole recording may stand; so one missing parent says nothing if no span is the beginning of the trace.
 */
function orphans(spans: readonly SpanRecord[]): readonly SpanRecord[] {
  const known = new Set(spans.map(({ id }) => id));
  const beginnings = new Set(spans.flatMap(({ parent, trace }) => (parent === undefined ? [trace] : [])));
  const found = spans.filter(({ parent }) => parent !== undefined && !known.has(parent));
  const missing = new Map<string, Set<string>>();
  for (const { trace, parent } of found) missing.set(trace, (missing.get(trace) ?? new Set()).add(parent!));
  return found.filter(({ trace }) => beginnings.has(trace) || missing.get(trace)!.size > 1);
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
      if (reader.parents.has(span.id) || messages.input.length + messages.output.length === 0)
        run.skipped('repeated', span.at);
      else {
        readModel(reader, span, messages);
        talk.run.observes('context.added', 'message.sent');
        run.imported();
      }
      return;
    case 'handoff': {
      const from = attribute(span, 'gen_ai.handoff.from') ?? agentOf(reader, span) ?? 'unknown';
      const to = attribute(span, 'gen_ai.handoff.to') ?? 'unknown';
      const at = millis(span.start);
      run.observes('handoff');
      run.add({ ...(at === undefined ? {} : { at }), kind: 'handoff', from, to }, span.at);
      run.imported();
      return;
    }
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
  for (const message of messages.output) {
    const key = canonicalJson(JSON.parse(JSON.stringify(message)) as Json);
    known.set(key, (here.get(key) ?? 0) + 1);
    readMessage(reader, message, span.at, after, true);
  }
}

function readMessage(reader: Reader, message: SpanMessage, at: Place, stamp: Stamp, output: boolean): void {
  const { talk } = reader;
  if (message.role === 'user' && !message.parts.every(({ type }) => type === 'result')) talk.beginTurn();
  const here = new Set<string>();
  for (const part of message.parts) {
    switch (part.type) {
      case 'text':
        if (output || message.role === 'assistant' || message.role === 'model') talk.say(part.text, at, stamp);
        // Some recorders put the name of the tool where the role of its message belongs.
        else if (
          originOf(message.role) === 'unknown' &&
          talk.open.first(message.role) !== undefined
        )
          talk.result({ id: undefined, tool: message.role, text: part.text, status: 'unknown' }, at, stamp);
        else talk.context(originOf(message.role), part.text, at, stamp);
        break;
      case 'call':
        // An id that is known belongs to a call of the history, unless this message has it twice.
        if (part.id === undefined || talk.callOf(part.id) === undefined || here.has(part.id)) {
          talk.propose(part, at, stamp);
          if (part.id !== undefined) here.add(part.id);
        }
        break;
      case 'result': {
        const ran = part.id === undefined ? reader.unnamed(part.tool) : (talk.callOf(part.id) ?? part.id);
        const withResult = ran === undefined ? undefined : reader.executed.get(ran);
        if (withResult === undefined) talk.result({ id: part.id, text: part.text, status: 'unknown' }, at, stamp);
        else if (!withResult) {
          reader.executed.set(ran!, true);
          talk.context('tool_result', part.text, at, {
            ...stamp,
            producer: talk.proposal(ran!) === undefined ? undefined : ran,
          });
        }
        break;
      }
      case 'reasoning':
        break;
      case 'unknown':
        talk.run.gap('unknown-part');
        talk.run.warn('importers/unknown-part', 'a part of a message has a type that is not known', at);
        break;
      case 'other':
        // The content of a file or an image is not kept; that something was there is.
        if (!output) talk.context(originOf(message.role), undefined, at, stamp);
    }
  }
}

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
      const definition = field(tool, 'function') ?? tool;
      const key = `tool ${canonicalJson(definition)}`;
      const known = reader.histories.get('tools') ?? new Map<string, number>();
      reader.histories.set('tools', known);
      if (known.has(key)) continue;
      known.set(key, 1);
      advertise(reader.talk, definition, undefined, span.at, stamp);
    }
  }
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
    (span.name.replace(/^(?:execute_tool |running tool: )/, '') || 'unknown');
  const id = attribute(span, 'gen_ai.tool.call.id', 'tool_call.id', 'ai.toolCall.id');
  const args = executedArguments(span);
  const output = value(span, 'gen_ai.tool.call.result', 'ai.toolCall.result', 'output.value', 'output');
  const call = id === undefined ? openCall(talk, tool, args ?? null) : talk.callOf(id);
  const start = stampOf(reader, span, span.start);
  const end = stampOf(reader, span, span.end ?? span.start);
  const paired = id === undefined && call !== undefined ? { inferred: 'paired-by-arguments' as const } : {};
  const exec = talk.execution(call ?? id, tool, args ?? null, span.at, { ...start, ...paired });
  const text = asText(output);
  const ran = call ?? id;
  if (ran !== undefined) reader.executed.set(ran, text !== undefined);
  const item = text === undefined ? undefined : talk.nextItem();
  talk.ended(exec, span.failed ? 'error' : span.end === undefined ? 'unknown' : 'ok', item, span.at, end);
  if (item !== undefined) {
    run.observes('context.added');
    talk.addItem(item, 'tool_result', text, span.at, { ...end, tool, producer: call ?? id });
  }
}

const value = (span: SpanRecord, ...keys: string[]): Json | undefined =>
  keys.map((key) => span.attributes.get(key)).find((found) => found !== undefined);

/** The arguments that a tool was run with, if they were captured whole. */
function executedArguments(span: SpanRecord): Json | undefined {
  const found = maybeJson(value(span, 'gen_ai.tool.call.arguments', 'ai.toolCall.args', 'input.value', 'input'));
  // What begins as an object and is neither JSON nor a dictionary of Python was cut off, or is written in another language: not captured.
  const read = typeof found === 'string' && /^\s*[{[]/.test(found) ? pythonDictionary(found) : found;
  const wrapped = objectField(read, 'kwargs');
  if (wrapped !== undefined && arrayField(read, 'args')?.length === 0) return wrapped;
  if (read !== undefined) return read;
  // OpenInference: by its specification the definition of the parameters, which some instrumentations fill with the arguments.
  const parameters = maybeJson(span.attributes.get('tool.parameters'));
  return isDefinition(parameters) ? undefined : parameters;
}

/** Whether an object says what parameters are, rather than what was given for them. */
const isDefinition = (value: Json | undefined): boolean =>
  typeof value === 'string' ||
  objectField(value, 'properties') !== undefined ||
  (isJsonObject(value) &&
    Object.keys(value).length > 0 &&
    Object.values(value).every((one) => stringField(one as Json, 'type') !== undefined));

/** The open call that a span without a call id executed: with its name and arguments, or the only one with its name. */
function openCall(talk: Conversation, tool: string, args: Json): string | undefined {
  const [same] = talk.open.alike(tool, args);
  return (same ?? talk.open.only(tool))?.call;
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
