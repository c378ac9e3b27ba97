import type { EventKind } from '../trace/event.ts';
import { type Conversation, conversation } from './conversation.ts';
import { asText } from './fields.ts';
import type { ImportContext } from './importer.ts';
import { messagesOfSpan, type SpanMessage, type SpanMessages } from './otlp-messages.ts';
import { millis, type SpanRecord, speaksOfAgent } from './otlp-spans.ts';
import type { Place } from './run-builder.ts';
import { readApproval } from './span-approval.ts';
import { attribute, kindOf } from './span-kinds.ts';
import { readModel } from './span-model.ts';
import { orphans, runsOf, type SpanRun, spelled } from './span-order.ts';
import { agentOf, type SpanReader, spanExecutions, spansAround, stampOf } from './span-reader.ts';
import { isRepeatedTool, readTool } from './span-tool.ts';

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

function readRun(context: ImportContext, run: SpanRun, source: string): Conversation {
  const models = run.spans
    .filter((span) => kindOf(span) === 'model')
    .map((span) => ({ span, messages: messagesOfSpan(span) }));
  const heard = models.length > 0 && models.every(({ messages }) => isCaptured(messages.input));
  // A model that failed said nothing; one that has no answer here may have said anything.
  const said = models.length > 0 && models.every(({ span, messages }) => span.failed || isCaptured(messages.output));
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
  const byId = new Map(run.spans.map((span) => [span.id, span]));
  const reader: SpanReader = {
    talk,
    byId,
    aroundModels: aroundModels(
      models.map(({ span }) => span),
      byId,
    ),
    histories: new Map(),
    told: new Map(),
    executed: spanExecutions(),
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

/** Whether anything was captured that can be read. */
const isCaptured = (messages: readonly SpanMessage[]): boolean =>
  messages.some(({ parts }) => parts.length === 0 || parts.some(({ type }) => type !== 'unknown'));

/** The spans that have one of a model somewhere inside. */
function aroundModels(models: readonly SpanRecord[], byId: ReadonlyMap<string, SpanRecord>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const model of models) {
    for (const around of spansAround(byId, model)) {
      if (around === model) continue;
      if (found.has(around.id)) break;
      found.add(around.id);
    }
  }
  return found;
}

function readSpan(reader: SpanReader, span: SpanRecord, messages: SpanMessages): void {
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
      // The spans of models inside a wrapper hold the same content step by step.
      if (reader.aroundModels.has(span.id) || messages.input.length + messages.output.length === 0)
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

function readAgent(reader: SpanReader, span: SpanRecord): void {
  const to = attribute(span, 'gen_ai.agent.name', 'agent.name', 'gen_ai.agent.id');
  const parent = span.parent === undefined ? undefined : reader.byId.get(span.parent);
  const from = parent === undefined ? undefined : agentOf(reader, parent);
  if (to === undefined || from === undefined || from === to) return;
  const at = millis(span.start);
  reader.talk.run.add({ ...(at === undefined ? {} : { at }), kind: 'handoff', from, to }, span.at);
}

function readRetriever(reader: SpanReader, span: SpanRecord): void {
  const stamp = stampOf(reader, span, span.end ?? span.start);
  for (const [key, value] of span.attributes) {
    if (/^retrieval\.documents\.\d+\.document\.content$/.test(key)) {
      reader.talk.run.observes('context.added');
      reader.talk.context('retrieval', asText(value), span.at, stamp);
    }
  }
}
