import { z } from 'zod';
import { isJsonObject, type Json } from './json.ts';

// The normal form of design section 3. The schemas are the single source: types, JSON Schema and validation come from here.

// Not walked: values come from JSON or YAML already, and a walk by recursion would fall over hostile nesting.
const json = z.custom<Json>((value) => value !== undefined && typeof value !== 'function', 'expected a JSON value');
const jsonObject = z.custom<{ readonly [key: string]: Json }>(isJsonObject, 'expected an object');
const id = z.string().min(1);
/** Milliseconds, from whatever origin the recorder uses, the same for the whole trace. */
const time = z.number();

export const TRUST = ['trusted', 'untrusted', 'unknown'] as const;
export const ORIGINS = [
  'system',
  'developer',
  'user',
  'assistant',
  'tool_result',
  'tool_definition',
  'retrieval',
  'memory',
  'peer',
  'other_session',
  'unknown',
] as const;
export const DECISIONS = ['approve', 'deny', 'edit', 'expire', 'revoke'] as const;
export const SCOPES = ['once', 'session', 'always'] as const;
export const AUTHENTICITIES = ['server', 'signed', 'client_claimed'] as const;

/** Where an event was read: a file relative to the project and a JSON Pointer (RFC 6901) into it. */
const source = z.strictObject({ file: z.string(), pointer: z.string().optional() });

const base = {
  /** Position in the trace, strictly increasing. */
  seq: z.number().int().min(0),
  at: time.optional(),
  turn: z.number().int().min(0).optional(),
  session: id.optional(),
  agent: id.optional(),
  /** Sequence number or id of the event that this one belongs to. */
  parent: z.union([id, z.number().int()]).optional(),
  src: source.optional(),
  /** How the event is known; `inferred:<rule>` names the importer's rule. Default: observed. */
  basis: z.union([z.literal('observed'), z.templateLiteral(['inferred:', z.string()])]).optional(),
};

const event = <K extends string, F extends z.core.$ZodLooseShape>(kind: K, fields: F) =>
  z.strictObject({ ...base, kind: z.literal(kind), ...fields });

const contextAdded = event('context.added', {
  item: id,
  origin: z.enum(ORIGINS),
  trust: z.enum(TRUST),
  text: z.string().optional(),
  /** Call whose result this is. */
  producer: id.optional(),
});
const instruction = event('instruction', {
  id,
  /** Context item that the instruction stands in. */
  part_of: id,
  /** The words of the instruction, where they are known apart from the rest of the item. */
  text: z.string().optional(),
  issued_by: id.optional(),
  requests: z.strictObject({ tool: z.string(), args: json.optional() }).optional(),
});
const toolsAdvertised = event('tools.advertised', { tool: id, server: id.optional(), definition: z.string() });
const policyDeclared = event('policy.declared', {
  id,
  effect: z.enum(['permit', 'prohibit', 'require_approval']),
  /** Globs on tool names (picomatch). */
  tools: z.array(z.string()),
  args: jsonObject.optional(),
  from: time.optional(),
  until: time.optional(),
  /** Which version of the rule this is; a rule that is declared again under its id replaces the one before. */
  version: z.string().optional(),
  text: z.string().optional(),
});
const policyDecided = event('policy.decided', {
  call: id,
  effect: z.enum(['allow', 'deny', 'ask']),
  rule: id.optional(),
});
const callProposed = event('call.proposed', { call: id, tool: id, args: json });
const approvalRequested = event('approval.requested', {
  approval: id,
  call: id.optional(),
  tool: id,
  /** The arguments as they were shown to whoever decides. */
  args: json,
  expires_at: time.optional(),
  /** What else the approval binds: working directory, resolved path, digests of operands. */
  bound: jsonObject.optional(),
});
const approvalDecided = event('approval.decided', {
  approval: id,
  decision: z.enum(DECISIONS),
  scope: z.enum(SCOPES),
  by: id,
  authenticity: z.enum(AUTHENTICITIES),
  edited_args: json.optional(),
});
const execStarted = event('exec.started', {
  exec: id,
  call: id.optional(),
  approval: id.optional(),
  tool: id,
  args: json,
  /** What was really bound at execution; compared with the approval's `bound`. */
  bound: jsonObject.optional(),
});
const execEnded = event('exec.ended', {
  exec: id,
  status: z.enum(['ok', 'error', 'denied', 'unknown']),
  /** Context item that holds the result. */
  result: id.optional(),
});
const messageSent = event('message.sent', {
  to: z.string(),
  channel: z.string().optional(),
  text: z.string().optional(),
  items: z.array(id).optional(),
});
const stateWritten = event('state.written', {
  key: z.string(),
  value: json.optional(),
  digest: z.string().optional(),
  /** Context items or calls that the value came from. */
  from: z.array(id).optional(),
});
const stateRead = event('state.read', {
  key: z.string(),
  value: json.optional(),
  digest: z.string().optional(),
  /** Context item in which the value was put before the agent. */
  item: id.optional(),
});
const identityAsserted = event('identity.asserted', {
  identity: id,
  role: z.string().optional(),
  subject: z.string().optional(),
});
const identityVerified = event('identity.verified', {
  identity: id,
  role: z.string().optional(),
  method: z.string().optional(),
  valid_until: time.optional(),
  subject: z.string().optional(),
});
const handoff = event('handoff', { from: id, to: id, authority: json.optional() });
const sessionLinked = event('session.linked', { from: id, to: id });
const configChanged = event('config.changed', {
  key: z.string(),
  by: id,
  before: json.optional(),
  after: json.optional(),
});
const truth = event('truth', { name: z.string(), value: json });

