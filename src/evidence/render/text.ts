import { counted } from '../../diagnostics/counted.ts';
import type { EvidenceRecord } from '../record/schema.ts';
import type { EventView, StepView } from './step-view.ts';
import { shorten } from './value.ts';
import { type EvidenceView, type LegView, viewOf } from './view.ts';

/** Colours as functions: matchers pass those of the runner, the command line those of chalk. Nothing is said by colour alone. */
export interface Colours {
  readonly bad: (text: string) => string;
  readonly good: (text: string) => string;
  readonly unsure: (text: string) => string;
  readonly quiet: (text: string) => string;
  readonly strong: (text: string) => string;
}

const plain = (text: string): string => text;

/** No colour at all. */
export const NO_COLOURS: Colours = { bad: plain, good: plain, unsure: plain, quiet: plain, strong: plain };

/** How evidence is written as text. */
export interface TextOptions {
  readonly colours?: Colours;
  /** Most lines of the message; default 40. What is cut is said. */
  readonly maxLines?: number;
  /** Most characters of a line, before colour; default 280. */
  readonly maxWidth?: number;
}

type Tone = keyof Colours;
interface Line {
  readonly text: string;
  readonly tone?: Tone;
}
interface Section {
  readonly lines: readonly Line[];
  /** Lines at the start and at the end that stay when the section is cut. */
  readonly keep: readonly [number, number];
}

/**
 * The failure message, in the order of design section 6: which forbidden state and at which event; the run that reaches it, each step with
 * what it changed; the false part with its values; the guard; the mitigation; the YAML line. A pass is told in a few lines.
 */
export function renderText(record: EvidenceRecord, options: TextOptions = {}): string {
  const colours = options.colours ?? NO_COLOURS;
  const width = Math.max(40, options.maxWidth ?? 280);
  const sections = shortenSections(sectionsOf(viewOf(record)), Math.max(8, options.maxLines ?? 40));
  return sections
    .flatMap((section) => section.lines)
    .map(({ text, tone }) => {
      const line = shorten(text, width);
      return tone === undefined ? line : colours[tone](line);
    })
    .join('\n');
}

function sectionsOf(view: EvidenceView): readonly Section[] {
  const sections: Section[] = [{ lines: headLines(view), keep: [4, 0] }];
  const legs = view.legs.filter((leg) => !leg.met);
  const shown = legs.length > 0 || view.outcome === 'pass' ? legs : view.legs;
  for (const [index, leg] of shown.entries()) sections.push(...legSections(leg, index === 0));
  const mitigations = mitigationLines(legs);
  if (mitigations.length > 0) sections.push(titled('What to do about it:', mitigations, [3, 0]));
  if (view.outcome !== 'pass' && view.parting.length > 0) {
    sections.push(titled('Where attack and control part:', view.parting.map(item), [4, 0]));
  }
  const broken = legs.some(({ role }) => role === 'negative-control') || view.integrityBroken;
  // What makes the negative control comparable matters where it is the negative control that is in doubt.
  if (view.integrity !== null && view.outcome !== 'pass' && (broken || legs.length === 0)) {
    sections.push(titled('Integrity:', [item(view.integrity)], [2, 0]));
  }
  const ofLegs = [...new Set(legs.map((leg) => leg.place))].filter((place) => place !== null);
  const places = view.places.length > 0 ? view.places : ofLegs.length > 0 ? ofLegs : [view.place ?? []].flat();
  // Not "at": runners take such a line for a stack frame, and cut the message there.
  if (places.length > 0)
    sections.push({ lines: places.map((place) => ({ text: `see ${place}`, tone: 'quiet' })), keep: [2, 0] });
  return sections;
}

/** Each mitigation once, though several claims may name it. */
function mitigationLines(legs: readonly LegView[]): readonly Line[] {
  const all = legs.flatMap((leg) => leg.claims.flatMap((claim) => claim.mitigations));
  const byAction = new Map(all.map((mitigation) => [mitigation.action, mitigation]));
  return [...byAction.values()].flatMap(({ action, verify }) => [item(action), { text: `    to verify: ${verify}` }]);
}

function headLines(view: EvidenceView): readonly Line[] {
  const claim = view.claim === null ? '' : `: ${view.claim}`;
  switch (view.outcome) {
    case 'pass':
      return [
        { text: `PROVED ${view.id}${claim}`, tone: 'good' },
        ...view.legs.map((leg) => item(leg.headline)),
        ...(view.integrity === null ? [] : [item(view.integrity)]),
      ];
    case 'fail':
      return [
        { text: `FAILED ${view.id}${claim}`, tone: 'bad' },
        ...view.problems.map((text): Line => ({ text: `  ${text}`, tone: 'strong' })),
      ];
    case 'unknown':
      return [
        { text: `UNKNOWN ${view.id}${claim}`, tone: 'unsure' },
        ...view.problems.map((text): Line => ({ text: `  ${text}`, tone: 'strong' })),
      ];
  }
}

