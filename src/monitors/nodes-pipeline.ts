import { defineModel } from '../model/define-model.ts';
import { anything, optional } from '../model/model-definition.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { EventOf } from '../trace/event.ts';
import { isJsonObject, type JsonObject } from '../trace/json.ts';
import { approvalDecisionParameters, approvalRequestParameters, pendingApproval } from './approval-steps.ts';
import {
  type Approval,
  type ApprovalDecision,
  type ApprovalStatus,
  type Approvals,
  decided,
  decisionOf,
  type ExecutionRequest,
  findApproval,
  isDecidable,
  matchingApproval,
  NO_APPROVALS,
  putApproval,
  requestApproval,
  standingAfter,
} from './approvals.ts';
import { against, type Doubt, favourably, findings } from './doubt.ts';
import { MONITOR_FIELDS, MONITOR_WORDS } from './fields.ts';
import { newest } from './memory.ts';
import { onceAStep } from './once-a-step.ts';
import {
  argumentsOf,
  type ExecutionArguments,
  executionParameters,
  given,
  recorded,
  type SeenExecution,
  seenExecution,
  textOf,
  wasSeen,
} from './step-arguments.ts';
import { isTool, looksLikeTool } from './tool-globs.ts';

export type SessionType = 'shared' | 'main';

export interface NodesPipelineConstants {
  /** Type of every session that `sessions` does not name. */
  readonly sessionType: SessionType;
  readonly sessions: { readonly [session: string]: SessionType };
  /** Tools that run a command on a node, as globs. The invariants are about these. */
  readonly nodesRunTools: readonly string[];
  /** Command that the gateway and the node must allow for those tools. */
  readonly nodesRunCommand: string;
  /** Globs of tools that policy allows in each type of session. */
  readonly policyAllowShared: readonly string[];
  readonly policyAllowMain: readonly string[];
  /** Gateway allowlist: (defaults ∪ allow) \ deny. */
  readonly platformDefaults: readonly string[];
  readonly extraAllow: readonly string[];
  readonly deny: readonly string[];
  /** Commands that the node declares; `tools.advertised` events add to them. */
  readonly declaredByNode: readonly string[];
  readonly approvalRequired: boolean;
  /** Whether an approval that only the client claims counts as one. */
  readonly trustClientClaims: boolean;
  /** Who may approve, as globs of `by`; a decision that names nobody counts. */
  readonly approvers: readonly string[];
  /** How many used-up, denied, expired and revoked approvals are remembered, and how many policies and definitions. */
  readonly remembered: number;
}

/** What the monitor found out about one execution, condition by condition, whatever the system's own guards said. */
interface Execution {
  readonly tool: string;
  readonly guarded: boolean;
  readonly policyAllows: boolean;
  readonly commandAllowlisted: boolean;
  readonly nodeDeclares: boolean;
  readonly approval: 'matches' | 'none' | 'forgotten';
  /** Uses of the approval, this one included. */
  readonly uses: number;
}

/** A declared policy that forbids tools, from and until when in the trace's own time. */
interface Prohibition {
  readonly id: string;
  readonly tools: readonly string[];
  /** Arguments that a call must have to be meant; null where every call is. */
  readonly args: JsonObject | null;
  readonly from: number | null;
  readonly until: number | null;
}

interface NodesPipelineState {
  readonly approvals: Approvals;
  /** Calls that policy denied, newest last. */
  readonly deniedCalls: readonly string[];
  readonly declared: readonly string[];
  /** Declared prohibitions in force, the newest of each id. They hold for every agent of the run. */
  readonly prohibitions: readonly Prohibition[];
  /** Digest of each tool's definition as it was last advertised. */
  readonly definitions: readonly { readonly tool: string; readonly definition: string }[];
  /** Prohibitions and definitions that are no longer remembered. */
  readonly forgotten: number;
  /** Executions seen, newest last: one that is reported twice, with the same call, tool and arguments, happened once. */
  readonly executions: readonly SeenExecution[];
  readonly last: Execution | null;
}

