import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { formatSpan } from '../diagnostics/format.ts';
import type { TraceHeader } from '../trace/event.ts';
import { type CandidateFoldResult, candidateFold } from './candidate-fold.ts';
import { type Claim, type ClaimState, overallOutcome } from './claim.ts';
import { executionWatch, gapsOf } from './gaps.ts';
import { isMappingError, type Mapping } from './mapping.ts';
import type { Fold, FoldOptions, Model, Verdict } from './model.ts';
import { type ModelText, modelFields, modelNames } from './model-text.ts';
import { limitPhrase, type Phrase, phrase } from './phrase.ts';
import type { StateMachine, StatePredicate, Step } from './state-machine.ts';
import type { Limits } from './tolerance.ts';
import { unknownName } from './unknown-name.ts';

/** A model that is a state machine: a TLA+ module or a `defineModel`. */
export interface MachineModel<S = unknown> extends Model {
  readonly kind: 'tla' | 'typescript';
  readonly machine: StateMachine<S>;
  readonly mapping: Mapping | null;
  weaken(guard: string): Result<MachineModel<S>>;
  /** Folds steps that are given directly: the model runs by itself. */
  foldSteps(steps: readonly Step[], options?: StepFoldOptions): Result<Verdict>;
}

export const isMachineModel = (model: Model): model is MachineModel => 'machine' in model;

/** As {@link FoldOptions}, where the steps of a state machine are folded. */
export interface StepFoldOptions extends FoldOptions {
  /** Guard whose refusal leaves the fold where it is: the attack being stopped (design section 5, "Refused steps"). */
  readonly tolerate?: string;
}

interface Prepared<S> {
  readonly initial: readonly S[];
  readonly invariants: readonly string[];
  readonly goals: readonly StatePredicate<S>[];
  readonly tolerate: StateMachine<S> | null;
}

/** Makes a state machine judge traces, through a mapping, and steps; `texts` are those that it was read from, if it was. */
export function machineModel<S>(
  machine: StateMachine<S>,
  mapping: Mapping | null,
  texts: readonly ModelText[] = [],
): MachineModel<S> {
  const prepare = (options: StepFoldOptions): Result<Prepared<S>> => {
    const initial = machine.initial();
    if (!initial.ok) return initial;
    const known = machine.invariants.map(({ id }) => id);
    const invariants = options.predicates ?? known;
    for (const name of invariants) {
      if (!known.includes(name)) return fail(unknownName('model/unknown-invariant', 'invariant', name, known));
    }
    const goals: StatePredicate<S>[] = [];
    for (const text of options.goals ?? []) {
      const goal = machine.predicate(text);
      if (!goal.ok) return goal;
      goals.push(goal.value);
    }
    let tolerate: StateMachine<S> | null = null;
    if (options.tolerate !== undefined) {
      const without = weaken(options.tolerate);
      if (!without.ok) return without;
      tolerate = without.value.machine;
    }
    return ok({ initial: initial.value, invariants, goals, tolerate });
  };

  // A trio asks for the same weakened model twice, and trios about one guard ask again.
  const weakened = new Map<string, Result<MachineModel<S>>>();
  const weaken = (guard: string): Result<MachineModel<S>> => {
    let known = weakened.get(guard);
    if (known === undefined) {
      const machineWithout = machine.weaken(guard);
      known = machineWithout.ok ? ok(machineModel(machineWithout.value, mapping, texts)) : machineWithout;
      weakened.set(guard, known);
    }
    return known;
  };

  const limits: Limits = { names: mapping?.bounds ?? machine.bounds, listed: mapping?.bounds != null };

  const start = (prepared: Prepared<S>, options: FoldOptions) =>
    candidateFold(machine, prepared.initial, {
      ...prepared,
      record: options.record ?? false,
      explain: options.explain ?? false,
      limits,
    });

  return {
    kind: machine.kind,
    name: machine.name,
    machine,
    mapping,
    predicates: machine.invariants,
    // What stands in the texts is the model's own; read where evidence is made, and by no search.
    get names() {
      return [...modelNames(texts)].filter((name) => typeof name === 'string');
    },
    get fields() {
      return [...modelFields(texts)];
    },
    guards: () => machine.guards(),
    weaken,
    goal: (text) => {
      const goal = machine.predicate(text);
      return goal.ok ? null : goal.errors[0];
    },
    foldSteps: (steps, options = {}) => {
      const prepared = prepare(options);
      if (!prepared.ok) return prepared;
      for (const [index, step] of steps.entries()) {
        const problem = machine.checkStep(step);
        if (problem !== null) return fail({ ...problem, message: `step ${index + 1}: ${problem.message}` });
      }
      const fold = start(prepared.value, options);
      for (const step of steps) fold.take(step, null);
      return ok(
        verdictOf(
          machine,
          prepared.value.invariants,
          fold.finish(),
          0,
          () => [],
          () => null,
        ),
      );
    },
    fold: (header, options = {}) => {
      if (mapping === null) return fail(noMapping(machine.name));
      const prepared = prepare(options);
      if (!prepared.ok) return prepared;
      return ok(traceFold(machine, mapping, header, prepared.value, start(prepared.value, options)));
    },
  };
}

