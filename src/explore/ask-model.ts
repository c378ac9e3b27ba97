import { fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import { TracefoldError } from '../diagnostics/tracefold-error.ts';
import type { MachineModel } from '../model/machine-model.ts';
import type { AtomReport, StateMachine, Step } from '../model/state-machine.ts';
import { unknownName } from '../model/unknown-name.ts';
import type { TlaMachine } from '../tla/machine/tla-machine.ts';
import { factsOf } from '../tla/semantics/analysis.ts';
import { evaluationError, isModelError } from '../tla/semantics/evaluation-error.ts';
import type { NamedFormula, TlaModel } from '../tla/semantics/model.ts';
import { lookup, visibleNames } from '../tla/semantics/scope.ts';
import type { Expr } from '../tla/syntax/ast.ts';
import { parseExpression } from '../tla/syntax/parser.ts';
import { type CheckReport, type CheckStep, EMPTY_REPORT, failedReport } from './check-report.ts';
import { explainViolation } from './explain-violation.ts';
import { exploreMachine, type MachineSearchOptions } from './explore-machine.ts';
import { exploreModel } from './explore-model.ts';

/** What a test asks of a model. */
export type Question =
  /** All that the configuration asks for: invariants, properties, no deadlock unless it says otherwise. */
  | { readonly kind: 'safe' }
  /** One invariant or property of the configuration, or any definition of the module that is a formula. */
  | { readonly kind: 'formula'; readonly name: string }
  /** Whether a reachable state satisfies an expression, or a goal that the model names. */
  | { readonly kind: 'reach'; readonly expression: string };

export interface AskOptions {
  /** False: a state without a next one is no violation. Default: as the configuration says. */
  readonly deadlock?: boolean;
  /** Give up past this many distinct states; default 1,000,000. */
  readonly maxStates?: number;
  /** Give up after this long. */
  readonly maxMilliseconds?: number;
}

export interface Answer {
  /** For `reach`, a state that satisfies the expression stands as a violation at the end of the trace. */
  readonly report: CheckReport;
  /** The parts of the violated invariant in the last state. */
  readonly atoms: readonly AtomReport[];
}

const MAX_STATES = 1_000_000;

/** Explores a model to answer one question. An error if the question names what the model does not have. */
export function askModel<S>(model: MachineModel<S>, question: Question, options: AskOptions = {}): Result<Answer> {
  const { machine } = model;
  if (machine.kind === 'tla') return askTla((machine as unknown as TlaMachine).model, question, options);
  return askMachine(machine, question, options);
}

function askTla(model: TlaModel, question: Question, options: AskOptions): Result<Answer> {
  const asked = modelFor(model, question);
  if (!asked.ok) return asked;
  const deadlock = question.kind === 'safe' ? (options.deadlock ?? model.checkDeadlock) : false;
  const { maxStates = MAX_STATES, maxMilliseconds } = options;
  const limits = { maxStates, ...(maxMilliseconds === undefined ? {} : { maxMilliseconds }) };
  const { result } = exploreModel(asked.value, { deadlock, ...limits });
  const atoms = question.kind === 'reach' ? [] : explainViolation(asked.value, result);
  return ok({ report: result, atoms });
}

/** What a configuration asks for at the end of a search. */
const ASKED_FOR_NOTHING = { postconditions: [], possible: [] } as const;

/** The model under a configuration that asks for nothing but what the question is about. */
function modelFor(model: TlaModel, question: Question): Result<TlaModel> {
  switch (question.kind) {
    case 'safe':
      return ok(model);
    case 'formula': {
      const formula = formulaNamed(model, question.name);
      if (!formula.ok) return formula;
      // A property of the configuration that speaks of one state is, as in TLC, about initial states.
      const invariant = !model.properties.includes(formula.value) && formula.value.level < 2;
      return ok({
        ...model,
        ...ASKED_FOR_NOTHING,
        invariants: invariant ? [formula.value] : [],
        properties: invariant ? [] : [formula.value],
      });
    }
    case 'reach': {
      const goal = goalOf(model, question.expression);
      if (!goal.ok) return goal;
      // States that symmetry or a view takes for one may differ in the goal.
      return ok({
        ...model,
        ...ASKED_FOR_NOTHING,
        invariants: [goal.value],
        properties: [],
        symmetry: null,
        view: null,
      });
    }
  }
}

function formulaNamed(model: TlaModel, name: string): Result<NamedFormula> {
  const configured = [...model.invariants, ...model.properties];
  const known = configured.find((formula) => formula.name === name);
  if (known !== undefined) return ok(known);
  const meaning = lookup(model.spec.env, name);
  const source = sourceText('expression', name);
  const parsed = parseExpression(source);
  const plain = parsed.ok && parsed.value.kind === 'reference' && parsed.value.args.length === 0;
  if (!plain || meaning?.kind !== 'definition' || meaning.definition.parameters.length > 0) {
    const names = [...configured.map((formula) => formula.name), ...visibleNames(model.spec.env)];
    const hint = nearestHint(name, new Set(names));
    return fail({
      code: 'model/unknown-invariant',
      message: `module ${model.spec.name} has no invariant, property or formula "${name}"`,
      ...(hint === undefined ? {} : { hint }),
    });
  }
  return levelled(model, name, parsed.value);
}

/** A formula that is false where the expression holds. */
function goalOf(model: TlaModel, text: string): Result<NamedFormula> {
  const parsed = parseExpression(sourceText('expression', text));
  if (!parsed.ok) return parsed;
  const goal = levelled(model, text, parsed.value);
  if (!goal.ok) return goal;
  if (goal.value.level > 1) {
    return fail({
      code: 'tla/unsupported',
      message: `"${text}" speaks of more than one state`,
      expected: 'an expression about a single state',
    });
  }
  const negation: Expr = { kind: 'operator', op: '~', fixity: 'prefix', args: [parsed.value], at: parsed.value.at };
  // Level 1 even of a constant: TLC judges constant formulas before the search, and the search is what is asked for.
  return ok({ ...goal.value, expr: negation, level: 1 });
}

function levelled(model: TlaModel, name: string, expr: Expr): Result<NamedFormula> {
  const { env } = model.spec;
  try {
    return ok({ name, expr, env, level: factsOf(model.analysis, expr, env).level });
  } catch (error) {
    if (!isModelError(error)) throw error;
    return fail(evaluationError(model, {}, error, () => {}));
  }
}

function askMachine<S>(machine: StateMachine<S>, question: Question, options: AskOptions): Result<Answer> {
  const { maxStates = MAX_STATES, maxMilliseconds } = options;
  const limits = { maxStates, ...(maxMilliseconds === undefined ? {} : { maxMilliseconds }) };
  let search: MachineSearchOptions<S> = limits;
  if (question.kind === 'formula') {
    const known = machine.invariants.map(({ id }) => id);
    if (!known.includes(question.name)) {
      return fail(unknownName('model/unknown-invariant', 'invariant', question.name, known));
    }
    search = { ...limits, invariants: [question.name] };
  }
  if (question.kind === 'reach') {
    const goal = machine.predicate(question.expression);
    if (!goal.ok) return goal;
    const holds = (state: S): boolean => {
      const outcome = goal.value.holds(state);
      if (outcome.kind === 'error') throw new TracefoldError([outcome.error]);
      return outcome.holds;
    };
    search = { ...limits, invariants: [], goal: holds };
  }
  try {
    const found = exploreMachine(machine, search);
    const counts = { ...EMPTY_REPORT, distinctStates: found.states };
    switch (found.kind) {
      case 'exhausted':
        return ok({ report: { ...counts, outcome: 'ok' }, atoms: [] });
      case 'error':
        return ok({ report: { ...counts, outcome: 'error', error: found.error }, atoms: [] });
      case 'found': {
        const { invariant } = found;
        const isLast = (state: S): boolean => {
          if (invariant === null) return search.goal?.(state) === true;
          const outcome = machine.invariant(state, invariant);
          return outcome.kind === 'decided' && !outcome.holds;
        };
        const { trace, last } = replay(machine, found.steps, isLast);
        const name = found.invariant ?? (question.kind === 'reach' ? question.expression : null);
        const atoms = found.invariant === null || last === null ? [] : machine.explain(last, found.invariant);
        return ok({ report: { ...counts, outcome: 'invariant', name, trace }, atoms });
      }
    }
  } catch (error) {
    if (error instanceof TracefoldError) return ok({ report: failedReport(error.diagnostics[0]!), atoms: [] });
    throw error;
  }
}

/** The states that the steps lead through to one that ends the search; where a step leads to several, the first way through. */
function replay<S>(
  machine: StateMachine<S>,
  steps: readonly Step[],
  isLast: (state: S) => boolean,
): { readonly trace: readonly CheckStep[]; readonly last: S | null } {
  const initial = machine.initial();
  let ways = initial.ok ? initial.value.map((state) => [state]) : [];
  for (const step of steps) {
    const next = new Map<string | number, S[]>();
    for (const way of ways) {
      const outcome = machine.step(way.at(-1)!, step);
      if (outcome.kind !== 'taken') continue;
      for (const state of outcome.successors) {
        const key = machine.key(state);
        if (!next.has(key)) next.set(key, [...way, state]);
      }
    }
    ways = [...next.values()];
  }
  const way = ways.find((states) => isLast(states.at(-1)!)) ?? ways[0] ?? [];
  const trace = way.map((state, index): CheckStep => {
    const step = steps[index - 1];
    const { args } = step ?? {};
    return { action: step?.action ?? null, ...(args === undefined ? {} : { args }), state: machine.observe(state) };
  });
  return { trace, last: way.at(-1) ?? null };
}
