import { printable } from '../../diagnostics/printable.ts';
import { type Outcome, outcomeOf as outcomeOfClaim } from '../../model/claim.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import type { Json } from '../../trace/json.ts';
import type { ClaimRecord, EvidenceRecord, LegRecord, Parting, Role, RunStepRecord } from '../record/schema.ts';
import { describeChange } from './change.ts';
import { formatAction, formatBindings, formatPhrase, formatPlace } from './phrase.ts';
import { sourceName } from './source-name.ts';
import { type Notation, notationOf } from './value.ts';

// A record put into words, once for every output: terminal, Markdown and HTML lay out the same lines. Every string here is plain text with
// nothing in it that could act on a terminal; each output escapes it for its own syntax.

/** One step of a run, in words. */
export interface StepView {
  readonly step: number;
  readonly event: number | null;
  readonly text: string;
  readonly mark: 'forbidden' | 'refused' | 'stopped' | 'error' | null;
  /** What it changed, or the guard that refused it. */
  readonly details: readonly string[];
}

/** What to do, and how to see that it helps. */
export interface MitigationView {
  readonly action: string;
  readonly verify: string;
}

/** One claim that is not a plain pass, in words. */
export interface ClaimView {
  readonly title: string;
  readonly state: string;
  readonly reason: string;
  /** The parts of the formula that are false, or that could not be decided. */
  readonly falseParts: readonly string[];
  readonly evidence: readonly string[];
  readonly mitigations: readonly MitigationView[];
}

export interface LegView {
  readonly role: Role;
  /** The role, and the source where the role has several. */
  readonly name: string;
  readonly met: boolean;
  readonly outcome: Outcome;
  readonly headline: string;
  readonly claims: readonly ClaimView[];
  readonly steps: readonly StepView[];
  readonly stepsNote: string | null;
  /** Which guard let it through, was removed or was assumed; in a control, which one refused. */
  readonly guards: readonly string[];
  readonly notes: readonly string[];
  readonly place: string | null;
}

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
  readonly place: string | null;
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
    problems: record.problems.map((problem) => {
      const leg = problem.leg === null || problem.leg === 'trace' ? '' : `${roleName(problem.leg)}: `;
      return `${leg}${formatPhrase(problem.text, notation)} [${printable(problem.code)}]`;
    }),
    legs: record.legs.map((leg) => legView(record, leg, notation)),
    parting: record.parting === null ? [] : partingLines(record, record.parting, notation),
    integrity: integrityLine(record, notation),
    place: record.subject.at === undefined ? null : formatPlace(record.subject.at),
  };
}

// The record's types come from its schema, where an absent field may also be undefined.
const outcomeOf = ({ state, polarity }: ClaimRecord): Outcome => outcomeOfClaim({ state, polarity });

/** What a leg is called: by its source too, where several sources play the same role. */
function legName(record: EvidenceRecord, leg: LegRecord): string {
  const several = record.legs.filter(({ role }) => role === leg.role).length > 1;
  return several ? `${roleName(leg.role)} (${sourceName(leg.source).replace(/^the /, '')})` : roleName(leg.role);
}

export const roleName = (role: Role): string => (role === 'negative-control' ? 'negative control' : role);

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
    claims: [...findings, ...unknowns].map((claim) => claimView(record, claim, notation)),
    steps: steps.map((step) => stepView(step, deciding !== null && decides(leg, deciding, step), notation)),
    stepsNote: stepsNote(leg),
    guards: guardLines(record, leg, deciding, notation),
    notes: noteLines(leg, notation),
    place: leg.at === undefined ? null : formatPlace(leg.at),
  };
}

/** Where a claim was decided, in words: `at step 4`, `at event 12`. */
const where = (leg: LegRecord, event: number | null): string =>
  event === null ? '' : leg.source === 'steps' ? ` at step ${event}` : ` at event ${event}`;

const decides = (leg: LegRecord, claim: ClaimRecord, step: RunStepRecord): boolean =>
  claim.event !== null &&
  (leg.source === 'steps' || step.event === null ? step.step === claim.event : step.event === claim.event);

function headline(
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
  if (goal !== undefined) return `${who} never reached its goal: ${printable(goal.goal)}`;
  if (leg.errors.length > 0) return `${who} could not be evaluated`;
  const reached = leg.goals.length === 0 ? '' : ' and reached its goal';
  const stopped = leg.run?.steps.find((step) => step.result === 'tolerated');
  const guard = stopped?.refusals[0]?.guard;
  const by = guard === undefined ? '' : `: ${printable(guard)} stopped it at step ${stopped?.step}`;
  return `${who} reached no forbidden state${reached}${by}`;
}

