import type { Span } from '../diagnostics/diagnostic.ts';
import { sourceName } from '../evidence/render/source-name.ts';
import { type Claim, outcomeOf } from '../model/claim.ts';
import type { GoalReport, Verdict } from '../model/model.ts';
import { limitPhrase, type Phrase, phrase, refusalPhrase } from '../model/phrase.ts';
import { isCalled } from './plan-judgement.ts';
import type { Run } from './plan-runs.ts';
import type { LegName, LegSource, Trio } from './trio.ts';

/** Why a leg did not do what the trio needs of it. */
export interface TrioProblem {
  readonly code: TrioProblemCode;
  readonly leg: LegName | null;
  readonly text: Phrase;
  readonly at: Span;
}

export type TrioProblemCode =
  | 'trio/disagreement'
  | 'trio/divergence'
  | 'trio/attack-succeeds'
  | 'trio/attack-refused'
  | 'trio/control-violates'
  | 'trio/control-refused'
  | 'trio/goal-not-reached'
  | 'trio/goal-already-reached'
  | 'trio/control-shows-nothing'
  | 'trio/guard-does-not-bite'
  | 'trio/negative-control-refused'
  | 'trio/undeclared-difference'
  | 'trio/unknown';

/** What one source of one leg came to. */
export interface LegResult {
  readonly leg: LegName;
  readonly source: LegSource['kind'];
  readonly at: Span;
  /** Whether the leg did what the trio needs of it. */
  readonly ok: boolean;
  /** One verdict a model, in the order of the YAML. */
  readonly verdicts: readonly Verdict[];
  readonly problems: readonly TrioProblem[];
}

/** What the trio needs of a leg, and what stands against it in one of its sources. */
export function judgeRun(trio: Trio, run: Run, verdicts: readonly Verdict[]): LegResult {
  const problems: TrioProblem[] = [];
  const problem = (code: TrioProblemCode, text: Phrase, at = run.at) => problems.push({ code, leg: run.leg, text, at });
  const result = (): LegResult => ({
    leg: run.leg,
    source: run.source,
    at: run.at,
    ok: problems.length === 0,
    verdicts,
    problems,
  });
  const on = run.several ? ` on ${sourceName(run.source)}` : '';
  const claims = verdicts.flatMap((verdict) => verdict.claims);
  const failed = claims.filter((claim) => outcomeOf(claim) === 'fail');
  const unknown = claims.filter((claim) => outcomeOf(claim) === 'unknown');
  const refused =
    run.input.kind === 'steps' ? verdicts.find(({ divergence }) => divergence !== null)?.divergence : undefined;
  const refusal = refused == null ? null : refusalText(refused);
  switch (run.leg) {
    case 'attack':
      for (const claim of failed) problem('trio/attack-succeeds', phrase`the attack succeeds${on}: ${claim.reason}`);
      if (refusal !== null)
        problem('trio/attack-refused', phrase`${stoppedByAnother(trio)}: ${refusal}${instead(trio, run, refused!)}`);
      break;
    case 'control': {
      for (const claim of failed)
        problem('trio/control-violates', phrase`the control reaches a forbidden state${on}: ${claim.reason}`);
      if (refusal !== null) problem('trio/control-refused', phrase`the control cannot do its work: ${refusal}`);
      const assumed = run.input.kind === 'steps' ? verdicts.flatMap((verdict) => verdict.disagreements)[0] : undefined;
      if (assumed !== undefined)
        problem('trio/control-refused', phrase`the control cannot do its work: ${assumedOnly(assumed)}`);
      const at = (goal: string) => trio.control.reaches.find(({ name }) => name === goal)?.at ?? run.at;
      for (const goal of verdicts.flatMap((verdict) => verdict.goals)) {
        if (goal.initially)
          problem(
            'trio/goal-already-reached',
            phrase`${goal.goal} holds before the control does anything${on}`,
            at(goal.goal),
          );
        else if (!goal.reached) problem('trio/goal-not-reached', notReached(goal, on), at(goal.goal));
      }
      if (trio.control.reaches.length === 0 && claims.every(({ state }) => state === 'NOT_APPLICABLE'))
        problem('trio/control-shows-nothing', showsNothing(claims, on));
      break;
    }
    case 'negative-control': {
      const wanted = trio.negativeControl.violates?.map(({ name }) => name);
      const missing = wanted?.filter((name) => !failed.some((claim) => isCalled(claim.predicate, name))) ?? [];
      const bites = wanted === undefined ? failed.length > 0 : missing.length === 0;
      if (bites) return result();
      if (refusal !== null)
        problem('trio/negative-control-refused', phrase`the negative control stops early: ${refusal}`);
      else if (unknown.length === 0) problem('trio/guard-does-not-bite', doesNotBite(trio, run, missing, on));
      break;
    }
  }
  if (problems.length === 0)
    for (const claim of unknown)
      problem('trio/unknown', run.several ? phrase`${claim.reason} (${sourceName(run.source)})` : claim.reason);
  return result();
}

