import type { Json, JsonObject } from '../trace/json.ts';
import type { AnyAction, AnyDefinition } from './any-definition.ts';
import { argumentChoices } from './argument-choices.ts';
import { type Phrase, phrase, shown } from './phrase.ts';
import { distinctStates, sameOutcome } from './same-answer.ts';
import type { AssumptionReport, AtomReport, BoundHit, Refusal, Step, StepOutcome, Weakening } from './state-machine.ts';
import { decision, type Repeater, running, stateOf, threw } from './user-code.ts';

/** What stands in the place of guards, by path. */
export type Overrides = ReadonlyMap<string, Weakening>;

/** The steps of a model in TypeScript: what an action does in a state, if its guards, or what stands in their place, let it. */
export interface GuardedSteps {
  /** A step of an action that the model has. */
  take(state: unknown, step: Step): StepOutcome<unknown>;
  /** With every argument given. */
  takeWith(state: unknown, step: Step, args: JsonObject): StepOutcome<unknown>;
}

export function guardedSteps(
  definition: AnyDefinition,
  constants: JsonObject,
  overrides: Overrides,
  again: Repeater,
): GuardedSteps {
  const actions = new Map(Object.entries(definition.actions as Record<string, AnyAction>));
  const bounds = Object.entries(definition.bounds ?? {});

  /** The value that a guard has for a step: its own, or what replaces it; assumptions are reported beside their own value. */
  function decide(path: string, assumed: Step['assume'], reports: AssumptionReport[], own: () => boolean): boolean {
    const value = assumed !== undefined && Object.hasOwn(assumed, path) ? assumed[path] : undefined;
    if (value !== undefined) {
      let ownValue: boolean | 'error';
      try {
        ownValue = own();
      } catch {
        ownValue = 'error';
      }
      reports.push({ guard: path, assumed: value, own: ownValue });
      return value;
    }
    const how = overrides.get(path);
    if (how === undefined) return own();
    return how === 'negate' ? !own() : true;
  }

  /** `tell` gets each call that answers false. */
  function sharedGuards(
    state: unknown,
    assumed: Step['assume'],
    reports: AssumptionReport[],
    tell: (atom: AtomReport) => void,
  ) {
    const calls: Record<string, (...args: unknown[]) => boolean> = {};
    for (const [name, guard] of Object.entries(definition.guards ?? {})) {
      calls[name] = (...args) => {
        const value = decide(name, assumed, reports, () =>
          decision(guard({ state, constants }, ...args), `guard ${name}`),
        );
        if (!value) tell({ text: phrase`${callText(name, args)} is false`, holds: false, bindings: {} });
        return value;
      };
    }
    return calls;
  }

  function takeWith(state: unknown, step: Step, args: JsonObject): StepOutcome<unknown> {
    const ask = () => stepOnce(state, step, args);
    running.part = `action ${step.action}`;
    try {
      return again('action', step.action, ask(), ask, sameOutcome);
    } catch (error) {
      return { kind: 'error', error: threw(`action ${step.action}`, error) };
    }
  }

  function stepOnce(state: unknown, step: Step, args: JsonObject): StepOutcome<unknown> {
    const { action: name, assume } = step;
    const action = actions.get(name)!;
    const assumptions: AssumptionReport[] = [];
    let atoms: AtomReport[] = [];
    const guards = sharedGuards(state, assume, assumptions, (atom) => atoms.push(atom));
    const context = { state, constants, args, guards };
    const refusals: Refusal[] = [];
    try {
      for (const [guard, holds] of Object.entries(action.guards ?? {})) {
        const path = `${name}/${guard}`;
        atoms = [];
        if (!decide(path, assume, assumptions, () => decision(holds(context), `guard ${path}`))) {
          const text = phrase`${path} is false${describeArgs(args)}`;
          refusals.push({ guard: path, text, ...(atoms.length === 0 ? {} : { atoms }) });
        }
      }
      if (refusals.length > 0) return { kind: 'refused', refusals, bounds: [] };
      const next = action.next(context);
      const given: readonly unknown[] = Array.isArray(next) ? next : [next];
      const successors = distinctStates(given.map((one) => stateOf(one, `next of ${name}`, state)));
      if (successors.length === 0) {
        return { kind: 'refused', refusals: [{ guard: name, text: phrase`${name} leads to no state` }], bounds: [] };
      }
      return { kind: 'taken', successors, bounds: hitBounds(successors), assumptions };
    } catch (error) {
      return { kind: 'error', error: threw(`action ${name}`, error) };
    }
  }

  function hitBounds(states: readonly unknown[]): BoundHit[] {
    const hits: BoundHit[] = [];
    for (const state of states) {
      for (const [bound, holds] of bounds) {
        if (decision(holds({ state, constants }), `bound ${bound}`)) continue;
        hits.push({ bound, text: phrase`${bound} is false` });
      }
    }
    return hits;
  }

  return {
    take: (state, step) => {
      const choices = argumentChoices(actions.get(step.action)!, step, state, constants);
      if (!choices.ok) return { kind: 'error', error: choices.errors[0] };
      return mergeOutcomes(choices.value.map((args) => takeWith(state, step, args)));
    },
    takeWith,
  };
}

/** One outcome for a step whose open arguments have several values: taken if any is, with every successor. */
function mergeOutcomes(outcomes: readonly StepOutcome<unknown>[]): StepOutcome<unknown> {
  const [only, ...others] = outcomes;
  if (only !== undefined && others.length === 0) return only;
  const successors: unknown[] = [];
  const refusals: Refusal[] = [];
  const bounds: BoundHit[] = [];
  const assumptions: AssumptionReport[] = [];
  for (const outcome of outcomes) {
    switch (outcome.kind) {
      case 'error':
        return outcome;
      case 'taken':
        successors.push(...outcome.successors);
        bounds.push(...outcome.bounds);
        assumptions.push(...outcome.assumptions);
        break;
      case 'refused':
        refusals.push(...outcome.refusals);
        break;
    }
  }
  if (successors.length === 0) return { kind: 'refused', refusals, bounds };
  return { kind: 'taken', successors: distinctStates(successors), bounds, assumptions };
}

/** `name(a, b)`; an argument that is no JSON value is not shown. */
function callText(name: string, args: readonly unknown[]): Phrase {
  const list = args.reduce<Phrase>((so, arg, i) => {
    const isJson = ['string', 'number', 'boolean', 'object'].includes(typeof arg);
    return phrase`${so}${i === 0 ? '' : ', '}${isJson ? shown(arg as Json, 'args') : '…'}`;
  }, []);
  return phrase`${name}(${list})`;
}

function describeArgs(args: JsonObject): Phrase {
  return describe(Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null)), 'args.');
}

/** ` with a = 1, b = 2`, each value with its path. */
export function describe(values: JsonObject, prefix: string): Phrase {
  return Object.keys(values).reduce<Phrase>(
    (text, name, index) =>
      phrase`${text}${index === 0 ? ' with ' : ', '}${name} = ${shown(values[name]!, `${prefix}${name}`)}`,
    [],
  );
}
