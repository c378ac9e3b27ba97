import { printable } from '../../diagnostics/printable.ts';
import type { EvidenceRecord, LegRecord } from '../record/schema.ts';
import { formatPhrase } from './phrase.ts';
import { markWords } from './text.ts';
import { notationOf } from './value.ts';
import { type LegView, viewOf } from './view.ts';

/**
 * The record as a text for snapshots: what happened, without the numbers of events and steps, so that a change of behaviour is a change of a
 * few lines. Give it the record of {@link buildSnapshotEvidence}. The first line names the model and its version.
 */
export function renderSnapshot(record: EvidenceRecord): string {
  const view = viewOf(record);
  const version = record.model.digest === null ? 'without a text' : record.model.digest.slice(0, 'sha256:'.length + 16);
  return [
    `model ${view.model}, ${record.model.kind}, ${version}`,
    `outcome ${view.outcome}`,
    ...record.legs.flatMap((leg, index) => legLines(record, leg, view.legs[index]!)),
  ].join('\n');
}

function legLines(record: EvidenceRecord, leg: LegRecord, view: LegView): readonly string[] {
  const notation = notationOf(record.model.kind);
  const claims = leg.claims.map((claim) => ({ claim, state: `  ${printable(claim.predicate)}: ${claim.state}` }));
  return [
    `${leg.role}: ${leg.outcome}`,
    ...leg.weakened.map((guard) => `  without guard ${printable(guard)}`),
    ...claims.flatMap(({ claim, state }) => [
      state,
      ...claim.atoms.filter((atom) => !atom.holds).map((atom) => `    false: ${formatPhrase(atom.text, notation)}`),
    ]),
    ...leg.goals.map((goal) => `  goal ${printable(goal.goal)}: ${goal.reached ? 'reached' : 'not reached'}`),
    ...(leg.disagreements.length === 0 ? [] : ['  guards']),
    ...leg.disagreements.map(
      (each) => `    ${printable(each.guard)}: seen ${each.observed}, by the model ${each.model}`,
    ),
    ...(view.steps.length === 0 ? [] : ['  steps']),
    ...view.steps.flatMap((step) => [
      `    ${step.text}${step.mark === null ? '' : ` - ${markWords(step.mark)}`}`,
      ...step.details.map((text) => `      ${text}`),
    ]),
    ...(leg.timeline.length === 0 ? [] : ['  events']),
    ...leg.timeline.map((item) => {
      const trust = item.trust === null ? '' : ` (${item.trust === 'unknown' ? 'trust unknown' : item.trust})`;
      return `    ${item.from} to ${item.to}: ${formatPhrase(item.text, notation)}${trust}`;
    }),
  ];
}

/** What to say where a stored snapshot is of another model, or of another version of it; null where it is of the same. */
export function otherModelNote(stored: string, current: string): string | null {
  const [before, now] = [stored, current].map((text) => /^model (.*)$/m.exec(text)?.[1] ?? null);
  if (before === null || before === undefined || now === null || now === undefined || before === now) return null;
  return `the stored snapshot is of the model ${before}, and this run is of ${now}; if the model was meant to change, update the snapshot`;
}
