import { type Claim, outcomeOf } from '../../model/claim.ts';
import type { RunRecord, StepRecord, Verdict } from '../../model/model.ts';
import { bounded, boundedValue } from './bounded.ts';
import type { LegInput } from './input.ts';
import { actionOf, boundOf, choiceOf, claimOf, errorOf, refusalOf } from './record-parts.ts';
import type { LegRecord } from './schema.ts';
import { timelineOf } from './timeline.ts';

const MAX_STEPS = 200;

/** Of a leg that did what it must. */
const MAX_MET_STEPS = 60;

const MAX_CLAIMS = 200;

const NO_STEPS: Pick<RunRecord, 'initial' | 'steps'> = { initial: {}, steps: [] };

/** A leg as a record tells it. `explain`: of the step that the leg is about, tell what chose. */
export function legRecord(leg: LegInput, explain: boolean): LegRecord {
  const { verdict } = leg;
  const run = leg.shrunk?.run ?? verdict.run ?? (leg.shrunk === undefined ? null : NO_STEPS);
  // Values of the run that is shown: a step that it leaves out must not turn up in what is false.
  const atoms = (predicate: string) => leg.shrunk?.run?.atoms.get(predicate) ?? leg.atoms?.get(predicate) ?? [];
  const timeline = timelineOf(leg.shrunk?.events ?? leg.events ?? [], lastEvent(verdict));
  return {
    role: leg.role,
    source: leg.source,
    ...(leg.at === undefined ? {} : { at: leg.at }),
    weakened: [...(leg.weakened ?? [])],
    outcome: verdict.outcome,
    met: leg.met,
    events: verdict.events,
    steps: verdict.steps,
    claims: selectClaims(verdict.claims).map((claim) => claimOf(claim, atoms(claim.predicate))),
    goals: verdict.goals.map(({ goal, reached, initially, step, error }) => ({
      goal,
      reached,
      initially,
      step,
      error: error === null ? null : errorOf(error),
    })),
    divergence: verdict.divergence === null ? null : divergenceOf(verdict.divergence),
    bounds: verdict.bounds.map((hit) => ({ ...boundOf(hit), step: hit.step, event: hit.event })),
    disagreements: verdict.disagreements.map(({ step, event, guard, observed, model }) => ({
      step,
      event,
      guard,
      observed,
      model,
    })),
    run: run === null ? null : runOf(leg, run, explain),
    timeline: [...timeline.items],
    timelineOmitted: timeline.omitted,
    errors: verdict.errors.map(errorOf),
  };
}

const divergenceOf = ({ step, event, action, refusals, bounds }: NonNullable<Verdict['divergence']>) => ({
  step,
  event,
  action: actionOf(action),
  refusals: refusals.map(refusalOf),
  bounds: bounds.map(boundOf),
});

/** The last steps of a run, as many as there is room for. */
function runOf(
  leg: LegInput,
  { initial, steps }: Pick<RunRecord, 'initial' | 'steps'>,
  explain: boolean,
): LegRecord['run'] {
  const most = leg.met ? MAX_MET_STEPS : MAX_STEPS;
  const choices = explain ? choicesOfLeg(leg.verdict, steps) : null;
  return {
    initial: bounded(initial),
    steps: steps.slice(-most).map((step) => ({
      step: step.step,
      event: step.event,
      action: actionOf(step.action),
      result: step.result,
      changes: step.changes.map((change) => ({
        variable: change.variable,
        before: boundedValue(change.before, 0),
        after: boundedValue(change.after, 0),
      })),
      refusals: step.refusals.map(refusalOf),
      ...(choices?.step === step ? { choices: choices.told.map(choiceOf) } : {}),
    })),
    omitted: Math.max(0, steps.length - most),
    shrunk: leg.shrunk === undefined ? null : { from: leg.shrunk.from, complete: leg.shrunk.complete },
  };
}

/** What chose in the step that reached a forbidden state, or in the last that chose anything where none was reached. */
function choicesOfLeg(verdict: Verdict, steps: readonly StepRecord[]) {
  const finding = verdict.claims.find((claim) => outcomeOf(claim) === 'fail');
  const reached = steps.find((step) => finding !== undefined && finding.event === (step.event ?? step.step));
  for (const step of reached === undefined ? steps.toReversed() : [reached]) {
    const told = step.choices?.() ?? [];
    if (told.length > 0) return { step, told };
  }
  return null;
}

/** The event that decided the leg; null if it ran to its end. */
function lastEvent(verdict: Verdict): number | null {
  if (verdict.divergence !== null) return verdict.divergence.event;
  let last: number | null = null;
  for (const claim of verdict.claims) {
    if (outcomeOf(claim) !== 'fail') continue;
    if (claim.event === null) return null;
    last = Math.max(last ?? claim.event, claim.event);
  }
  return last;
}

/** Findings and unknowns first, in the order of the verdict; then passes as far as there is room. */
function selectClaims(claims: readonly Claim[]): readonly Claim[] {
  if (claims.length <= MAX_CLAIMS) return claims;
  const rank = { fail: 0, unknown: 1, pass: 2 } as const;
  const ranked = claims.toSorted((a, b) => rank[outcomeOf(a)] - rank[outcomeOf(b)]);
  return ranked.slice(0, MAX_CLAIMS);
}
