import { type Diagnostic, fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { phrase } from '../../model/phrase.ts';
import type {
  BoundHit,
  PredicateOutcome,
  StateMachine,
  Step,
  StepOutcome,
  Weakening,
} from '../../model/state-machine.ts';
import { unknownName } from '../../model/unknown-name.ts';
import type { Guard } from '../guards/guard.ts';
import { locateGuards } from '../guards/list-guards.ts';
import { replacementFor } from '../guards/replacement.ts';
import { evaluationError, isModelError } from '../semantics/evaluation-error.ts';
import type { Hook } from '../semantics/generator.ts';
import { compileProgram, type Program, type ProgramParts } from '../semantics/program.ts';
import { textOfRange } from '../semantics/semantic-error.ts';
import type { Expr } from '../syntax/ast.ts';
import { EvaluationFailure } from '../values/failure.ts';
import { arrivedAt, loadState } from './states.ts';
import { areUnknown, argumentsOf, isOfStep, stepOf } from './step-arguments.ts';
import type { TlaMachine, TlaState } from './tla-machine.ts';

/** A state that one step leads to; the step itself is made only where it is shown. */
export interface Move {
  readonly state: TlaState;
  step(): Step;
}

/** What one look at a state's steps found. */
export interface MovesFrom {
  readonly moves: readonly Move[];
  /** By the number of the guard: 0 not asked, 1 it was true, 2 it was false, 3 both. Only what the guard says by itself. */
  readonly seen: Uint8Array;
  /** Where evaluation failed; the moves found until then are given all the same. */
  readonly error: Diagnostic | null;
}

/** Which guards are replaced, by number; what {@link Switchboard.settings} makes. */
export type Settings = Uint8Array;

/**
 * A TLA+ model compiled once with every guard part on a switch, so that a variant with some of them replaced costs nothing to make. It decides
 * as `weaken` does: the part is replaced wherever a step uses it, and what is forbidden stays what it was.
 */
export interface Switchboard {
  readonly guards: readonly Guard[];
  readonly base: TlaMachine;
  settings(replaced: readonly (readonly [guard: string, how: Weakening])[]): Result<Settings>;
  moves(state: TlaState, settings: Settings): MovesFrom;
  /** The first invariant that is false in the state; null if all hold. */
  violated(state: TlaState): string | null | { readonly error: Diagnostic };
  /** The variant as a state machine. Refusals are not explained. */
  machine(settings: Settings): StateMachine<TlaState>;
}

const SETTING: { readonly [how in Exclude<Weakening, 'remove'>]: number } = { negate: 3, looser: 4, tighter: 5 };

/** Compiles a machine's model with its guards on switches. */
export function switchboard(base: TlaMachine): Result<Switchboard> {
  const { model, table } = base;
  const { spec, store, analysis } = model;
  const located = locateGuards(model.loaded, [
    model.behaviour.next?.name ?? 'Next',
    ...base.actions.map((action) => action.name),
  ]);
  const guards = located.map(({ guard }) => guard);
  const numbers = new Map(guards.map((guard, index) => [guard.path, index]));
  const hooks = new Map<Expr, Hook>(
    located.map(({ node }, index) => [
      node,
      {
        kind: 'switch',
        index,
        looser: replacementFor(node, 'loosen') ?? null,
        tighter: replacementFor(node, 'tighten') ?? null,
      },
    ]),
  );
  const nextParts: ProgramParts = { next: model.behaviour.next, formulas: model.actionConstraints };
  const judgeParts: ProgramParts = { formulas: [...model.constraints, ...model.invariants] };
  let program: Program;
  let judge: Program;
  try {
    program = compileProgram(spec, store, analysis, nextParts, { labelled: true, hooks });
    judge = compileProgram(spec, store, analysis, judgeParts);
  } catch (error) {
    if (!isModelError(error)) throw error;
    return fail(evaluationError(model, nextParts, error, () => {}));
  }
  let stepping: Program | null = null;
  const nConstraints = model.constraints.length;
  const none = new Uint8Array(guards.length);

  const load = (into: Program, state: TlaState, settings: Settings): void => {
    into.runtime.switches = settings;
    loadState(into, table, state);
  };
  const allowed = (): boolean => {
    if (program.formulas.length === 0) return true;
    program.loadNext(program.runtime.buffer, 0);
    return program.formulas.every((formula) => formula());
  };

  const moves = (state: TlaState, settings: Settings): MovesFrom => {
    const { runtime } = program;
    const found: Move[] = [];
    const met = new Set<TlaState>();
    const seen = new Uint8Array(guards.length);
    runtime.seen = seen;
    runtime.wanted = () => true;
    runtime.emit = (label, values) => {
      if (!allowed()) return;
      const next = arrivedAt(program, table);
      if (met.has(next)) return;
      met.add(next);
      found.push({ state: next, step: () => stepOf(store, program, label, values) });
    };
    load(program, state, settings);
    try {
      program.next();
      return { moves: found, seen, error: null };
    } catch (error) {
      if (!isModelError(error)) throw error;
      return { moves: found, seen, error: errorIn(error) };
    }
  };

  /** Without a place: finding it compiles the model once more, and a search may fail in many states. */
  const errorIn = (error: unknown): Diagnostic => {
    if (error instanceof EvaluationFailure) return { code: error.code, message: error.message };
    return evaluationError(model, {}, error, () => {});
  };

  /** The first false formula from `from` on; -1 if there is none. */
  const firstFalse = (state: TlaState, from: number, to: number): number => {
    load(judge, state, none);
    for (let i = from; i < to; i++) if (!judge.formulas[i]!()) return i;
    return -1;
  };

  const violated: Switchboard['violated'] = (state) => {
    try {
      const last = judge.formulas.length;
      const found = firstFalse(state, nConstraints, last);
      return found < 0 ? null : model.invariants[found - nConstraints]!.name;
    } catch (error) {
      if (!isModelError(error)) throw error;
      return { error: errorIn(error) };
    }
  };

  const board: Switchboard = {
    guards,
    base,
    moves: (state, settings) => {
      try {
        if (nConstraints > 0 && firstFalse(state, 0, nConstraints) >= 0) return { moves: [], seen: none, error: null };
      } catch (error) {
        if (!isModelError(error)) throw error;
        return { moves: [], seen: none, error: errorIn(error) };
      }
      return moves(state, settings);
    },
    violated,
    settings: (replaced) => {
      const settings = new Uint8Array(guards.length);
      for (const [path, how] of replaced) {
        const index = numbers.get(path);
        if (index === undefined) {
          return fail(unknownName('tla/unknown-guard', 'guard', path, [...numbers.keys()]));
        }
        const guard = guards[index]!;
        if ((how === 'looser' || how === 'tighter') && !guard.comparesBounds) {
          return fail({
            code: 'tla/guard-without-bound',
            message: `"${path}" compares no bounds: ${guard.text}`,
            at: guard.at.source.span(guard.at.start, guard.at.end),
            expected: 'a guard with <, <=, >, >= or membership in an interval',
          });
        }
        settings[index] = how === 'remove' ? (guard.removal === 'true' ? 1 : 2) : SETTING[how];
      }
      return ok(settings);
    },
    machine,
  };
  return ok(board);

  function machine(settings: Settings): StateMachine<TlaState> {
    return {
      ...base,
      step: (state, step) => takeStep(state, step, settings),
      invariant: (state, name): PredicateOutcome => {
        const index = model.invariants.findIndex((one) => one.name === name);
        if (index < 0) return base.invariant(state, name);
        try {
          load(judge, state, none);
          // Whether it was exercised does not matter to a mutant: what is violated does.
          return { kind: 'decided', holds: judge.formulas[nConstraints + index]!(), exercised: true };
        } catch (error) {
          if (!isModelError(error)) throw error;
          return { kind: 'error', error: errorIn(error) };
        }
      },
      weaken: (guard, how = 'remove') => {
        const more = board.settings([[guard, how]]);
        if (!more.ok) return more;
        return ok(machine(settings.map((own, index) => (more.value[index] === 0 ? own : more.value[index]!))));
      },
      successors: (state) => {
        const { moves: found, error } = board.moves(state, settings);
        if (error !== null) return fail(error);
        return ok(found.map((move) => ({ step: move.step(), state: move.state })));
      },
    };
  }

  function takeStep(state: TlaState, step: Step, own: Settings): StepOutcome<TlaState> {
    const settings = step.assume === undefined ? own : own.slice();
    if (step.assume !== undefined) {
      for (const [path, value] of Object.entries(step.assume)) {
        const index = numbers.get(path);
        if (index !== undefined) settings[index] = value ? 1 : 2;
      }
    }
    stepping ??= compileProgram(spec, store, analysis, nextParts, { labelled: true, watchBounds: true, hooks });
    const taking = stepping;
    const { runtime } = taking;
    const args = argumentsOf(model, step);
    if (areUnknown(args)) return { kind: 'refused', refusals: [], bounds: [] };
    runtime.seen = none;
    const successors: TlaState[] = [];
    const missed: BoundHit[] = [];
    runtime.wanted = (label, values) => isOfStep(taking, label, values, step, args);
    runtime.bound = (site) => {
      const { at, operator } = taking.sites[site]!;
      if (missed.some(({ bound }) => bound === operator)) return;
      const text = phrase`${textOfRange(at)} is false`;
      missed.push({ bound: operator!, text, at: at.source.span(at.start, at.end), guessed: true });
    };
    runtime.emit = () => {
      const next = arrivedAt(taking, table);
      if (!successors.includes(next)) successors.push(next);
    };
    load(taking, state, settings);
    try {
      taking.next();
    } catch (error) {
      if (!isModelError(error)) throw error;
      return { kind: 'error', error: errorIn(error) };
    }
    // A disjunct that hit its bound is not told from one that was taken: a mutant is judged by what is reached.
    if (successors.length > 0) return { kind: 'taken', successors, bounds: missed, assumptions: [] };
    return { kind: 'refused', refusals: [], bounds: missed };
  }
}
