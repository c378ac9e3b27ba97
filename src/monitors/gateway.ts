import { defineModel } from '../model/define-model.ts';
import { anything, optional } from '../model/model-definition.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import { isJsonObject, type Json } from '../trace/json.ts';
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
import { afterDecision, concerns, deny, performed, putCall } from './gateway-changes.ts';
import { speakerIn } from './gateway-inspection.ts';
import { deliveryOf, senderOf } from './gateway-messages.ts';
import { allowed, allowedExecution, changeRequest, executionRequest, requestParameters } from './gateway-requests.ts';
import type { Denial, Finding, GatewayConstants, GatewayModel, GatewayState } from './gateway-state.ts';
import { EMPTY, findKept, newest, remember, takeBack } from './memory.ts';
import { approvalRules, putPolicy } from './policies.ts';
import { argumentsOf, given, recorded, seenExecution, wasSeen } from './step-arguments.ts';
import { isTool, looksLikeTool } from './tool-globs.ts';

const constants: GatewayConstants = {
  approvalFor: [],
  configOwners: ['user', 'admin', 'human'],
  notApprovers: ['agent', 'assistant', 'model'],
  trustClientClaims: false,
  deliveries: {},
  remembered: 256,
};

/** The agent does not approve itself, however its name is written. */
const mayApprove = (by: string | null, { notApprovers }: GatewayConstants): boolean =>
  by === null || !(isTool(by, notApprovers) || looksLikeTool(by, notApprovers));

const added = (list: readonly string[], one: string): readonly string[] => (list.includes(one) ? list : [...list, one]);

/** What was seen to happen is not asked again of the guards. */
const SEEN_TO_RUN = {
  'Execute/approvalGiven': true,
  'Execute/operandsUnchanged': true,
  'Execute/approvalInScope': true,
  'Execute/approvalUnused': true,
  'Execute/definitionUnchanged': true,
  'Execute/principalUnchanged': true,
  'Execute/policyUnchanged': true,
  'Execute/denialHolds': true,
  'Execute/prohibitionHolds': true,
  'Execute/sessionOwned': true,
};
const SEEN_TO_CHANGE = {
  'ChangeConfig/approved': true,
  'ChangeConfig/sessionOwned': true,
  'ChangeConfig/prohibitionHolds': true,
};

type Performed = Extract<Finding, { kind: 'execution' | 'config' }>;
const action = ({ state }: GatewayModel): Performed | null =>
  state.last?.kind === 'execution' || state.last?.kind === 'config' ? state.last : null;
const underApproval = (model: GatewayModel): Performed | null => {
  const last = action(model);
  return last?.needed === true && last.approval === 'given' ? last : null;
};
const show = ({ state }: GatewayModel) => ({ event: { ...(state.last ?? {}) } });

const APPROVALS = ['exec.started', 'approval.requested', 'approval.decided'] as const;

/**
 * A monitor of the rules for approvals in general, for every tool: what needs an approval runs under one that a person gave, for these
 * arguments and operands, in its scope, once if once; a no stays a no; prohibitions bind the agents that an agent starts; the definition of a
 * tool is the one that was approved; the agent does not change its own configuration; and sessions are kept apart.
 *
 * A tool needs an approval if `approvalFor` names it, if a policy requires one (and none permits exactly this), or if one was asked for.
 * Messages, writes and changes go by the names of tools `message.sent` and `config.changed` in policies and approvals.
 */
