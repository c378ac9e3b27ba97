import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { evaluationError, isModelError } from '../tla/semantics/evaluation-error.ts';
import type { TlaModel } from '../tla/semantics/model.ts';
import { compileProgram, type Program, type ProgramParts } from '../tla/semantics/program.ts';
import { semanticError, textOfRange } from '../tla/semantics/semantic-error.ts';
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
      const { name, expr, env } = postconditions[at]!;
      const body = expr.kind === 'reference' ? env.names.get(name) : undefined;
      const place = body?.kind === 'definition' ? body.definition.body.at : expr.at;
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
