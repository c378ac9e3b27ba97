import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { EvaluationFailure } from '../values/failure.ts';
import { type TlaModel, tooDeep } from './model.ts';
import { compileProgram, type Program, type ProgramParts } from './program.ts';
import { SemanticFailure, semanticError, textOfRange } from './semantic-error.ts';

const MAX_CHAIN = 8;

/** Whether something that was thrown is an error of the model, and not one of this program. */
export const isModelError = (error: unknown): boolean =>
  error instanceof EvaluationFailure || error instanceof SemanticFailure || error instanceof RangeError;

/**
 * The diagnostic of an evaluation that failed: `run` is repeated in code that keeps track of where it is, so that the expression and the
 * operators that led there are known. `run` gets a program of the same parts and must load the same state.
 */
export function evaluationError(
  model: TlaModel,
  parts: ProgramParts,
  error: unknown,
  run: (program: Program) => void,
): Diagnostic {
  if (error instanceof SemanticFailure) return error.diagnostic;
  if (error instanceof RangeError) return tooDeep();
  if (!(error instanceof EvaluationFailure)) throw error;
  let program: Program | undefined;
  try {
    program = compileProgram(model.spec, model.store, model.analysis, parts, { traced: true });
    run(program);
  } catch (again) {
    if (program !== undefined && again instanceof EvaluationFailure) return located(program, again);
    if (!isModelError(again)) throw again;
  }
  return { code: error.code, message: error.message };
}

function located(program: Program, error: EvaluationFailure): Diagnostic {
  const stack = program.runtime.stack.map((site) => program.sites[site]!);
  const innermost = stack.at(-1);
  if (innermost === undefined) return { code: error.code, message: error.message };
  const related: { message: string; at: NonNullable<Diagnostic['at']> }[] = [];
  for (let i = stack.length - 1; i >= 0 && related.length < MAX_CHAIN; i--) {
    const { at, operator } = stack[i]!;
    if (operator === null) continue;
    if (i === stack.length - 1 && at === innermost.at) continue;
    related.push({ message: `in ${textOfRange(at, 80)}`, at: at.source.span(at.start, at.end) });
  }
  return semanticError(error.code, innermost.at, `${error.message}, in ${textOfRange(innermost.at)}`, { related });
}
