import type { AtomReport } from '../model/state-machine.ts';
import { tlaMachine } from '../tla/machine/tla-machine.ts';
import type { TlaModel } from '../tla/semantics/model.ts';
import type { CheckReport } from './check-report.ts';

/** The atoms of the violated invariant in the last state of the counterexample, false ones first; none where there is no such state. */
export function explainViolation(model: TlaModel, report: CheckReport): readonly AtomReport[] {
  const last = report.trace.at(-1);
  if (report.outcome !== 'invariant' || report.name === null || last === undefined) return [];
  if (!model.invariants.some((invariant) => invariant.name === report.name)) return [];
  const machine = tlaMachine(model);
  if (!machine.ok) return [];
  const state = machine.value.readState(last.state);
  return state.ok ? machine.value.explain(state.value, report.name) : [];
}