/** One event of a trace in the normal form; `kind` tells which (design section 3). */
export const traceEvent = z.discriminatedUnion('kind', [
  contextAdded,
  instruction,
  toolsAdvertised,
  policyDeclared,
  policyDecided,
  callProposed,
  approvalRequested,
  approvalDecided,
  execStarted,
  execEnded,
  messageSent,
  stateWritten,
  stateRead,
  identityAsserted,
  identityVerified,
  handoff,
  sessionLinked,
  configChanged,
  truth,
]);

/** An event as a person writes it inline: `seq` may be left out. */
export const eventInput = z.discriminatedUnion(
  'kind',
  traceEvent.options.map((option) => option.extend({ seq: base.seq.optional() })) as unknown as [
    (typeof traceEvent.options)[0],
    ...(typeof traceEvent.options)[number][],
  ],
);

/** One event of a trace in the normal form (design section 3). */
export type TraceEvent = z.infer<typeof traceEvent>;

/** The kinds of events of the normal form. */
export type EventKind = TraceEvent['kind'];

/** The event of one kind. */
export type EventOf<K extends EventKind> = Extract<TraceEvent, { readonly kind: K }>;

/** Every kind, in the order of design section 3. */
export const EVENT_KINDS: readonly EventKind[] = traceEvent.options.map((option) => option.shape.kind.value);

/** Whether a name is that of a kind of event. */
export const isEventKind = (name: string): name is EventKind => (EVENT_KINDS as readonly string[]).includes(name);

const eventKind = z.enum(EVENT_KINDS as [EventKind, ...EventKind[]]);

/** A name in lower case: it is shown as it stands, so it holds no text of a trace. */
const gapRule = z.string().regex(/^[a-z][a-z-]{0,63}$/, 'expected a name in lower case, such as cut-off');

/**
 * First line of a trace file. `observes` is the closed-world declaration: the kinds that the recorder would have recorded had they
 * happened. A kind that is not listed can never be absent, only unknown.
 */
export const traceHeader = z.strictObject({
  tracefold: z.literal(1),
  /** What recorded the trace: a format or a program, for people to read. */
  source: z.string(),
  observes: z.array(eventKind),
  /** What the recording lost, by rule and how often. Whatever happened may have stood there, so nothing that was not seen is a pass. */
  gaps: z.array(z.strictObject({ rule: gapRule, count: z.number().int().min(1) })).optional(),
});

/** First line of a trace file (design section 3). */
export type TraceHeader = z.infer<typeof traceHeader>;

/** A recorded run of one agent in the normal form. */
export interface Trace {
  readonly header: TraceHeader;
  readonly events: readonly TraceEvent[];
}
