import { type Diagnostic, fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { PredicateInfo } from '../../model/claim.ts';
import type { ActionInfo, StateMachine, Step, Weakening } from '../../model/state-machine.ts';
import { unknownName } from '../../model/unknown-name.ts';
import type { JsonObject } from '../../trace/json.ts';
import type { Replacement } from '../guards/replacement.ts';
import { weakenSpec } from '../guards/weaken.ts';
import { createModel, type TlaModel } from '../semantics/model.ts';
import type { Program } from '../semantics/program.ts';
import { isInteger } from '../values/store.ts';
import { choicesOf } from './choices.ts';
import { type GuardParts, guardInfo, guardParts, type Origin } from './guard-parts.ts';
import { initialStates } from './initial-states.ts';
import { judgesOf } from './judges.ts';
import { type Ground, refusedStep, runStep, stepsFrom } from './run-step.ts';
import { createStateTable, type StateTable } from './state-table.ts';
import { arrivedAt, loadState, readState, rowOf, rowToItf } from './states.ts';
import { areUnknown, argumentsOf } from './step-arguments.ts';
import { stepperOf, steppersFor } from './steppers.ts';

/** A state of a {@link TlaMachine}: its number in the table that the machine shares with its variants. */
export type TlaState = number;

/** A TLA+ model as a state machine (design section 4). */
export interface TlaMachine extends StateMachine<TlaState> {
  readonly kind: 'tla';
  readonly model: TlaModel;
  /** The states, shared with every variant of this machine. */
  readonly table: StateTable;
  /** The state with these values in ITF encoding, reachable or not; an error if a variable is missing or unknown, or its value cannot be read. */
  readState(values: JsonObject): Result<TlaState>;
  weaken(guard: string, how?: Weakening): Result<TlaMachine>;
}

/** Makes a model ready to be stepped. An error if its next-state relation cannot be compiled. */
export function tlaMachine(model: TlaModel): Result<TlaMachine> {
  return machineOver(model, createStateTable(model.spec.variables.length));
}

const REPLACEMENTS: { readonly [how in Weakening]: Replacement | null } = {
  remove: null,
  negate: 'negate',
  looser: 'loosen',
  tighter: 'tighten',
};

function machineOver(model: TlaModel, table: StateTable, origin: Origin | null = null): Result<TlaMachine> {
  const { spec, store } = model;
  const judging = origin?.model ?? model;
  const plain = stepperOf(model);
  if (!plain.ok) return plain;
  const actions = actionsOf(plain.value.program);
  const guards = guardParts(
    model,
    actions.map((action) => action.name),
    origin,
  );
  const ground: Ground = { model, table, guards };
  const stepperFor = steppersFor(model, plain.value, guards);
  const judges = judgesOf(judging, table);
  return ok({
    kind: 'tla',
    name: spec.name,
    model,
    table,
    variables: spec.variables.map((variable) => variable.name),
    actions,
    invariants: invariantsOf(judging),
    goals: [],
    bounds: boundsOf(model),
    guards: () => guards.all().map(guardInfo),
    initial: () => initialStates(judging, table),
    step: (state, step) => {
      const stepper = stepperFor(step.assume);
      if (!stepper.ok) return { kind: 'error', error: stepper.errors[0] };
      const args = argumentsOf(model, step);
      if (areUnknown(args)) {
        return { kind: 'refused', refusals: refusedStep(ground, stepper.value, state, step, args), bounds: [] };
      }
      return runStep(ground, stepper.value, state, step, args);
    },
    choices: (before, step, after) => {
      const stepper = stepperFor(step.assume);
      const args = argumentsOf(model, step);
      const program = !stepper.ok || areUnknown(args) ? 'none' : stepper.value.following();
      if (program === 'none') return [];
      const load = (): void => loadState(program, table, before);
      return choicesOf({ program, store, step, args, load, arrived: () => arrivedAt(program, table) === after });
    },
    checkStep: (step) => problemOf(step, actions, guards),
    invariant: judges.invariant,
    explain: judges.explain,
    predicate: judges.predicate,
    key: (state) => state,
    readState: (values) => readState(model, table, values),
    observe: (state) => rowToItf(model, rowOf(table, state)),
    weaken: (path, how = 'remove') => {
      const guard = guards.find(path);
      if (guard === undefined) return fail(guards.unknown(path));
      const weakened = weakenSpec(model.loaded, guards.actions, path, REPLACEMENTS[how] ?? guard.guard.removal);
      if (!weakened.ok) return weakened;
      const variant = createModel(weakened.value.spec, model.configuration, { constants: model.constants, store });
      if (!variant.ok) return variant;
      const replaced = new Map([...(origin?.replaced ?? []), [path, weakened.value.node]]);
      return machineOver(variant.value, table, { model: judging, isGuard: guards.has, replaced });
    },
    successors: (state) => {
      const steps = stepsFrom(ground, plain.value, state);
      return 'error' in steps ? fail(steps.error) : ok(steps);
    },
  });
}

const invariantsOf = ({ invariants, spec }: TlaModel): readonly PredicateInfo[] =>
  invariants.map(({ name }): PredicateInfo => {
    const definition = spec.env.names.get(name);
    const at = definition?.kind === 'definition' ? definition.definition.at : undefined;
    return {
      id: name,
      polarity: 'risk',
      mitigations: [],
      ...(at === undefined ? {} : { at: at.source.span(at.start, at.end) }),
    };
  });

/** Constants that are integers: what compares with them may be a limit of the model alone. */
const boundsOf = ({ spec }: TlaModel): readonly string[] =>
  spec.constants.flatMap(({ name }) => {
    const meaning = spec.env.names.get(name);
    return meaning?.kind === 'constant' && isInteger(meaning.value) ? [name] : [];
  });

/** What is wrong with a step before any state is looked at. */
function problemOf(
  { action: name, args, assume }: Step,
  actions: readonly ActionInfo[],
  guards: GuardParts,
): Diagnostic | null {
  const action = actions.find((one) => one.name === name);
  if (action === undefined) {
    return unknownName(
      'model/unknown-action',
      'action',
      name,
      actions.map((one) => one.name),
    );
  }
  for (const argument of Object.keys(args ?? {})) {
    if (action.parameters.includes(argument)) continue;
    const problem = unknownName('model/unknown-argument', 'argument', argument, action.parameters);
    return { ...problem, message: `${problem.message} of ${name}` };
  }
  const unknown = Object.keys(assume ?? {}).find((path) => !guards.has(path));
  return unknown === undefined ? null : guards.unknown(unknown);
}

/** Actions in the order in which the next-state relation names them, each with all the parameters that its parts give. */
function actionsOf(program: Program): ActionInfo[] {
  const actions = new Map<string, { name: string; parameters: string[]; at?: ActionInfo['at'] }>();
  for (const { name, definition, parameters } of program.labels) {
    let action = actions.get(name);
    if (action === undefined) {
      const at = definition?.at;
      action = { name, parameters: [], ...(at === undefined ? {} : { at: at.source.span(at.start, at.end) }) };
      actions.set(name, action);
    }
    for (const parameter of parameters) if (!action.parameters.includes(parameter)) action.parameters.push(parameter);
  }
  return [...actions.values()].map(({ at, ...rest }) => (at === undefined ? rest : { ...rest, at }));
}