/** The attack ends somewhere, and not because of what the trio is about. */
function stoppedByAnother({ negativeControl }: Trio): Phrase {
  if (negativeControl.kind !== 'weaken') return phrase`the attack is no behaviour of the model`;
  return phrase`something else than ${negativeControl.guard.name} stops the attack`;
}

/** Steps are what the model does by itself: a guard that they only assume would not have let them through. */
function assumedOnly({ step, guard, observed, model }: Verdict['disagreements'][number]): Phrase {
  const own = model === 'error' ? 'could not be evaluated' : `is ${model}`;
  return phrase`step ${String(step)} assumes that ${guard} is ${String(observed)}, and by the model's own definition it ${own}`;
}

/** Without a goal, what a control shows is that something which is judged was done rightfully. */
function showsNothing(claims: readonly Claim[], on: string): Phrase {
  const judged = [...new Set(claims.map(({ predicate }) => predicate))].join(', ');
  return phrase`the control has no goal and exercises nothing of ${judged}${on}, so it does not show that legitimate work gets done; name its goal, "reaches"`;
}

/** The guard to name, where what stopped the attack is one of the model. */
function instead(
  { negativeControl }: Trio,
  run: Run,
  { refusals, bounds }: NonNullable<Verdict['divergence']>,
): string {
  const guard = refusals[0]?.guard;
  if (negativeControl.kind !== 'weaken' || guard === undefined || bounds.length > 0) return '';
  const known = run.models.some(({ model }) => model.guards?.().some(({ path }) => path === guard));
  return known ? `; if that should stop it, weaken: ${guard}` : '';
}

function notReached({ goal, error }: GoalReport, on: string): Phrase {
  const why = error === null ? '' : ` (where it could not be evaluated: ${error.code})`;
  return phrase`the control never reaches ${goal}${on}${why}`;
}

function doesNotBite(trio: Trio, run: Run, missing: readonly string[], on: string): Phrase {
  const what = missing.length > 0 ? missing.join(', ') : 'a forbidden state';
  const negative = trio.negativeControl;
  if (negative.kind !== 'weaken') {
    return phrase`the negative control does not reach ${what}, so the trio does not show what stops the attack`;
  }
  // The events of a system that stopped the attack are those of one that stopped it, by whatever model they are judged.
  const hint =
    run.input.kind === 'trace' &&
    run.source !== 'agent' &&
    negative.recording === null &&
    trio.attack.sources.length > 1
      ? '; record the system without it, and name the file as "trace" beside "weaken"'
      : '';
  return phrase`without ${negative.guard.name} the attack still does not reach ${what}${on}, so the trio does not show that this guard bites${hint}`;
}

/** What went wrong for the attack: that it was stopped is the wrong news only because it was not by the guard of the trio. */
function refusalText(divergence: NonNullable<Verdict['divergence']>): Phrase {
  const head = phrase`step ${String(divergence.step)} (${divergence.action.action}) is refused`;
  const bound = divergence.bounds[0];
  if (bound !== undefined) return phrase`${head} by ${limitPhrase(bound)}: ${bound.text}`;
  const [first] = divergence.refusals;
  if (first === undefined) return head;
  const named = typeof first.text[0] === 'string' && first.text[0].startsWith(first.guard);
  return phrase`${head}${named ? ': ' : ' by '}${refusalPhrase(first)}`;
}
