import { defineModel } from '../model/define-model.ts';
import { anything, optional } from '../model/model-definition.ts';
import type { EventOf } from '../trace/event.ts';
import type { JsonObject } from '../trace/json.ts';
import { approvalDecisionParameters, approvalRequestParameters, pendingApproval } from './approval-steps.ts';
import {
  type ApprovalDecision,
  type ApprovalStatus,
  decided,
  decisionOf,
  findApproval,
  isDecidable,
  NO_APPROVALS,
  putApproval,
  requestApproval,
  standingAfter,
} from './approvals.ts';
import { MONITOR_FIELDS, MONITOR_WORDS } from './fields.ts';
import { newest } from './memory.ts';
import { conditions, definitionOf, execute, isNodesRun, requestOf } from './nodes-pipeline-execution.ts';
import type { NodesPipelineConstants, NodesPipelineModel, NodesPipelineState } from './nodes-pipeline-state.ts';
import { executionParameters, given, recorded } from './step-arguments.ts';
import { isTool } from './tool-globs.ts';

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

const mayApprove = (by: string | null, { approvers }: NodesPipelineConstants): boolean =>
  by === null || isTool(by, approvers);

/** The five guards of an execution apply to tools that run a command on a node, except the policy, which applies to all. */
const SEEN_TO_RUN = {
  'Execute/policyAllows': true,
  'Execute/commandAllowlisted': true,
  'Execute/nodeDeclares': true,
  'Execute/approvalMatches': true,
  'Execute/approvalUnused': true,
};

const shared = ({ state }: NodesPipelineModel): boolean => state.last?.guarded === true;
const show = ({ state }: NodesPipelineModel) => ({ execution: { ...(state.last ?? {}) } });

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
