import { type Diagnostic, fail, failEach, ok, type Result } from '../diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { buildEvidence, type Redaction } from '../evidence/record/build.ts';
import { redactionFor } from '../evidence/record/names.ts';
import type { EvidenceRecord } from '../evidence/record/schema.ts';
import { renderText, type TextOptions } from '../evidence/render/text.ts';
import { type Phrase, phrase } from '../model/phrase.ts';
import { completeTrio } from './bindings/complete-trio.ts';
import { disagreementsOf } from './disagreement.ts';
import { foldRun, recordedLeg } from './fold-run.ts';
import type { ScenarioHost } from './host.ts';
import { type IntegrityPair, integrityOf } from './integrity.ts';
import { withItfSteps } from './itf-leg.ts';
import { judgeRun, type LegResult, type TrioProblem } from './judge-run.ts';
import { located, planPredicates, unknownStep } from './plan-judgement.ts';
import { planRuns, type Run } from './plan-runs.ts';
import { divergencesOf, withReplayedStimuli } from './replay/replay-in-trio.ts';
import { type ResolvedModel, resolveModel } from './resolve-model.ts';
import { withinTime } from './time-limit.ts';
import type { Trio } from './trio.ts';

/** What running a trio came to. */
export interface TrioResult {
  readonly trio: Trio;
  /** `proved`: all three legs hold. `unknown`: nothing failed, but something could not be decided; never a pass. */
  readonly outcome: 'proved' | 'failed' | 'unknown';
  /** One for each source of each leg, in the order of the legs. */
  readonly legs: readonly LegResult[];
  /** Why it is not proved, the most important first: of the legs, and of what lies between them. */
  readonly problems: readonly TrioProblem[];
  /** Findings that do not fail the trio, such as an invariant that the control never exercised. */
  readonly notes: readonly Phrase[];
  /** The evidence, one record a model; folds once more with recording, so ask only where it is shown. */
  evidence(redaction?: Redaction): readonly EvidenceRecord[];
}

/**
 * Runs the three legs of a trio (design section 5), each on every source that it names. An error in the scenario itself (a name that does not
 * exist, a file that is missing, a model that does not parse, an agent that throws) is a diagnostic; what the legs show is a result.
 */
export async function runTrio(trio: Trio, host: ScenarioHost): Promise<Result<TrioResult>> {
  const result = await runLegs(trio, host);
  if (result.ok) return result;
  return failEach(result.errors, (error) => {
    if (error.at?.file !== trio.file || error.lineText !== undefined) return error;
    return { ...error, lineText: trio.source.line(error.at.start.line) };
  });
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
  written: Trio,
  models: readonly ResolvedModel[],
  host: ScenarioHost,
): Promise<Result<TrioResult>> {
  const readable = withItfSteps(
    written,
    models.map(({ model }) => model),
    host,
  );
  if (!readable.ok) return readable;
  const declared = readable.value;
  const plan = planPredicates(declared, models);
  if (!plan.ok) return plan;
  const completed = completeTrio(declared, models);
  if (!completed.ok) return completed;
  const problem = unknownStep(completed.value, models);
  if (problem !== null) return fail(problem);
  const filled = withReplayedStimuli(completed.value, models);
  if (!filled.ok) return filled;
  const trio = filled.value;
  const planned = await planRuns(trio, models, plan.value, host);
  if (!planned.ok) return planned;

  const { attack, control, negative } = planned.value;
  const runs = [...attack, ...control, ...negative];
  const coded = models.some(({ model }) => model.kind === 'typescript');
  const judge = (run: Run) => (coded ? withinTime(() => foldRun(run)) : foldRun(run));
  const legs: LegResult[] = [];
  for (const run of runs) {
    const verdicts = judge(run);
    if (!verdicts.ok) return located(verdicts.errors, run.at);
    legs.push(judgeRun(trio, run, verdicts.value));
  }
  const pairs = attack.map(({ source, input }, index): IntegrityPair => {
    return { source, attack: input, own: negative[index]!.input };
  });
  const { integrity, problem: undeclared } = integrityOf(trio.negativeControl, pairs as [IntegrityPair]);
  const divergences = divergencesOf(trio, runs, models);
  if (!divergences.ok) return divergences;
  const problems: readonly TrioProblem[] = [
    ...disagreements(trio, runs, legs),
    ...divergences.value,
    ...legs.flatMap((leg) => leg.problems),
    ...(undeclared === null ? [] : [undeclaredDifference(trio, undeclared)]),
  ];
  const failed = problems.some(({ code }) => code !== 'trio/unknown');
  const outcome = problems.length === 0 ? 'proved' : failed ? 'failed' : 'unknown';
  return ok({
    trio,
    outcome,
    legs,
    problems,
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
            legs: runs.map((run, position) => recordedLeg(run, index, legs[position]!)),
            integrity,
          },
          redaction === false ? false : redactionFor(model, redaction),
        ),
      ),
  });
}

function disagreements(trio: Trio, runs: readonly Run[], legs: readonly LegResult[]): readonly TrioProblem[] {
  const witnesses = runs.map((run, index) => ({ run, verdicts: legs[index]!.verdicts }));
  const of = (leg: Run['leg']) => witnesses.filter(({ run }) => run.leg === leg);
  const { attack, control, negativeControl: negative } = trio;
  return [
    ...disagreementsOf(of('attack'), null, attack.at),
    ...disagreementsOf(of('control'), null, control.at),
    ...disagreementsOf(of('negative-control'), negative.violates, negative.at),
  ];
}

const undeclaredDifference = (trio: Trio, text: Phrase): TrioProblem => ({
  code: 'trio/undeclared-difference',
  leg: 'negative-control',
  text,
  at: trio.negativeControl.at,
});

/** The failure message of a trio, or the few lines of a proof. */
export function renderTrio(result: TrioResult, options: TextOptions & { readonly redaction?: Redaction } = {}): string {
  return result
    .evidence(options.redaction)
    .map((record) => renderText(record, options))
    .join('\n\n');
}

/** Reported, not failed: an invariant that the control never exercised is one that it does not test. */
function notesOf(legs: readonly LegResult[]): readonly Phrase[] {
  const several = legs.filter(({ leg }) => leg === 'control').length > 1;
  return legs
    .filter(({ leg }) => leg === 'control')
    .flatMap(({ source, verdicts }) =>
      verdicts
        .flatMap((verdict) => verdict.claims)
        .filter(({ state }) => state === 'NOT_APPLICABLE')
        .map(({ predicate }) => phrase`the control${several ? ` (${source})` : ''} never exercises ${predicate}`),
    );
}

/** The diagnostics of a scenario as one text. */
export const renderErrors = (errors: readonly Diagnostic[]): string => errors.map(formatDiagnostic).join('\n\n');