function traceFold<S>(
  machine: StateMachine<S>,
  mapping: Mapping,
  header: TraceHeader,
  prepared: Prepared<S>,
  fold: ReturnType<typeof candidateFold>,
): Fold {
  let events = 0;
  let mappingError: Diagnostic | null = null;
  const executions = executionWatch();
  const missing = (invariant: string): string[] =>
    mapping.needs(invariant).filter((kind) => !header.observes.includes(kind));
  return {
    event: (event) => {
      events++;
      executions.event(event);
      // Labels are for reports only; no model may see them.
      if (event.kind === 'truth' || mappingError !== null) return;
      const steps = mapping.steps(event);
      if (isMappingError(steps)) {
        mappingError = steps.error;
        return;
      }
      for (const step of steps) fold.take(step, event.seq);
    },
    verdict: () => {
      const result = fold.finish();
      const complete = mappingError === null ? result : { ...result, errors: [mappingError, ...result.errors] };
      const gaps = gapsOf(header);
      const unseen = header.observes.includes('exec.started') ? executions.unseen() : null;
      const lost = (invariant: string): Lost | null =>
        gaps !== null
          ? { state: 'EVIDENCE_INCOMPLETE', event: null, reason: phrase`the recording has gaps: ${gaps}` }
          : unseen !== null && mapping.needs(invariant).includes('exec.started')
            ? {
                state: 'EVIDENCE_INVALID',
                event: unseen,
                reason: phrase`event ${String(unseen)} ends an execution that no event of the trace starts`,
              }
            : null;
      return verdictOf(machine, prepared.invariants, complete, events, missing, lost);
    },
  };
}

/** Why what was not seen says nothing: something happened that the trace does not tell. */
interface Lost {
  readonly state: 'EVIDENCE_INCOMPLETE' | 'EVIDENCE_INVALID';
  readonly event: number | null;
  readonly reason: Phrase;
}

function noMapping(model: string): Diagnostic {
  return {
    code: 'model/no-mapping',
    message: `the model ${model} does not say how events become steps`,
    hint: 'a model of defineModel says it in "on", a TLA+ module in a mapping beside it; or give steps instead of a trace',
  };
}

function verdictOf<S>(
  machine: StateMachine<S>,
  invariants: readonly string[],
  result: CandidateFoldResult,
  events: number,
  missing: (invariant: string) => readonly string[],
  lost: (invariant: string) => Lost | null,
): Verdict {
  const claims = invariants.map((name) => claimOf(machine, name, result, missing(name), lost(name)));
  return {
    model: machine.name,
    outcome: overallOutcome(claims),
    claims,
    events,
    steps: result.steps,
    divergence: result.divergence,
    bounds: result.bounds,
    disagreements: result.disagreements,
    goals: result.goals,
    tolerated: result.tolerated,
    errors: result.errors,
    ...(result.run === null ? {} : { run: result.run }),
    ...(result.atoms === null ? {} : { atoms: result.atoms }),
  };
}

/** Design section 1, "Seven claim states", for an invariant of a state machine. */
function claimOf<S>(
  machine: StateMachine<S>,
  name: string,
  result: CandidateFoldResult,
  missing: readonly string[],
  lost: Lost | null,
): Claim {
  const track = result.tracks.get(name)!;
  const info = machine.invariants.find(({ id }) => id === name)!;
  const claim = (state: ClaimState, event: number | null, reason: Phrase): Claim => ({
    id: `${machine.name}/${name}`,
    predicate: name,
    polarity: info.polarity,
    state,
    bindings: {},
    event,
    fidelity: info.fidelity ?? 'exact',
    proof: state === 'APPLICABLE_FAIL' && info.fidelity === undefined ? 'PROVEN' : 'UNPROVEN',
    reason,
    evidence: [],
    unmet: [],
  });
  const at = (step: number | null, event: number | null): string =>
    step === 0 ? 'in the initial state' : event === null ? `at step ${step}` : `at event ${event} (step ${step})`;

  const error = result.errors[0];
  if (error !== undefined && track.failedAt === null) {
    // Not the message: it may hold values of the trace, and only the renderer knows what may be shown.
    const where = error.at === undefined ? '' : ` at ${formatSpan(error.at)}`;
    return claim('EVALUATOR_ERROR', null, phrase`the model could not be evaluated: ${error.code}${where}`);
  }
  if (missing.length > 0) {
    const kinds = missing.join(', ');
    return claim(
      'EVIDENCE_INCOMPLETE',
      null,
      phrase`the trace's recorder does not observe ${kinds}, which ${name} needs`,
    );
  }
  // What was seen to be violated stays so; everything else may have happened where nothing was recorded.
  if (lost !== null && track.failedAt === null) return claim(lost.state, lost.event, lost.reason);
  const bound = result.bounds[0];
  if (bound !== undefined && (track.failedAt === null || bound.step < track.failedAt)) {
    const where = at(bound.step, bound.event);
    return claim('UNRESOLVED', bound.event, phrase`${limitPhrase(bound)} was reached ${where}: ${bound.text}`);
  }
  if (track.failedAt !== null) {
    const where = at(track.failedAt, track.failedEvent);
    return claim('APPLICABLE_FAIL', track.failedEvent ?? track.failedAt, phrase`${name} is violated ${where}`);
  }
  const { divergence } = result;
  if (divergence !== null) {
    const where = at(divergence.step, divergence.event);
    const { action } = divergence.action;
    return claim(
      'UNRESOLVED',
      divergence.event,
      phrase`the trace stops being a behaviour of the model ${where}: ${action} is refused`,
    );
  }
  if (result.doubtful.has(name)) {
    const where = at(track.doubtfulAt, null);
    return claim(
      'UNRESOLVED',
      null,
      phrase`some states that the trace allows violate ${name} (${where}) and some do not`,
    );
  }
  if (track.exercisedAt === null) {
    return claim('NOT_APPLICABLE', null, phrase`no event exercised ${name}`);
  }
  const where = at(track.exercisedAt, track.exercisedEvent);
  return claim(
    'APPLICABLE_PASS',
    track.exercisedEvent ?? track.exercisedAt,
    phrase`${name} held, first exercised ${where}`,
  );
}
