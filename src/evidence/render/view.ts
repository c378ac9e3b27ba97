import { printable } from '../../diagnostics/printable.ts';
import type { Outcome } from '../../model/claim.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import type { Json } from '../../trace/json.ts';
import type { ClaimRecord, EvidenceRecord, LegRecord, Role } from '../record/schema.ts';
import { decides, outcomeOf } from './claim-outcome.ts';
import { type ClaimView, claimView, MAX_PROBLEM, unique } from './claim-view.ts';
import { integrityLine, partingLines } from './comparison-lines.ts';
import { guardLines, headline, noteLines } from './leg-lines.ts';
import { formatPhrase, formatPlace } from './phrase.ts';
import { sourceName } from './source-name.ts';
import { type EventView, eventView, type StepView, stepsNote, stepView } from './step-view.ts';
import { type Notation, notationOf, shorten } from './value.ts';

// A record put into words, once for every output: terminal, Markdown and HTML lay out the same lines. Every string here is plain text with
// nothing in it that could act on a terminal; each output escapes it for its own syntax.

/** One leg in words. */
export interface LegView {
  readonly role: Role;
  /** The role, and the source where the role has several. */
  readonly name: string;
  readonly met: boolean;
  readonly outcome: Outcome;
  readonly headline: string;
  /** Whether the problems of the record say already what the headline says. */
  readonly told: boolean;
  readonly claims: readonly ClaimView[];
  readonly steps: readonly StepView[];
  /** What happened, event by event, where the model has no steps to show. */
  readonly events: readonly EventView[];
  readonly stepsNote: string | null;
  /** Which guard let it through, was removed or was assumed; in a control, which one refused. */
  readonly guards: readonly string[];
  readonly notes: readonly string[];
  readonly place: string | null;
}

/** A whole record in words. */
export interface EvidenceView {
  readonly id: string;
  readonly claim: string | null;
  readonly guard: string | null;
  readonly model: string;
  readonly outcome: Outcome;
  readonly problems: readonly string[];
  readonly legs: readonly LegView[];
  readonly parting: readonly string[];
  readonly integrity: string | null;
  /** Whether the negative control differs from the attack by more than it may. */
  readonly integrityBroken: boolean;
  readonly place: string | null;
  /** Where the problems stand. */
  readonly places: readonly string[];
}

/** The record in words. */
export function viewOf(record: EvidenceRecord): EvidenceView {
  const notation = notationOf(record.model.kind);
  return {
    id: printable(record.subject.id),
    claim: record.subject.claim === undefined ? null : printable(record.subject.claim),
    guard: record.subject.guard === undefined ? null : printable(record.subject.guard),
    model: printable(record.model.name),
    outcome: record.outcome,
    problems: unique(record.problems.map((problem) => problemText(problem, notation))),
    legs: record.legs.map((leg) => legView(record, leg, notation)),
    parting: record.parting === null ? [] : partingLines(record, record.parting, notation),
    integrity: integrityLine(record, notation),
    integrityBroken: record.integrity?.holds === false,
    place: record.subject.at === undefined ? null : formatPlace(record.subject.at),
    places: unique(record.problems.flatMap(({ at }) => (at === undefined ? [] : [formatPlace(at)]))),
  };
}

/** What a leg is called: by its source too, where several sources play the same role. */
function legName(record: EvidenceRecord, leg: LegRecord): string {
  const several = record.legs.filter(({ role }) => role === leg.role).length > 1;
  return several ? `${roleName(leg.role)} (${sourceName(leg.source).replace(/^the /, '')})` : roleName(leg.role);
}

/** What people call the leg of a trio. */
export const roleName = (role: Role): string => (role === 'negative-control' ? 'negative control' : role);

function problemText(problem: EvidenceRecord['problems'][number], notation: Notation): string {
  const text = formatPhrase(problem.text, notation);
  const role = problem.leg === null || problem.leg === 'trace' ? null : roleName(problem.leg);
  const leg = role === null || text.includes(`the ${role}`) ? '' : `${role}: `;
  // Short enough for the code to stand on the same line; the claim gives a long reason in full.
  return `${leg}${shorten(text, MAX_PROBLEM)} [${printable(problem.code)}]`;
}

function legView(record: EvidenceRecord, leg: LegRecord, notation: Notation): LegView {
  const findings = leg.claims.filter((claim) => outcomeOf(claim) === 'fail');
  const unknowns = leg.claims.filter((claim) => outcomeOf(claim) === 'unknown');
  const deciding = findings[0] ?? null;
  const steps = leg.run?.steps ?? [];
  return {
    role: leg.role,
    name: legName(record, leg),
    met: leg.met,
    outcome: leg.outcome,
    headline: headline(leg, legName(record, leg), findings, unknowns),
    told: isTold(record, leg, findings[0] ?? unknowns[0], notation),
    claims: [...findings, ...unknowns.filter((claim) => !followsFromDivergence(leg, claim))].map((claim) =>
      claimView(record, leg, claim, notation),
    ),
    steps: steps.map((step) => stepView(step, deciding !== null && decides(leg, deciding, step), notation)),
    events: steps.length > 0 ? [] : leg.timeline.map((item) => eventView(item, deciding, notation)),
    stepsNote: stepsNote(leg),
    guards: guardLines(record, leg, deciding, notation),
    notes: noteLines(record, leg, notation),
    place: leg.at === undefined ? null : formatPlace(leg.at),
  };
}

/** What stands against a leg; where several sources play its role, not what stands at the place of another. */
export function problemsOf(record: EvidenceRecord, leg: LegRecord): EvidenceRecord['problems'] {
  const place = (at: LegRecord['at']): string => canonicalJson((at?.start ?? null) as unknown as Json);
  const others = record.legs.filter((one) => one !== leg && one.role === leg.role).map(({ at }) => place(at));
  return record.problems.filter(
    (problem) =>
      problem.leg === leg.role && (place(problem.at) === place(leg.at) || !others.includes(place(problem.at))),
  );
}

/** A trio's problem says what its leg did; an assertion's says what was expected, which may be something else than what was found. */
function isTold(record: EvidenceRecord, leg: LegRecord, claim: ClaimRecord | undefined, notation: Notation): boolean {
  const problems = problemsOf(record, leg);
  if (leg.role !== 'trace') return problems.length > 0;
  if (claim === undefined) return false;
  const reason = formatPhrase(claim.reason, notation);
  return problems.some((problem) => formatPhrase(problem.text, notation).includes(reason));
}

/** That nothing is decided after a step that was refused stands beside that step. */
const followsFromDivergence = (leg: LegRecord, claim: ClaimRecord): boolean =>
  leg.divergence !== null && claim.state === 'UNRESOLVED';
