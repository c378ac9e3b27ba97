import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { EvaluationFailure } from '../values/failure.ts';
import type { Value } from '../values/store.ts';
import { type TlaModel, tooDeep } from './model.ts';
import { compileProgram, type Program, type ProgramParts } from './program.ts';
import type { Scoped } from './scope.ts';
import { placeOf, SemanticFailure, semanticError, textOfRange } from './semantic-error.ts';

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
  if (!(error instanceof EvaluationFailure || error instanceof RangeError)) throw error;
  let program: Program | undefined;
  try {
    program = compileProgram(model.spec, model.store, model.analysis, parts, { traced: true });
    run(program);
  } catch (again) {
    if (program !== undefined && again instanceof EvaluationFailure) return located(program, again);
    if (program !== undefined && again instanceof RangeError) return tooDeepAt(program);
    if (!isModelError(again)) throw again;
  }
  return error instanceof RangeError
    ? tooDeep(model.analysis.latest?.at ?? null)
    : { code: error.code, message: error.message };
}

/**
 * What an expression of the model comes to, in a program of its own. Throws a SemanticFailure on what cannot be evaluated, at the
 * expression where nothing inside of it is to blame.
 */
export function evaluate<T>(model: TlaModel, expression: Scoped, read: (value: Value) => T): T {
  const parts: ProgramParts = { values: [expression] };
  const run = (program: Program): T => read(program.values[0]!());
  try {
    return run(compileProgram(model.spec, model.store, model.analysis, parts));
  } catch (error) {
    const told = evaluationError(model, parts, error, run);
    const { at } = expression.expr;
    throw new SemanticFailure(told.at === undefined ? { ...told, ...placeOf(at) } : told, { cause: error });
  }
}

/** How much of the innermost evaluation is looked at for what it goes round in. */
const RECENT = 2000;

/** Recursion without end is where the evaluation stands most often. */
function tooDeepAt({ runtime, sites }: Program): Diagnostic {
  const counts = new Map<number, number>();
  const recent = runtime.stack.slice(-RECENT);
  const applied = recent.filter((number) => sites[number]!.operator !== null);
  for (const number of applied.length > 0 ? applied : recent) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  if (most === undefined) return tooDeep(sites[0]?.at ?? null);
  const { at } = sites[most[0]]!;
  const first = runtime.stack.find((number) => sites[number]!.operator === sites[most[0]]!.operator);
  const begin = first === undefined || first === most[0] ? undefined : sites[first]!.at;
  return tooDeep(
    at,
    begin && [{ message: `it begins in ${textOfRange(begin, 80)}`, at: begin.source.span(begin.start, begin.end) }],
  );
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
