import { constantParts } from '../../tla/machine/constant-checks.ts';
import { initialPredicate } from '../../tla/machine/initial-predicate.ts';
import { isModelError } from '../../tla/semantics/evaluation-error.ts';
import type { NamedFormula, TlaModel } from '../../tla/semantics/model.ts';
import { compileProgram, type Program, type ProgramParts } from '../../tla/semantics/program.ts';
import type { Scoped } from '../../tla/semantics/scope.ts';
import { type SafetyProperty, safetyParts } from '../properties.ts';

/** A formula that is judged in each state, with what its being false means; `constraint` puts a state outside the search. */
export interface StateCheck {
  readonly as: 'constraint' | 'invariant' | 'property';
  readonly name: string;
  readonly formula: Scoped;
  readonly initially: boolean;
}

/** What a search evaluates, as generated code. */
export interface SearchPrograms {
  /** Initial predicate, next-state relation, and formulas of a step: action constraints, {@link stepProperties}, {@link stepWitnesses}. */
  readonly program: Program;
  readonly parts: ProgramParts;
  readonly stepProperties: readonly SafetyProperty[];
  /** What `_POSSIBLE` asks of steps. */
  readonly stepWitnesses: readonly NamedFormula[];
  /** Formulas of a state, those of {@link checks} in their order and {@link stateWitnesses}, and the view. */
  readonly judge: Program;
  readonly judgeParts: ProgramParts;
  readonly checks: readonly StateCheck[];
  /** What `_POSSIBLE` asks of states. */
  readonly stateWitnesses: readonly NamedFormula[];
}

/** What a search evaluates over steps: initial predicate, next-state relation, and formulas of a step. */
export function stepParts(model: TlaModel, safety: readonly SafetyProperty[]): ProgramParts {
  return {
    init: initialPredicate(model),
    next: model.behaviour.next,
    formulas: [
      ...model.actionConstraints,
      ...safety.flatMap((one) => (one.kind === 'action' ? [one.formula] : [])),
      ...model.possible.filter(isOfSteps),
    ],
  };
}

/** In the order in which they are judged. */
function stateChecks(model: TlaModel, safety: readonly SafetyProperty[]): readonly StateCheck[] {
  return [
    ...model.constraints.map((one) => ({ as: 'constraint' as const, name: one.name, formula: one, initially: false })),
    ...model.invariants
      .filter((one) => one.level > 0)
      .map((one) => ({ as: 'invariant' as const, name: one.name, formula: one, initially: false })),
    ...safety
      .filter((one) => one.kind !== 'action')
      .map((one) => ({
        as: 'property' as const,
        name: one.name,
        formula: one.formula,
        initially: one.kind === 'initial',
      })),
  ];
}

const isOfSteps = ({ level }: NamedFormula): boolean => level === 2;

function generateSearch(model: TlaModel): SearchPrograms {
  const safety = safetyParts(model);
  const parts = stepParts(model, safety);
  const checks = stateChecks(model, safety);
  const stateWitnesses = model.possible.filter((one) => !isOfSteps(one));
  const judgeParts: ProgramParts = {
    formulas: [...checks.map((one) => one.formula), ...stateWitnesses],
    values: model.view === null ? [] : [model.view],
  };
  return {
    program: compileProgram(model.spec, model.store, model.analysis, parts),
    parts,
    stepProperties: safety.filter((one) => one.kind === 'action'),
    stepWitnesses: model.possible.filter(isOfSteps),
    // The generated code keeps the state it works on in its own variables; judging a successor needs another program to hold it.
    judge: compileProgram(model.spec, model.store, model.analysis, judgeParts),
    judgeParts,
    checks,
    stateWitnesses,
  };
}

function generateConstants(model: TlaModel): Program | null {
  const parts = constantParts(model);
  return parts === null ? null : compileProgram(model.spec, model.store, model.analysis, parts);
}

interface Prepared {
  constants?: Program | null;
  search?: SearchPrograms;
}

const prepared = new WeakMap<TlaModel, Prepared>();

/** Generates the code of a model's first check now. What cannot be compiled is left to that check, which tells it in its turn. */
export function prepareCheck(model: TlaModel): void {
  const ready: Prepared = {};
  prepared.set(model, ready);
  try {
    ready.constants = generateConstants(model);
    ready.search = generateSearch(model);
  } catch (error) {
    if (!isModelError(error)) throw error;
  }
}

// Programs keep what they worked out, so each is given to one check only.

/** The programs of a search of the model. Throws a SemanticFailure on what cannot be compiled. */
export function searchPrograms(model: TlaModel): SearchPrograms {
  const ready = prepared.get(model);
  const programs = ready?.search ?? generateSearch(model);
  delete ready?.search;
  return programs;
}

/** The program of what constants alone decide, if it was prepared. */
export function preparedConstants(model: TlaModel): Program | null {
  const ready = prepared.get(model);
  const program = ready?.constants ?? null;
  delete ready?.constants;
  return program;
}
