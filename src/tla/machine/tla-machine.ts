import { type Diagnostic, fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import type { PredicateInfo } from '../../model/claim.ts';
import type {
  ActionInfo,
  AssumptionReport,
  AtomReport,
  BoundHit,
  GuardInfo,
  PredicateOutcome,
  Refusal,
  StateMachine,
  StatePredicate,
  Step,
  StepOutcome,
  Weakening,
} from '../../model/state-machine.ts';
import { unknownName } from '../../model/unknown-name.ts';
import type { Json, JsonObject } from '../../trace/json.ts';
import type { LocatedGuard } from '../guards/guard.ts';
import { locateGuards } from '../guards/list-guards.ts';
import type { Replacement } from '../guards/replacement.ts';
import { weakenSpec } from '../guards/weaken.ts';
import { factsOf } from '../semantics/analysis.ts';
import { choiceHooks } from '../semantics/effect-choices.ts';
import { evaluationError, isModelError } from '../semantics/evaluation-error.ts';
import { exercisingAtoms } from '../semantics/exercise.ts';
import { explainedParts } from '../semantics/explained-parts.ts';
import type { Hook } from '../semantics/generator.ts';
import { createModel, type TlaModel } from '../semantics/model.ts';
import { compileProgram, type Program, type ProgramParts } from '../semantics/program.ts';
import type { Scoped } from '../semantics/scope.ts';
import { semanticError } from '../semantics/semantic-error.ts';
import type { RefusedPart } from '../standard-modules/explanation.ts';
import type { Expr } from '../syntax/ast.ts';
import { parseExpression } from '../syntax/parser.ts';
import { fromItf, recordOf, toItf } from '../values/itf.ts';
import { isInteger } from '../values/store.ts';
import { choicesOf } from './choices.ts';
import { checkConstants } from './constant-checks.ts';
import { initialPredicate } from './initial-predicate.ts';
import { type Arguments, refusalsOf } from './refusals.ts';
import { addState, createStateTable, type StateTable } from './state-table.ts';
import { atomReports, refusedText } from './told-parts.ts';

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

interface Stepper {
  readonly program: Program;
  readonly guards: readonly string[];
  /** Assumed guards. */
  readonly hooks: ReadonlyMap<Expr, Hook>;
  /** Explains what it refuses; made when it is first asked for. */
  explaining: Program | null;
  /** Tells what chose the effects; made when it is first asked for, `none` where nothing chooses. */
  following: Program | 'none' | null;
}

const REPLACEMENTS: { readonly [how in Weakening]: Replacement | null } = {
  remove: null,
  negate: 'negate',
  looser: 'loosen',
  tighter: 'tighten',
};

/** What a variant is a variant of. Only steps go by the variant's own text: where they begin and what is forbidden stays what it was. */
interface Origin {
  readonly model: TlaModel;
  readonly isGuard: (path: string) => boolean;
  /** By path, what stands in the place of each guard part that was replaced. */
  readonly replaced: ReadonlyMap<string, Expr>;
}

function machineOver(model: TlaModel, table: StateTable, origin: Origin | null = null): Result<TlaMachine> {
  const { spec, store, analysis } = model;
  const judging = origin?.model ?? model;
  const width = spec.variables.length;
  const stride = Math.max(1, width);
  const nextParts: ProgramParts = { next: model.behaviour.next };
  let plain: Stepper;
  try {
    plain = { program: compile(nextParts), guards: [], hooks: new Map(), explaining: null, following: null };
  } catch (error) {
    if (!isModelError(error)) throw error;
    return fail(evaluationError(model, nextParts, error, () => {}));
  }
  function compile(parts: ProgramParts, hooks?: ReadonlyMap<Expr, Hook>): Program {
    return compileProgram(spec, store, analysis, parts, {
      labelled: true,
      watchBounds: true,
      ...(hooks === undefined ? {} : { hooks }),
    });
  }
  const steppers = new Map<string, Stepper>();
  const actions = actionsOf(plain.program);
  let located: readonly LocatedGuard[] | null = null;
  const guardsOf = (): readonly LocatedGuard[] => {
    located ??= locateGuards(model.loaded, [nextName(model), ...actions.map((action) => action.name)]);
    return located;
  };
  const isGuard = (path: string): boolean =>
    guardsOf().some((one) => one.guard.path === path) || origin?.isGuard(path) === true;
  const judges = new Map<string, { readonly program: Program; readonly parts: ProgramParts }>();
  const predicates = new Map<string, Result<StatePredicate<TlaState>>>();

  /** Code that takes the assumed guards' values from outside. */
  const stepperFor = (assume: Step['assume']): Result<Stepper> => {
    const paths = assume === undefined ? [] : Object.keys(assume).sort();
    if (paths.length === 0) return ok(plain);
    const key = paths.map((path) => `${path}=${assume![path]}`).join('\n');
    const known = steppers.get(key);
    if (known !== undefined) return ok(known);
    const hooks = new Map<Expr, Hook>();
    for (const [index, path] of paths.entries()) {
      const node = guardsOf().find((one) => one.guard.path === path)?.node ?? origin?.replaced.get(path);
      if (node !== undefined) hooks.set(node, { kind: 'assume', index, value: assume![path]! });
      // A part of what was replaced is asked no more, so it does not matter what it was seen to be.
      else if (origin?.isGuard(path) !== true) return fail(unknownGuard(path));
    }
    try {
      const stepper: Stepper = {
        program: compile(nextParts, hooks),
        guards: paths,
        hooks,
        explaining: null,
        following: null,
      };
      steppers.set(key, stepper);
      return ok(stepper);
    } catch (error) {
      if (!isModelError(error)) throw error;
      return fail(evaluationError(model, nextParts, error, () => {}));
    }
  };
  const unknownGuard = (path: string): Diagnostic =>
    unknownName(
      'tla/unknown-guard',
      'guard',
      path,
      guardsOf().map((one) => one.guard.path),
    );

  const load = (program: Program, state: TlaState): void => {
    program.clearNext();
    program.load(table.rows, state * stride);
  };

  const argumentsOf = (step: Step): Arguments =>
    new Map(
      Object.entries(step.args ?? {}).map(([name, json]) => {
        const value = isKnown(json, 0) ? fromItf(store, json, 'sequences', model.modelValues) : null;
        return [name, value?.ok === true ? value.value : undefined] as const;
      }),
    );
  /** Strings that the model has never met are not interned: a trace may bring any number of them. */
  const isKnown = (json: Json, depth: number): boolean => {
    if (typeof json === 'string') return store.strings.has(json) || model.modelValues.has(json);
    if (typeof json !== 'object' || json === null || depth > 100) return true;
    if (Array.isArray(json)) return json.every((item) => isKnown(item, depth + 1));
    return Object.entries(json).every(
      ([key, item]) => (key.startsWith('#') || store.strings.has(key)) && isKnown(item as Json, depth + 1),
    );
  };

  const boundHit = (program: Program, site: number, parts: readonly RefusedPart[]): BoundHit => {
    const { at, operator } = program.sites[site]!;
    return { bound: operator!, text: refusedText(program, store, site, parts), at: at.source.span(at.start, at.end) };
  };

  const run = (stepper: Stepper, state: TlaState, step: Step, args: Arguments): StepOutcome<TlaState> => {
    const { program } = stepper;
    const { runtime } = program;
    const successors: TlaState[] = [];
    const bounds = new Map<string, BoundHit>();
    const own = new Map<number, { readonly value: boolean | 'error'; readonly limits: readonly string[] }>();
    let limits = new Set<string>();
    let pending: { readonly site: number; readonly parts: RefusedPart[] }[] = [];
    const missed: BoundHit[] = [];
    // What an assumed guard says by itself decides nothing, and neither does a limit in it.
    let aside = 0;
    runtime.wanted = (label, values) => {
      pending = [];
      const { name, parameters } = program.labels[label]!;
      if (name !== step.action) return false;
      for (const [parameter, value] of args) if (values[parameters.indexOf(parameter)] !== value) return false;
      return true;
    };
    runtime.bound = (site, parts) => {
      if (aside > 0) {
        limits.add(program.sites[site]!.operator!);
        return;
      }
      pending.push({ site, parts: [...parts] });
      const hit = boundHit(program, site, parts);
      missed.push(hit);
    };
    runtime.assumed = (index, value) => {
      let result: boolean | 'error';
      const outside = limits;
      limits = new Set();
      aside++;
      try {
        result = value();
      } catch (error) {
        if (!isModelError(error)) throw error;
        result = 'error';
      }
      aside--;
      own.set(index, { value: result, limits: [...limits] });
      limits = outside;
    };
    runtime.emit = () => {
      const index = addState(table, runtime.buffer, runtime.buffer, -1);
      if (!successors.includes(index)) successors.push(index);
      for (const { site } of pending) {
        const hit = missed.find((one) => one.bound === program.sites[site]!.operator);
        if (hit !== undefined) bounds.set(`${site}`, hit);
      }
    };
    load(program, state);
    try {
      program.next();
    } catch (error) {
      if (!isModelError(error)) throw error;
      return { kind: 'error', error: stepError(state, error) };
    }
    if (successors.length > 0) {
      const assumptions: AssumptionReport[] = stepper.guards.flatMap((guard, index) => {
        const said = own.get(index);
        return said === undefined
          ? []
          : [{ guard, assumed: step.assume![guard]!, own: said.value, limits: said.limits }];
      });
      return { kind: 'taken', successors, bounds: [...bounds.values()], assumptions };
    }
    return { kind: 'refused', refusals: refusals(stepper, state, step, args), bounds: distinctHits(missed) };
  };

  const stepError = (state: TlaState, error: unknown): Diagnostic =>
    evaluationError(model, nextParts, error, (again) => {
      load(again, state);
      again.next();
    });

  let paths: ReadonlyMap<Expr, string> | null = null;
  const refusals = (stepper: Stepper, state: TlaState, step: Step, args: Arguments): readonly Refusal[] => {
    stepper.explaining ??= explainingProgram(stepper.hooks);
    const program = stepper.explaining;
    load(program, state);
    paths ??= new Map(guardsOf().map((one) => [one.node, one.guard.path]));
    return refusalsOf({ program, store, step, args, paths, hooks: stepper.hooks });
  };
  /** Generated twice: which formulas are tested shows while the code is made, and their parts must be known before. */
  const explainingProgram = (assumed: ReadonlyMap<Expr, Hook>): Program => {
    const tested: Scoped[] = [];
    const made = (hooks: ReadonlyMap<Expr, Hook>, explain: (formula: Scoped) => void): Program =>
      compileProgram(spec, store, analysis, nextParts, { labelled: true, explain, hooks });
    made(assumed, (formula) => tested.push(formula));
    return made(new Map([...explainedParts(analysis, tested), ...assumed]), () => {});
  };

  /** Generated twice as well: what says the effects shows while the code is made. */
  const followingProgram = (assumed: ReadonlyMap<Expr, Hook>): Program | 'none' => {
    const effects: Scoped[] = [];
    const made = (hooks: ReadonlyMap<Expr, Hook>, effect: (one: Scoped) => void): Program =>
      compileProgram(spec, store, analysis, nextParts, { labelled: true, effect, hooks });
    try {
      made(assumed, (one) => effects.push(one));
      const hooks = choiceHooks(analysis, effects);
      return hooks.size === 0 ? 'none' : made(new Map([...hooks, ...assumed]), () => {});
    } catch (error) {
      // Code that tells more nests deeper; evidence without it is evidence still.
      if (!isModelError(error)) throw error;
      return 'none';
    }
  };

  const judgeFor = (name: string): { readonly program: Program; readonly parts: ProgramParts } | null => {
    const known = judges.get(name);
    if (known !== undefined) return known;
    const formula = judging.invariants.find((one) => one.name === name);
    if (formula === undefined) return null;
    const made = judge(formula);
    judges.set(name, made);
    return made;
  };
  const judge = (formula: Scoped) => {
    const exercising = exercisingAtoms(judging.analysis, formula.expr, formula.env);
    const hooks = new Map<Expr, Hook>(exercising.map((atom) => [atom, { kind: 'mark' }]));
    const parts: ProgramParts = { formulas: [formula] };
    return { program: compileProgram(judging.spec, store, judging.analysis, parts, { hooks }), parts };
  };
  const decide = (
    { program, parts }: { readonly program: Program; readonly parts: ProgramParts },
    state: TlaState,
  ): PredicateOutcome => {
    load(program, state);
    program.runtime.marked = false;
    try {
      const holds = program.formulas[0]!();
      return { kind: 'decided', holds, exercised: program.runtime.marked };
    } catch (error) {
      if (!isModelError(error)) throw error;
      const told = evaluationError(judging, parts, error, (again) => {
        load(again, state);
        again.formulas[0]!();
      });
      return { kind: 'error', error: told };
    }
  };

  const machine: TlaMachine = {
    kind: 'tla',
    name: spec.name,
    model,
    table,
    variables: spec.variables.map((variable) => variable.name),
    actions,
    invariants: judging.invariants.map((formula): PredicateInfo => {
      const definition = judging.spec.env.names.get(formula.name);
      const at = definition?.kind === 'definition' ? definition.definition.at : undefined;
      return {
        id: formula.name,
        polarity: 'risk',
        mitigations: [],
        ...(at === undefined ? {} : { at: at.source.span(at.start, at.end) }),
      };
    }),
    goals: [],
    bounds: spec.constants.flatMap((constant) => {
      const meaning = spec.env.names.get(constant.name);
      return meaning?.kind === 'constant' && isInteger(meaning.value) ? [constant.name] : [];
    }),
    guards: () =>
      guardsOf().map(
        ({ guard }): GuardInfo => ({
          path: guard.path,
          kind: guard.kind === 'condition' ? 'atom' : guard.kind,
          text: guard.text,
          at: guard.at.source.span(guard.at.start, guard.at.end),
        }),
      ),
    initial: () => initialStates(judging, table),
    step: (state, step) => {
      const stepper = stepperFor(step.assume);
      if (!stepper.ok) return { kind: 'error', error: stepper.errors[0] };
      const args = argumentsOf(step);
      if ([...args.values()].includes(undefined)) {
        return { kind: 'refused', refusals: refusals(stepper.value, state, step, args), bounds: [] };
      }
      return run(stepper.value, state, step, args);
    },
    choices: (before, step, after) => {
      const stepper = stepperFor(step.assume);
      const args = argumentsOf(step);
      if (!stepper.ok || [...args.values()].includes(undefined)) return [];
      stepper.value.following ??= followingProgram(stepper.value.hooks);
      const program = stepper.value.following;
      if (program === 'none') return [];
      const arrived = () => addState(table, program.runtime.buffer, program.runtime.buffer, -1) === after;
      return choicesOf({ program, store, step, args, load: () => load(program, before), arrived });
    },
    checkStep: (step) => {
      const action = actions.find((one) => one.name === step.action);
      if (action === undefined) {
        return unknownName(
          'model/unknown-action',
          'action',
          step.action,
          actions.map((one) => one.name),
        );
      }
      for (const name of Object.keys(step.args ?? {})) {
        if (action.parameters.includes(name)) continue;
        const problem = unknownName('model/unknown-argument', 'argument', name, action.parameters);
        return { ...problem, message: `${problem.message} of ${step.action}` };
      }
      for (const path of Object.keys(step.assume ?? {})) {
        if (!isGuard(path)) return unknownGuard(path);
      }
      return null;
    },
    invariant: (state, name) => {
      const known = judgeFor(name);
      if (known === null) {
        const error = unknownName(
          'model/unknown-invariant',
          'invariant',
          name,
          judging.invariants.map((one) => one.name),
        );
        return { kind: 'error', error };
      }
      return decide(known, state);
    },
    explain: (state, name) => explainInvariant(judging, state, name, load),
    predicate: (text) => {
      const known = predicates.get(text);
      if (known !== undefined) return known;
      const made = predicateOf(text);
      predicates.set(text, made);
      return made;
    },
    key: (state) => state,
    readState: (values) => {
      const names = spec.variables.map((variable) => variable.name);
      const unknown = Object.keys(values).find((name) => !names.includes(name));
      if (unknown !== undefined) return fail(unknownName('tla/unknown-variable', 'variable', unknown, names));
      const row = new Int32Array(stride);
      for (const [i, name] of names.entries()) {
        if (!Object.hasOwn(values, name)) {
          return fail({ code: 'tla/missing-variable', message: `the variable "${name}" has no value` });
        }
        const value = fromItf(store, values[name]!, 'sequences', model.modelValues);
        if (!value.ok)
          return fail({ ...value.errors[0], message: `the variable "${name}": ${value.errors[0].message}` });
        row[i] = value.value;
      }
      return ok(addState(table, row, row, -1));
    },
    observe: (state) =>
      recordOf(
        spec.variables.map((variable, i) => [variable.name, toItf(store, table.rows[state * stride + i]!)] as const),
      ),
    weaken: (path, how = 'remove') => {
      const guard = guardsOf().find((one) => one.guard.path === path);
      if (guard === undefined) return fail(unknownGuard(path));
      const replacement = REPLACEMENTS[how] ?? guard.guard.removal;
      const names = [nextName(model), ...actions.map((action) => action.name)];
      const weakened = weakenSpec(model.loaded, names, path, replacement);
      if (!weakened.ok) return weakened;
      const variant = createModel(weakened.value.spec, model.configuration, { constants: model.constants, store });
      if (!variant.ok) return variant;
      const replaced = new Map([...(origin?.replaced ?? []), [path, weakened.value.node]]);
      return machineOver(variant.value, table, { model: judging, isGuard, replaced });
    },
    successors: (state) => {
      const { program } = plain;
      const { runtime } = program;
      const found: { step: Step; state: TlaState }[] = [];
      runtime.wanted = () => true;
      runtime.bound = () => {};
      runtime.emit = (label, values) => {
        const { name, parameters } = program.labels[label]!;
        const index = addState(table, runtime.buffer, runtime.buffer, -1);
        const args = recordOf(parameters.map((parameter, i) => [parameter, toItf(store, values[i]!)] as const));
        found.push({ step: parameters.length === 0 ? { action: name } : { action: name, args }, state: index });
      };
      load(program, state);
      try {
        program.next();
        return ok(found);
      } catch (error) {
        if (!isModelError(error)) throw error;
        return fail(stepError(state, error));
      }
    },
  };
  return ok(machine);

  function predicateOf(text: string): Result<StatePredicate<TlaState>> {
    const source = sourceText('expression', text);
    const parsed = parseExpression(source);
    if (!parsed.ok) return parsed;
    const scoped: Scoped = { expr: parsed.value, env: judging.spec.env };
    try {
      if (factsOf(judging.analysis, scoped.expr, scoped.env).level > 1) {
        return fail(
          semanticError('tla/unsupported', scoped.expr.at, `"${text}" speaks of more than one state`, {
            expected: 'an expression about a single state',
          }),
        );
      }
      const made = judge(scoped);
      return ok({ text, holds: (state) => decide(made, state) });
    } catch (error) {
      if (!isModelError(error)) throw error;
      return fail(evaluationError(model, {}, error, () => {}));
    }
  }
}

const nextName = (model: TlaModel): string => model.behaviour.next?.name ?? 'Next';

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

function initialStates(model: TlaModel, table: StateTable): Result<readonly TlaState[]> {
  const finding = checkConstants(model);
  if (finding !== null && finding.outcome !== 'invariant') {
    return fail(finding.error ?? { code: 'tla/evaluation', message: `the assumption ${finding.name} is false` });
  }
  const parts: ProgramParts = { init: initialPredicate(model) };
  try {
    const program = compileProgram(model.spec, model.store, model.analysis, parts);
    const states: TlaState[] = [];
    const { runtime } = program;
    runtime.emit = () => {
      const index = addState(table, runtime.buffer, runtime.buffer, -1);
      if (!states.includes(index)) states.push(index);
    };
    program.init();
    if (states.length > 0) return ok(states);
    return fail({ code: 'tla/no-initial-state', message: `module ${model.spec.name} has no initial state` });
  } catch (error) {
    if (!isModelError(error)) throw error;
    return fail(evaluationError(model, parts, error, (again) => again.init()));
  }
}

const MAX_ATOMS = 50;

function explainInvariant(
  model: TlaModel,
  state: TlaState,
  name: string,
  load: (program: Program, state: TlaState) => void,
): readonly AtomReport[] {
  const formula = model.invariants.find((one) => one.name === name);
  if (formula === undefined) return [];
  const hooks = explainedParts(model.analysis, [formula]);
  const program = compileProgram(model.spec, model.store, model.analysis, { formulas: [formula] }, { hooks });
  load(program, state);
  program.runtime.explanation.begin();
  try {
    program.formulas[0]!();
  } catch (error) {
    if (!isModelError(error)) throw error;
  }
  return atomReports(program, model.store, [...program.runtime.explanation.told]).slice(0, MAX_ATOMS);
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
