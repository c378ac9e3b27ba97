import type { Json } from '../trace/json.ts';
import type { Approval, Approvals, ExecutionRequest } from './approvals.ts';
import type { Memory } from './memory.ts';
import type { Descent, Policy } from './policies.ts';
import type { SeenExecution } from './step-arguments.ts';

export interface GatewayConstants {
  /** Tools that need an approval, as globs, beside those for which a policy requires one. */
  readonly approvalFor: readonly string[];
  /** Who may change the configuration without an approval (`by` of the change). */
  readonly configOwners: readonly string[];
  /** Whose approvals are none (`by` of the decision): the agent does not approve itself. */
  readonly notApprovers: readonly string[];
  /** Whether an approval that only the client claims counts as one. */
  readonly trustClientClaims: boolean;
  /** Where what belongs to a session may be delivered, by session; sessions that are not named may deliver anywhere. */
  readonly deliveries: { readonly [session: string]: readonly string[] };
  /** How many finished approvals, calls, denials, contents, messages and observations are remembered, each. */
  readonly remembered: number;
}

/** A call that was proposed. */
export interface GatewayCall {
  readonly call: string;
  readonly tool: string | null;
  readonly args: string | null;
  readonly session: string | null;
  /** Whether someone was to be asked before it runs. */
  readonly asked: boolean;
}

/** A no. It stands for this call, and for the same tool and arguments in this session, until it is taken back. */
export interface Denial extends Omit<GatewayCall, 'call' | 'asked'> {
  readonly call: string | null;
  readonly by: 'policy' | 'person';
}

interface Observation {
  readonly key: string;
  readonly value: string;
  /** Whether a call on it was denied since, and nothing ran on it that could explain another value. */
  readonly denied: boolean;
}

/** What the monitor found out about the newest event that an invariant speaks of, whatever the system's own guards said. */
export type Finding =
  | ({ readonly kind: 'execution' | 'config'; readonly used: string | null } & Omit<Inspection, 'used'>)
  | { readonly kind: 'context'; readonly origin: string; readonly from: 'agent' | 'outside' | 'forgotten' }
  | { readonly kind: 'message'; readonly to: string; readonly delivery: Delivery }
  | { readonly kind: 'observation'; readonly key: string; readonly denied: boolean; readonly changed: boolean };

/** Whether a message goes where what it carries belongs; `free` if that may go anywhere. */
export type Delivery = 'free' | 'in place' | 'elsewhere' | 'forgotten';

export interface GatewayState {
  readonly approvals: Approvals;
  readonly policies: readonly Policy[];
  readonly descents: readonly Descent[];
  readonly calls: Memory<GatewayCall>;
  readonly denials: Memory<Denial>;
  readonly definitions: readonly { readonly tool: string; readonly definition: string }[];
  readonly owners: readonly { readonly session: string; readonly identity: string }[];
  readonly callers: readonly { readonly session: string; readonly identity: string }[];
  readonly items: Memory<{ readonly item: string; readonly session: string }>;
  readonly sent: Memory<{ readonly to: string; readonly text: string }>;
  readonly observations: Memory<Observation>;
  /** Executions seen, newest last: one that is reported twice, with the same call, tool and arguments, happened once. */
  readonly executions: readonly SeenExecution[];
  /** Tools about which someone was to be asked; a call of one that nothing names may be the one that was asked about. */
  readonly askedTools: readonly string[];
  readonly last: Finding | null;
}

export interface GatewayModel {
  readonly state: GatewayState;
  readonly constants: GatewayConstants;
}

/** An action that is about to be performed, or was. */
export interface GatewayRequest extends Omit<ExecutionRequest, 'bound' | 'definition'> {
  /** The arguments as they are; undefined where nobody recorded them. */
  readonly given: Json | undefined;
  readonly bound: Json | null;
  readonly agent: string | null;
  /** Whether it needs an approval; null if the rules say so. */
  readonly needed: boolean | null;
}

/** What is to be said of an action, condition by condition. */
export interface Inspection {
  readonly tool: string;
  readonly needed: boolean;
  readonly approval: 'given' | 'not needed' | 'none' | 'forgotten';
  /** The approval that it ran under. */
  readonly used: Approval | null;
  readonly operands: 'unbound' | 'same' | 'changed';
  readonly inScope: boolean;
  readonly definition: 'unknown' | 'same' | 'changed';
  /** Who speaks in the session now, beside who did when approval was asked for. */
  readonly principal: 'unknown' | 'same' | 'changed';
  /** Whether every rule that now asks for approval did so, in this version, when approval was asked for; `unbound` if none does. */
  readonly policy: 'unbound' | 'same' | 'changed';
  /** Uses of an approval for once, this one included. */
  readonly uses: number;
  readonly denied: boolean;
  readonly prohibitedBy: string | null;
  readonly caller: 'unknown' | 'owner' | 'stranger';
  /** Whether a call or a denial that could matter is no longer remembered. */
  readonly unsure: boolean;
}
