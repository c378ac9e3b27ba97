import { type Diagnostic, fail, ok, type Result, type Span } from '../diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { buildEvidence, type Redaction } from '../evidence/record/build.ts';
import type { EvidenceRecord } from '../evidence/record/schema.ts';
import { renderText, type TextOptions } from '../evidence/render/text.ts';
import { shortestFailingRun } from '../explore/shrink/failing-run.ts';
import { type Claim, outcomeOf, overallOutcome } from '../model/claim.ts';
import { foldTogether, foldTrace } from '../model/fold-trace.ts';
import type { MachineModel, StepFoldOptions } from '../model/machine-model.ts';
import type { GoalReport, Model, Verdict } from '../model/model.ts';
import { type Phrase, phrase } from '../model/phrase.ts';
import type { ScenarioHost } from './host.ts';
import { editedInput, integrityOf, misplacedEdit } from './integrity.ts';
import { type LegInput, legInput } from './leg-input.ts';
import { type ResolvedModel, resolveModel } from './resolve-model.ts';
import type { LegName, LegSource, Named, Trio } from './trio.ts';

/** Why a leg did not do what the trio needs of it. */
export interface TrioProblem {
  readonly code: TrioProblemCode;
  readonly leg: LegName | null;
  readonly text: Phrase;
  readonly at: Span;
}

export type TrioProblemCode =
  | 'trio/attack-succeeds'
  | 'trio/attack-refused'
  | 'trio/control-violates'
  | 'trio/control-refused'
  | 'trio/goal-not-reached'
  | 'trio/goal-already-reached'
  | 'trio/guard-does-not-bite'
  | 'trio/negative-control-refused'
  | 'trio/undeclared-difference'
  | 'trio/unknown';

export interface LegResult {
  readonly leg: LegName;
  readonly at: Span;
  /** Whether the leg did what the trio needs of it. */
  readonly ok: boolean;
  /** One verdict a model, in the order of the YAML. */
  readonly verdicts: readonly Verdict[];
  readonly problems: readonly TrioProblem[];
}

/** What running a trio came to. */
export interface TrioResult {
  readonly trio: Trio;
  /** `proved`: all three legs hold. `unknown`: nothing failed, but something could not be decided; never a pass. */
  readonly outcome: 'proved' | 'failed' | 'unknown';
  readonly legs: readonly LegResult[];
  /** Findings that do not fail the trio, such as an invariant that the control never exercised. */
  readonly notes: readonly Phrase[];
  /** The evidence, one record a model; folds once more with recording, so ask only where it is shown. */
  evidence(redaction?: Redaction): readonly EvidenceRecord[];
}

/** One leg as it is folded by one model. */
interface Run {
  readonly leg: LegName;
  readonly source: LegSource['kind'];
  readonly at: Span;
  readonly input: LegInput;
  /** Names that the trio forbids in so many words: an observation among them counts as a finding. */
  readonly forbidden: readonly Named[];
  /** One a model. */
  readonly models: readonly {
    readonly model: Model;
    readonly weakened: string | null;
    readonly options: StepFoldOptions;
  }[];
}

/**
 * Runs the three legs of a trio (design section 5). An error in the scenario itself (a name that does not exist, a file that is missing, a
 * model that does not parse) is a diagnostic; what the legs show is a result.
 */
export async function runTrio(trio: Trio, host: ScenarioHost): Promise<Result<TrioResult>> {
  const result = await runLegs(trio, host);
  if (result.ok) return result;
  const [first, ...more] = result.errors.map((error): Diagnostic => {
    if (error.at?.file !== trio.file || error.lineText !== undefined) return error;
    return { ...error, lineText: trio.source.line(error.at.start.line) };
  });
  return fail(first!, ...more);
}

async function runLegs(trio: Trio, host: ScenarioHost): Promise<Result<TrioResult>> {
  const models: ResolvedModel[] = [];
  for (const ref of trio.models) {
    const model = await resolveModel(ref, host);
    if (!model.ok) return model;
    models.push(model.value);
  }
  return runTrioOn(trio, models, host);
}

