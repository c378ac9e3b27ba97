import { addState, createStateTable, rekey, type StateTable } from '../../tla/machine/state-table.ts';
import type { TlaModel } from '../../tla/semantics/model.ts';
import type { Program } from '../../tla/semantics/program.ts';
import { canonicalKey, canonicalRow, orderVariables, type Symmetry, symmetriesOf } from './symmetry.ts';

/** The distinct states of a search, told apart as the configuration says: by their variables, by VIEW, or up to SYMMETRY. */
export interface DistinctStates {
  readonly table: StateTable;
  /** Whether a state may stand for others than itself. */
  readonly merging: boolean;
  /** The index of the state that a row counts as: the table's former `count` if it is new. Under VIEW the judge must hold the row. */
  add(row: Int32Array, parent: number): number;
}

/** No states yet, of a model whose view is the only value of `judge`. */
export function distinctStates(model: TlaModel, judge: Program): DistinctStates {
  const symmetry = symmetriesOf(model);
  const width = model.spec.variables.length;
  if (model.view !== null) return byView(width, judge, symmetry);
  return symmetry === null ? byVariables(width) : upToSymmetry(width, symmetry);
}

function byVariables(width: number): DistinctStates {
  const table = createStateTable(width);
  return { table, merging: false, add: (row, parent) => addState(table, row, row, parent) };
}

function byView(width: number, judge: Program, symmetry: Symmetry | null): DistinctStates {
  const table = createStateTable(width, 1);
  const view = judge.values[0]!;
  const key = new Int32Array(1);
  const canonical = new Int32Array(Math.max(1, width));
  return {
    table,
    merging: true,
    add: (row, parent) => {
      if (symmetry === null) key[0] = view();
      else {
        // TLC looks at the view of the state that stands for those that symmetry takes for one.
        canonicalRow(symmetry, row, canonical);
        judge.load(canonical, 0);
        key[0] = view();
        judge.load(row, 0);
      }
      return addState(table, row, key, parent);
    },
  };
}

/** States after which a search under symmetry knows which variables have few values. */
const ROWS_TO_ORDER_BY = 256;

function upToSymmetry(width: number, symmetry: Symmetry): DistinctStates {
  // Without variables all states are one, which needs no key.
  const table = createStateTable(width, width);
  const key = new Int32Array(Math.max(1, width));
  // A row that was met before needs no key: the rows met so far, each with the index of the state that it counts as.
  const met = createStateTable(width);
  const countsAs: number[] = [];
  return {
    table,
    merging: width > 0,
    add: (row, parent) => {
      const rows = met.count;
      const place = addState(met, row, row, -1);
      if (met.count === rows) return countsAs[place]!;
      canonicalKey(symmetry, row, key);
      const before = table.count;
      const index = addState(table, row, key, parent);
      countsAs[place] = index;
      if (table.count > before && table.count === ROWS_TO_ORDER_BY) {
        orderVariables(symmetry, met.rows, met.count);
        rekey(table, (state, own) => canonicalKey(symmetry, state, own));
      }
      return index;
    },
  };
}
