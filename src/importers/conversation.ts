import type { EventOf } from '../trace/event.ts';
import type { Json, JsonObject } from '../trace/json.ts';
import { callArguments } from './call-arguments.ts';
import { callBook, idMaker, type ResultCall } from './call-book.ts';
import type { OpenCalls } from './open-calls.ts';
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
 * The events of a conversation: what entered the context, what was proposed, executed and said. Pairs results with calls: by id; where an id is
 * repeated, with the first open call of that id; where ids are missing, with the first open call of the latest step (traces-reference section 5, rule
 * 2).
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
  /** A proposed call; gives the id that the trace knows it by. `args` are those of {@link callArguments}. */
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
  /** The calls that have no execution yet. */
  readonly open: Pick<OpenCalls, 'withId' | 'first' | 'only' | 'alike' | 'all'>;
  /** What was proposed under the id of the trace. */
  proposal(call: string): { readonly tool: string; readonly args: Json } | undefined;
  readonly run: RunBuilder;
  readonly turn: number;
}

/** A server's name may stand before that of its tool in one of the two. */
const isSameTool = (one: string, other: string): boolean =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);

export function conversation(run: RunBuilder, trust: TrustOptions | undefined): Conversation {
  const trustOf = trustDecider(trust);
  const uniqueId = idMaker();
  const calls = callBook();
  const { open } = calls;
  let items = 0;
  let turn = 0;

  const base = (stamp: Stamp) => ({
    ...(stamp.at === undefined ? {} : { at: stamp.at }),
    ...(turn === 0 ? {} : { turn }),
    ...(stamp.session === undefined ? {} : { session: stamp.session }),
    ...(stamp.agent === undefined ? {} : { agent: stamp.agent }),
  });

  const nextItem = (): string => `item:${++items}`;

  const addItem: Conversation['addItem'] = (item, origin, text, at, more = {}) => {
    const { parent, producer } = more;
    const trust = trustOf(origin, more.tool);
    run.add({ ...base(more), parent, kind: 'context.added', item, origin, trust, text, producer }, at, more.inferred);
  };

  const propose: Conversation['propose'] = ({ id, tool, args }, at, stamp = {}) => {
    const rawId = id === '' ? undefined : id;
    if (rawId !== undefined && calls.latest.has(rawId)) {
      calls.repeated.add(rawId);
      run.warn('importers/repeated-call-id', 'a call id is used for a second call', at, 'results are paired in order');
    }
    const call = uniqueId(rawId, `call:${uniqueId.count() + 1}`);
    const value = callArguments(args, run, at);
    calls.add({ rawId, call, tool, args: value });
    run.add({ ...base(stamp), kind: 'call.proposed', call, tool, args: value }, at, stamp.inferred);
    return call;
  };

  /** The call that a result belongs to, taken from the open ones or known from before. */
  const callOfResult = (result: ResultOfCall, at: Place, stamp: Stamp): ResultCall | undefined => {
    const taken = calls.take(result);
    if (taken !== undefined) return { ...taken, again: false };
    const again = result.id === undefined ? undefined : calls.latest.get(result.id);
    if (again !== undefined) return { call: again, known: calls.proposals.get(again), again: true };
    if (result.recorded === undefined) return undefined;
    const call = propose({ id: result.id, ...result.recorded }, at, { ...stamp, inferred: 'call-from-result' });
    // What was made known by its result waits for none.
    calls.close(call);
    return { call, known: calls.proposals.get(call), again: false };
  };

  /** The execution that a result shows, which ends with the item. */
  const execute = (of: ResultCall, result: ResultOfCall, item: string | undefined, at: Place, stamp: Stamp): void => {
    const { call, known, again } = of;
    if (result.tool !== undefined && known !== undefined && !isSameTool(result.tool, known.tool)) {
      run.gap('result-of-another-tool');
      run.warn('importers/result-of-another-tool', 'a result names another tool than its call', at);
    }
    if (again) run.warn('importers/second-result', 'a call has more than one result', at);
    const exec = uniqueId(undefined, `exec:${call}`);
    const rule = result.executionObserved === true ? of.rule : (of.rule ?? 'execution-from-result');
    run.add(
      {
        ...base({ ...stamp, at: result.started ?? stamp.at }),
        kind: 'exec.started',
        exec,
        call,
        approval: result.approval,
        tool: result.ran ?? known?.tool ?? result.tool ?? 'unknown',
        args: result.args ?? known?.args ?? null,
      },
      at,
      rule,
    );
    const withheld = result.withheld === true;
    run.add(
      { ...base(stamp), kind: 'exec.ended', exec, status: result.status, result: withheld ? undefined : item },
      at,
      withheld ? 'result-withheld' : (result.statusRule ?? rule),
    );
  };

  /** The item that holds a result, or the notice that stands in its place. */
  const showResult = (
    item: string,
    of: ResultCall | undefined,
    result: ResultOfCall,
    at: Place,
    stamp: Stamp,
  ): void => {
    const { at: time, session, agent } = stamp;
    const more = { at: time, session, agent };
    if (result.withheld === true) addItem(item, 'system', result.text, at, { ...more, inferred: 'result-withheld' });
    else {
      const tool = of?.known?.tool ?? result.tool;
      const origin = result.origin ?? 'tool_result';
      addItem(item, origin, result.text, at, { ...more, tool, producer: of?.call, inferred: of?.rule });
    }
  };

  return {
    run,
    open,
    get turn() {
      return turn;
    },
    beginTurn() {
      turn++;
    },
    beginStep: () => open.beginStep(),
    context(origin, text, at, more = {}) {
      const item = nextItem();
      addItem(item, origin, text, at, more);
      return item;
    },
    nextItem,
    addItem,
    execution(call, tool, args, at, more = {}) {
      const exec = uniqueId(undefined, `exec:${call ?? tool}`);
      // The call has its execution now: no later result is to be paired with it.
      if (call !== undefined) calls.close(call);
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
    propose,
    result(result, at, stamp = {}) {
      const of = callOfResult(result, at, stamp);
      const item = result.text !== undefined || of === undefined ? nextItem() : undefined;
      if (of === undefined) {
        run.gap('result-without-call');
        run.warn(
          'importers/result-without-call',
          'a result belongs to no call that is recorded',
          at,
          'the beginning of the recording may be missing',
        );
      } else if (result.denied !== undefined) {
        const rule = result.denied === 'observed' ? undefined : result.denied;
        run.add({ ...base(stamp), kind: 'policy.decided', call: of.call, effect: 'deny' }, at, rule);
      } else execute(of, result, item, at, stamp);
      if (item !== undefined) showResult(item, of, result, at, stamp);
      return { call: of?.call, item };
    },
    requestApproval(request, at, stamp = {}) {
      const known = request.call === undefined ? undefined : calls.proposals.get(request.call);
      run.observes('approval.requested');
      run.add(
        {
          ...base(stamp),
          kind: 'approval.requested',
          approval: request.approval,
          call: request.call,
          tool: request.tool ?? known?.tool ?? 'unknown',
          args: request.args ?? known?.args ?? null,
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
    callOf: (rawId) => calls.latest.get(rawId),
    proposal: (call) => calls.proposals.get(call),
  };
}