const constants: NodesPipelineConstants = {
  sessionType: 'shared',
  sessions: {},
  nodesRunTools: ['nodes.run'],
  nodesRunCommand: 'system.run',
  policyAllowShared: ['**'],
  policyAllowMain: ['**'],
  platformDefaults: ['system.run'],
  extraAllow: [],
  deny: [],
  declaredByNode: ['system.run'],
  approvalRequired: true,
  trustClientClaims: false,
  approvers: ['**'],
  remembered: 64,
};

/** By the gateway's own account, or by what was really decided. */
const isApproved = ({ status }: Approval): boolean => status === 'approved';
const wasApproved = ({ standing }: Approval): boolean => standing === 'approved';

type Model = { readonly state: NodesPipelineState; readonly constants: NodesPipelineConstants };

const sessionTypeOf = (session: string | null, known: NodesPipelineConstants): SessionType =>
  session !== null && Object.hasOwn(known.sessions, session) ? known.sessions[session]! : known.sessionType;

/** Without a time of the call, a prohibition counts as in force. */
const isInForce = ({ from, until }: Prohibition, at: number | null): boolean =>
  at === null || ((from === null || from <= at) && (until === null || at <= until));

/** Whether a call with these arguments, as canonical JSON, is one that the prohibition speaks of. */
function isMeant({ args: wanted }: Prohibition, args: string | null, doubt: Doubt): boolean {
  if (wanted === null) return true;
  const given: unknown = args === null ? null : JSON.parse(args);
  if (!isJsonObject(given)) return against(doubt);
  return Object.keys(wanted).every(
    (name) => Object.hasOwn(given, name) && canonicalJson(given[name]!) === canonicalJson(wanted[name]!),
  );
}

const mayApprove = (by: string | null, { approvers }: NodesPipelineConstants): boolean =>
  by === null || isTool(by, approvers);

const definitionOf = ({ definitions }: NodesPipelineState, tool: string): string | null =>
  definitions.find((one) => one.tool === tool)?.definition ?? null;

const isNodesRun = ({ constants }: Model, tool: string): boolean => isTool(tool, constants.nodesRunTools);

/** A tool that only looks like one that runs a command may be that one. */
const mayRunCommands = (model: Model, tool: string, doubt: Doubt): boolean =>
  isNodesRun(model, tool) || (looksLikeTool(tool, model.constants.nodesRunTools) && against(doubt));

/** Conditions of the property, each as its own function of state and request: guards and invariants ask the same questions. */
const conditions = {
  policyAllows(
    { state, constants }: Model,
    { tool, args, call, session, at }: ExecutionRequest,
    doubt = favourably(),
  ): boolean {
    const names = ({ tools }: Prohibition) => isTool(tool, tools) || (looksLikeTool(tool, tools) && against(doubt));
    const prohibited = state.prohibitions.some((one) => isInForce(one, at) && names(one) && isMeant(one, args, doubt));
    if (prohibited) return false;
    const shared = sessionTypeOf(session, constants) === 'shared';
    const denied = call !== null && state.deniedCalls.includes(call);
    return !denied && isTool(tool, shared ? constants.policyAllowShared : constants.policyAllowMain);
  },
  commandAllowlisted({ constants }: Model): boolean {
    const { nodesRunCommand, platformDefaults, extraAllow, deny } = constants;
    return [...platformDefaults, ...extraAllow].includes(nodesRunCommand) && !deny.includes(nodesRunCommand);
  },
  nodeDeclares({ state, constants }: Model): boolean {
    return state.declared.includes(constants.nodesRunCommand);
  },
  approvalMatches({ state, constants }: Model, request: ExecutionRequest): boolean {
    return (
      !constants.approvalRequired || matchingApproval(state.approvals, request, isApproved, favourably()) !== undefined
    );
  },
  approvalUnused({ state }: Model, request: ExecutionRequest): boolean {
    const approval = matchingApproval(state.approvals, request, isApproved, favourably());
    return approval === undefined || approval.scope !== 'once' || approval.uses === 0;
  },
};

