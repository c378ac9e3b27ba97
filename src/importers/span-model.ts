import { canonicalJson } from '../trace/canonical-json.ts';
import { isJsonArray, type Json } from '../trace/json.ts';
import type { Conversation, Stamp } from './conversation.ts';
import { field, maybeJson } from './fields.ts';
import { advertise } from './openai-items.ts';
import type { MessagePart, SpanMessage, SpanMessages } from './otlp-messages.ts';
import type { SpanRecord } from './otlp-spans.ts';
import type { Place } from './run-builder.ts';
import { type SpanReader, spansAround, stampOf } from './span-reader.ts';

type CallPart = Extract<MessagePart, { type: 'call' }>;
type ResultPart = Extract<MessagePart, { type: 'result' }>;

/** What a model was sent and what it answered. Every request repeats the history, of which only what is new is told. */
export function readModel(reader: SpanReader, span: SpanRecord, messages: SpanMessages): void {
  const { talk } = reader;
  const before = stampOf(reader, span, span.start);
  const after = stampOf(reader, span, span.end ?? span.start);
  readTools(reader, span, before);
  const scope = before.agent ?? '';
  const known = reader.histories.get(scope) ?? new Map<string, number>();
  reader.histories.set(scope, known);
  const here = new Map<string, number>();
  for (const message of messages.input) {
    const key = spelledMessage(message);
    const count = (here.get(key) ?? 0) + 1;
    here.set(key, count);
    if (count <= (known.get(key) ?? 0)) continue;
    known.set(key, count);
    readMessage(reader, message, span, before, false);
  }
  talk.beginStep();
  for (const message of messages.output) {
    const key = spelledMessage(message);
    known.set(key, (here.get(key) ?? 0) + 1);
    readMessage(reader, message, span, after, true);
  }
}

/** Messages that say the same are spelled alike; what is undefined says nothing. */
const spelledMessage = (message: SpanMessage): string => canonicalJson(JSON.parse(JSON.stringify(message)) as Json);

/** One message; `output` if the span's model made it, and not one of a history. */
function readMessage(reader: SpanReader, message: SpanMessage, span: SpanRecord, stamp: Stamp, output: boolean): void {
  const { talk } = reader;
  const { at } = span;
  if (message.role === 'user' && !message.parts.every(({ type }) => type === 'result')) talk.beginTurn();
  const here = new Set<string>();
  for (const part of message.parts) {
    switch (part.type) {
      case 'text':
        if (output || message.role === 'assistant' || message.role === 'model') talk.say(part.text, at, stamp);
        // Some recorders put the name of the tool where the role of its message belongs.
        else if (originOf(message.role) === 'unknown' && talk.open.first(message.role) !== undefined)
          talk.result({ id: undefined, tool: message.role, text: part.text, status: 'unknown' }, at, stamp);
        else talk.context(originOf(message.role), part.text, at, stamp);
        break;
      case 'call':
        readCall(reader, part, span, stamp, output, here);
        break;
      case 'result':
        readResult(reader, part, at, stamp);
        break;
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

/** A call of a message that has told the calls `here` before it. */
function readCall(
  reader: SpanReader,
  part: CallPart,
  span: SpanRecord,
  stamp: Stamp,
  output: boolean,
  here: Set<string>,
): void {
  const { talk } = reader;
  const { id } = part;
  if (id !== undefined) {
    const again = output ? isToldInside(reader, part, span) : isOfHistory(talk, part, id);
    // A message that has one id twice has two calls.
    if (again && !here.has(id)) return;
    here.add(id);
    reader.told.set(spelledCall(part), span);
  }
  talk.propose(part, span.at, stamp);
}

const spelledCall = ({ id, tool, args }: CallPart): string => canonicalJson([id ?? null, tool, args ?? null]);

/** In a history an id that is known stands for the call that had it, if that was of the same tool. */
function isOfHistory(talk: Conversation, { tool }: CallPart, id: string): boolean {
  const known = talk.callOf(id);
  return known !== undefined && (talk.proposal(known)?.tool ?? tool) === tool;
}

/**
 * What a model said may be told by two instrumentations, one inside the other; an id that some other span has said already is used for a second call.
 */
function isToldInside({ told, byId }: SpanReader, part: CallPart, span: SpanRecord): boolean {
  const other = told.get(spelledCall(part));
  if (other === undefined) return false;
  if (other.id === span.id) return true;
  const within = (inner: SpanRecord, outer: SpanRecord): boolean =>
    [...spansAround(byId, inner)].some(({ id }) => id === outer.id);
  return within(span, other) || within(other, span);
}

function readResult(reader: SpanReader, part: ResultPart, at: Place, stamp: Stamp): void {
  const { talk, executed } = reader;
  const ran = part.id === undefined ? executed.next(part.tool) : (talk.callOf(part.id) ?? part.id);
  const withResult = ran === undefined ? undefined : executed.withResult(ran);
  if (ran === undefined || withResult === undefined)
    talk.result({ id: part.id, tool: part.tool, text: part.text, status: 'unknown' }, at, stamp);
  else if (!withResult) {
    const known = talk.proposal(ran);
    executed.add(ran, known?.tool ?? '', true);
    talk.context('tool_result', part.text, at, { ...stamp, producer: known === undefined ? undefined : ran });
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

function readTools(reader: SpanReader, span: SpanRecord, stamp: Stamp): void {
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
