import { fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { shortestFailingRun } from '../explore/shrink/failing-run.ts';
import { type Claim, overallOutcome } from '../model/claim.ts';
import { foldTogether, foldTrace } from '../model/fold-trace.ts';
import { isMachineModel, type StepFoldOptions } from '../model/machine-model.ts';
import type { Model, Verdict } from '../model/model.ts';
import type { LegResult } from './judge-run.ts';
import { isCalled } from './plan-judgement.ts';
import type { Run } from './plan-runs.ts';
import type { Named } from './trio.ts';

/** One verdict a model; the events of a trace are gone through once for all of them. */
export function foldRun(run: Run): Result<Verdict[]> {
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

/** Steps or events past which the run of a leg is recorded only where it explains a failure that has no shorter run. */
const LONG = 1_000;

/** A run as the evidence of one model shows it: folded once more, with every step kept. */
export function recordedLeg(run: Run, index: number, result: LegResult) {
  const { model, weakened, options } = run.models[index]!;
  const told = (how: { readonly record: true } | { readonly explain: true }): Verdict => {
    const again = fold(model, run, { ...options, ...how });
    return again.ok ? again.value : result.verdicts[index]!;
  };
  const length = run.input.kind === 'trace' ? run.input.trace.events.length : run.input.steps.length;
  const explained = told(length > LONG ? { explain: true } : { record: true });
  // The negative control is meant to fail, and is shown beside the attack as it is.
  const shrunk = run.leg === 'negative-control' ? null : shortestFailingRun(model, run.input, explained, options);
  const verdict = length > LONG && shrunk === null && !result.ok ? told({ record: true }) : explained;
  const atoms = verdict.run?.atoms ?? verdict.atoms;
  return {
    role: run.leg,
    source: run.source,
    at: run.at,
    weakened: weakened === null ? [] : [weakened],
    met: result.ok,
    verdict,
    ...(run.input.kind === 'trace' ? { events: run.input.trace.events } : {}),
    ...(atoms === undefined ? {} : { atoms }),
    ...(shrunk === null ? {} : { shrunk }),
  };
}
