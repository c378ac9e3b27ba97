import { counted } from '../../diagnostics/counted.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { ClaimRecord, LegRecord, RunStepRecord } from '../record/schema.ts';
import { describeChange } from './change.ts';
import { choiceLines, refusalLines } from './condition-lines.ts';
import { formatAction, formatPhrase } from './phrase.ts';
import type { Notation } from './value.ts';

/** One step of a run, in words. */
export interface StepView {
  readonly step: number;
  readonly event: number | null;
  readonly text: string;
  readonly mark: 'forbidden' | 'refused' | 'stopped' | 'error' | null;
  /** What it changed, or the guard that refused it. */
  readonly details: readonly string[];
}

/** One event of what happened, in words. */
export interface EventView {
  readonly event: number | null;
  readonly text: string;
  /** Whether the claim that decided the leg was decided here. */
  readonly forbidden: boolean;
}

const MAX_CHOICES = 3;

/** A step in words; `forbidden`: it is the one that decided the leg's first finding. */
export function stepView(step: RunStepRecord, forbidden: boolean, notation: Notation): StepView {
  const details =
    step.result === 'taken'
      ? step.changes.flatMap((change) =>
          describeChange(printable(change.variable), change.before, change.after, notation),
        )
      : step.refusals.flatMap((refusal) => refusalLines(refusal, notation));
  const chosen = (step.choices ?? []).slice(0, MAX_CHOICES).flatMap((choice) => {
    const [condition, ...atoms] = choiceLines(choice, notation);
    return [`chosen by: ${condition}`, ...atoms];
  });
  const assumed = [true, false].flatMap((value) => {
    const guards = Object.entries(step.action.assume ?? {}).flatMap(([guard, seen]) => (seen === value ? [guard] : []));
    if (guards.length === 0) return [];
    return [`${guards.map(printable).join(', ')} ${guards.length === 1 ? 'was' : 'were'} seen to be ${value}`];
  });
  return {
    step: step.step,
    event: step.event,
    text: formatAction(step.action, notation),
    mark: forbidden ? 'forbidden' : markOf(step.result),
    details: [...assumed, ...details, ...chosen],
  };
}

function markOf(result: RunStepRecord['result']): StepView['mark'] {
  switch (result) {
    case 'taken':
      return null;
    case 'tolerated':
      return 'stopped';
    case 'refused':
      return 'refused';
    case 'error':
      return 'error';
  }
}

/** An event in words; `deciding` is the leg's first finding. */
export function eventView(
  item: LegRecord['timeline'][number],
  deciding: ClaimRecord | null,
  notation: Notation,
): EventView {
  const trust = item.trust === null ? '' : ` (${item.trust === 'unknown' ? 'trust unknown' : item.trust})`;
  return {
    event: item.event,
    text: `${item.from} to ${item.to}: ${formatPhrase(item.text, notation)}${trust}`,
    forbidden: item.event !== null && item.event === deciding?.event,
  };
}

/** What is left out of the steps that are shown; null if nothing is. */
export function stepsNote(leg: LegRecord): string | null {
  if (leg.run === null) return null;
  const { omitted, shrunk } = leg.run;
  const parts: string[] = [];
  if (shrunk !== null) {
    const from = counted(shrunk.from, leg.source === 'steps' ? 'step' : 'event');
    parts.push(
      shrunk.complete
        ? `the shortest run found, of ${from}`
        : `shrunk from ${from}; the search hit its bound, so a shorter run may exist`,
    );
  }
  if (omitted > 0) parts.push(`${counted(omitted, 'earlier step')} left out`);
  return parts.length === 0 ? null : parts.join('; ');
}