/** The first leg is the one to understand; where there is too much, the others give way. */
function legSections(leg: LegView, first: boolean): readonly Section[] {
  const sections: Section[] = [];
  const isEmpty = leg.claims.length + leg.steps.length + leg.events.length === 0;
  const head: Line[] = leg.told && !isEmpty ? [] : [{ text: sentence(leg.headline), tone: 'strong' }];
  head.push(...claimLines(leg, head.length === 0 ? '' : '  '));
  sections.push({ lines: [{ text: '' }, ...head], keep: [first ? 9 : 3, 0] });
  const owner = leg.role === 'trace' ? '' : ` of the ${leg.name}`;
  const note = leg.stepsNote === null ? '' : ` (${leg.stepsNote})`;
  if (leg.steps.length > 0) {
    sections.push(titled(`Steps${owner}${note}:`, leg.steps.flatMap(stepLines), first ? [4, 8] : [2, 4]));
  } else if (leg.events.length > 0) {
    sections.push(titled(`Events${owner}${note}:`, leg.events.map(eventLine), first ? [3, 5] : [2, 2]));
  }
  const parts = unique(leg.claims.flatMap((claim) => claim.falseParts)).map(item);
  const evidence = unique(leg.claims.flatMap((claim) => claim.evidence)).map(item);
  if (parts.length > 0) sections.push(titled('What is false:', parts, [4, 0]));
  if (evidence.length > 0) sections.push(titled('Evidence:', evidence, [4, 0]));
  // What refused a step stands beside that step.
  const beside = new Set(leg.steps.flatMap((step) => step.details));
  const guards = leg.guards.filter((guard) => !beside.has(guard));
  if (guards.length > 0) sections.push(titled('Guards:', guards.map(item), [4, 0]));
  if (leg.notes.length > 0) sections.push(titled('Notes:', leg.notes.map(item), [4, 0]));
  return sections;
}

const unique = (lines: readonly string[]): readonly string[] => [...new Set(lines)];

const MAX_CLAIMS = 3;

/** Each claim with what it is about; a reason that several share is given once. */
function claimLines(leg: LegView, indent: string): readonly Line[] {
  const tone = leg.outcome === 'fail' ? 'bad' : 'unsure';
  const lines: Line[] = [];
  for (const [index, claim] of leg.claims.slice(0, MAX_CLAIMS).entries()) {
    lines.push({ text: `${indent}${claim.title}`, tone });
    if (claim.description !== null) lines.push({ text: `${indent}  ${claim.description}` });
    const shared = index > 0 && leg.claims[index - 1]?.reason.join() === claim.reason.join();
    if (!shared) lines.push(...claim.reason.map((text): Line => ({ text: `${indent}  ${text}` })));
  }
  const more = leg.claims.length - MAX_CLAIMS;
  if (more > 0) lines.push({ text: `${indent}and ${counted(more, 'more claim')}` });
  return lines;
}

function eventLine({ event, text, forbidden }: EventView): Line {
  const line = `  ${event === null ? '' : `${event}. `}${text}`;
  return forbidden ? { text: `${line} - ${markWords('forbidden')}`, tone: 'bad' } : { text: line };
}

function stepLines(step: StepView): readonly Line[] {
  const event = step.event === null ? '' : ` (event ${step.event})`;
  const mark = step.mark === null ? '' : ` - ${markWords(step.mark)}`;
  const line: Line = { text: `  ${step.step}. ${step.text}${event}${mark}` };
  return [
    step.mark === 'forbidden' ? { ...line, tone: 'bad' } : line,
    ...step.details.map((text): Line => ({ text: `       ${text}`, tone: 'quiet' })),
  ];
}

export function markWords(mark: NonNullable<StepView['mark']>): string {
  switch (mark) {
    case 'forbidden':
      return 'forbidden state reached';
    case 'stopped':
      return 'stopped by a guard';
    case 'refused':
      return 'refused';
    case 'error':
      return 'could not be evaluated';
  }
}

const item = (text: string): Line => ({ text: `  ${text}` });

const titled = (title: string, lines: readonly Line[], keep: readonly [number, number]): Section => ({
  lines: [{ text: title, tone: 'strong' }, ...lines],
  keep,
});

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Cuts the longest sections in their middle until everything fits; each cut says how much it took. */
function shortenSections(sections: readonly Section[], maxLines: number): readonly Section[] {
  const current = [...sections];
  const total = () => current.reduce((sum, section) => sum + section.lines.length, 0);
  for (let over = total() - maxLines; over > 0; over = total() - maxLines) {
    const candidates = current
      .map((section, index) => ({ index, spare: section.lines.length - section.keep[0] - section.keep[1] - 1 }))
      .filter(({ spare }) => spare > 0)
      .sort((a, b) => b.spare - a.spare || a.index - b.index);
    const longest = candidates[0];
    if (longest === undefined) break;
    const { lines, keep } = current[longest.index]!;
    // One line more goes than is over, because the note that says so takes a line.
    const cut = Math.min(longest.spare + 1, over + 1);
    const from = Math.max(keep[0], lines.length - keep[1] - cut);
    const note: Line = { text: `    … ${counted(cut, 'more line')}`, tone: 'quiet' };
    current[longest.index] = {
      lines: [...lines.slice(0, from), note, ...lines.slice(from + cut)],
      // Cut once and no further: a second note would count the first.
      keep: [lines.length, 0],
    };
  }
  const lines = current.flatMap((section) => section.lines);
  if (lines.length <= maxLines) return current;
  // Even the least that every section keeps is too much: the head and the place at the end are what must stay.
  const place = current.at(-1)?.lines.at(-1);
  const rest = lines.length - maxLines + 1;
  const kept = lines.slice(0, maxLines - 2);
  const note: Line = { text: `… ${counted(rest, 'more line')}`, tone: 'quiet' };
  return [{ lines: place === undefined ? [...kept, note] : [...kept, note, place], keep: [0, 0] }];
}
