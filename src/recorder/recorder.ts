import { type Origin, type Trust, type TrustOptions, trustDecider } from '../importers/trust.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { EventKind, Trace, TraceEvent } from '../trace/event.ts';
import type { Json } from '../trace/json.ts';
import { jsonOf, textOf } from './json-of.ts';

/** What a recorder calls its traces, what it would have seen, and whom it trusts. */
export interface RecorderOptions {
  /** Name of the system that is recorded, for the header. */
  readonly source: string;
  /** Kinds that this program would record, had they happened, beyond calls, executions and content. Say `approval.requested` and `approval.decided` only if every approval is recorded. */
  readonly observes?: readonly EventKind[];
  readonly trust?: TrustOptions;
  /** Milliseconds; default: events have no time. */
  readonly clock?: () => number;
  readonly session?: string;
  readonly agent?: string;
}

type Of<K extends EventKind> = Extract<TraceEvent, { kind: K }>;
type Written<K extends EventKind> = Omit<Of<K>, 'seq' | 'kind' | 'src' | 'basis'>;

/** An execution that has begun; exactly one of its ends counts. */
export interface Execution {
  readonly call: string;
  /** Records the result and the end; gives the item that holds the result. */
  ended(result: unknown): string;
  failed(error: unknown): string;
  denied(why?: string): void;
}

/** Records what an agent does, in the order in which it happens. */
export interface Recorder {
  user(text: string): string;
  system(text: string): string;
  /** A document, a memory or a word of a peer that enters the context. Trust goes by origin and tool unless it is given. */
  content(origin: Origin, content: unknown, more?: { readonly trust?: Trust; readonly tool?: string }): string;
  /** Words of the agent. */
  say(text: string, to?: string): void;
  /** A call that the model makes; one that is told again with the same id, tool and arguments is the same. */
  propose(tool: string, args: unknown, call?: string): string;
  /** The beginning of an execution; proposes the call first if nobody has. It runs under the approval of its call that stands, unless another is named. */
  start(
    tool: string,
    args: unknown,
    more?: { readonly call?: string | undefined; readonly approval?: string | undefined },
  ): Execution;
  requestApproval(call: string, approval?: string): string;
  decideApproval(
    approval: string,
    decision: Of<'approval.decided'>['decision'],
    more: Pick<Written<'approval.decided'>, 'by' | 'authenticity'> & Partial<Written<'approval.decided'>>,
  ): void;
  decidePolicy(call: string, effect: Of<'policy.decided'>['effect'], rule?: string): void;
  /** Any other event of the normal form. */
  event<K extends EventKind>(kind: K, fields: Written<K>): void;
  /** What was recorded so far. An execution without an end is still running, or hangs: its beginning is there. */
  trace(): Trace;
}

const OBSERVED: readonly EventKind[] = ['context.added', 'call.proposed', 'exec.started', 'exec.ended', 'message.sent'];

/** A recorder in the normal form (issue 5, item 3). It has no clock and makes no ids but by counting, so that the same run gives the same trace. */
export function createRecorder(options: RecorderOptions): Recorder {
  const trustOf = trustDecider(options.trust);
  const events: TraceEvent[] = [];
  const observes = new Set<EventKind>([...OBSERVED, ...(options.observes ?? [])]);
  const proposed = new Map<string, { readonly tool: string; readonly args: Json }>();
  /** The call of an approval, and the approval of a call that stands. */
  const callOf = new Map<string, string>();
  const granted = new Map<string, string>();
  const runs = new Map<string, number>();
  let items = 0;
  let calls = 0;
  let approvals = 0;

  const add = (kind: EventKind, fields: object): void => {
    const at = options.clock?.();
    const made: Record<string, unknown> = { seq: events.length + 1, kind };
    if (at !== undefined) made.at = at;
    if (options.session !== undefined) made.session = options.session;
    if (options.agent !== undefined) made.agent = options.agent;
    for (const [key, value] of Object.entries(fields)) if (value !== undefined) made[key] = value;
    events.push(made as unknown as TraceEvent);
  };
  const addItem = (origin: Origin, content: unknown, trust?: Trust, tool?: string, producer?: string): string => {
    const item = `item:${++items}`;
    add('context.added', { item, origin, trust: trust ?? trustOf(origin, tool), text: textOf(content), producer });
    return item;
  };

  const self: Recorder = {
    user: (text) => addItem('user', text),
    system: (text) => addItem('system', text),
    content: (origin, content, more = {}) => addItem(origin, content, more.trust, more.tool),
    say: (text, to = 'user') => add('message.sent', { to, text }),
    propose(tool, args, id) {
      const known = id === undefined ? undefined : proposed.get(id);
      if (id !== undefined && known?.tool === tool && canonicalJson(known.args) === canonicalJson(jsonOf(args)))
        return id;
      let call = id ?? `call:${++calls}`;
      for (let n = 2; proposed.has(call); n++) call = `${id ?? `call:${calls}`}#${n}`;
      const value = jsonOf(args);
      proposed.set(call, { tool, args: value });
      add('call.proposed', { call, tool, args: value });
      return call;
    },
    start(tool, args, { call: id, approval } = {}) {
      const call = id !== undefined && proposed.has(id) ? id : self.propose(tool, args, id);
      const run = (runs.get(call) ?? 0) + 1;
      runs.set(call, run);
      const exec = run === 1 ? `exec:${call}` : `exec:${call}#${run}`;
      add('exec.started', { exec, call, approval: approval ?? granted.get(call), tool, args: jsonOf(args) });
      let open = true;
      const end = (status: Of<'exec.ended'>['status'], content: unknown): string => {
        if (!open) return '';
        open = false;
        const item = `item:${++items}`;
        add('exec.ended', { exec, status, result: item });
        add('context.added', {
          item,
          origin: 'tool_result',
          trust: trustOf('tool_result', tool),
          text: textOf(content),
          producer: call,
        });
        return item;
      };
      return {
        call,
        ended: (result) => end('ok', result),
        failed: (error) => end('error', error instanceof Error ? error.message : error),
        denied: (why) => void end('denied', why ?? ''),
      };
    },
    requestApproval(call, id) {
      const approval = id ?? `approval:${++approvals}`;
      const known = proposed.get(call);
      observes.add('approval.requested').add('approval.decided');
      callOf.set(approval, call);
      add('approval.requested', { approval, call, tool: known?.tool ?? 'unknown', args: known?.args ?? {} });
      return approval;
    },
    decideApproval(approval, decision, more) {
      observes.add('approval.decided');
      const call = callOf.get(approval);
      if (call !== undefined && (decision === 'approve' || decision === 'edit')) granted.set(call, approval);
      else if (call !== undefined && granted.get(call) === approval) granted.delete(call);
      add('approval.decided', { approval, decision, scope: 'once', ...more });
    },
    decidePolicy(call, effect, rule) {
      observes.add('policy.decided');
      add('policy.decided', { call, effect, rule });
    },
    event(kind, fields) {
      observes.add(kind);
      add(kind, fields);
    },
    trace: () => ({
      header: { tracefold: 1, source: options.source, observes: [...observes].sort() },
      events: [...events],
    }),
  };
  return self;
}