/** As {@link runTrio}, on models that are given: one for each that the trio names, in its order. */
export async function runTrioOn(
  trio: Trio,
  models: readonly ResolvedModel[],
  host: ScenarioHost,
): Promise<Result<TrioResult>> {
  const plan = planPredicates(trio, models);
  if (!plan.ok) return plan;
  const problem = unknownStep(trio, models);
  if (problem !== null) return fail(problem);
  const runs = await planRuns(trio, models, plan.value, host);
  if (!runs.ok) return runs;

  const legs: LegResult[] = [];
  for (const run of runs.value) {
    const verdicts = foldLeg(run);
    if (!verdicts.ok) return located(verdicts, run.at);
    legs.push(judgeLeg(trio, run, verdicts.value));
  }
  const integrity = integrityOf(trio.negativeControl, runs.value[0]!.input, runs.value[2]!.input);
  const problems = legs.flatMap((leg) => leg.problems);
  if (!integrity.holds) {
    const text = phrase`the negative control differs from the attack by more than it declares`;
    problems.push({ code: 'trio/undeclared-difference', leg: 'negative-control', text, at: trio.negativeControl.at });
  }
  const failed = problems.some(({ code }) => code !== 'trio/unknown');
  const outcome = problems.length === 0 ? 'proved' : failed ? 'failed' : 'unknown';
  return ok({
    trio,
    outcome,
    legs,
    notes: notesOf(legs),
    evidence: (redaction) =>
      models.map(({ model, texts }, index) =>
        buildEvidence(
          {
            subject: {
              kind: 'trio',
              id: trio.id,
              claim: trio.claim,
              at: trio.at,
              ...(trio.negativeControl.kind === 'weaken' ? { guard: trio.negativeControl.guard.name } : {}),
            },
            model: { kind: model.kind, name: model.name, predicates: model.predicates, texts },
            outcome: outcome === 'proved' ? 'pass' : outcome === 'failed' ? 'fail' : 'unknown',
            problems,
            legs: runs.value.map((run, position) => recordedLeg(run, index, legs[position]!)),
            integrity,
          },
          redaction === false ? false : { ...redaction, names: [...(redaction?.names ?? []), ...(model.names ?? [])] },
        ),
      ),
  });
}

/** The failure message of a trio, or the few lines of a proof. */
export function renderTrio(result: TrioResult, options: TextOptions & { readonly redaction?: Redaction } = {}): string {
  return result
    .evidence(options.redaction)
    .map((record) => renderText(record, options))
    .join('\n\n');
}

/** What each model judges: all of its predicates, or those of `predicates`, or those that `forbidden` names. */
function planPredicates(trio: Trio, models: readonly ResolvedModel[]): Result<readonly (readonly string[])[]> {
  const known = models.map(({ model }) => model.predicates.map(({ id }) => id));
  const all = known.flat();
  for (const { name, at } of [...(trio.forbidden ?? []), ...(trio.negativeControl.violates ?? [])]) {
    if (!all.some((id) => isCalled(id, name))) return fail(unknownPredicate(name, at, all));
  }
  const plans: (readonly string[])[] = [];
  for (const [index, { ref }] of models.entries()) {
    const own = known[index]!;
    for (const { name, at } of ref.predicates ?? []) {
      if (!own.some((id) => isCalled(id, name))) return fail(unknownPredicate(name, at, own));
    }
    const named = (names: readonly Named[] | null) =>
      own.filter((id) => names === null || names.some(({ name }) => isCalled(id, name)));
    const forbidden = named(trio.forbidden);
    plans.push(named(ref.predicates).filter((id) => forbidden.includes(id)));
  }
  if (plans.every((plan) => plan.length === 0)) {
    const message =
      all.length === 0 ? 'the model has no invariant, so nothing is forbidden' : 'no model judges what is forbidden';
    return fail({ code: 'scenario/nothing-forbidden', message, at: trio.at });
  }
  return ok(plans);
}

/** EIO predicates go by their whole id or without its first part. */
const isCalled = (id: string, name: string): boolean => id === name || id === `eio.predicate.${name}`;

function unknownPredicate(name: string, at: Span, known: readonly string[]): Diagnostic {
  const hint = nearestHint(name, known);
  const message = `no model of this trio has an invariant or predicate "${name}"`;
  return { code: 'scenario/unknown-predicate', message, at, ...(hint === undefined ? {} : { hint }) };
}

