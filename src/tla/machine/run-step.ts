import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { AssumptionReport, BoundHit, Refusal, Step, StepOutcome } from '../../model/state-machine.ts';
import { evaluationError, isModelError } from '../semantics/evaluation-error.ts';
import type { TlaModel } from '../semantics/model.ts';
import type { RefusedPart } from '../standard-modules/explanation.ts';
import type { GuardParts } from './guard-parts.ts';
import { refusalsOf } from './refusals.ts';
import type { StateTable } from './state-table.ts';
import { arrivedAt, loadState } from './states.ts';
import { type Arguments, isOfStep, stepOf } from './step-arguments.ts';
import { type Stepper, stepParts } from './steppers.ts';
import { refusedText } from './told-parts.ts';

/** What steps are taken in. */
export interface Ground {
  readonly model: TlaModel;
  readonly table: StateTable;
  readonly guards: GuardParts;
}

/** Takes a step from a state in all ways that there are. */
export function runStep(
  ground: Ground,
  stepper: Stepper,
  state: number,
  step: Step,
  args: Arguments,
): StepOutcome<number> {
  const { model, table } = ground;
  const { program } = stepper;
  const { runtime } = program;
  const successors: number[] = [];
  const bounds = new Map<number, BoundHit>();
  const missed: BoundHit[] = [];
  /** Limits met since the last choice of an action. */
  let pending: { readonly site: number; readonly hit: BoundHit }[] = [];
  const assumptions = listenToAssumptions(stepper, step);
  runtime.wanted = (label, values) => {
    pending = [];
    return isOfStep(program, label, values, step, args);
  };
  runtime.bound = (site, parts) => {
    if (assumptions.takeLimit(site)) return;
    const hit = boundHit(model, stepper, site, parts);
    pending.push({ site, hit });
    missed.push(hit);
  };
  runtime.emit = () => {
    const index = arrivedAt(program, table);
    if (!successors.includes(index)) successors.push(index);
    for (const { site, hit } of pending) if (!bounds.has(site)) bounds.set(site, hit);
  };
  loadState(program, table, state);
  try {
    program.next();
  } catch (error) {
    if (!isModelError(error)) throw error;
    return { kind: 'error', error: stepError(ground, state, error) };
  }
  return successors.length > 0
    ? { kind: 'taken', successors, bounds: [...bounds.values()], assumptions: assumptions.reports() }
    : { kind: 'refused', refusals: refusedStep(ground, stepper, state, step, args), bounds: distinctHits(missed) };
}

interface Assumptions {
  /** Whether a limit was met while a guard was asked for what it says by itself: it decides nothing. */
  takeLimit(site: number): boolean;
  reports(): AssumptionReport[];
}

/** Takes down what assumed guards say by themselves. */
function listenToAssumptions({ program, guards }: Stepper, step: Step): Assumptions {
  const own = new Map<number, { readonly value: boolean | 'error'; readonly limits: readonly string[] }>();
  /** Limits of the guard that is being asked; null while none is. */
  let limits: Set<string> | null = null;
  program.runtime.assumed = (index, value) => {
    let result: boolean | 'error';
    const outside = limits;
    const met = new Set<string>();
    limits = met;
    try {
      result = value();
    } catch (error) {
      if (!isModelError(error)) throw error;
      result = 'error';
    } finally {
      limits = outside;
    }
    own.set(index, { value: result, limits: [...met] });
  };
  return {
    takeLimit: (site) => {
      limits?.add(program.sites[site]!.operator!);
      return limits !== null;
    },
    reports: () =>
      guards.flatMap((guard, index) => {
        const said = own.get(index);
        return said === undefined
          ? []
          : [{ guard, assumed: step.assume![guard]!, own: said.value, limits: said.limits }];
      }),
  };
}

function boundHit({ store }: TlaModel, { program }: Stepper, site: number, parts: readonly RefusedPart[]): BoundHit {
  const { at, operator } = program.sites[site]!;
  const text = refusedText(program, store, site, parts);
  return { bound: operator!, text, at: at.source.span(at.start, at.end), guessed: true };
}

function distinctHits(hits: readonly BoundHit[]): BoundHit[] {
  const seen = new Set<string>();
  return hits.filter((hit) => {
    const key = JSON.stringify([hit.bound, hit.at]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** What refused a step. */
export function refusedStep(
  { model, table, guards }: Ground,
  stepper: Stepper,
  state: number,
  step: Step,
  args: Arguments,
): readonly Refusal[] {
  const program = stepper.explaining();
  loadState(program, table, state);
  return refusalsOf({ program, store: model.store, step, args, paths: guards.paths(), hooks: stepper.hooks });
}

/** All steps from a state; an error where one cannot be evaluated. */
export function stepsFrom(
  ground: Ground,
  { program }: Stepper,
  state: number,
): readonly { readonly step: Step; readonly state: number }[] | { readonly error: Diagnostic } {
  const { model, table } = ground;
  const { runtime } = program;
  const found: { step: Step; state: number }[] = [];
  runtime.wanted = () => true;
  runtime.bound = () => {};
  runtime.emit = (label, values) => {
    found.push({ step: stepOf(model.store, program, label, values), state: arrivedAt(program, table) });
  };
  loadState(program, table, state);
  try {
    program.next();
    return found;
  } catch (error) {
    if (!isModelError(error)) throw error;
    return { error: stepError(ground, state, error) };
  }
}

const stepError = ({ model, table }: Ground, state: number, error: unknown): Diagnostic =>
  evaluationError(model, stepParts(model), error, (again) => {
    loadState(again, table, state);
    again.next();
  });