export const gatewayMonitor = defineModel({
  name: 'gateway',
  fields: MONITOR_FIELDS,
  words: MONITOR_WORDS,
  constants,
  initial: (): GatewayState => ({
    approvals: NO_APPROVALS,
    policies: [],
    descents: [],
    calls: EMPTY,
    denials: EMPTY,
    definitions: [],
    owners: [],
    callers: [],
    items: EMPTY,
    sent: EMPTY,
    observations: EMPTY,
    executions: [],
    askedTools: [],
    last: null,
  }),
  guards: {
    /** Only what is pending can be approved; what is approved can still be taken back. */
    decidable: (_model, status: ApprovalStatus, decision: ApprovalDecision) => isDecidable(status, decision),
    /** Whoever sends the history can claim an approval; only a server or a signature makes it one. */
    authentic: ({ constants }, authenticity: string | null) =>
      constants.trustClientClaims || authenticity !== 'client_claimed',
    /** The agent does not approve itself. */
    rightful: ({ constants }, by: string | null) => mayApprove(by, constants),
  },
  actions: {
    DeclarePolicy: {
      parameters: {
        id: anything<string>(),
        effect: ['permit', 'prohibit', 'require_approval'] as const,
        tools: anything<readonly string[] & Json>(),
        args: optional<Json>(),
        from: optional<number>(),
        until: optional<number>(),
        version: optional<string>(),
        agent: optional<string>(),
      },
      next: ({ state, args }) => ({
        ...state,
        policies: putPolicy(state.policies, { ...args, args: isJsonObject(args.args) ? args.args : null }),
      }),
    },
    HandOff: {
      parameters: { from: anything<string>(), to: anything<string>() },
      next: ({ state, args }) =>
        state.descents.some(({ agent, parent }) => agent === args.to && parent === args.from)
          ? state
          : { ...state, descents: [...state.descents, { agent: args.to, parent: args.from }] },
    },
    Advertise: {
      parameters: { tool: anything<string>(), definition: anything<string>() },
      next: ({ state, args }) => ({
        ...state,
        definitions: [...state.definitions.filter(({ tool }) => tool !== args.tool), args],
      }),
    },
    VerifyOwner: {
      parameters: { identity: anything<string>(), session: anything<string>() },
      next: ({ state, args }) => ({ ...state, owners: [...state.owners, args] }),
    },
    ClaimSession: {
      parameters: { identity: anything<string>(), session: anything<string>() },
      next: ({ state, args }) => ({
        ...state,
        callers: [...state.callers.filter(({ session }) => session !== args.session), args],
      }),
    },
    Propose: {
      parameters: {
        call: anything<string>(),
        tool: anything<string>(),
        args: optional<Json>(),
        argsUnknown: optional<boolean>(),
        session: optional<string>(),
      },
      next: ({ state, constants, args: { call, tool, session, ...args } }) =>
        putCall(state, { call, tool, args: argumentsOf(args), session, asked: false }, constants),
    },
    DecideByPolicy: {
      parameters: { call: anything<string>(), effect: ['allow', 'deny', 'ask'] as const },
      next: ({ state, constants, args: { call, effect } }) => {
        const known = findKept(state.calls, (one) => one.call === call);
        const { tool, args, session } = known ?? { tool: null, args: null, session: null };
        switch (effect) {
          case 'deny':
            return deny(state, { call, tool, args, session, by: 'policy' }, constants);
          case 'ask':
            return putCall(
              tool === null ? state : { ...state, askedTools: added(state.askedTools, tool) },
              { call, tool, args, session, asked: true },
              constants,
            );
          case 'allow': {
            // A policy takes back its own no, never that of a person.
            const own = (one: Denial) => one.by === 'policy' && concerns(one, { call, tool, args });
            return { ...state, denials: takeBack(state.denials, own) };
          }
        }
      },
    },
    RequestApproval: {
      parameters: approvalRequestParameters,
      next: ({ state, constants, args }) => {
        const approval = pendingApproval(args, {
          definition: state.definitions.find(({ tool }) => tool === args.tool)?.definition ?? null,
          principal: speakerIn(state, args.session),
          rules: approvalRules(state.policies.filter(({ tools }) => isTool(args.tool, tools))),
        });
        const { call, session } = approval;
        const asked =
          call === null ? state : putCall(state, { call, tool: null, args: null, session, asked: true }, constants);
        return {
          ...asked,
          askedTools: added(state.askedTools, approval.tool),
          approvals: requestApproval(state.approvals, approval, constants.remembered),
        };
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
        const approves = args.decision === 'approve' || args.decision === 'edit';
        const counts =
          guards.decidable(known.status, args.decision) &&
          (!approves || (guards.authentic(args.authenticity) && guards.rightful(args.by)));
        const after = counts ? decided(approval, args.decision, args.scope ?? 'once', args.editedArgs) : approval;
        const next = { ...state, approvals: putApproval(state.approvals, after, constants.remembered) };
        return afterDecision(next, after, args.decision, constants);
      },
    },
    Execute: {
      parameters: requestParameters,
      guards: {
        approvalGiven: (model) => allowedExecution(model).approval !== 'none',
        operandsUnchanged: (model) => allowedExecution(model).operands !== 'changed',
        approvalInScope: (model) => allowedExecution(model).inScope,
        approvalUnused: (model) => allowedExecution(model).uses <= 1,
        definitionUnchanged: (model) => allowedExecution(model).definition !== 'changed',
        principalUnchanged: (model) => allowedExecution(model).principal !== 'changed',
        policyUnchanged: (model) => allowedExecution(model).policy !== 'changed',
        denialHolds: (model) => !allowedExecution(model).denied,
        prohibitionHolds: (model) => allowedExecution(model).prohibitedBy === null,
        sessionOwned: (model) => allowedExecution(model).caller !== 'stranger',
      },
      next: (model) => {
        const { exec } = model.args;
        const request = executionRequest(model.args);
        const seen = seenExecution(exec, request);
        if (seen !== null && wasSeen(model.state.executions, seen)) return model.state;
        return performed(model, request, 'execution').map((state) =>
          seen === null ? state : { ...state, executions: newest(state.executions, seen, model.constants.remembered) },
        );
      },
    },
    ChangeConfig: {
      parameters: {
        key: anything<string>(),
        by: optional<string>(),
        after: optional<Json>(),
        session: optional<string>(),
        agent: optional<string>(),
        at: optional<number>(),
      },
      guards: {
        approved: (model) => {
          const { approval, inScope, uses, ...bound } = allowed(model, changeRequest(model.args, model));
          const changed = [bound.operands, bound.definition, bound.principal, bound.policy].includes('changed');
          return approval !== 'none' && inScope && uses <= 1 && !changed;
        },
        sessionOwned: (model) => allowed(model, changeRequest(model.args, model)).caller !== 'stranger',
        prohibitionHolds: (model) => allowed(model, changeRequest(model.args, model)).prohibitedBy === null,
      },
      next: (model) => performed(model, changeRequest(model.args, model), 'config'),
    },
    AddContext: {
      parameters: {
        item: anything<string>(),
        origin: anything<string>(),
        text: optional<string>(),
        session: optional<string>(),
      },
      guards: { originKept: (model) => senderOf(model, model.args) !== 'agent' },
      next: (model): GatewayState => {
        const { state, constants, args } = model;
        const { item, origin, session } = args;
        const kept = session !== null && Object.hasOwn(constants.deliveries, session);
        return {
          ...state,
          items: kept ? remember(state.items, { item, session }, constants.remembered) : state.items,
          last: { kind: 'context', origin, from: senderOf(model, args) },
        };
      },
    },
    Send: {
      parameters: {
        to: anything<string>(),
        channel: optional<string>(),
        text: optional<string>(),
        items: optional<readonly string[] & Json>(),
        session: optional<string>(),
      },
      guards: {
        inPlace: (model) => deliveryOf(model, { ...model.args, items: model.args.items ?? [] }) !== 'elsewhere',
      },
      next: (model): GatewayState => {
        const { state, constants, args } = model;
        const { to, text, session } = args;
        // Only what goes to another session can come back as the words of a person there.
        const crosses = text !== null && session !== null && to !== session;
        return {
          ...state,
          sent: crosses ? remember(state.sent, { to, text }, constants.remembered) : state.sent,
          last: { kind: 'message', to, delivery: deliveryOf(model, { ...args, items: args.items ?? [] }) },
        };
      },
    },
    Observe: {
      parameters: { key: anything<string>(), value: anything<string>() },
      next: ({ state, constants, args: { key, value } }): GatewayState => {
        const known = findKept(state.observations, (one) => one.key === key);
        const others = takeBack(state.observations, (one) => one.key === key);
        const changed = known !== undefined && known.value !== value;
        return {
          ...state,
          observations: remember(others, { key, value, denied: known?.denied ?? false }, constants.remembered),
          last: { kind: 'observation', key, denied: known?.denied ?? false, changed },
        };
      },
    },
  },
  invariants: {
    ApprovalGiven: {
      description: 'What needs an approval runs under one that stands, for this tool and these arguments.',
      needs: APPROVALS,
      when: ({ state }) => state.last?.kind === 'execution' && state.last.needed,
      holds: (model) => action(model)!.approval === 'given',
      show,
    },
    OperandsUnchanged: {
      description:
        'What an approval binds beside the arguments (directory, resolved path, digests) is the same when it is used.',
      needs: APPROVALS,
      when: (model) => (underApproval(model)?.operands ?? 'unbound') !== 'unbound',
      holds: (model) => action(model)!.operands === 'same',
      show,
    },
    ApprovalInScope: {
      description: 'An approval is used for the call or in the session that it was given for.',
      needs: APPROVALS,
      when: (model) => underApproval(model) !== null,
      holds: (model) => action(model)!.inScope,
      show,
    },
    ApprovalUsedOnce: {
      description: 'An approval that was given for one time authorises one execution.',
      needs: APPROVALS,
      when: (model) => (underApproval(model)?.uses ?? 0) > 0,
      holds: (model) => action(model)!.uses <= 1,
      show,
    },
    DefinitionUnchanged: {
      description: 'A tool runs with the definition that it had when it was approved.',
      needs: [...APPROVALS, 'tools.advertised'],
      when: (model) => (underApproval(model)?.definition ?? 'unknown') !== 'unknown',
      holds: (model) => action(model)!.definition === 'same',
      show,
    },
    PrincipalUnchanged: {
      description: 'What one principal was given an approval for does not run for another.',
      needs: [...APPROVALS, 'identity.asserted'],
      when: (model) => (underApproval(model)?.principal ?? 'unknown') !== 'unknown',
      holds: (model) => action(model)!.principal === 'same',
      show,
    },
    PolicyUnchanged: {
      description: 'An approval is used under the rules that it was asked for under; a newer version asks anew.',
      needs: [...APPROVALS, 'policy.declared'],
      when: (model) => (underApproval(model)?.policy ?? 'unbound') !== 'unbound',
      holds: (model) => action(model)!.policy === 'same',
      show,
    },
    DenialHolds: {
      description: 'What was denied does not run, under whatever call, until it is approved.',
      needs: ['exec.started'],
      when: ({ state }) => state.last?.kind === 'execution' && (state.denials.kept.length > 0 || state.last.denied),
      holds: (model) => !action(model)!.denied,
      show,
    },
    DenialHasNoEffect: {
      description: 'What a denied call was to change is afterwards as it was before.',
      needs: ['state.read'],
      when: ({ state }) => state.last?.kind === 'observation' && state.last.denied,
      holds: ({ state }) => state.last?.kind === 'observation' && !state.last.changed,
      show,
    },
    ProhibitionHolds: {
      description:
        'Nothing runs that a prohibition in force forbids its agent, or an agent that started it; no approval lifts it.',
      needs: ['exec.started', 'policy.declared'],
      when: (model) => action(model) !== null && model.state.policies.some(({ effect }) => effect === 'prohibit'),
      holds: (model) => action(model)!.prohibitedBy === null,
      show,
    },
    ConfigApproved: {
      description: 'Only its owners change the configuration without an approval of this change.',
      needs: ['config.changed', 'approval.requested', 'approval.decided'],
      when: ({ state }) => state.last?.kind === 'config' && state.last.needed,
      holds: (model) => action(model)!.approval === 'given',
      show,
    },
    SessionOwned: {
      description: 'Nothing runs in a session for a caller that does not own it.',
      needs: ['exec.started', 'identity.asserted', 'identity.verified'],
      when: (model) => (action(model)?.caller ?? 'unknown') !== 'unknown',
      holds: (model) => action(model)!.caller === 'owner',
      show,
    },
    OriginKept: {
      description: 'What an agent sends to a session does not enter it with the authority of a person.',
      needs: ['context.added', 'message.sent'],
      when: ({ state }) => state.last?.kind === 'context' && state.sent.kept.length > 0,
      holds: ({ state }) => state.last?.kind === 'context' && state.last.from !== 'agent',
      show,
    },
    DeliveredInPlace: {
      description: 'What belongs to a session is delivered only where that session may deliver.',
      needs: ['message.sent'],
      when: ({ state }) => state.last?.kind === 'message' && state.last.delivery !== 'free',
      holds: ({ state }) => state.last?.kind === 'message' && state.last.delivery !== 'elsewhere',
      show,
    },
  },
  goals: {
    executed: ({ state }) => state.last?.kind === 'execution',
    executedUnderApproval: ({ state }) =>
      state.last?.kind === 'execution' && state.last.needed && state.last.approval === 'given',
    configured: ({ state }) => state.last?.kind === 'config',
    delivered: ({ state }) => state.last?.kind === 'message',
    entered: ({ state }) => state.last?.kind === 'context',
  },
  bounds: { remembered: ({ state }) => !isForgotten(state.last) },
  on: {
    'policy.declared': ({ id, effect, tools, args, from, until, version, agent }) => ({
      action: 'DeclarePolicy',
      args: given({ id, effect, tools, args, from, until, version, agent }),
    }),
    handoff: ({ from, to }) => ({ action: 'HandOff', args: { from, to } }),
    'tools.advertised': ({ tool, definition }) => ({ action: 'Advertise', args: { tool, definition } }),
    'identity.verified': ({ identity, subject }) =>
      subject === undefined ? null : { action: 'VerifyOwner', args: { identity, session: subject } },
    'identity.asserted': ({ identity, subject }) =>
      subject === undefined ? null : { action: 'ClaimSession', args: { identity, session: subject } },
    'call.proposed': ({ call, tool, args, session }) => ({
      action: 'Propose',
      args: given({ call, tool, ...recorded(args), session }),
    }),
    'policy.decided': ({ call, effect }) => ({ action: 'DecideByPolicy', args: { call, effect } }),
    'approval.requested': ({ approval, tool, args, call, session, expires_at, bound }) => ({
      action: 'RequestApproval',
      args: given({ approval, tool, ...recorded(args), call, session, expiresAt: expires_at, bound }),
    }),
    'approval.decided': ({ approval, decision, scope, by, authenticity, session, edited_args }) => ({
      action: 'DecideApproval',
      args: given({ approval, decision, scope, by, authenticity, session, editedArgs: edited_args }),
    }),
    'exec.started': ({ exec, tool, args, call, approval, bound, session, agent, at }) => ({
      action: 'Execute',
      args: given({ exec, tool, ...recorded(args), call, approval, bound, session, agent, at }),
      assume: SEEN_TO_RUN,
    }),
    'config.changed': ({ key, by, after, session, agent, at }) => ({
      action: 'ChangeConfig',
      args: given({ key, by, after, session, agent, at }),
      assume: SEEN_TO_CHANGE,
    }),
    'context.added': ({ item, origin, text, session }) => ({
      action: 'AddContext',
      args: given({ item, origin, text, session }),
      assume: { 'AddContext/originKept': true },
    }),
    'message.sent': ({ to, channel, text, items, session }) => ({
      action: 'Send',
      args: given({ to, channel, text, items, session }),
      assume: { 'Send/inPlace': true },
    }),
    'state.read': ({ key, value, digest }) => {
      const seen = digest ?? (value === undefined ? null : canonicalJson(value));
      return seen === null ? null : { action: 'Observe', args: { key, value: seen } };
    },
  },
});

function isForgotten(finding: Finding | null): boolean {
  switch (finding?.kind) {
    case 'execution':
    case 'config':
      return finding.approval === 'forgotten' || finding.unsure;
    case 'context':
      return finding.from === 'forgotten';
    case 'message':
      return finding.delivery === 'forgotten';
    case 'observation':
    case undefined:
      return false;
  }
}
