import type { EvidenceRef } from '../../model/claim.ts';
import type { Phrase } from '../../model/phrase.ts';
import type { EventKind } from '../../trace/event.ts';
import type { Entity } from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import type { Bound, Candidates, Table } from '../logic/table.ts';
import { type Decision, FAILS, incomplete } from '../logic/truth.ts';

/** Why an atom is what it is: one clause for people, and what it cites. */
export interface Explanation {
  readonly because: Phrase;
  readonly evidence: readonly EvidenceRef[];
}

/** An atom's table over the evidence graph. */
export interface AtomTable extends Table<Entity> {
  explain(members: readonly Bound<Entity>[], decision: Decision): Explanation;
  /** Pairs that nothing recorded decides, for resolvers that the user supplies; in order. */
  openPairs?(members: readonly Bound<Entity>[]): readonly (readonly [Entity, Entity])[];
}

/** How a relation or a fact is decided from a trace. */
export interface AtomResolver {
  /** Full relation id, or the name of the fact. */
  readonly decides: string;
  /** The EIO resolver that does it. */
  readonly resolver: string;
  readonly looksAt: string;
  readonly cannotSee: string;
}

/** Decides relations that no resolver of the package does. */
export interface RelationResolver extends AtomResolver {
  /** A table over subject and object; a named constant leaves its position out. Null where the constant has no meaning here. */
  table(graph: Graph, use: RelationUse): RelationTable | null;
}

export interface RelationUse {
  readonly subjectConstant: string | null;
  readonly objectConstant: string | null;
  /** Entity types of the parameters at the two positions; null for a constant. */
  readonly subjectType: string | null;
  readonly objectType: string | null;
}

export interface RelationTable {
  readonly table: AtomTable;
  /** The table has one more position, for the action of the predicate: what the constant stands for depends on it. */
  readonly needsAction?: boolean;
}

/** Decides facts that no resolver of the package does. */
export interface FactResolver extends AtomResolver {
  /** Argument names, in the order of the table's positions. */
  readonly arguments: readonly string[];
  table(graph: Graph): AtomTable;
}

/** False if all kinds are declared complete; otherwise unknown, naming those that are not. */
export function closedWorld(graph: Graph, ...kinds: readonly EventKind[]): Decision {
  const missing = kinds.filter((kind) => !graph.observes.has(kind));
  return missing.length === 0 ? FAILS : incomplete(...missing);
}

/** As {@link closedWorld}, for actions: either their executions or their proposals must be complete. */
export function closedActions(graph: Graph): Decision {
  return graph.observes.has('exec.started') || graph.observes.has('call.proposed')
    ? FAILS
    : incomplete('call.proposed', 'exec.started');
}

/** Candidates with no others open. */
export const listed = (members: readonly Entity[], open = false): Candidates<Entity> => ({ members, open });

export const NONE: Candidates<Entity> = { members: [], open: false };