function inspect(model: Model, request: ExecutionRequest, doubt: Doubt): Execution {
  const { state, constants } = model;
  const guarded = sessionTypeOf(request.session, constants) === 'shared' && mayRunCommands(model, request.tool, doubt);
  const approval = matchingApproval(state.approvals, request, wasApproved, doubt);
  return {
    tool: request.tool,
    guarded,
    policyAllows: conditions.policyAllows(model, request, doubt),
    commandAllowlisted: conditions.commandAllowlisted(model),
    nodeDeclares: conditions.nodeDeclares(model),
    approval:
      approval !== undefined ? 'matches' : state.approvals.forgotten > 0 || state.forgotten > 0 ? 'forgotten' : 'none',
    uses: approval === undefined || approval.scope !== 'once' ? 0 : approval.uses + 1,
  };
}

/** The state after; two where the trace leaves open whether it was allowed. */
function execute(model: Model & { readonly args: ExecutionArguments }): NodesPipelineState | NodesPipelineState[] {
  const { args, constants } = model;
  const request = requestOf(model);
  const seen = seenExecution(args.exec, request);
  if (seen !== null && wasSeen(model.state.executions, seen)) return model.state;
  const state: NodesPipelineState =
    seen === null
      ? model.state
      : { ...model.state, executions: newest(model.state.executions, seen, constants.remembered) };
  const found = findings((doubt) => inspect(model, request, doubt));
  const used = isNodesRun(model, request.tool)
    ? matchingApproval(state.approvals, request, (one) => isApproved(one) || wasApproved(one), favourably())
    : undefined;
  const approvals =
    used === undefined
      ? state.approvals
      : putApproval(state.approvals, { ...used, uses: used.uses + 1 }, constants.remembered);
  return found.map((last) => ({ ...state, approvals, last }));
}

const requestOf = onceAStep(
  ({ args, state }: Model & { readonly args: ExecutionArguments }): ExecutionRequest => ({
    approval: args.approval,
    call: args.call,
    tool: args.tool,
    args: argumentsOf(args),
    bound: args.bound === null ? null : textOf(args.bound),
    session: args.session,
    definition: definitionOf(state, args.tool),
    at: args.at,
  }),
);

/** The five guards of an execution apply to tools that run a command on a node, except the policy, which applies to all. */
const SEEN_TO_RUN = {
  'Execute/policyAllows': true,
  'Execute/commandAllowlisted': true,
  'Execute/nodeDeclares': true,
  'Execute/approvalMatches': true,
  'Execute/approvalUnused': true,
};

const shared = ({ state }: Model): boolean => state.last?.guarded === true;
const show = ({ state }: Model) => ({ execution: { ...(state.last ?? {}) } });

/**
 * A monitor for approval-gated execution of commands on nodes, without bounds on time, queue or approvals: the property of the harness
 * module `NodesPipeline.tla` in five separate invariants. Approvals are per request, bound to call, tool and arguments, and may expire, be
 * revoked, denied, edited, and hold once, for a session, or always. In shared sessions, a node command runs only if policy allows the tool,
 * the gateway allowlists the command after deny, the node declares it, and an approval matches (if approvals are required); and an approval
 * for one time is used once.
 *
 * Its memory holds the approvals that can still authorise something and the newest `remembered` of the others. An execution that could only
 * match a forgotten one reaches the bound `remembered`, which is reported.
 */
