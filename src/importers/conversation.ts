import type { EventOf } from '../trace/event.ts';
import { isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { tryParseJson } from '../trace/json-text.ts';
import type { InferenceRule } from './rules.ts';
import type { Place, RunBuilder } from './run-builder.ts';
import { type Origin, type TrustOptions, trustDecider } from './trust.ts';

/** When and by whom something happened, as far as the format tells. */
export interface Stamp {
  readonly at?: number | undefined;
  readonly session?: string | undefined;
  readonly agent?: string | undefined;
}

type ExecStatus = EventOf<'exec.ended'>['status'];

interface OpenCall {
  readonly rawId: string | undefined;
  readonly call: string;
  readonly tool: string;
  readonly args: Json;
  readonly step: number;
}

export interface ContextDetails extends Stamp {
  /** The item that this one is a part of. */
  readonly parent?: string | undefined;
  /** The tool that the item came through, for trust by tool. */
  readonly tool?: string | undefined;
  /** The call whose result the item is. */
  readonly producer?: string | undefined;
  readonly inferred?: InferenceRule | undefined;
}

export interface MessageDetails extends Stamp {
  /** Default: the user. */
  readonly to?: string;
  readonly channel?: string;
}

export interface ResultOfCall {
  /** The id that the format gives, if any. */
  readonly id?: string | undefined;
  readonly tool?: string | undefined;
  readonly text?: string | undefined;
  readonly status: ExecStatus;
  /** Why the call is known to have been refused; then it was not executed. */
  readonly denied?: InferenceRule | 'observed';
  /** Whether the format records the execution itself rather than only its result. */
  readonly executionObserved?: boolean;
  /** By which rule the status is concluded, where the format does not state it. */
  readonly statusRule?: InferenceRule;
  readonly origin?: Origin;
  /** Whether the text is what a harness showed in place of the result: then it is no result, and it is not known what that was. */
  readonly withheld?: boolean;
  readonly started?: number | undefined;
  readonly approval?: string | undefined;
  /** The arguments of the execution, where the format records them apart from the proposal. */
  readonly args?: Json | undefined;
  /** The call as the result itself records it: it was made, though no proposal of it may be found. */
  readonly recorded?: { readonly tool: string; readonly args: Json } | undefined;
  /** The tool that ran, where it is not the one that was proposed. */
  readonly ran?: string | undefined;
}

export interface ApprovalRequest {
  readonly approval: string;
  /** The id of the call in the trace, not in the recording. */
  readonly call?: string | undefined;
  readonly tool?: string | undefined;
  readonly args?: Json | undefined;
  readonly expiresAt?: number | undefined;
  readonly bound?: JsonObject | undefined;
}

type Decided = EventOf<'approval.decided'>;

export interface ApprovalDecision {
  readonly approval: string;
  readonly decision: Decided['decision'];
  /** Default: once. */
  readonly scope?: Decided['scope'];
  readonly by: string;
  readonly authenticity: Decided['authenticity'];
  readonly editedArgs?: Json | undefined;
}

/**
 * The events of a conversation: what entered the context, what was proposed, executed and said. Pairs results with calls: by id; where an id is repeated, with the first
 * open call of that id; where ids are missing, with the first open call of the latest step (traces-reference section 5, rule 2).
 */
export interface Conversation {
  /** A user message begins a turn. */
  beginTurn(): void;
  /** A message of the model begins a step: results without id look no further back. */
  beginStep(): void;
  /** Adds an item to the context and gives its id. */
  context(origin: Origin, text: string | undefined, at: Place, more?: ContextDetails): string;
  /** The agent's own words to the user, or to whom it says. */
  say(text: string, at: Place, more?: MessageDetails): void;
  /** A proposed call; gives the id that the trace knows it by. `args` may be a string of JSON. */
  propose(
    call: { id?: string | undefined; tool: string; args: Json | undefined },
    at: Place,
    stamp?: ContextDetails,
  ): string;
  /** The result of a call: execution, inferred unless the format records it, and the item that holds the result. */
  result(
    result: ResultOfCall,
    at: Place,
    stamp?: Stamp,
  ): { readonly call?: string | undefined; readonly item?: string | undefined };
  /** An execution that the format records by itself; gives its id. `call` is an id of the trace. */
  execution(
    call: string | undefined,
    tool: string,
    args: Json,
    at: Place,
    more?: ContextDetails & { readonly approval?: string | undefined; readonly bound?: JsonObject | undefined },
  ): string;
  ended(exec: string, status: ExecStatus, item: string | undefined, at: Place, more?: ContextDetails): void;
  /** An id for an item that is added later with {@link addItem}: a result is named by the end of its execution, before it enters the context. */
  nextItem(): string;
  addItem(item: string, origin: Origin, text: string | undefined, at: Place, more?: ContextDetails): void;
  /** Asks for an approval. Tool and arguments are those of the proposal, unless the format says what was shown. */
  requestApproval(request: ApprovalRequest, at: Place, stamp?: ContextDetails): void;
  /** Decides on one. */
  decideApproval(decision: ApprovalDecision, at: Place, stamp?: ContextDetails): void;
  /** The id in the trace of the latest call with this id in the recording. */
  callOf(rawId: string): string | undefined;
  /** The first call without a result that fits. */
  findOpen(
    fits: (call: { readonly call: string; readonly tool: string; readonly args: Json }) => boolean,
  ): string | undefined;
  /** What was proposed under the id of the trace. */
  proposal(call: string): { readonly tool: string; readonly args: Json } | undefined;
  readonly run: RunBuilder;
  readonly turn: number;
}

/** A server's name may stand before that of its tool in one of the two. */
const isSameTool = (one: string, other: string): boolean =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);

