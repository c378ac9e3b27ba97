import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import type { AnyAction, AnyDefinition } from './any-definition.ts';
import { argumentChoices, argumentNeeded } from './argument-choices.ts';
import type { PredicateInfo } from './claim.ts';
import { describe, guardedSteps, type Overrides } from './guarded-steps.ts';
import { phrase } from './phrase.ts';
import { distinctStates, sameStates, sameText } from './same-answer.ts';
import type { AtomReport, GuardInfo, PredicateOutcome, StateMachine, StatePredicate, Step } from './state-machine.ts';
import { unknownName } from './unknown-name.ts';
import { decision, type Repeater, running, stateOf, threw } from './user-code.ts';

/** The machine of a definition. It says by itself which names of a step it does not have: the types tell whoever compiles, a handler tells a fold. */
export interface DefinedMachine extends StateMachine<unknown> {
  /** As `checkStep`, of names alone; null if the machine has them all. */
  unknownIn(step: Step): Diagnostic | null;
}

/** Makes the machine of a definition under constants, with what stands in the place of its guards. */
export function definedMachine(
  definition: AnyDefinition,
  constants: JsonObject,
  overrides: Overrides,
  again: Repeater,
): DefinedMachine {
  const goalNames = Object.keys(definition.goals ?? {});
  const guards = guardsOf(definition);
  const guardPaths = new Set(guards.map(({ path }) => path));
  const actions = new Map(Object.entries(definition.actions as Record<string, AnyAction>));
  const steps = guardedSteps(definition, constants, overrides, again);

  function unknownIn({ action: name, args, assume }: Step): Diagnostic | null {
    const action = actions.get(name);
    if (action === undefined) return unknownName('model/unknown-action', 'action', name, [...actions.keys()]);
    const parameters: object = action.parameters ?? {};
    for (const given in args) {
      if (Object.hasOwn(parameters, given)) continue;
      return unknownName('model/unknown-argument', `argument of ${name}`, given, Object.keys(parameters));
    }
    for (const guard in assume) {
      if (!guardPaths.has(guard)) return unknownName('model/unknown-guard', 'guard', guard, [...guardPaths]);
    }
    return null;
  }

  function invariant(state: unknown, name: string): PredicateOutcome {
    const { when, holds } = definition.invariants[name]!;
    const ask = (): PredicateOutcome => {
      const exercised = decision(when({ state, constants }), 'when');
      return { kind: 'decided', exercised, holds: !exercised || decision(holds({ state, constants }), 'holds') };
    };
    try {
      running.part = `invariant ${name}`;
      return again('invariant', name, ask(), ask, sameText);
    } catch (error) {
      return { kind: 'error', error: threw(`invariant ${name}`, error) };
    }
  }

  function explain(state: unknown, name: string): readonly AtomReport[] {
    const { show } = definition.invariants[name]!;
    const outcome = invariant(state, name);
    const holds = outcome.kind === 'decided' && outcome.holds;
    let values: JsonObject = {};
    try {
      values = show?.({ state, constants }) ?? {};
    } catch {
      // The verdict stands without the illustration.
    }
    return [{ text: phrase`${name}${describe(values, '')}`, holds, bindings: {} }];
  }

  function initial(): Result<readonly unknown[]> {
    try {
      running.part = 'initial';
      const ask = (): readonly unknown[] => {
        const states = definition.initial({ constants });
        return (Array.isArray(states) ? states : [states]).map((one) => stateOf(one, 'it', null));
      };
      const list = distinctStates(again('initial', '', ask(), ask, sameStates));
      return list.length > 0
        ? ok(list)
        : fail({ code: 'model/no-initial-state', message: `${definition.name} has no initial state` });
    } catch (error) {
      return fail(threw('initial', error));
    }
  }

  function checkStep(step: Step): Diagnostic | null {
    const unknown = unknownIn(step);
    if (unknown !== null) return unknown;
    for (const [name, domain] of Object.entries(actions.get(step.action)?.parameters ?? {})) {
      const open = 'anything' in domain && !domain.optional && !Object.hasOwn(step.args ?? {}, name);
      if (open) return argumentNeeded(step.action, name);
    }
    return null;
  }

  function predicate(text: string): Result<StatePredicate<unknown>> {
    const goal =
      definition.goals !== undefined && Object.hasOwn(definition.goals, text) ? definition.goals[text] : undefined;
    if (goal === undefined) return fail(unknownName('model/unknown-goal', 'goal', text, goalNames));
    return ok({
      text,
      holds: (state): PredicateOutcome => {
        running.part = `goal ${text}`;
        try {
          return { kind: 'decided', holds: decision(goal({ state, constants }), 'it'), exercised: true };
        } catch (error) {
          return { kind: 'error', error: threw(`goal ${text}`, error) };
        }
      },
    });
  }

  function successors(state: unknown): Result<readonly { readonly step: Step; readonly state: unknown }[]> {
    const found: { step: Step; state: unknown }[] = [];
    for (const [name, action] of actions) {
      const choices = argumentChoices(action, { action: name }, state, constants);
      if (!choices.ok) return choices;
      for (const args of choices.value) {
        const step: Step = { action: name, args };
        const outcome = steps.takeWith(state, step, args);
        if (outcome.kind === 'error') return fail(outcome.error);
        if (outcome.kind === 'taken') for (const next of outcome.successors) found.push({ step, state: next });
      }
    }
    return ok(found);
  }

  return {
    kind: 'typescript',
    name: definition.name,
    variables: variablesOf(definition, constants),
    actions: [...actions].map(([name, action]) => ({ name, parameters: Object.keys(action.parameters ?? {}) })),
    invariants: invariantsOf(definition),
    goals: goalNames,
    bounds: Object.keys(definition.bounds ?? {}),
    guards: () => guards,
    initial,
    step: steps.take,
    unknownIn,
    checkStep,
    invariant,
    explain,
    predicate,
    key: (state) => canonicalJson(state as Json),
    observe: (state) => state as JsonObject,
    weaken: (guard, how = 'remove') => {
      if (!guardPaths.has(guard)) return fail(unknownName('model/unknown-guard', 'guard', guard, [...guardPaths]));
      if (how === 'looser' || how === 'tighter') {
        const message = `the guard ${guard} is code, so its bound cannot be moved`;
        return fail({ code: 'model/cannot-weaken', message });
      }
      return ok(definedMachine(definition, constants, new Map([...overrides, [guard, how]]), again));
    },
    successors,
  };
}

function invariantsOf({ invariants }: AnyDefinition): readonly PredicateInfo[] {
  return Object.entries(invariants).map(([id, { description, risk, mitigations, fidelity }]) => ({
    id,
    polarity: 'risk',
    mitigations: mitigations ?? [],
    ...(description === undefined ? {} : { description }),
    ...(risk === undefined ? {} : { risk }),
    ...(fidelity === undefined ? {} : { fidelity }),
  }));
}

function guardsOf(definition: AnyDefinition): readonly GuardInfo[] {
  const shared = Object.keys(definition.guards ?? {}).map(
    (path): GuardInfo => ({ path, kind: 'operator', text: path }),
  );
  const own = Object.entries(definition.actions as Record<string, AnyAction>).flatMap(([action, { guards }]) =>
    Object.keys(guards ?? {}).map((name): GuardInfo => ({ path: `${action}/${name}`, kind: 'conjunct', text: name })),
  );
  return [...shared, ...own];
}

function variablesOf(definition: AnyDefinition, constants: JsonObject): readonly string[] {
  try {
    const states = definition.initial({ constants });
    const first = Array.isArray(states) ? states[0] : states;
    return isJsonObject(first) ? Object.keys(first) : [];
  } catch {
    return [];
  }
}
