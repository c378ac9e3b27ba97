import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { checkConstants, firstRegisters } from '../tla/machine/constant-checks.ts';
import { rowOf } from '../tla/machine/states.ts';
import { evaluationError, isModelError } from '../tla/semantics/evaluation-error.ts';
import type { TlaModel } from '../tla/semantics/model.ts';
import { EMPTY_REPORT } from './check-report.ts';
import type { ExploreOptions } from './explore-options.ts';
import { checkLiveness, type LivenessFinding } from './liveness/check-liveness.ts';
import { edgesIn } from './liveness/edge-log.ts';
import { type Refutations, readRefutations } from './liveness/refutations.ts';
import { checkPostconditions, neverTrue } from './postconditions.ts';
import { splitProperties } from './properties.ts';
import { preparedConstants } from './states/check-programs.ts';
import { labelledTrace } from './states/counterexample.ts';
import { type Exploration, type Search, searchStates } from './states/search-states.ts';
import { keepWitnessCounts } from './states/witnesses.ts';
import { endOf, OutOfTime, stopwatch } from './stopwatch.ts';

/** Explores a model breadth first and checks what its configuration asks for, but for temporal properties. */
export function exploreModel(model: TlaModel, options: ExploreOptions = {}): Search | { readonly result: Exploration } {
  const end = endOf(options.maxMilliseconds);
  const registers = firstRegisters(model, options.deadlock ?? model.checkDeadlock);
  const early = checkConstants(model, registers, preparedConstants(model));
  if (early !== null) return { result: { ...EMPTY_REPORT, ...early, warnings: model.warnings } };
  try {
    const { temporal } = splitProperties(model);
    // What fairness a specification assumes is nobody's business without a property.
    const refutations = temporal.length === 0 ? null : readRefutations(model, temporal);
    const searched = withWarnings(searchStates(model, options, end, registers));
    const isOpen = searched.result.outcome === 'ok' && refutations !== null;
    const judged = isOpen ? withLiveness(searched, refutations, options, end) : searched;
    return judged.result.outcome === 'ok' ? withPostconditions(judged) : judged;
  } catch (error) {
    if (!isModelError(error)) throw error;
    return {
      result: {
        ...EMPTY_REPORT,
        outcome: 'error',
        error: evaluationError(model, {}, error, () => {}),
        warnings: model.warnings,
      },
    };
  }
}

/** TLC warns of the same: states that symmetry takes for one may differ in what a temporal property speaks of. */
function withWarnings(searched: Search): Search {
  const { model, edges, result } = searched;
  if (model.symmetry === null || edges === null) return searched;
  const warning: Diagnostic = {
    code: 'explore/symmetry-liveness',
    message: `temporal properties are judged under the symmetry ${model.symmetry.name}, where violations can be missed`,
    hint: 'check temporal properties with a configuration without SYMMETRY',
  };
  return { ...searched, result: { ...result, warnings: [...result.warnings, warning] } };
}

/** Temporal properties are decided once all states are known. */
function withLiveness(searched: Search, refutations: Refutations, options: ExploreOptions, end: number): Search {
  const { model, table, edges, result } = searched;
  if (edges === null) return searched;
  options.onProgress?.({ ...result, phase: 'behaviours', queuedStates: 0 });
  let finding: LivenessFinding | null;
  try {
    finding = checkLiveness(
      model,
      table,
      edgesIn(edges),
      result.initialStates,
      refutations,
      stopwatch(end),
      searched.program.runtime.registers,
    );
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    const told: Diagnostic = {
      code: 'explore/limit',
      message:
        `not done after ${options.maxMilliseconds} ms: all ${table.count} distinct states are known, ` +
        'and the temporal properties are not judged on all behaviours',
      hint: 'raise the limit, or make the model smaller by its constants',
    };
    return { ...searched, result: { ...result, outcome: 'error', error: told } };
  }
  if (finding === null) return searched;
  const { lasso } = finding;
  const rows = (lasso?.states ?? []).map((state) => rowOf(table, state));
  return {
    ...searched,
    result: {
      ...result,
      outcome: finding.error === null ? 'property' : 'error',
      name: finding.name,
      error: finding.error,
      trace: labelledTrace(model, rows, lasso?.loopsTo ?? null),
      loopsTo: lasso?.loopsTo ?? null,
    },
  };
}

/** Postconditions are decided last, by what the search counted and met. */
function withPostconditions(searched: Search): Search {
  const { model, program, witnessed, result } = searched;
  const { registers } = program.runtime;
  keepWitnessCounts(model, witnessed, registers);
  const finding = neverTrue(witnessed) ?? checkPostconditions(model, result, registers);
  return finding === null ? searched : { ...searched, result: { ...result, ...finding } };
}