function claimView(record: EvidenceRecord, claim: ClaimRecord, notation: Notation): ClaimView {
  const info = record.model.predicates.find((predicate) => predicate.id === claim.predicate);
  const bindings = formatBindings(claim.bindings, notation).join(', ');
  const description = info?.description === undefined ? '' : `: ${printable(info.description)}`;
  return {
    title: `${printable(claim.predicate)}${bindings === '' ? '' : ` for ${bindings}`} (${claim.state})${description}`,
    state: claim.state,
    reason: formatPhrase(claim.reason, notation),
    falseParts: claim.atoms
      .filter((atom) => !atom.holds)
      .map((atom) => {
        const text = formatPhrase(atom.text, notation);
        // The text of an atom often holds the values of its variables already.
        const bound = formatBindings(atom.bindings, notation).filter((binding) => !text.includes(binding));
        return `${text}${bound.length === 0 ? '' : `, with ${bound.join(', ')}`}`;
      })
      // That the invariant itself is false stands above already.
      .filter((part) => part !== printable(claim.predicate)),
    evidence: unique([
      ...claim.evidence.map((ref) => {
        const place = ref.event === null ? '' : ` at event ${ref.event}`;
        return `${printable(ref.kind)}${place}: ${formatPhrase(ref.text, notation)}`;
      }),
      ...claim.unmet.map((unmet) => `missing: ${printable(unmet)}`),
    ]),
    mitigations: (outcomeOf(claim) === 'fail' ? (info?.mitigations ?? []) : []).map((mitigation) => ({
      action: `${printable(mitigation.action).replace(/\.$/, '')} (${printable(mitigation.category)})`,
      verify: printable(mitigation.verification),
    })),
  };
}

/** Two resolvers often cite the same. */
const unique = (lines: readonly string[]): readonly string[] => [...new Set(lines)];

/** The first finding of a leg; null if nothing failed in it. An observation is no finding. */
export const findingOf = (leg: LegRecord): ClaimRecord | null =>
  leg.claims.find((claim) => outcomeOf(claim) === 'fail') ?? null;

function stepView(step: RunStepRecord, forbidden: boolean, notation: Notation): StepView {
  const details =
    step.result === 'taken'
      ? step.changes.flatMap((change) =>
          describeChange(printable(change.variable), change.before, change.after, notation),
        )
      : step.refusals.map((refusal) => refusalText(refusal, notation));
  const assumed = Object.entries(step.action.assume ?? {}).map(
    ([guard, value]) => `${printable(guard)} was seen to be ${value}`,
  );
  return {
    step: step.step,
    event: step.event,
    text: formatAction(step.action, notation),
    mark: forbidden ? 'forbidden' : markOf(step.result),
    details: [...assumed, ...details],
  };
}

