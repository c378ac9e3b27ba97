import { fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { evaluationError, isModelError } from '../semantics/evaluation-error.ts';
import type { TlaModel } from '../semantics/model.ts';
import { compileProgram, type ProgramParts } from '../semantics/program.ts';
import { checkConstants } from './constant-checks.ts';
import { initialPredicate } from './initial-predicate.ts';
import type { StateTable } from './state-table.ts';
import { arrivedAt } from './states.ts';

/** The initial states of a model, each once; an error if an assumption is false or there are none. */
export function initialStates(model: TlaModel, table: StateTable): Result<readonly number[]> {
  const finding = checkConstants(model);
  if (finding !== null && finding.outcome !== 'invariant') {
    return fail(finding.error ?? { code: 'tla/evaluation', message: `the assumption ${finding.name} is false` });
  }
  const parts: ProgramParts = { init: initialPredicate(model) };
  try {
    const program = compileProgram(model.spec, model.store, model.analysis, parts);
    const states: number[] = [];
    const { runtime } = program;
    runtime.emit = () => {
      const index = arrivedAt(program, table);
      if (!states.includes(index)) states.push(index);
    };
    program.init();
    if (states.length > 0) return ok(states);
    return fail({ code: 'tla/no-initial-state', message: `module ${model.spec.name} has no initial state` });
  } catch (error) {
    if (!isModelError(error)) throw error;
    return fail(evaluationError(model, parts, error, (again) => again.init()));
  }
}
