import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { overallOutcome, type PredicateInfo } from '../model/claim.ts';
import type { Fold, FoldOptions, GoalReport, Model } from '../model/model.ts';
import type { GuardInfo } from '../model/state-machine.ts';
import type { Trace, TraceHeader } from '../trace/event.ts';
import { judge } from './claims/judge.ts';
import { markSubsumed } from './claims/subsume.ts';
import { type GraphOptions, graphBuilder } from './graph/build-graph.ts';
import type { Graph } from './graph/graph.ts';
import { matchesTool } from './graph/tool-globs.ts';
import { type AuthorisingKind, authorisingKind, eioGuards, weakenModule } from './guards.ts';
import { lazy } from './lazy.ts';
import { type AskOptions, askAll, askNow, graphOf, type OpenResolver, openQuestions } from './open-questions.ts';
import { type AnswerBook, allowsSemantic, withAnswers } from './resolvers/answers.ts';
import type { FactResolver, RelationResolver } from './resolvers/atom-table.ts';
import { type CompiledPredicate, compilePredicate, type Resolvers } from './resolvers/compile-predicate.ts';
import { guardedFact, guardedRelation } from './resolvers/guarded.ts';
import { factResolvers, RELATION_RESOLVERS } from './resolvers/registry.ts';
import type { SupplyingClaim } from './resolvers/supplied-fact.ts';
import type { EioModule, Predicate } from './types.ts';

/** How an EIO module judges. */
export interface EioModelOptions {
  /**
   * Whether a stretch of untrusted content that the agent only quotes or attributes is no reproduction. Default: false, which is the literal
   * reading of the predicate (design section 4).
   */
  readonly quoteAware?: boolean;
  /** Predicates to judge, by full id or without `eio.predicate.`; default: all. */
  readonly predicates?: readonly string[];
  /** Answers to questions that traces leave open, as {@link answerOpenQuestions} stores them. */
  readonly answers?: AnswerBook;
  /** Resolvers for facts beside those of context-trust, or in their place. One that throws makes its claims EVALUATOR_ERROR. */
  readonly facts?: readonly FactResolver[];
  /** Resolvers for relations beside those of context-trust, or in their place. */
  readonly relations?: readonly RelationResolver[];
  /** Asked at the end of each fold what is still open; must answer at once, and alike for alike, or the fold is not pure. */
  readonly resolvers?: readonly OpenResolver[];
}

export type EioModelDiagnostic = Diagnostic<'eio/unknown-predicate' | 'eio/unknown-guard'>;

/** A model whose claims come from an EIO module. */
export interface EioModel extends Model {
  readonly kind: 'eio';
  readonly module: EioModule;
  readonly options: EioModelOptions;
  /** The same model with more answers; a question that is answered twice keeps the later answer. */
  withAnswers(answers: AnswerBook): EioModel;
}

interface Weakened {
  readonly ignored: ReadonlySet<AuthorisingKind>;
  readonly graph: GraphOptions;
}

const STRONG: Weakened = { ignored: new Set(), graph: {} };

/** Enforcement as a guard: without it, what was proposed and denied counts as done. */
const ENFORCEMENT: GuardInfo = {
  path: 'event/enforcement',
  kind: 'definition',
  text: 'a call that was denied, or never ran, was not performed',
};

/**
 * The model of a loaded module (design section 4): builds the evidence graph event by event, and in the end decides each predicate for each
 * tuple of bindings. An unknown name in `options.predicates` is an error with the nearest known name.
 */
export function eioModel(module: EioModule, options: EioModelOptions = {}): Result<EioModel, EioModelDiagnostic> {
  const selected = select(module, options.predicates);
  return selected.ok ? ok(modelOf(narrowed(module, selected.value), options, STRONG)) : selected;
}

function modelOf(module: EioModule, options: EioModelOptions, weakened: Weakened): EioModel {
  return {
    kind: 'eio',
    name: module.id,
    module,
    options,
    predicates: module.predicates.map(infoOf),
    guards: () => [...eioGuards(module), ENFORCEMENT],
    weaken(guard) {
      if (guard === ENFORCEMENT.path)
        return ok(modelOf(module, options, { ...weakened, graph: { ignoreDenials: true } }));
      const result = weakenModule(module, guard, [ENFORCEMENT]);
      if (!result.ok) return result;
      const ignored = new Set([...weakened.ignored, ...result.value.ignored]);
      return ok(modelOf(result.value.module, options, { ...weakened, ignored }));
    },
    goal: (text) => (GOAL.test(text.trim()) ? null : unknownGoal(text)),
    fold(header, foldOptions = {}) {
      const selected = select(module, foldOptions.predicates);
      if (!selected.ok) return selected;
      const unknown = (foldOptions.goals ?? []).find((goal) => !GOAL.test(goal.trim()));
      if (unknown !== undefined) return fail(unknownGoal(unknown));
      return ok(foldOf(narrowed(module, selected.value), options, weakened, header, foldOptions));
    },
    withAnswers: (answers) =>
      modelOf(module, { ...options, answers: new Map([...(options.answers ?? []), ...answers]) }, weakened),
  };
}

