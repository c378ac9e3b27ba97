import { addState, createStateTable, type StateTable } from '../../tla/machine/state-table.ts';
import { createIntegers, type Integers, push } from './integers.ts';

/** The edges between the states of a finished search, a stuttering step at each state included. */
export interface Edges {
  /** Edges of state i: `targets` from `starts[i]` to `starts[i + 1]`. */
  readonly starts: Int32Array;
  readonly targets: Int32Array;
  /**
   * Where a state stands for others that symmetry or a view takes for it: the rows that the steps led to, and which of them each edge did.
   * Null where that is the row of the edge's target.
   */
  readonly reached: { readonly rows: Int32Array; readonly of: Int32Array } | null;
}

/** Takes down the edges while a search finds them. */
export interface EdgeLog {
  readonly table: StateTable;
  readonly starts: Integers;
  readonly targets: Integers;
  /** A step to a state that another stands for is no step to that other: it may be one of an action where the other would be none. */
  readonly reached: StateTable | null;
  readonly reachedBy: Integers;
  /** For each target, or row that was reached, the last state that an edge was taken down from, plus 1. */
  seen: Int32Array;
  from: number;
}

/** `keyed`: states stand for others that they are not told apart from. */
export const createEdgeLog = (table: StateTable, keyed: boolean): EdgeLog => ({
  table,
  starts: createIntegers(),
  targets: createIntegers(),
  reached: keyed ? createStateTable(table.width) : null,
  reachedBy: createIntegers(),
  seen: new Int32Array(1 << 10),
  from: -1,
});

/** From here on edges are those of this state, the next one in order. */
export function startEdges(log: EdgeLog, from: number): void {
  const { table } = log;
  push(log.starts, log.targets.count);
  log.from = from;
  const stride = Math.max(1, table.width);
  addEdge(log, from, table.rows.subarray(from * stride, from * stride + table.width));
}

/** Takes down an edge to a state, by a step to `row`; repeated ones count once. */
export function addEdge(log: EdgeLog, target: number, row: Int32Array): void {
  const { reached } = log;
  const place = reached === null ? target : addState(reached, row, row, -1);
  if (place >= log.seen.length) {
    const larger = new Int32Array(Math.max(place + 1, log.seen.length * 2));
    larger.set(log.seen);
    log.seen = larger;
  }
  if (log.seen[place] === log.from + 1) return;
  log.seen[place] = log.from + 1;
  push(log.targets, target);
  if (reached !== null) push(log.reachedBy, place);
}

/** All edges, once every state had its own. */
export function edgesIn(log: EdgeLog): Edges {
  push(log.starts, log.targets.count);
  return {
    starts: log.starts.items,
    targets: log.targets.items.subarray(0, log.targets.count),
    reached: log.reached === null ? null : { rows: log.reached.rows, of: log.reachedBy.items },
  };
}
