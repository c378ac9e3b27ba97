import type { Span } from '../diagnostics/diagnostic.ts';
import { sourceName } from '../evidence/render/source-name.ts';
import { type Claim, outcomeOf, overallOutcome } from '../model/claim.ts';
import type { Verdict } from '../model/model.ts';
import { type Phrase, phrase, shown } from '../model/phrase.ts';
import type { TrioProblem } from './judge-run.ts';
import { isCalled } from './plan-judgement.ts';
import type { Run } from './plan-runs.ts';
import type { Named } from './trio.ts';

/** A source of a leg with its verdicts, one a model. */
interface Witness {
  readonly run: Run;
  readonly verdicts: readonly Verdict[];
}

/**
 * Where the sources of one leg came to different verdicts on a predicate, or on a goal. What cannot be decided contradicts nobody: it is reported
 * by itself, and is no pass.
 */
export function disagreementsOf(
  witnesses: readonly Witness[],
  violates: readonly Named[] | null,
  at: Span,
): readonly TrioProblem[] {
  const [first] = witnesses;
  if (first === undefined || witnesses.length === 1) return [];
  // Where the model itself speaks, it says which of its guards refuses.
  const withModel = witnesses.some(({ run }) => run.source === 'steps');
  const problems: TrioProblem[] = [];
  const compare = (what: string, sayings: readonly Saying[]): void => {
    if (!sayings.some(({ says }) => says === true) || !sayings.some(({ says }) => says === false)) return;
    const each = sayings.map(({ text }, index) => phrase`${sourceName(witnesses[index]!.run.source)} ${text}`);
    const text = phrase`${what}: ${joined(each)}`;
    problems.push({ code: 'trio/disagreement', leg: first.run.leg, text, at });
  };
  for (const index of first.run.models.keys()) {
    const judged = first.run.models[index]!.options.predicates ?? [];
    for (const predicate of judged) {
      if (violates !== null && !violates.some(({ name }) => isCalled(predicate, name))) continue;
      compare(
        predicate,
        witnesses.map(({ run, verdicts }) => onPredicate(run, verdicts[index]!, predicate, withModel)),
      );
    }
    for (const goal of first.run.models[index]!.options.goals ?? []) {
      compare(
        `the goal ${goal}`,
        witnesses.map(({ verdicts }) => onGoal(verdicts[index]!, goal)),
      );
    }
  }
  return problems;
}

/** What one source says: yes, no, or that it cannot tell. */
interface Saying {
  readonly says: boolean | null;
  readonly text: Phrase;
}

function onPredicate(run: Run, verdict: Verdict, predicate: string, withModel: boolean): Saying {
  const claims = verdict.claims.filter((claim) => claim.predicate === predicate);
  const outcome = overallOutcome(claims);
  switch (outcome) {
    case 'pass':
      return { says: true, text: phrase`keeps it${stopOf(verdict)}` };
    case 'unknown': {
      const [open] = claims.filter((claim) => outcomeOf(claim) === 'unknown');
      return { says: null, text: phrase`cannot tell (${open?.state ?? 'UNRESOLVED'})` };
    }
    case 'fail':
      return { says: false, text: phrase`violates it${placeOf(run, verdict, claims, withModel)}` };
  }
}

/** The step at which the model stopped what it was told to do. */
function stopOf({ tolerated: [stopped] }: Verdict): Phrase {
  if (stopped === undefined) return [];
  const guard = stopped.refusals[0]?.guard;
  return phrase` (${guard ?? stopped.action.action} refuses step ${String(stopped.step)})`;
}

/** The step or event that violates it, and the guard of the model that speaks against it. */
function placeOf(run: Run, verdict: Verdict, claims: readonly Claim[], withModel: boolean): Phrase {
  const at = claims.find((claim) => outcomeOf(claim) === 'fail')?.event ?? null;
  if (at === null) return [];
  if (run.input.kind === 'steps') {
    const step = run.input.steps[at - 1];
    return phrase` (step ${String(at)}${step === undefined ? '' : `, ${step.action}`})`;
  }
  const event = run.input.trace.events.find(({ seq }) => seq === at);
  const tool = event !== undefined && 'tool' in event ? phrase` ${shown(event.tool ?? null, 'tool')}` : '';
  const parted = verdict.disagreements.find((each) => each.event === at && each.observed);
  const guard = parted === undefined || withModel ? '' : `, against ${parted.guard}`;
  return phrase` (event ${String(at)}${event === undefined ? '' : `, ${event.kind}`}${tool}${guard})`;
}

function onGoal({ goals }: Verdict, goal: string): Saying {
  const report = goals.find((one) => one.goal === goal);
  if (report === undefined || (report.error !== null && !report.reached)) return { says: null, text: ['cannot tell'] };
  if (!report.reached) return { says: false, text: ['never reaches it'] };
  return { says: true, text: phrase`reaches it (step ${String(report.step ?? 0)})` };
}

const joined = (phrases: readonly Phrase[]): Phrase =>
  phrases.reduce<Phrase>((all, one, index) => (index === 0 ? one : phrase`${all}, ${one}`), []);