function foldOf(
  module: EioModule,
  options: EioModelOptions,
  weakened: Weakened,
  header: TraceHeader,
  foldOptions: FoldOptions,
): Fold {
  const builder = graphBuilder(header, weakened.graph);
  let events = 0;
  return {
    event(event) {
      events++;
      const kind = weakened.ignored.size === 0 ? null : authorisingKind(event);
      if (kind === null || !weakened.ignored.has(kind)) builder.event(event);
    },
    verdict() {
      const graph = builder.graph();
      const compiled = answeredNow(module, graph, options);
      const judged = compiled.flatMap((one) => judge(one, graph, module));
      const claims = lazy(() => markSubsumed(judged, module));
      return {
        model: module.id,
        outcome: overallOutcome(judged),
        get claims() {
          return claims();
        },
        events,
        steps: 0,
        divergence: null,
        tolerated: [],
        bounds: [],
        disagreements: [],
        goals: (foldOptions.goals ?? []).map((goal) => goalReport(goal, graph)),
        errors: [],
      };
    },
  };
}

function answeredNow(module: EioModule, graph: Graph, options: EioModelOptions): CompiledPredicate[] {
  const compiled = compileAll(module, graph, options);
  if (options.resolvers === undefined || options.resolvers.length === 0) return compiled;
  const answers = options.answers ?? new Map();
  const more = askNow(openQuestions(compiled, answers), options.resolvers, graph);
  return more.size === 0
    ? compiled
    : compileAll(module, graph, { ...options, answers: new Map([...answers, ...more]) });
}

/**
 * Asks resolvers, which may take their time, what a trace leaves open to a model, and gives the model with their answers. The answers are
 * data: folding the result is as pure as before. A resolver that throws or does not answer in time makes its claims EVALUATOR_ERROR.
 */
export async function answerOpenQuestions(
  model: EioModel,
  trace: Trace,
  resolvers: readonly OpenResolver[],
  options: AskOptions = {},
): Promise<EioModel> {
  const graph = graphOf(trace);
  const compiled = compileAll(model.module, graph, model.options);
  const questions = openQuestions(compiled, model.options.answers ?? new Map(), options.limit);
  return model.withAnswers(await askAll(questions, resolvers, graph, options));
}

const GOAL = /^performed\s+(\S+)$/;

const unknownGoal = (goal: string): Diagnostic<'eio/unknown-goal'> => ({
  code: 'eio/unknown-goal',
  message: `an EIO model has no goal "${goal}"`,
  expected: '"performed <tool>", where the tool may be a glob',
});

// The one goal that speaks of a trace without states: that some call of a tool was carried out.
function goalReport(goal: string, graph: Graph): GoalReport {
  const glob = GOAL.exec(goal.trim())![1]!;
  const action = graph.actions.find((one) => one.status === 'performed' && matchesTool([glob], one.tool));
  return {
    goal,
    reached: action !== undefined,
    initially: false,
    step: action === undefined ? null : action.rank + 1,
    error: null,
  };
}

/** The predicates of a module over a graph. */
export function compileAll(module: EioModule, graph: Graph, options: EioModelOptions): CompiledPredicate[] {
  const answers = options.answers;
  const supplied = new Map<string, readonly SupplyingClaim[]>();
  const resolvers: Resolvers = {
    relations: new Map(
      [...RELATION_RESOLVERS, ...(options.relations ?? []).map(guardedRelation)].map((one) => [one.decides, one]),
    ),
    facts: new Map(
      [...factResolvers({ quoteAware: options.quoteAware ?? false }), ...(options.facts ?? []).map(guardedFact)].map(
        (one) => [one.decides, one],
      ),
    ),
    answered: (relation, table, predicate) =>
      answers !== undefined && answers.size > 0 && allowsSemantic(predicate, relation)
        ? withAnswers(graph, relation, table, answers)
        : table,
    claimsOf(id) {
      const known = supplied.get(id);
      if (known !== undefined) return known;
      // The module's own first: a guard that was removed from it is removed here too.
      const predicate = [...module.predicates, ...(module.suppliers ?? [])].find((one) => one.id === id);
      if (predicate === undefined) return null;
      const claims = judge(compilePredicate(predicate, graph, resolvers), graph, module);
      supplied.set(id, claims);
      return claims;
    },
  };
  return module.predicates.map((predicate) => compilePredicate(predicate, graph, resolvers));
}

// The others stay at hand: their claims may supply facts.
const narrowed = (module: EioModule, predicates: readonly Predicate[]): EioModule =>
  predicates.length === module.predicates.length
    ? module
    : { ...module, predicates, suppliers: [...(module.suppliers ?? []), ...module.predicates] };

function infoOf(predicate: Predicate): PredicateInfo {
  return {
    id: predicate.id,
    polarity: predicate.polarity,
    description: predicate.description,
    ...(predicate.risk === undefined ? {} : { risk: predicate.risk }),
    mitigations: predicate.mitigations,
    at: predicate.at,
  };
}

function select(
  module: EioModule,
  names: readonly string[] | undefined,
): Result<readonly Predicate[], EioModelDiagnostic> {
  if (names === undefined) return ok(module.predicates);
  const known = module.predicates.map((predicate) => predicate.id);
  const wanted = new Set<string>();
  for (const name of names) {
    const id = known.find((one) => one === name || one === `eio.predicate.${name}`);
    if (id === undefined) {
      const hint = nearestHint(name, [...known, ...known.map((one) => one.replace(/^eio\.predicate\./, ''))]);
      return fail({
        code: 'eio/unknown-predicate',
        message: `module "${module.id}" has no predicate "${name}"`,
        ...(hint === undefined ? {} : { hint }),
      });
    }
    wanted.add(id);
  }
  return ok(module.predicates.filter((predicate) => wanted.has(predicate.id)));
}