/** Arguments of calls that have their result are dropped in time, so that a recording of any length can be read. */
const MAX_CLOSED_CALLS = 10_000;

export function conversation(run: RunBuilder, trust: TrustOptions | undefined): Conversation {
  const trustOf = trustDecider(trust);
  const used = new Set<string>();
  const latest = new Map<string, string>();
  const repeated = new Set<string>();
  // Calls stay known for a while after their result: a second result may come, or a decision.
  const proposals = new Map<string, { readonly tool: string; readonly args: Json }>();
  const closed: string[] = [];
  let open: OpenCall[] = [];
  let items = 0;
  let turn = 0;
  let step = 0;

  const uniqueId = (wanted: string | undefined, fallback: string): string => {
    let id = wanted ?? fallback;
    for (let n = 2; used.has(id); n++) id = `${wanted ?? fallback}#${n}`;
    used.add(id);
    return id;
  };
  const base = (stamp: Stamp) => ({
    ...(stamp.at === undefined ? {} : { at: stamp.at }),
    ...(turn === 0 ? {} : { turn }),
    ...(stamp.session === undefined ? {} : { session: stamp.session }),
    ...(stamp.agent === undefined ? {} : { agent: stamp.agent }),
  });
  const forget = (call: string): void => {
    closed.push(call);
    if (closed.length > MAX_CLOSED_CALLS)
      for (const old of closed.splice(0, MAX_CLOSED_CALLS / 2)) proposals.delete(old);
  };
  const take = (result: ResultOfCall): { call: OpenCall; rule?: InferenceRule } | undefined => {
    const withId = result.id !== undefined && result.id !== '';
    const candidates = withId
      ? open.filter(({ rawId }) => rawId === result.id)
      : open.filter((call) => call.step === step);
    const named = withId ? undefined : candidates.find(({ tool }) => tool === result.tool);
    const call = named ?? candidates[0];
    if (call === undefined) return undefined;
    open = open.filter((other) => other !== call);
    forget(call.call);
    if (!withId) return { call, rule: 'paired-by-position' };
    return repeated.has(call.rawId!) ? { call, rule: 'paired-by-repeated-id' } : { call };
  };

  const self: Conversation = {
    run,
    get turn() {
      return turn;
    },
    beginTurn() {
      turn++;
    },
    beginStep() {
      step++;
    },
    context(origin, text, at, more = {}) {
      const item = `item:${++items}`;
      self.addItem(item, origin, text, at, more);
      return item;
    },
    nextItem: () => `item:${++items}`,
    addItem(item, origin, text, at, more = {}) {
      const { parent, producer } = more;
      const trust = trustOf(origin, more.tool);
      run.add({ ...base(more), parent, kind: 'context.added', item, origin, trust, text, producer }, at, more.inferred);
    },
    execution(call, tool, args, at, more = {}) {
      const exec = uniqueId(undefined, `exec:${call ?? tool}`);
      // The call has its execution now: no later result is to be paired with it.
      if (call !== undefined && open.some((other) => other.call === call)) {
        open = open.filter((other) => other.call !== call);
        forget(call);
      }
      run.add(
        { ...base(more), kind: 'exec.started', exec, call, approval: more.approval, tool, args, bound: more.bound },
        at,
        more.inferred,
      );
      return exec;
    },
    ended(exec, status, item, at, more = {}) {
      run.add({ ...base(more), kind: 'exec.ended', exec, status, result: item }, at, more.inferred);
    },
    say(text, at, more = {}) {
      run.add({ ...base(more), kind: 'message.sent', to: more.to ?? 'user', channel: more.channel, text }, at);
    },
    propose({ id, tool, args }, at, stamp = {}) {
      const rawId = id === '' ? undefined : id;
      if (rawId !== undefined && used.has(rawId)) {
        repeated.add(rawId);
        run.warn(
          'importers/repeated-call-id',
          'a call id is used for a second call',
          at,
          'results are paired in order',
        );
      }
      const call = uniqueId(rawId, `call:${used.size + 1}`);
      const value = argumentsOf(args, run, at);
      if (rawId !== undefined) latest.set(rawId, call);
      proposals.set(call, { tool, args: value });
      open.push({ rawId, call, tool, args: value, step });
      run.add({ ...base(stamp), kind: 'call.proposed', call, tool, args: value }, at, stamp.inferred);
      return call;
    },
    result(result, at, stamp = {}) {
      const taken = take(result);
      const again = taken === undefined && result.id !== undefined ? latest.get(result.id) : undefined;
      const lone = taken === undefined && again === undefined ? result.recorded : undefined;
      const call =
        lone === undefined
          ? (taken?.call.call ?? again)
          : self.propose({ id: result.id, ...lone }, at, { ...stamp, inferred: 'call-from-result' });
      if (lone !== undefined) open = open.filter((other) => other.call !== call);
      const known = call === undefined ? undefined : proposals.get(call);
      const tool = known?.tool ?? result.tool;
      const hasText = result.text !== undefined;
      const item = hasText || call === undefined ? `item:${++items}` : undefined;
      if (call === undefined) {
        run.gap('result-without-call');
        run.warn(
          'importers/result-without-call',
          'a result belongs to no call that is recorded',
          at,
          'the beginning of the recording may be missing',
        );
      } else if (result.denied !== undefined) {
        run.add(
          { ...base(stamp), kind: 'policy.decided', call, effect: 'deny' },
          at,
          result.denied === 'observed' ? undefined : result.denied,
        );
      } else {
        if (result.tool !== undefined && known !== undefined && !isSameTool(result.tool, known.tool)) {
          run.gap('result-of-another-tool');
          run.warn('importers/result-of-another-tool', 'a result names another tool than its call', at);
        }
        if (again !== undefined) run.warn('importers/second-result', 'a call has more than one result', at);
        const exec = uniqueId(undefined, `exec:${call}`);
        const rule = result.executionObserved === true ? taken?.rule : (taken?.rule ?? 'execution-from-result');
        run.add(
          {
            ...base({ ...stamp, at: result.started ?? stamp.at }),
            kind: 'exec.started',
            exec,
            call,
            approval: result.approval,
            tool: result.ran ?? tool ?? 'unknown',
            args: result.args ?? known?.args ?? null,
          },
          at,
          rule,
        );
        const shown = result.withheld === true ? undefined : item;
        run.add(
          { ...base(stamp), kind: 'exec.ended', exec, status: result.status, result: shown },
          at,
          result.withheld === true ? 'result-withheld' : (result.statusRule ?? rule),
        );
      }
      if (item !== undefined) {
        const withheld = result.withheld === true;
        const origin = withheld ? 'system' : (result.origin ?? 'tool_result');
        run.add(
          {
            ...base(stamp),
            kind: 'context.added',
            item,
            origin,
            trust: trustOf(origin, withheld ? undefined : tool),
            text: result.text,
            producer: withheld ? undefined : call,
          },
          at,
          withheld ? 'result-withheld' : taken?.rule,
        );
      }
      return { call, item };
    },
    requestApproval(request, at, stamp = {}) {
      const known = request.call === undefined ? undefined : proposals.get(request.call);
      run.observes('approval.requested');
      run.add(
        {
          ...base(stamp),
          kind: 'approval.requested',
          approval: request.approval,
          call: request.call,
          tool: request.tool ?? known?.tool ?? 'unknown',
          args: request.args ?? known?.args ?? {},
          expires_at: request.expiresAt,
          bound: request.bound,
        },
        at,
        stamp.inferred,
      );
    },
    decideApproval(decided, at, stamp = {}) {
      // A decision that only its consequence shows is not one that the recording would have shown.
      if (stamp.inferred !== 'approval-cited-by-call') run.observes('approval.decided');
      run.add(
        {
          ...base(stamp),
          kind: 'approval.decided',
          approval: decided.approval,
          decision: decided.decision,
          scope: decided.scope ?? 'once',
          by: decided.by,
          authenticity: decided.authenticity,
          edited_args: decided.editedArgs,
        },
        at,
        stamp.inferred,
      );
    },
    callOf: (rawId) => latest.get(rawId),
    findOpen: (fits) => open.find(fits)?.call,
    proposal: (call) => proposals.get(call),
  };
  return self;
}

function argumentsOf(args: Json | undefined, run: RunBuilder, at: Place): Json {
  if (args === undefined || args === null || args === '') return {};
  if (typeof args !== 'string') return args;
  const parsed = tryParseJson(args);
  if (parsed !== undefined && (isJsonObject(parsed) || Array.isArray(parsed))) return parsed;
  if (parsed === undefined) {
    run.warn('importers/arguments-not-json', 'the arguments of a call are not JSON and are kept as text', at);
  }
  return args;
}
