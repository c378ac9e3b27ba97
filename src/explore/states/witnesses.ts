import type { NamedFormula, TlaModel } from '../../tla/semantics/model.ts';
import { entriesOf, functionOf, isFunction } from '../../tla/values/functions.ts';
import { integer, numberOf, string, type Value } from '../../tla/values/store.ts';

/** Formulas of `_POSSIBLE` while states are searched. */
export interface Witnesses {
  /** Whether another state or step can still tell something. */
  wanting(): boolean;
  /** Judges the formulas of one state or step, compiled and in their order from an index on. */
  judge(compiled: readonly (() => boolean)[], from: number): void;
  /** How often each was true, in their order; no more than once where nobody asks for counts. */
  readonly counts: readonly number[];
}

/** TLC counts a state once for each way that leads to it, and a step each time; unless `counting`, a formula is done with when it was true. */
export function witnessesOf(formulas: readonly NamedFormula[], counting: boolean): Witnesses {
  const counts = formulas.map(() => 0);
  let left = [...formulas.keys()];
  return {
    wanting: () => left.length > 0,
    judge: (compiled, from) => {
      for (const at of left) if (compiled[from + at]!()) counts[at]!++;
      if (!counting) left = left.filter((at) => counts[at] === 0);
    },
    counts,
  };
}

/** The register where TLC keeps these counts. */
const REGISTER = 's:_possible';

/**
 * Puts the counts where postconditions read them: `TLCGet("all:named")["s:_possible"][1]["Name"]`, or `_Counts["Name"]` of `_Possible`. What
 * the model tracked itself under the same name is added, as TLC does.
 */
export function keepWitnessCounts(
  { store }: TlaModel,
  counts: ReadonlyMap<NamedFormula, number>,
  registers: Map<Value, Value>,
): void {
  if (counts.size === 0) return;
  const register = string(store, REGISTER);
  const tracked = registers.get(register);
  const total = new Map(tracked === undefined || !isFunction(store, tracked) ? [] : entriesOf(store, tracked));
  for (const [formula, count] of counts) {
    const name = string(store, formula.name);
    const before = total.get(name);
    total.set(name, integer(store, count + (before === undefined ? 0 : (numberOf(store, before) ?? 0))));
  }
  registers.set(register, functionOf(store, [...total]));
}
