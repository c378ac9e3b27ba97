import type { JsonObject } from '../trace/json.ts';
import type { Approvals } from './approvals.ts';
import type { SeenExecution } from './step-arguments.ts';

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
export interface Execution {
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
export interface Prohibition {
  readonly id: string;
  readonly tools: readonly string[];
  /** Arguments that a call must have to be meant; null where every call is. */
  readonly args: JsonObject | null;
  readonly from: number | null;
  readonly until: number | null;
}

export interface NodesPipelineState {
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

/** The state with the constants that it is judged under. */
export type NodesPipelineModel = { readonly state: NodesPipelineState; readonly constants: NodesPipelineConstants };