/** A guard that was false, named once. */
function refusalText(refusal: RunStepRecord['refusals'][number], notation: Notation): string {
  const guard = printable(refusal.guard);
  const text = formatPhrase(refusal.text, notation);
  return text.startsWith(guard) ? text : `${guard} is false: ${text}`;
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

function stepsNote(leg: LegRecord): string | null {
  if (leg.run === null) return null;
  const { omitted, shrunk } = leg.run;
  const parts: string[] = [];
  if (shrunk !== null) {
    const from = `${shrunk.from} ${leg.source === 'steps' ? 'step' : 'event'}${shrunk.from === 1 ? '' : 's'}`;
    parts.push(
      shrunk.complete
        ? `the shortest run found, of ${from}`
        : `shrunk from ${from}; the search hit its bound, so a shorter run may exist`,
    );
  }
  if (omitted > 0) parts.push(`${omitted} earlier steps left out`);
  return parts.length === 0 ? null : parts.join('; ');
}

function guardLines(
  record: EvidenceRecord,
  leg: LegRecord,
  deciding: ClaimRecord | null,
  notation: Notation,
): readonly string[] {
  const lines = leg.weakened.map((guard) => `${printable(guard)} was removed from the model in this leg`);
  const refusals = leg.divergence?.refusals ?? [];
  lines.push(...refusals.map((refusal) => refusalText(refusal, notation)));
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

function noteLines(leg: LegRecord, notation: Notation): readonly string[] {
  const shrunk = leg.run !== null && leg.run.steps.length === 0 ? stepsNote(leg) : null;
  return [
    // Where there are no steps to head, the note stands by itself.
    ...(shrunk === null ? [] : [`events shown: ${shrunk}`]),
    ...leg.bounds.map((bound) => {
      const place = bound.event === null ? `step ${bound.step}` : `event ${bound.event}`;
      return `the model's limit ${printable(bound.bound)} was reached at ${place}: ${formatPhrase(bound.text, notation)}`;
    }),
    ...leg.goals.filter((goal) => !goal.reached).map(goalNote),
    ...leg.errors.map(errorLine),
  ];
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

function partingLines(record: EvidenceRecord, parting: Parting, notation: Notation): readonly string[] {
  const told = (role: Role, place: Parting['attack']): string => {
    const leg = record.legs.find((each) => each.role === role);
    if (place === null) return `the ${role} has ended`;
    if (place.step === 0) {
      const said = leg?.timeline.find((each) => each.event === place.event);
      const what = said === undefined ? '' : `: ${formatPhrase(said.text, notation)}`;
      return `the ${role}, event ${place.event}${what}`;
    }
    const step = leg?.run?.steps.find((each) => each.step === place.step);
    const left = leg?.run != null && leg.run.shrunk !== null ? ', which the shortest run leaves out' : '';
    const result = step === undefined ? left : `: ${formatAction(step.action, notation)}, ${resultWord(step.result)}`;
    return `the ${role}, step ${place.step}${place.event === null ? '' : ` (event ${place.event})`}${result}`;
  };
  const lines = [told('attack', parting.attack), told('control', parting.control)];
  if (parting.refusal !== null) {
    lines.push(`first guard to stop the attack: ${refusalText(parting.refusal, notation)}`);
  }
  return lines;
}

function resultWord(result: RunStepRecord['result']): string {
  switch (result) {
    case 'taken':
      return 'taken';
    case 'tolerated':
      return 'stopped by a guard';
    case 'refused':
      return 'refused';
    case 'error':
      return 'not evaluated';
  }
}

/** Where the guard bites: the first step that goes another way without it. */
function biteOf(record: EvidenceRecord): string {
  const [attack, negative] = (['attack', 'negative-control'] as const).map((role) => {
    const run = record.legs.find((leg) => leg.role === role)?.run;
    // A shorter run goes another way from its first step on.
    return run?.shrunk === null ? run.steps : undefined;
  });
  if (attack === undefined || negative === undefined) return '';
  const way = (step: RunStepRecord | undefined): string =>
    step === undefined ? '' : canonicalJson([step.result, step.changes] as unknown as Json);
  const index = attack.findIndex((step, position) => way(step) !== way(negative[position]));
  const step = attack[index];
  return step === undefined ? '' : `; the guard bites at step ${step.step}, ${printable(step.action.action)}`;
}

/** A system that goes without the guard by itself does something else by nature; what it was given is what did not change. */
const givenOf = (systems: readonly LegRecord['source'][] = []): string =>
  systems.length === 0 ? '' : `; ${systems.map(sourceName).join(' and ')} went without it and was given the same`;

function integrityLine(record: EvidenceRecord, notation: Notation): string | null {
  const { integrity } = record;
  switch (integrity?.kind) {
    case undefined:
      return null;
    case 'weaken':
      return integrity.holds
        ? `the negative control is the attack without ${printable(integrity.guard)}, and nothing else differs${biteOf(record)}${givenOf(integrity.systems)}`
        : `the negative control differs from the attack in more than ${printable(integrity.guard)}`;
    case 'edit': {
      const edits = integrity.operations
        .map(({ op, position }) => `${op} ${op === 'insert' ? 'before ' : ''}number ${position}`)
        .join(', ');
      return integrity.holds
        ? `the negative control is the attack with these edits and no others: ${edits}`
        : `the negative control differs from the attack in more than its edits: ${edits}`;
    }
    case 'recording': {
      const open = integrity.differences.filter((difference) => !difference.declared);
      if (integrity.holds) {
        return `the negative control is a recording of its own; its ${integrity.differences.length} differences from the attack are declared`;
      }
      const first = open[0] === undefined ? '' : `, first: ${formatPhrase(open[0].text, notation)}`;
      return `the negative control is a recording of its own with ${open.length} undeclared differences${first}`;
    }
  }
}
