import { enumerated } from '../../diagnostics/enumerated.ts';
import { printable } from '../../diagnostics/printable.ts';
import { limitPhrase } from '../../model/phrase.ts';
import type { ClaimRecord, EvidenceRecord, LegRecord } from '../record/schema.ts';
import { decides, where } from './claim-outcome.ts';
import { refusalLines } from './condition-lines.ts';
import { formatPhrase, formatPlace } from './phrase.ts';
import type { Notation } from './value.ts';

/** What a leg came to, in one sentence. */
export function headline(
  leg: LegRecord,
  name: string,
  findings: readonly ClaimRecord[],
  unknowns: readonly ClaimRecord[],
): string {
  const who = leg.role === 'trace' ? 'the trace' : `the ${name}`;
  const first = findings[0];
  const more = findings.length > 1 ? `, and ${findings.length - 1} more` : '';
  if (first !== undefined) {
    return `${who} reached a forbidden state: ${printable(first.predicate)}${where(leg, first.event)}${more}`;
  }
  if (leg.divergence !== null) {
    const { step, event, action } = leg.divergence;
    const place = `at step ${step}${event === null ? '' : ` (event ${event})`}, ${printable(action.action)}`;
    const before =
      step === 1 ? '' : `; ${step === 2 ? 'the step before it was' : `the ${step - 1} steps before it were`} possible`;
    return `${who} stopped being possible ${place}${before}`;
  }
  const open = unknowns[0];
  if (open !== undefined) return `${who} could not be decided: ${printable(open.predicate)} is ${open.state}`;
  const goal = leg.goals.find((each) => !each.reached);
  if (goal?.initially === true) return `${who} has a goal that holds before it does anything: ${printable(goal.goal)}`;
  if (goal !== undefined) return `${who} never reached its goal: ${printable(goal.goal)}`;
  if (leg.errors.length > 0) return `${who} could not be evaluated`;
  const reached = leg.goals.length === 0 ? '' : ' and reached its goal';
  const stopped = leg.run?.steps.find((step) => step.result === 'tolerated');
  const guard = stopped?.refusals[0]?.guard;
  const by = guard === undefined ? '' : `: ${printable(guard)} stopped it at step ${stopped?.step}`;
  return `${who} reached no forbidden state${reached}${by}`;
}

/** Which guard let a leg through, was removed or was assumed; in a control, which one refused. */
export function guardLines(
  record: EvidenceRecord,
  leg: LegRecord,
  deciding: ClaimRecord | null,
  notation: Notation,
): readonly string[] {
  const lines = leg.weakened.map((guard) => `${printable(guard)} was removed from the model in this leg`);
  const refusals = leg.divergence?.refusals ?? [];
  lines.push(...refusals.flatMap((refusal) => refusalLines(refusal, notation)));
  lines.push(
    ...leg.disagreements.map((each) => {
      const place = each.event === null ? `step ${each.step}` : `event ${each.event}`;
      const own = each.model === 'error' ? 'could not be evaluated' : `is ${each.model}`;
      return `${printable(each.guard)} was seen to be ${each.observed} at ${place}; by the model's own definition it ${own}`;
    }),
  );
  if (deciding === null || lines.length > 0) return lines;
  const step = leg.run?.steps.find((each) => decides(leg, deciding, each));
  const assumed = Object.keys(step?.action.assume ?? {});
  if (assumed.length > 0)
    return assumed.map((guard) => `${printable(guard)} was assumed, and the model agrees with it`);
  if (record.subject.guard !== undefined) return [`${printable(record.subject.guard)} did not refuse`];
  return (leg.run?.steps ?? []).length === 0 ? [] : [`no guard of ${printable(record.model.name)} refused`];
}

const isGoalTold = (record: EvidenceRecord, leg: LegRecord, { goal, error }: LegRecord['goals'][number]): boolean =>
  error === null &&
  record.problems.some(
    (problem) => problem.leg === leg.role && formatPhrase(problem.text, 'json').includes(printable(goal)),
  );

/** Limits that were reached, goals that were not, and errors. */
export function noteLines(record: EvidenceRecord, leg: LegRecord, notation: Notation): readonly string[] {
  return [
    ...leg.bounds.map((bound) => {
      const place = bound.event === null ? `step ${bound.step}` : `event ${bound.event}`;
      return `${formatPhrase(limitPhrase(bound), notation)} was reached at ${place}: ${formatPhrase(bound.text, notation)}`;
    }),
    // A module does not say which of its constants limit the model; a model in code does.
    ...(record.model.kind === 'tla' && leg.bounds.length > 0 ? [ruleNote(leg.bounds)] : []),
    ...leg.goals.filter((goal) => !goal.reached && !isGoalTold(record, leg, goal)).map(goalNote),
    ...leg.errors.map(errorLine),
  ];
}

function ruleNote(bounds: LegRecord['bounds']): string {
  const guessed = bounds.filter((bound) => bound.guessed === true).map(({ bound }) => printable(bound));
  return guessed.length === 0
    ? 'a constant that is a rule of the system limits no model: leave it out of "bounds" in the mapping'
    : `if ${enumerated(guessed)} is a rule of the system, list the others as "bounds" in the mapping (bounds: [] if there is none)`;
}

function goalNote({ goal, initially, error }: LegRecord['goals'][number]): string {
  const name = printable(goal);
  if (initially) return `the goal holds before the first step already: ${name}`;
  if (error !== null) return `the goal could not be evaluated: ${name}; ${errorLine(error)}`;
  return `the goal was never reached: ${name}`;
}

function errorLine(error: LegRecord['errors'][number]): string {
  const place = error.at === undefined ? '' : `${formatPlace(error.at)}: `;
  const hint = error.hint === undefined ? '' : `; ${printable(error.hint)}`;
  return `${place}${printable(error.message)}${hint} [${printable(error.code)}]`;
}
