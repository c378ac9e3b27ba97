import { fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import type { AtomReport, PredicateOutcome, StatePredicate } from '../../model/state-machine.ts';
import { unknownName } from '../../model/unknown-name.ts';
import { factsOf } from '../semantics/analysis.ts';
import { evaluationError, isModelError } from '../semantics/evaluation-error.ts';
import { exercisingAtoms } from '../semantics/exercise.ts';
import { explainedParts } from '../semantics/explained-parts.ts';
import type { Hook } from '../semantics/generator.ts';
import type { TlaModel } from '../semantics/model.ts';
import { compileProgram, type Program, type ProgramParts } from '../semantics/program.ts';
import type { Scoped } from '../semantics/scope.ts';
import { semanticError } from '../semantics/semantic-error.ts';
import type { Expr } from '../syntax/ast.ts';
import { parseExpression } from '../syntax/parser.ts';
import type { StateTable } from './state-table.ts';
import { loadState } from './states.ts';
import { atomReports } from './told-parts.ts';

/** Decides formulas of one state. */
export interface Judges {
  invariant(state: number, name: string): PredicateOutcome;
  explain(state: number, name: string): readonly AtomReport[];
  predicate(text: string): Result<StatePredicate<number>>;
}

interface Judge {
  readonly program: Program;
  readonly parts: ProgramParts;
}

/** Each formula is compiled when it is first asked for. */
export function judgesOf(model: TlaModel, table: StateTable): Judges {
  const judges = new Map<string, Judge>();
  const predicates = new Map<string, Result<StatePredicate<number>>>();
  return {
    invariant: (state, name) => {
      let judge = judges.get(name);
      if (judge === undefined) {
        const formula = model.invariants.find((one) => one.name === name);
        if (formula === undefined) return { kind: 'error', error: unknownInvariant(model, name) };
        judge = judgeOf(model, formula);
        judges.set(name, judge);
      }
      return decide(model, table, judge, state);
    },
    explain: (state, name) => explainInvariant(model, table, state, name),
    predicate: (text) => {
      const known = predicates.get(text) ?? predicateOf(model, table, text);
      predicates.set(text, known);
      return known;
    },
  };
}

const unknownInvariant = ({ invariants }: TlaModel, name: string) =>
  unknownName(
    'model/unknown-invariant',
    'invariant',
    name,
    invariants.map((one) => one.name),
  );

function judgeOf({ spec, store, analysis }: TlaModel, formula: Scoped): Judge {
  const exercising = exercisingAtoms(analysis, formula.expr, formula.env);
  const hooks = new Map<Expr, Hook>(exercising.map((atom) => [atom, { kind: 'mark' }]));
  const parts: ProgramParts = { formulas: [formula] };
  return { program: compileProgram(spec, store, analysis, parts, { hooks }), parts };
}

function decide(model: TlaModel, table: StateTable, { program, parts }: Judge, state: number): PredicateOutcome {
  loadState(program, table, state);
  program.runtime.marked = false;
  try {
    const holds = program.formulas[0]!();
    return { kind: 'decided', holds, exercised: program.runtime.marked };
  } catch (error) {
    if (!isModelError(error)) throw error;
    const told = evaluationError(model, parts, error, (again) => {
      loadState(again, table, state);
      again.formulas[0]!();
    });
    return { kind: 'error', error: told };
  }
}

function predicateOf(model: TlaModel, table: StateTable, text: string): Result<StatePredicate<number>> {
  const parsed = parseExpression(sourceText('expression', text));
  if (!parsed.ok) return parsed;
  const scoped: Scoped = { expr: parsed.value, env: model.spec.env };
  try {
    if (factsOf(model.analysis, scoped.expr, scoped.env).level > 1) {
      return fail(
        semanticError('tla/unsupported', scoped.expr.at, `"${text}" speaks of more than one state`, {
          expected: 'an expression about a single state',
        }),
      );
    }
    const judge = judgeOf(model, scoped);
    return ok({ text, holds: (state) => decide(model, table, judge, state) });
  } catch (error) {
    if (!isModelError(error)) throw error;
    return fail(evaluationError(model, {}, error, () => {}));
  }
}

const MAX_ATOMS = 50;

/** The parts that decide an invariant, with their values. */
function explainInvariant(model: TlaModel, table: StateTable, state: number, name: string): readonly AtomReport[] {
  const formula = model.invariants.find((one) => one.name === name);
  if (formula === undefined) return [];
  const hooks = explainedParts(model.analysis, [formula]);
  const program = compileProgram(model.spec, model.store, model.analysis, { formulas: [formula] }, { hooks });
  loadState(program, table, state);
  program.runtime.explanation.begin();
  try {
    program.formulas[0]!();
  } catch (error) {
    if (!isModelError(error)) throw error;
  }
  return atomReports(program, model.store, [...program.runtime.explanation.told]).slice(0, MAX_ATOMS);
}