export const nodesPipelineMonitor = defineModel({
  name: 'nodes-pipeline',
  fields: MONITOR_FIELDS,
  words: MONITOR_WORDS,
  constants,
  initial: ({ constants }): NodesPipelineState => ({
    approvals: NO_APPROVALS,
    deniedCalls: [],
    declared: constants.declaredByNode,
    prohibitions: [],
    definitions: [],
    forgotten: 0,
    executions: [],
    last: null,
  }),
  guards: {
    /** Only what is pending can be approved; what is approved can still be taken back: by a later no, too. */
    decidable: (_model, status: ApprovalStatus, decision: ApprovalDecision) => isDecidable(status, decision),
    /** Whoever sends the history can claim an approval; only a server or a signature makes it one. */
    authentic: ({ constants }, decision: ApprovalDecision, authenticity: string | null) =>
      constants.trustClientClaims ||
      authenticity !== 'client_claimed' ||
      (decision !== 'approve' && decision !== 'edit'),
    /** Only who may approve can; a no counts from anybody. */
    entitled: ({ constants }, decision: ApprovalDecision, by: string | null) =>
      mayApprove(by, constants) || (decision !== 'approve' && decision !== 'edit'),
  },
  actions: {
    DeclarePolicy: {
      parameters: {
        policy: anything<string>(),
        effect: ['permit', 'prohibit', 'require_approval'] as const,
        tools: optional<readonly string[]>(),
        args: optional<JsonObject>(),
        from: optional<number>(),
        until: optional<number>(),
      },
      // A policy that is declared again replaces itself: that is how a freeze is lifted.
      next: ({ state, constants, args }) => {
        const others = state.prohibitions.filter(({ id }) => id !== args.policy);
        if (args.effect !== 'prohibit') return { ...state, prohibitions: others };
        const added = {
          id: args.policy,
          tools: args.tools ?? ['**'],
          args: args.args,
          from: args.from,
          until: args.until,
        };
        return { ...state, ...kept('prohibitions', [...others, added], state, constants) };
      },
    },
    RequestApproval: {
      parameters: approvalRequestParameters,
      next: ({ state, constants, args }) => {
        const approval = pendingApproval(args, {
          definition: definitionOf(state, args.tool),
          principal: null,
          rules: [],
        });
        return { ...state, approvals: requestApproval(state.approvals, approval, constants.remembered) };
      },
    },
    DecideApproval: {
      parameters: approvalDecisionParameters,
      // A decision that does not count is still an event of the run: it does not change the gateway's account.
      next: ({ state, constants, args, guards }) => {
        const known = findApproval(state.approvals, decisionOf(args));
        if (known === undefined) return state;
        const genuine =
          (constants.trustClientClaims || args.authenticity !== 'client_claimed') && mayApprove(args.by, constants);
        const approval = { ...known, standing: standingAfter(known.standing, args.decision, genuine) };
        const counts =
          guards.decidable(known.status, args.decision) &&
          guards.authentic(args.decision, args.authenticity) &&
          guards.entitled(args.decision, args.by);
        const after = counts ? decided(approval, args.decision, args.scope ?? 'once', args.editedArgs) : approval;
        return { ...state, approvals: putApproval(state.approvals, after, constants.remembered) };
      },
    },
    DenyByPolicy: {
      parameters: { call: anything<string>() },
      next: ({ state, constants, args }) => ({
        ...state,
        deniedCalls: newest(state.deniedCalls, args.call, constants.remembered),
      }),
    },
    DeclareCommand: {
      parameters: { command: anything<string>(), definition: optional<string>() },
      next: ({ state, constants, args: { command, definition } }) => {
        const declared = state.declared.includes(command) ? state.declared : [...state.declared, command];
        if (definition === null) return declared === state.declared ? state : { ...state, declared };
        const others = state.definitions.filter(({ tool }) => tool !== command);
        return {
          ...state,
          declared,
          ...kept('definitions', [...others, { tool: command, definition }], state, constants),
        };
      },
    },
    Execute: {
      parameters: executionParameters,
      guards: {
        policyAllows: (model) => conditions.policyAllows(model, requestOf(model)),
        commandAllowlisted: (model) => !isNodesRun(model, model.args.tool) || conditions.commandAllowlisted(model),
        nodeDeclares: (model) => !isNodesRun(model, model.args.tool) || conditions.nodeDeclares(model),
        approvalMatches: (model) =>
          !isNodesRun(model, model.args.tool) || conditions.approvalMatches(model, requestOf(model)),
        approvalUnused: (model) =>
          !isNodesRun(model, model.args.tool) || conditions.approvalUnused(model, requestOf(model)),
      },
      next: execute,
    },
  },
  invariants: {
    PolicyAllows: {
      description: 'In a shared session a node command runs only if policy allows its tool.',
      needs: ['exec.started'],
      when: shared,
      holds: ({ state }) => state.last!.policyAllows,
      show,
    },
    CommandAllowlisted: {
      description: 'In a shared session a node command runs only if the gateway allowlists it after deny.',
      needs: ['exec.started'],
      when: shared,
      holds: ({ state }) => state.last!.commandAllowlisted,
      show,
    },
    NodeDeclares: {
      description: 'In a shared session a node command runs only on a node that declares it.',
      needs: ['exec.started'],
      when: shared,
      holds: ({ state }) => state.last!.nodeDeclares,
      show,
    },
    ApprovalMatches: {
      description:
        'In a shared session, if approvals are required, a node command runs only under an approval for this call, tool and arguments.',
      needs: ['exec.started', 'approval.requested', 'approval.decided'],
      when: (model) => shared(model) && model.constants.approvalRequired,
      holds: ({ state }) => state.last!.approval === 'matches',
      show,
    },
    ApprovalUsedOnce: {
      description: 'In a shared session an approval that was given for one time authorises one execution.',
      needs: ['exec.started', 'approval.requested', 'approval.decided'],
      when: (model) => shared(model) && model.state.last!.uses > 0,
      holds: ({ state }) => state.last!.uses <= 1,
      show,
    },
  },
  goals: {
    executed: ({ state }) => state.last !== null,
    nodesRun: (model) => model.state.last !== null && isNodesRun(model, model.state.last.tool),
  },
  bounds: { remembered: ({ state }) => state.last?.approval !== 'forgotten' && state.forgotten === 0 },
  on: {
    'approval.requested': (event) => ({
      action: 'RequestApproval',
      args: given({
        approval: event.approval,
        tool: event.tool,
        ...recorded(event.args),
        call: event.call,
        session: event.session,
        expiresAt: event.expires_at,
        bound: event.bound,
      }),
    }),
    'approval.decided': (event) => ({
      action: 'DecideApproval',
      args: given({
        approval: event.approval,
        decision: event.decision,
        scope: event.scope,
        by: event.by,
        authenticity: event.authenticity,
        session: event.session,
        editedArgs: event.edited_args,
      }),
    }),
    'policy.decided': (event) =>
      event.effect === 'deny' ? { action: 'DenyByPolicy', args: { call: event.call } } : null,
    'policy.declared': (event) => ({
      action: 'DeclarePolicy',
      args: given({
        policy: event.id,
        effect: event.effect,
        tools: event.tools,
        args: event.args,
        from: event.from,
        until: event.until,
      }),
    }),
    'tools.advertised': (event) => ({
      action: 'DeclareCommand',
      args: { command: event.tool, definition: event.definition },
    }),
    'exec.started': (event) => ({ action: 'Execute', args: given(executionArguments(event)), assume: SEEN_TO_RUN }),
  },
});

/** A list of the state with its newest entries kept, and what was dropped counted. */
function kept<K extends 'prohibitions' | 'definitions'>(
  key: K,
  list: NodesPipelineState[K],
  state: NodesPipelineState,
  { remembered }: NodesPipelineConstants,
): Pick<NodesPipelineState, K | 'forgotten'> {
  const forgotten = state.forgotten + Math.max(0, list.length - remembered);
  return { [key]: list.slice(-remembered), forgotten } as unknown as Pick<NodesPipelineState, K | 'forgotten'>;
}

function executionArguments(event: EventOf<'exec.started'>) {
  const { exec, tool, args, call, approval, bound, session, at } = event;
  return { exec, tool, ...recorded(args), call, approval, bound, session, at };
}
