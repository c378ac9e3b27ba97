import { type Diagnostic, fail, isNonEmpty, ok, type Result } from '../diagnostics/diagnostic.ts';
import { TracefoldError } from '../diagnostics/tracefold-error.ts';
import { canonicalJson, sameJson } from '../trace/canonical-json.ts';
import type { EventKind, TraceEvent } from '../trace/event.ts';
import { isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { definitionProblems } from './definition-shape.ts';
import { type MachineModel, machineModel } from './machine-model.ts';
import { type Mapping, NO_STEPS } from './mapping.ts';
import type { ActionDefinition, Domain, GuardArguments, ModelDefinition } from './model-definition.ts';
import { type Phrase, phrase, shown } from './phrase.ts';
import type {
  AssumptionReport,
  AtomReport,
  BoundHit,
  GuardInfo,
  PredicateOutcome,
  Refusal,
  StateMachine,
  Step,
  StepOutcome,
  Weakening,
} from './state-machine.ts';
import { unknownName } from './unknown-name.ts';
import { decision, type Repeater, repeater, running, stateOf, stepsOf, threw } from './user-code.ts';

/** A model written in TypeScript, with its constants open to change. */
export interface DefinedModel<S, C> extends MachineModel<S> {
  readonly constants: C;
  /** The same model under other constants; unknown names are a type error, and a diagnostic at run time. */
  withConstants(constants: Partial<C>): Result<DefinedModel<S, C>>;
}

// The definition with its types forgotten: inside, a state is data and arguments are checked by name only.
type AnyDefinition = ModelDefinition<unknown, JsonObject, Record<string, unknown[]>, Record<string, JsonObject>>;
type AnyAction = ActionDefinition<unknown, JsonObject, Record<string, unknown[]>, JsonObject>;
type GuardOverride =
  | { readonly kind: 'weaken'; readonly how: Weakening }
  | { readonly kind: 'assume'; readonly value: boolean };
type Overrides = ReadonlyMap<string, GuardOverride>;

/**
 * A state machine in TypeScript: variables from `initial`, actions with named guards, invariants with names, and how events become steps.
 * Everything is a plain pure function; state, constants and arguments are inferred.
 *
 * @throws TracefoldError if a part is missing, misspelled or no function: what the types refuse, for whoever does without them.
 */
export function defineModel<
  S extends object,
  C extends object = Record<never, never>,
  G extends GuardArguments = Record<never, never>,
  A extends object = Record<never, never>,
>(definition: ModelDefinition<S, C, G, A>): DefinedModel<S, C> {
  const problems = definitionProblems(definition);
  if (isNonEmpty(problems)) {
    const error = new TracefoldError(problems);
    Error.captureStackTrace(error, defineModel);
    throw error;
  }
  const constants = (definition.constants ?? {}) as C;
  const again = repeater();
  const machine = definedMachine(definition as unknown as AnyDefinition, constants as JsonObject, new Map(), again);
  const mapping = eventMapping(definition as unknown as AnyDefinition, machine, again);
  const model = machineModel(machine as StateMachine<S>, mapping);
  return {
    ...model,
    ...ownWords(definition as unknown as AnyDefinition, constants),
    constants,
    withConstants: (changed) => {
      for (const name of Object.keys(changed)) {
        if (Object.hasOwn(constants, name)) continue;
        return fail(unknownName('model/unknown-constant', 'constant', name, Object.keys(constants)));
      }
      return ok(defineModel({ ...definition, constants: { ...constants, ...changed } }));
    },
  };
}

function eventMapping(definition: AnyDefinition, machine: DefinedMachine, again: Repeater): Mapping | null {
  if (definition.on === undefined) return null;
  const handlers = definition.on as {
    readonly [K in EventKind]?: (event: TraceEvent) => Step | readonly Step[] | null;
  };
  const kinds = Object.keys(handlers) as EventKind[];
  return {
    kinds,
    needs: (invariant) => definition.invariants[invariant]?.needs ?? kinds,
    bounds: null,
    steps: (event) => {
      const handler = Object.hasOwn(handlers, event.kind) ? handlers[event.kind] : undefined;
      if (handler === undefined) return NO_STEPS;
      running.part = `on["${event.kind}"]`;
      try {
        const ask = () => stepsOf(handler(event));
        const steps = again('on', event.kind, ask(), ask, sameText);
        for (const step of steps) {
          const unknown = machine.unknownIn(step);
          if (unknown !== null) return { error: { ...unknown, message: `on["${event.kind}"]: ${unknown.message}` } };
        }
        return steps;
      } catch (error) {
        return { error: threw(`mapping of ${event.kind}`, error) };
      }
    },
  };
}

const sameText = (answer: unknown, later: unknown): boolean =>
  canonicalJson(answer as Json) === canonicalJson(later as Json);

/** Whether two lists of states are the same. Both answers share what the step did not make anew, and that is not written out. */
const sameStates = (states: readonly unknown[], later: readonly unknown[]): boolean =>
  sameJson(states as readonly Json[], later as readonly Json[]);

function sameOutcome(answer: StepOutcome<unknown>, later: StepOutcome<unknown>): boolean {
  if (answer.kind !== 'taken' || later.kind !== 'taken') return sameText(answer, later);
  const { successors, ...told } = answer;
  const { successors: laterSuccessors, ...toldLater } = later;
  return sameStates(successors, laterSuccessors) && sameText(told, toldLater);
}

/** A machine that says by itself which names of a step it does not have: the types tell whoever compiles, a handler tells a fold. */
interface DefinedMachine extends StateMachine<unknown> {
  /** As `checkStep`, of names alone; null if the machine has them all. */
  unknownIn(step: Step): Diagnostic | null;
}

function definedMachine(
  definition: AnyDefinition,
  constants: JsonObject,
  overrides: Overrides,
  again: Repeater,
): DefinedMachine {
  const invariantNames = Object.keys(definition.invariants);
  const goalNames = Object.keys(definition.goals ?? {});
  const guards = guardsOf(definition);
  const guardPaths = new Set(guards.map(({ path }) => path));
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
    const override = overrides.get(path);
    if (override === undefined) return own();
    if (override.kind === 'assume') return override.value;
    return override.how === 'negate' ? !own() : true;
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

  function stepWith(
    state: unknown,
    action: AnyAction,
    name: string,
    args: JsonObject,
    step: Step,
  ): StepOutcome<unknown> {
    const ask = () => stepOnce(state, action, name, args, step);
    running.part = `action ${name}`;
    try {
      return again('action', name, ask(), ask, sameOutcome);
    } catch (error) {
      return { kind: 'error', error: threw(`action ${name}`, error) };
    }
  }

  function stepOnce(
    state: unknown,
    action: AnyAction,
    name: string,
    args: JsonObject,
    step: Step,
  ): StepOutcome<unknown> {
    const assumptions: AssumptionReport[] = [];
    let atoms: AtomReport[] = [];
    const guardCalls = sharedGuards(state, step.assume, assumptions, (atom) => atoms.push(atom));
    const context = { state, constants, args, guards: guardCalls };
    const refusals: Refusal[] = [];
    try {
      for (const [guard, holds] of Object.entries(action.guards ?? {})) {
        const path = `${name}/${guard}`;
        atoms = [];
        if (!decide(path, step.assume, assumptions, () => decision(holds(context), `guard ${path}`))) {
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

  const machine: DefinedMachine = {
    kind: 'typescript',
    name: definition.name,
    variables: variablesOf(definition, constants),
    actions: [...actions].map(([name, action]) => ({ name, parameters: Object.keys(action.parameters ?? {}) })),
    invariants: invariantNames.map((id) => {
      const { description, risk, mitigations, fidelity } = definition.invariants[id]!;
      return {
        id,
        polarity: 'risk',
        mitigations: mitigations ?? [],
        ...(description === undefined ? {} : { description }),
        ...(risk === undefined ? {} : { risk }),
        ...(fidelity === undefined ? {} : { fidelity }),
      };
    }),
    goals: goalNames,
    bounds: bounds.map(([name]) => name),
    guards: () => guards,
    initial: () => {
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
    },
    step: (state, step) => {
      const action = actions.get(step.action)!;
      const choices = argumentChoices(action, step, state, constants);
      if (!choices.ok) return { kind: 'error', error: choices.errors[0] };
      return mergeOutcomes(choices.value.map((args) => stepWith(state, action, step.action, args, step)));
    },
    unknownIn,
    checkStep: (step) => {
      const unknown = unknownIn(step);
      if (unknown !== null) return unknown;
      for (const [name, domain] of Object.entries(actions.get(step.action)?.parameters ?? {})) {
        const open = 'anything' in domain && !domain.optional && !Object.hasOwn(step.args ?? {}, name);
        if (open) return argumentNeeded(step.action, name);
      }
      return null;
    },
    invariant,
    explain,
    predicate: (text) => {
      const goal =
        definition.goals !== undefined && Object.hasOwn(definition.goals, text) ? definition.goals[text] : undefined;
      if (goal === undefined) return fail(unknownName('model/unknown-goal', 'goal', text, goalNames));
      return ok({
        text,
        holds: (state) => {
          running.part = `goal ${text}`;
          try {
            return { kind: 'decided', holds: decision(goal({ state, constants }), 'it'), exercised: true };
          } catch (error) {
            return { kind: 'error', error: threw(`goal ${text}`, error) };
          }
        },
      });
    },
    key: (state) => canonicalJson(state as Json),
    observe: (state) => state as JsonObject,
    weaken: (guard, how = 'remove') => {
      if (!guardPaths.has(guard)) return fail(unknownName('model/unknown-guard', 'guard', guard, [...guardPaths]));
      if (how === 'looser' || how === 'tighter') {
        return fail({
          code: 'model/cannot-weaken',
          message: `the guard ${guard} is code, so its bound cannot be moved`,
        });
      }
      return ok(
        definedMachine(definition, constants, new Map([...overrides, [guard, { kind: 'weaken', how }]]), again),
      );
    },
    successors: (state) => {
      const found: { step: Step; state: unknown }[] = [];
      for (const [name, action] of actions) {
        const choices = argumentChoices(action, { action: name }, state, constants);
        if (!choices.ok) return choices;
        for (const args of choices.value) {
          const step: Step = { action: name, args };
          const outcome = stepWith(state, action, name, args, step);
          if (outcome.kind === 'error') return fail(outcome.error);
          if (outcome.kind === 'taken') for (const next of outcome.successors) found.push({ step, state: next });
        }
      }
      return ok(found);
    },
  };
  return machine;
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

/** Every full set of arguments that agrees with those the step gives. */
function argumentChoices(
  action: AnyAction,
  step: Step,
  state: unknown,
  constants: JsonObject,
): Result<readonly JsonObject[]> {
  const given = step.args ?? {};
  const parameters = (action.parameters ?? {}) as Record<string, Domain<Json, unknown, JsonObject>>;
  let choices: { [parameter: string]: Json }[] = [{}];
  for (const name of Object.keys(parameters)) {
    const domain = parameters[name]!;
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value !== undefined || ('optional' in domain && domain.optional)) {
      for (const choice of choices) choice[name] = value ?? null;
      continue;
    }
    if (!Array.isArray(domain) && typeof domain !== 'function') {
      return fail(argumentNeeded(step.action, name));
    }
    running.part = `the values of ${name} of action ${step.action}`;
    try {
      const values = Array.isArray(domain)
        ? (domain as readonly Json[])
        : [...(domain as (context: object) => Iterable<Json>)({ state, constants })];
      choices = choices.flatMap((choice) => values.map((one) => ({ ...choice, [name]: one })));
    } catch (error) {
      return fail(threw(`domain of ${name}`, error));
    }
  }
  return ok(choices);
}

function argumentNeeded(action: string, name: string): Diagnostic {
  return {
    code: 'model/argument-needed',
    message: `the step ${action} leaves "${name}" open, and its values cannot be listed`,
    hint: `give "${name}", or declare its domain in the model`,
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

function distinctStates(states: readonly unknown[]): unknown[] {
  if (states.length < 2) return [...states];
  const seen = new Map<string, unknown>();
  for (const state of states) {
    const key = canonicalJson(state as Json);
    if (!seen.has(key)) seen.set(key, state);
  }
  return [...seen.values()];
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
function describe(values: JsonObject, prefix: string): Phrase {
  return Object.keys(values).reduce<Phrase>(
    (text, name, index) =>
      phrase`${text}${index === 0 ? ' with ' : ', '}${name} = ${shown(values[name]!, `${prefix}${name}`)}`,
    [],
  );
}

/** What the definition itself says: words in its functions, its constants and its initial state. None of it came from a trace. */
function ownWords(
  definition: AnyDefinition,
  constants: unknown,
): { readonly names: readonly string[]; readonly fields: readonly string[] } {
  const names = new Set<string>();
  const fields = new Set<string>(definition.fields);
  const stack: unknown[] = [definition, constants];
  try {
    stack.push(definition.initial({ constants: constants as JsonObject }));
  } catch {
    // A definition that throws is told when it is folded.
  }
  const seen = new Set<unknown>();
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (typeof item === 'string') names.add(item);
    else if (typeof item === 'function') {
      const text = String(item);
      for (const [, , literal] of text.matchAll(/(['"`])([\w.:/ -]{1,80}?)\1/g)) names.add(literal!);
      for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) fields.add(word);
    } else if (typeof item === 'object' && item !== null && !seen.has(item)) {
      seen.add(item);
      for (const [key, inner] of Object.entries(item)) {
        fields.add(key);
        stack.push(inner);
      }
    }
  }
  return { names: [...names], fields: [...fields] };
}