/** The first step, in the order of the YAML, that names something the model does not have. */
function unknownStep(trio: Trio, models: readonly ResolvedModel[]): Diagnostic | null {
  const machines = models.flatMap(({ model }) => (isMachineModel(model) ? [model.machine] : []));
  const negative = trio.negativeControl;
  const sources = [trio.attack.source, trio.control.source, ...(negative.kind === 'own' ? [negative.source] : [])];
  const written = [
    ...sources.flatMap((source) =>
      source.kind === 'steps' ? source.steps.map((step, index) => ({ step, at: source.spans[index]! })) : [],
    ),
    ...(negative.kind === 'weaken'
      ? []
      : negative.edits.flatMap((edit) =>
          edit.kind !== 'drop' && edit.item.kind === 'step' ? [{ step: edit.item.step, at: edit.at }] : [],
        )),
  ];
  for (const { step, at } of written) {
    for (const machine of machines) {
      const problem = machine.checkStep(step);
      if (problem !== null) return { ...problem, at };
    }
  }
  return null;
}

async function planRuns(
  trio: Trio,
  models: readonly ResolvedModel[],
  predicates: readonly (readonly string[])[],
  host: ScenarioHost,
): Promise<Result<readonly [Run, Run, Run]>> {
  const negative = trio.negativeControl;
  const guard = negative.kind === 'weaken' ? negative.guard : null;
  // A live agent switches its own guard off, and the model stays whole: its trace is judged as any other.
  const weakensModel = guard !== null && trio.attack.source.kind !== 'agent';
  const weakened: (Model | null)[] = [];
  if (weakensModel) {
    for (const { model } of models) {
      const without = model.weaken(guard.name);
      weakened.push(without.ok ? without.value : null);
    }
    if (weakened.every((model) => model === null))
      return located(models[0]!.model.weaken(guard.name) as Result<never>, guard.at);
  }
  const attack = await legInput(trio.attack.source, host, null);
  if (!attack.ok) return attack;
  const control = await legInput(trio.control.source, host, null);
  if (!control.ok) return control;
  const own = await negativeInput(trio, attack.value, host);
  if (!own.ok) return own;
  const goals = planGoals(trio.control.reaches, models);
  if (!goals.ok) return goals;

  const plain = (goalsOf: (index: number) => readonly string[], tolerate: boolean): Run['models'] =>
    models.map(({ model }, index) => ({
      model,
      weakened: null,
      options: {
        predicates: predicates[index]!,
        goals: goalsOf(index),
        ...(tolerate && guard !== null && weakened[index] ? { tolerate: guard.name } : {}),
      },
    }));
  const none = () => [];
  const forbidden = [...(trio.forbidden ?? []), ...(negative.violates ?? [])];
  return ok([
    {
      leg: 'attack',
      forbidden,
      source: trio.attack.source.kind,
      at: trio.attack.at,
      input: attack.value,
      models: plain(none, true),
    },
    {
      leg: 'control',
      forbidden,
      source: trio.control.source.kind,
      at: trio.control.at,
      input: control.value,
      models: plain((index) => goals.value[index]!, false),
    },
    {
      leg: 'negative-control',
      forbidden,
      source: negative.kind === 'own' ? negative.source.kind : trio.attack.source.kind,
      at: negative.at,
      input: own.value,
      models: models.map(({ model }, index) => ({
        model: weakened[index] ?? model,
        weakened: weakened[index] ? (guard?.name ?? null) : null,
        options: { predicates: predicates[index]! },
      })),
    },
  ]);
}

async function negativeInput(trio: Trio, attack: LegInput, host: ScenarioHost): Promise<Result<LegInput>> {
  const negative = trio.negativeControl;
  const misplaced = negative.kind === 'weaken' ? null : misplacedEdit(attack, negative.edits);
  if (misplaced !== null) return fail(misplaced);
  switch (negative.kind) {
    case 'weaken':
      return trio.attack.source.kind === 'agent' ? legInput(trio.attack.source, host, negative.guard.name) : ok(attack);
    case 'edit':
      return ok(editedInput(attack, negative.edits));
    case 'own':
      return legInput(negative.source, host, null);
  }
}

