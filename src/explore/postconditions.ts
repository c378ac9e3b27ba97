import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { evaluationError, isModelError } from '../tla/semantics/evaluation-error.ts';
import type { NamedFormula, TlaModel } from '../tla/semantics/model.ts';
import { compileProgram, type Program, type ProgramParts } from '../tla/semantics/program.ts';
import { semanticError, textOfRange } from '../tla/semantics/semantic-error.ts';
import type { SourceRange } from '../tla/syntax/ast.ts';
import type { Value } from '../tla/values/store.ts';
import type { CheckOutcome, CheckReport } from './check-report.ts';

/** What a POSTCONDITION decides against a model. */
export interface PostconditionFinding {
  readonly outcome: Extract<CheckOutcome, 'assumption' | 'error'>;
  readonly name: string | null;
  readonly error: Diagnostic;
}

/**
 * Judges the postconditions of the configuration once all states are known, as TLC does: they see the counts (`TLCGet("distinct")` and its
 * like) and what TLCSet left behind, and no state. Null if all hold.
 */
export function checkPostconditions(
  model: TlaModel,
  counts: Pick<CheckReport, 'distinctStates' | 'generatedStates' | 'initialStates' | 'depth'>,
  registers: Map<Value, Value>,
): PostconditionFinding | null {
  const { postconditions } = model;
  if (postconditions.length === 0) return null;
  const parts: ProgramParts = { formulas: postconditions, stateless: true };
  const prepare = ({ runtime }: Program): void => {
    runtime.registers = registers;
    runtime.level = 0;
    const statistics = new Map([
      ['distinct', counts.distinctStates],
      ['generated', counts.generatedStates],
      ['diameter', counts.depth],
      ['queue', 0],
      ['initial', counts.initialStates],
    ]);
    runtime.statistics = () => statistics;
  };
  let at = 0;
  try {
    const program = compileProgram(model.spec, model.store, model.analysis, parts);
    prepare(program);
    for (; at < postconditions.length; at++) {
      if (program.formulas[at]!()) continue;
      const { name } = postconditions[at]!;
      const place = placeOf(postconditions[at]!);
      return {
        outcome: 'assumption',
        name,
        error: semanticError('tla/postcondition', place, `the postcondition is false: ${textOfRange(place)}`),
      };
    }
    return null;
  } catch (error) {
    if (!isModelError(error)) throw error;
    const failed = at;
    const told = evaluationError(model, parts, error, (program) => {
      prepare(program);
      program.formulas[failed]!();
    });
    return { outcome: 'error', name: null, error: told };
  }
}

/** Where a formula that the configuration names is written. */
function placeOf({ name, expr, env }: NamedFormula): SourceRange {
  const body = expr.kind === 'reference' ? env.names.get(name) : undefined;
  return body?.kind === 'definition' ? body.definition.body.at : expr.at;
}

/** The finding about the first of the formulas of `_POSSIBLE` that came out true nowhere; null if there is none. */
export function neverTrue(witnessed: ReadonlyMap<NamedFormula, number>): PostconditionFinding | null {
  const first = [...witnessed].find(([, count]) => count === 0)?.[0];
  if (first === undefined) return null;
  const where = first.level === 2 ? 'step' : 'state';
  const place = placeOf(first);
  const error = semanticError('tla/never-true', place, `no ${where} of the model satisfies ${textOfRange(place)}`, {
    expected: `a ${where} that satisfies it, since the configuration names ${first.name} under _POSSIBLE`,
  });
  return { outcome: 'assumption', name: first.name, error };
}
