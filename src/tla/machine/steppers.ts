import { fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { Step } from '../../model/state-machine.ts';
import { choiceHooks } from '../semantics/effect-choices.ts';
import { evaluationError, isModelError } from '../semantics/evaluation-error.ts';
import { explainedParts } from '../semantics/explained-parts.ts';
import type { Hook } from '../semantics/generator.ts';
import type { TlaModel } from '../semantics/model.ts';
import { compileProgram, type Program, type ProgramParts } from '../semantics/program.ts';
import type { Scoped } from '../semantics/scope.ts';
import type { Expr } from '../syntax/ast.ts';
import type { GuardParts } from './guard-parts.ts';

/** Code that takes steps in which the values of some guards are given from outside. */
export interface Stepper {
  readonly program: Program;
  /** The assumed guards, and how the code asks for them. */
  readonly guards: readonly string[];
  readonly hooks: ReadonlyMap<Expr, Hook>;
  /** Explains what it refuses; made when it is first asked for. */
  explaining(): Program;
  /** Tells what chose the effects; made when it is first asked for, `none` where nothing chooses. */
  following(): Program | 'none';
}

/** What steps are taken by; `model` alone decides. */
export const stepParts = ({ behaviour }: TlaModel): ProgramParts => ({ next: behaviour.next });

/** An error if the next-state relation cannot be compiled. */
export function stepperOf(
  model: TlaModel,
  guards: readonly string[] = [],
  hooks: ReadonlyMap<Expr, Hook> = new Map(),
): Result<Stepper> {
  const { spec, store, analysis } = model;
  const parts = stepParts(model);
  let explaining: Program | null = null;
  let following: Program | 'none' | null = null;
  try {
    const program = compileProgram(spec, store, analysis, parts, { labelled: true, watchBounds: true, hooks });
    return ok({
      program,
      guards,
      hooks,
      explaining: () => {
        explaining ??= explainingProgram(model, hooks);
        return explaining;
      },
      following: () => {
        following ??= followingProgram(model, hooks);
        return following;
      },
    });
  } catch (error) {
    if (!isModelError(error)) throw error;
    return fail(evaluationError(model, parts, error, () => {}));
  }
}

/** The stepper for each set of assumptions; `plain` for none. */
export function steppersFor(
  model: TlaModel,
  plain: Stepper,
  guards: GuardParts,
): (assume: Step['assume']) => Result<Stepper> {
  const steppers = new Map<string, Stepper>();
  return (assume) => {
    const paths = Object.keys(assume ?? {}).sort();
    if (paths.length === 0) return ok(plain);
    const key = paths.map((path) => `${path}=${assume![path]}`).join('\n');
    const known = steppers.get(key);
    if (known !== undefined) return ok(known);
    const hooks = new Map<Expr, Hook>();
    for (const [index, path] of paths.entries()) {
      const node = guards.assumed(path);
      if (node === 'unknown') return fail(guards.unknown(path));
      // Of what is asked no more it does not matter what it was seen to be.
      if (node !== 'gone') hooks.set(node, { kind: 'assume', index, value: assume![path]! });
    }
    const made = stepperOf(model, paths, hooks);
    if (made.ok) steppers.set(key, made.value);
    return made;
  };
}

/** Generated twice: which formulas are tested shows while the code is made, and their parts must be known before. */
function explainingProgram(model: TlaModel, assumed: ReadonlyMap<Expr, Hook>): Program {
  const { spec, store, analysis } = model;
  const tested: Scoped[] = [];
  const made = (hooks: ReadonlyMap<Expr, Hook>, explain: (formula: Scoped) => void): Program =>
    compileProgram(spec, store, analysis, stepParts(model), { labelled: true, explain, hooks });
  made(assumed, (formula) => tested.push(formula));
  return made(new Map([...explainedParts(analysis, tested), ...assumed]), () => {});
}

/** Generated twice as well: what says the effects shows while the code is made. */
function followingProgram(model: TlaModel, assumed: ReadonlyMap<Expr, Hook>): Program | 'none' {
  const { spec, store, analysis } = model;
  const effects: Scoped[] = [];
  const made = (hooks: ReadonlyMap<Expr, Hook>, effect: (one: Scoped) => void): Program =>
    compileProgram(spec, store, analysis, stepParts(model), { labelled: true, effect, hooks });
  try {
    made(assumed, (one) => effects.push(one));
    const hooks = choiceHooks(analysis, effects);
    return hooks.size === 0 ? 'none' : made(new Map([...hooks, ...assumed]), () => {});
  } catch (error) {
    // Code that tells more nests deeper; evidence without it is evidence still.
    if (!isModelError(error)) throw error;
    return 'none';
  }
}