/** Each goal goes to the first model that understands it. */
function planGoals(
  reaches: readonly Named[],
  models: readonly ResolvedModel[],
): Result<readonly (readonly string[])[]> {
  const plans: string[][] = models.map(() => []);
  for (const { name, at } of reaches) {
    const problems = models.map(({ model }) => model.goal?.(name));
    const index = problems.indexOf(null);
    const problem = problems.find((one) => one != null);
    if (index >= 0) plans[index]!.push(name);
    else if (problem !== undefined) return located(fail(problem), at);
    else return fail({ code: 'scenario/no-goals', message: 'no model of this trio knows goals to reach', at });
  }
  return ok(plans);
}

const isMachineModel = (model: Model): model is MachineModel => 'machine' in model;

/** One verdict a model; the events of a trace are gone through once for all of them. */
function foldLeg(run: Run): Result<Verdict[]> {
  if (run.input.kind === 'trace') {
    const judges = run.models.map(({ model, options }) => ({ model, options: traceOptions(options) }));
    const verdicts = foldTogether(judges, run.input.trace);
    return verdicts.ok ? ok(verdicts.value.map((verdict) => withForbidden(verdict, run.forbidden))) : verdicts;
  }
  const verdicts: Verdict[] = [];
  for (const { model, options } of run.models) {
    const verdict = fold(model, run, options);
    if (!verdict.ok) return verdict;
    verdicts.push(verdict.value);
  }
  return ok(verdicts);
}

// Only steps may be tolerated: what a trace shows was done, whatever the model would have refused.
function traceOptions({ tolerate: _steps, ...rest }: StepFoldOptions): StepFoldOptions {
  return rest;
}

function fold(model: Model, run: Run, options: StepFoldOptions): Result<Verdict> {
  const verdict = foldInput(model, run, options);
  return verdict.ok ? ok(withForbidden(verdict.value, run.forbidden)) : verdict;
}

/** What is only observed is no finding, unless the trio says that it is forbidden: then it is judged as a risk is. */
function withForbidden(verdict: Verdict, forbidden: readonly Named[]): Verdict {
  const claims = verdict.claims.map(
    (claim): Claim =>
      claim.polarity === 'observation' && forbidden.some(({ name }) => isCalled(claim.predicate, name))
        ? { ...claim, polarity: 'risk' }
        : claim,
  );
  return claims.every((claim, at) => claim === verdict.claims[at])
    ? verdict
    : { ...verdict, claims, outcome: overallOutcome(claims) };
}

function foldInput(model: Model, run: Run, options: StepFoldOptions): Result<Verdict> {
  switch (run.input.kind) {
    case 'trace':
      return foldTrace(model, run.input.trace, traceOptions(options));
    case 'steps':
      if (isMachineModel(model)) return model.foldSteps(run.input.steps, options);
      return fail({
        code: 'scenario/steps-need-machine',
        message: `the model ${model.name} is no state machine, so it takes no steps`,
        hint: 'give "events" or a "trace"',
      });
  }
}

/** What the trio needs of each leg, and what stands against it. */
function judgeLeg(trio: Trio, run: Run, verdicts: readonly Verdict[]): LegResult {
  const problems: TrioProblem[] = [];
  const problem = (code: TrioProblemCode, text: Phrase, at = run.at) => problems.push({ code, leg: run.leg, text, at });
  const claims = verdicts.flatMap((verdict) => verdict.claims);
  const failed = claims.filter((claim) => outcomeOf(claim) === 'fail');
  const unknown = claims.filter((claim) => outcomeOf(claim) === 'unknown');
  const refused =
    run.input.kind === 'steps' ? verdicts.find(({ divergence }) => divergence !== null)?.divergence : undefined;
  const refusal = refused == null ? null : refusalText(refused);
  switch (run.leg) {
    case 'attack':
      for (const claim of failed) problem('trio/attack-succeeds', phrase`the attack succeeds: ${claim.reason}`);
      if (refusal !== null) problem('trio/attack-refused', phrase`the attack is no behaviour of the model: ${refusal}`);
      break;
    case 'control': {
      for (const claim of failed)
        problem('trio/control-violates', phrase`the control reaches a forbidden state: ${claim.reason}`);
      if (refusal !== null) problem('trio/control-refused', phrase`the control cannot do its work: ${refusal}`);
      const at = (goal: string) => trio.control.reaches.find(({ name }) => name === goal)?.at ?? run.at;
      for (const goal of verdicts.flatMap((verdict) => verdict.goals)) {
        if (goal.initially)
          problem(
            'trio/goal-already-reached',
            phrase`${goal.goal} holds before the control does anything`,
            at(goal.goal),
          );
        else if (!goal.reached) problem('trio/goal-not-reached', notReached(goal), at(goal.goal));
      }
      break;
    }
    case 'negative-control': {
      const wanted = trio.negativeControl.violates?.map(({ name }) => name);
      const missing = wanted?.filter((name) => !failed.some((claim) => isCalled(claim.predicate, name))) ?? [];
      const bites = wanted === undefined ? failed.length > 0 : missing.length === 0;
      if (bites) return { leg: run.leg, at: run.at, ok: true, verdicts, problems };
      if (refusal !== null)
        problem('trio/negative-control-refused', phrase`the negative control stops early: ${refusal}`);
      else if (unknown.length === 0) problem('trio/guard-does-not-bite', doesNotBite(trio, missing));
      break;
    }
  }
  if (problems.length === 0) for (const claim of unknown) problem('trio/unknown', claim.reason);
  return { leg: run.leg, at: run.at, ok: problems.length === 0, verdicts, problems };
}

