import type { ORIGINS, TRUST } from '../../trace/event.ts';
import type { Json } from '../../trace/json.ts';
import type { Member } from '../logic/table.ts';

/** What every entity of the evidence graph has. */
interface Base extends Member {
  /** What a claim binds: an id of the trace, or one derived from it (`m3@12` for what has no id of its own). */
  readonly id: string;
  /** Full EIO entity id of its most specific type. */
  readonly type: string;
  /** `seq` of the event that it came from; null for what the graph adds. */
  readonly event: number | null;
  /** Turn, stated or counted; null before any is known. */
  readonly turn: number | null;
  readonly session: string;
  /** Milliseconds, where recorded. */
  readonly at: number | undefined;
  /** `observed`, or the importer's rule. */
  readonly basis: string;
}

export type Origin = (typeof ORIGINS)[number];
export type Trust = (typeof TRUST)[number];

/** A content item, or something that the agent said. */
export interface Item extends Base {
  readonly kind: 'item';
  readonly origin: Origin;
  readonly trust: Trust;
  readonly text: string | undefined;
  readonly producer: string | undefined;
  readonly parent: string | undefined;
  /** The agent's own words: a message sent, or an assistant block. */
  readonly output: boolean;
  /** Where an output's words come from; empty for what is no output. */
  readonly origins: Origins;
}

export interface Instruction extends Base {
  readonly kind: 'instruction';
  readonly partOf: string;
  readonly issuedBy: string | undefined;
  readonly requests: { readonly tool: string; readonly args?: Json } | undefined;
  /** Its own words, where they are known apart from the rest of the item. */
  readonly text: string | undefined;
}

/** A value of an action or a state that also stands in a content item. */
export interface Link {
  readonly item: Item;
  /** JSON Pointer of the value in the arguments. */
  readonly pointer: string;
  /** Code points in the item's text, half-open. */
  readonly start: number;
  readonly end: number;
  /** Code points in the value, half-open. */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** Empty: exact. */
  readonly transforms: readonly string[];
  readonly whole: boolean;
  /** The same value came in again in the turn of the action, so that this older item need not be its cause. */
  readonly reintroduced: boolean;
}

/**
 * The links of one trace as plain numbers, since there are more of them than of anything else and few are ever read; `links.ts` reads and
 * writes them. `cells` is replaced as it grows.
 */
export interface LinkTable {
  cells: Int32Array;
  /** How many of the cells are in use. */
  size: number;
  readonly items: Item[];
  readonly pointers: string[];
}

/** Where the values of an action, a state or an output come from. */
export interface Origins {
  readonly table: LinkTable;
  /** Cells of the table, half-open. */
  readonly from: number;
  readonly to: number;
  /** Contents that a message carries whole. */
  readonly carried: readonly Link[];
}

export type ActionStatus =
  /** Seen to run. */
  | 'performed'
  /** Proposed, and seen not to run: denied, or no execution in a trace that would have shown it. */
  | 'prevented'
  /** Proposed; the trace does not show whether it ran. */
  | 'unseen'
  /** What an instruction asks for and nothing matches. */
  | 'requested';

export interface Action extends Base {
  readonly kind: 'action';
  readonly channel: 'tool' | 'message' | 'state' | 'request';
  readonly call: string | undefined;
  readonly tool: string;
  /** As executed, else as proposed. */
  readonly args: Json;
  readonly agent: string | undefined;
  readonly status: ActionStatus;
  readonly origins: Origins;
  /** Ids or sequence numbers that the events name as their parents. */
  readonly parents: readonly (string | number)[];
  readonly proposed: number | null;
  readonly started: number | null;
  readonly ended: number | null;
  /** Its execution ended in an error: it was tried and did not come about. */
  readonly failed: boolean;
  /** Content item that holds the result. */
  readonly result: string | undefined;
  /** `seq` of a decision against it. */
  readonly denied: number | null;
  /** `seq` of a decision of the policy for it. */
  readonly allowed: number | null;
  /** Approval that its execution names. */
  readonly approval: string | undefined;
  /** The instruction that asks for it, for status `requested`. */
  readonly wantedBy: string | undefined;
}

/** A value in memory or in a store, as written. */
export interface State extends Base {
  readonly kind: 'state';
  readonly key: string;
  readonly value: Json | undefined;
  readonly from: readonly string[] | undefined;
  readonly origins: Origins;
  /** Rank from which another write replaced it; Infinity if none did. */
  readonly replaced: number;
}

/** What a policy forbids, come about through an action, or (action null) not come about. */
export interface Outcome extends Base {
  readonly kind: 'outcome';
  readonly policy: Policy;
  readonly action: Action | null;
}

export interface Policy extends Base {
  readonly kind: 'policy';
  readonly effect: 'permit' | 'prohibit' | 'require_approval';
  readonly tools: readonly string[];
  readonly args: Json | undefined;
  readonly from: number | undefined;
  readonly until: number | undefined;
  readonly text: string | undefined;
  /** Rank from which a policy of the same id replaced it; Infinity if none did. */
  readonly replaced: number;
}

export interface Identity extends Base {
  readonly kind: 'identity';
  readonly role: string | undefined;
  readonly subject: string | undefined;
}

export interface Verification extends Base {
  readonly kind: 'verification';
  readonly identity: string;
  readonly role: string | undefined;
  readonly method: string | undefined;
  readonly subject: string | undefined;
  readonly validUntil: number | undefined;
}

/** A grant by a person or another agent: an approval, or the authority of a handoff. */
export interface Authority extends Base {
  readonly kind: 'authority';
  readonly grant:
    | {
        readonly by: 'approval';
        readonly call: string | undefined;
        readonly tool: string;
        readonly args: Json;
        readonly scope: 'once' | 'session' | 'always';
        readonly authentic: boolean;
        readonly until: number | undefined;
        /** Rank from which it no longer counts: revoked, expired, denied after all. */
        readonly withdrawn: number;
      }
    | { readonly by: 'handoff'; readonly from: string; readonly to: string; readonly authority: Json | undefined };
}

export interface Episode extends Base {
  readonly kind: 'episode';
}

/** A member of the evidence graph. */
export type Entity =
  | Item
  | Instruction
  | Action
  | State
  | Outcome
  | Policy
  | Identity
  | Verification
  | Authority
  | Episode;
