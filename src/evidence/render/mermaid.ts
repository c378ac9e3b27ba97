import type { EvidenceRecord, Lane, LegRecord, Role } from '../record/schema.ts';
import { findingOf } from './claim-outcome.ts';
import { formatAction, formatPhrase } from './phrase.ts';
import { markWords } from './text.ts';
import { notationOf, shorten } from './value.ts';
import { viewOf } from './view.ts';

const MAX_MESSAGES = 60;

/**
 * A Mermaid sequence diagram of one leg, for pasting into an issue: who said what to whom, or, where the leg has no events, the steps of
 * the model. Null if the record has no such leg.
 */
export function renderMermaid(record: EvidenceRecord, role?: Role): string | null {
  const leg =
    record.legs.find((each) => (role === undefined ? !each.met : each.role === role)) ??
    (role === undefined ? record.legs[0] : undefined);
  if (leg === undefined) return null;
  const body = leg.timeline.length > 0 ? timelineLines(record, leg) : stepLines(record, leg);
  return ['sequenceDiagram', ...body].join('\n');
}

function timelineLines(record: EvidenceRecord, leg: LegRecord): readonly string[] {
  const notation = notationOf(record.model.kind);
  const items = leg.timeline.slice(-MAX_MESSAGES);
  const lanes = [...new Set(items.flatMap((item): Lane[] => [item.from, item.to]))];
  const omitted = leg.timelineOmitted + leg.timeline.length - items.length;
  const decided = findingOf(leg)?.event ?? null;
  return [
    ...lanes.map((lane) => `  participant ${lane}`),
    ...(omitted === 0 ? [] : [`  Note over ${lanes[0]}: ${omitted} earlier events left out`]),
    ...items.flatMap((item) => {
      const text = mermaidText(formatPhrase(item.text, notation, 60));
      const trust = item.trust === null ? '' : ` (${item.trust === 'unknown' ? 'trust unknown' : item.trust})`;
      const line = `  ${item.from}->>${item.to}: ${item.event === null ? '' : `${item.event}. `}${text}${trust}`;
      return item.event !== null && item.event === decided
        ? [line, `  Note over ${item.from}: forbidden state reached`]
        : [line];
    }),
  ];
}

function stepLines(record: EvidenceRecord, leg: LegRecord): readonly string[] {
  const notation = notationOf(record.model.kind);
  const steps = (leg.run?.steps ?? []).slice(-MAX_MESSAGES);
  const views = new Map(viewOf(record).legs[record.legs.indexOf(leg)]?.steps.map((step) => [step.step, step]));
  return [
    '  participant run as The run',
    '  participant model as The model',
    ...steps.flatMap((step) => {
      const view = views.get(step.step);
      const refused = step.result !== 'taken';
      const lines = [
        `  run${refused ? '-x' : '->>'}model: ${step.step}. ${mermaidText(formatAction(step.action, notation))}`,
      ];
      const note = view?.mark == null ? view?.details[0] : markWords(view.mark);
      if (note !== undefined) lines.push(`  Note over model: ${mermaidText(note)}`);
      return lines;
    }),
  ];
}

/** Characters with a meaning in Mermaid, Markdown or HTML as entity codes; the word that closes a block is broken up. */
const mermaidText = (text: string): string =>
  shorten(text, 140)
    .replace(/[^\p{L}\p{N} ,.:=/()[\]{}_'!?-]/gu, (character) => `#${character.codePointAt(0)};`)
    .replace(/\bend\b/gi, (word) => `#${word.codePointAt(0)};${word.slice(1)}`);