function notReached({ goal, error }: GoalReport): Phrase {
  const why = error === null ? '' : ` (where it could not be evaluated: ${error.code})`;
  return phrase`the control never reaches ${goal}${why}`;
}

function doesNotBite(trio: Trio, missing: readonly string[]): Phrase {
  const what = missing.length > 0 ? missing.join(', ') : 'a forbidden state';
  const negative = trio.negativeControl;
  return negative.kind === 'weaken'
    ? phrase`without ${negative.guard.name} the attack still does not reach ${what}, so the trio does not show that this guard bites`
    : phrase`the negative control does not reach ${what}, so the trio does not show what stops the attack`;
}

function refusalText(divergence: NonNullable<Verdict['divergence']>): Phrase {
  const head = phrase`step ${String(divergence.step)} (${divergence.action.action}) is refused`;
  const bound = divergence.bounds[0];
  if (bound !== undefined) return phrase`${head} by the model's limit ${bound.bound}: ${bound.text}`;
  const [first] = divergence.refusals;
  if (first === undefined) return head;
  const named = typeof first.text[0] === 'string' && first.text[0].startsWith(first.guard);
  return named ? phrase`${head}: ${first.text}` : phrase`${head} by ${first.guard}: ${first.text}`;
}

/** Reported, not failed: an invariant that the control never exercised is one that it does not test. */
function notesOf(legs: readonly LegResult[]): readonly Phrase[] {
  const control = legs.find(({ leg }) => leg === 'control');
  return (control?.verdicts ?? [])
    .flatMap((verdict) => verdict.claims)
    .filter(({ state }) => state === 'NOT_APPLICABLE')
    .map(({ predicate }) => phrase`the control never exercises ${predicate}`);
}

function recordedLeg(run: Run, index: number, result: LegResult) {
  const { model, weakened, options } = run.models[index]!;
  const recorded = fold(model, run, { ...options, record: true });
  const verdict = recorded.ok ? recorded.value : result.verdicts[index]!;
  // The negative control is meant to fail, and is shown beside the attack as it is.
  const shrunk = run.leg === 'negative-control' ? null : shortestFailingRun(model, run.input, verdict, options);
  return {
    role: run.leg,
    source: run.source,
    at: run.at,
    weakened: weakened === null ? [] : [weakened],
    met: result.ok,
    verdict,
    ...(run.input.kind === 'trace' ? { events: run.input.trace.events } : {}),
    ...(verdict.run === undefined ? {} : { atoms: verdict.run.atoms }),
    ...(shrunk === null ? {} : { shrunk }),
  };
}

/** Errors without a place get that of the YAML. */
function located<T>(result: Result<T>, at: Span): Result<never> {
  if (result.ok) throw new TypeError('only failures are located');
  const [first, ...more] = result.errors.map(
    (error): Diagnostic => (error.at === undefined ? { ...error, at } : error),
  );
  return fail(first!, ...more);
}

/** The diagnostics of a scenario as one text. */
export const renderErrors = (errors: readonly Diagnostic[]): string => errors.map(formatDiagnostic).join('\n\n');
