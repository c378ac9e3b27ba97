import type { Decision } from './truth.ts';

/** What expressions range over. `rank` orders members in time; `number` tells them apart. */
export interface Member {
  readonly number: number;
  readonly rank: number;
}

/** A bound member; null stands for all members that nothing recorded links to the others, so one decision covers them. */
export type Bound<M extends Member = Member> = M | null;

export interface Candidates<M extends Member = Member> {
  /** In order of rank. */
  readonly members: readonly M[];
  /** Other members may be unknown too; they are as null is in this atom. */
  readonly open: boolean;
}

/** Ranks within which an atom can hold: `from` inclusive, `to` exclusive. */
export interface RankRange {
  readonly from: number;
  readonly to: number;
}

/** An atom over members: a relation or a fact with its constants filled in. */
export interface Table<M extends Member = Member> {
  /** The atom is never false where a member is null, so that null covers what another table leaves unlisted. */
  readonly nullOpen?: boolean;
  decide(members: readonly Bound<M>[]): Decision;
  /**
   * The members at `position` for which the atom may not be false, given those bound already (undefined: not bound yet). Undefined if
   * the table cannot list them. The list of those given is the caller's and is written again after the call, here and in `range`.
   */
  candidates?(position: number, members: readonly (Bound<M> | undefined)[]): Candidates<M> | undefined;
  /** A bound in time on the member at `position`; undefined if there is none. */
  range?(position: number, members: readonly (Bound<M> | undefined)[]): RankRange | undefined;
}

/** Order in time; members of one event by number. */
export const byRank = (left: Member, right: Member): number => left.rank - right.rank || left.number - right.number;
