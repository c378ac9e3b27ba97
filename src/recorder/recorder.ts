import { type Origin, type Trust, type TrustOptions, trustDecider } from '../importers/trust.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { EventKind, Trace, TraceEvent } from '../trace/event.ts';
import type { Json } from '../trace/json.ts';
import { isError, jsonOf, textOf } from './json-of.ts';

/** What a recorder calls its traces, what it would have seen, and whom it trusts. */
export interface RecorderOptions {
  /** Name of the system that is recorded, for the header. */
  readonly source: string;
  /**
   * Kinds that this program would record, had they happened, beyond calls, executions and content. Say `approval.requested` and `approval.decided`
   * only if every approval is recorded.
   */
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
  /**
   * The beginning of an execution; proposes the call first if nobody has. It runs under the approval of its call that stands, unless another is
   * named.
   */
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
  /** The calls that were made under an id, of which a provider that counts from anew gives many. */
  const sameId = new Map<string, string[]>();
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

  /** The call of an id with this tool and these arguments. */
  const alike = (id: string, tool: string, args: Json): string | undefined => {
    const spelled = canonicalJson(args);
    return sameId.get(id)?.findLast((call) => {
      const known = proposed.get(call)!;
      return known.tool === tool && canonicalJson(known.args) === spelled;
    });
  };
  /** The call that an execution is of: it may run with other arguments than those that were proposed, which somebody edited. */
  const callFor = (id: string, tool: string, args: Json): string | undefined => alike(id, tool, args) ?? latest(id);
  /** An id of the trace as it is; one of a provider stands for its latest call. */
  const latest = (id: string): string | undefined => sameId.get(id)?.at(-1) ?? (proposed.has(id) ? id : undefined);

  const self: Recorder = {
    user: (text) => addItem('user', text),
    system: (text) => addItem('system', text),
    content: (origin, content, more = {}) => addItem(origin, content, more.trust, more.tool),
    say: (text, to = 'user') => add('message.sent', { to, text }),
    propose(tool, args, id) {
      const value = jsonOf(args);
      const told = id === undefined ? undefined : alike(id, tool, value);
      if (told !== undefined) return told;
      let call = id ?? `call:${++calls}`;
      for (let n = (sameId.get(call)?.length ?? 0) + 1; proposed.has(call); n++) call = `${id ?? `call:${calls}`}#${n}`;
      proposed.set(call, { tool, args: value });
      const same = sameId.get(id ?? call);
      if (same === undefined) sameId.set(id ?? call, [call]);
      else same.push(call);
      add('call.proposed', { call, tool, args: value });
      return call;
    },
    start(tool, args, { call: id, approval } = {}) {
      const value = jsonOf(args);
      const call = (id === undefined ? undefined : callFor(id, tool, value)) ?? self.propose(tool, value, id);
      const run = (runs.get(call) ?? 0) + 1;
      runs.set(call, run);
      const exec = run === 1 ? `exec:${call}` : `exec:${call}#${run}`;
      add('exec.started', { exec, call, approval: approval ?? granted.get(call), tool, args: value });
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
        failed: (error) => end('error', isError(error) ? error.message : error),
        denied: (why) => void end('denied', why ?? ''),
      };
    },
    requestApproval(id, given) {
      const call = latest(id) ?? id;
      let approval = given ?? `approval:${++approvals}`;
      while (given === undefined && callOf.has(approval)) approval = `approval:${++approvals}`;
      const known = proposed.get(call);
      observes.add('approval.requested').add('approval.decided');
      callOf.set(approval, call);
      add('approval.requested', { approval, call, tool: known?.tool ?? 'unknown', args: known?.args ?? null });
      return approval;
    },
    decideApproval(approval, decision, more) {
      observes.add('approval.decided');
      const call = callOf.get(approval);
      if (call !== undefined && (decision === 'approve' || decision === 'edit')) granted.set(call, approval);
      else if (call !== undefined && granted.get(call) === approval) granted.delete(call);
      add('approval.decided', { approval, decision, scope: 'once', ...more });
    },
    decidePolicy(id, effect, rule) {
      observes.add('policy.decided');
      add('policy.decided', { call: latest(id) ?? id, effect, rule });
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
