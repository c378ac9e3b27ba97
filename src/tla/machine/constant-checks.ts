import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { factsOf } from '../semantics/analysis.ts';
import { evaluationError, isModelError } from '../semantics/evaluation-error.ts';
import type { TlaModel } from '../semantics/model.ts';
import { compileProgram, type Program, type ProgramParts } from '../semantics/program.ts';
import type { Scoped } from '../semantics/scope.ts';
import { semanticError, textOfRange } from '../semantics/semantic-error.ts';
import type { Expr } from '../syntax/ast.ts';
import { functionOf } from '../values/functions.ts';
import { FALSE, integer, string, TRUE, type Value } from '../values/store.ts';

/** Something that constants alone decide, and decide against the model. */
export interface ConstantFinding {
  readonly outcome: 'invariant' | 'assumption' | 'error';
  /** Name of the invariant or assumption; the text of an assumption without a name. */
  readonly name: string | null;
  readonly error: Diagnostic | null;
}

interface ConstantCheck {
  readonly outcome: ConstantFinding['outcome'];
  /** Null for an assumption without a name: it is told by its text, which is made where it is shown. */
  readonly name: string | null;
  readonly scoped: Scoped;
}

function constantChecks(model: TlaModel): readonly ConstantCheck[] {
  const constant = model.invariants.filter((one) => one.level === 0);
  const specified = model.configuration.specification === null ? [] : model.behaviour.init;
  // TLC refuses a name that stands for FALSE; what is written out is an initial predicate that no state satisfies.
  const trivial = specified.filter(
    ({ expr, env }) => expr.kind === 'reference' && factsOf(model.analysis, expr, env).level === 0,
  );
  return [
    ...trivial.map((scoped) => ({ outcome: 'error' as const, name: null, scoped })),
    ...constant.map((one) => ({ outcome: 'invariant' as const, name: one.name, scoped: one })),
    ...model.spec.assumptions.map((one) => ({
      outcome: 'assumption' as const,
      name: one.name,
      scoped: { expr: one.body, env: one.env },
    })),
  ];
}

const partsOf = (checks: readonly ConstantCheck[]): ProgramParts => ({ formulas: checks.map((check) => check.scoped) });

/** What {@link checkConstants} evaluates; null where there is nothing. */
export function constantParts(model: TlaModel): ProgramParts | null {
  const checks = constantChecks(model);
  return checks.length === 0 ? null : partsOf(checks);
}

/** The registers before anything is evaluated: `TLCGet("config")` says how the model is searched, but nothing that differs by run or machine. */
export function firstRegisters({ store }: TlaModel, deadlock: boolean): Map<Value, Value> {
  // Every string of the modules is known from the start: where this one is not, nobody asks.
  if (!store.strings.has('config')) return new Map();
  const config = functionOf(store, [
    [string(store, 'mode'), string(store, 'bfs')],
    [string(store, 'deadlock'), deadlock ? TRUE : FALSE],
    [string(store, 'worker'), integer(store, 1)],
  ]);
  return new Map([[string(store, 'config'), config]]);
}

/**
 * Invariants of constants alone, then assumptions: TLC decides both before it looks for states. Null if all hold. What an assumption sets with
 * TLCSet is in `given` afterwards. `generated` is the program of {@link constantParts}, where there is one already.
 */
export function checkConstants(
  model: TlaModel,
  given: Map<Value, Value> | null = null,
  generated: Program | null = null,
): ConstantFinding | null {
  const checks = constantChecks(model);
  if (checks.length === 0) return null;
  const registers = given ?? firstRegisters(model, model.checkDeadlock);
  const parts = partsOf(checks);
  let at = 0;
  try {
    const program = generated ?? compileProgram(model.spec, model.store, model.analysis, parts);
    program.runtime.registers = registers;
    program.runtime.level = 0;
    for (; at < checks.length; at++) {
      if (program.formulas[at]!()) continue;
      const { outcome, name, scoped } = checks[at]!;
      if (outcome === 'invariant') return { outcome, name, error: null };
      const { at: place } = falsePart(model, scoped, registers);
      const what = outcome === 'assumption' ? 'the assumption is false' : 'no behaviour satisfies the specification';
      const error = semanticError('tla/evaluation', place, `${what}: ${textOfRange(place)}`);
      return { outcome, name: outcome === 'error' ? null : (name ?? textOfRange(scoped.expr.at, 80)), error };
    }
    return null;
  } catch (error) {
    if (!isModelError(error)) throw error;
    const failed = at;
    const told = evaluationError(model, parts, error, (program) => {
      program.runtime.registers = registers;
      program.runtime.level = 0;
      program.formulas[failed]!();
    });
    return { outcome: 'error', name: null, error: told };
  }
}

/** The first conjunct of a false formula that is false itself. */
function falsePart(model: TlaModel, scoped: Scoped, registers: Map<Value, Value>): Expr {
  let { expr } = scoped;
  for (;;) {
    while (expr.kind === 'parenthesized' || expr.kind === 'labelled') expr = expr.body;
    const items: readonly Expr[] =
      expr.kind === 'junction' && expr.op === '/\\'
        ? expr.items
        : expr.kind === 'operator' && expr.op === '/\\'
          ? expr.args
          : [];
    if (items.length === 0) return expr;
    const program = compileProgram(model.spec, model.store, model.analysis, {
      formulas: items.map((item) => ({ expr: item, env: scoped.env })),
    });
    program.runtime.registers = registers;
    program.runtime.level = 0;
    const index = program.formulas.findIndex((formula) => !formula());
    if (index < 0) return expr;
    expr = items[index]!;
  }
}
