import { counted } from '../../diagnostics/counted.ts';
import { enumerated } from '../../diagnostics/enumerated.ts';
import { printable } from '../../diagnostics/printable.ts';
import { type Outcome, outcomeOf as outcomeOfClaim } from '../../model/claim.ts';
import { limitPhrase } from '../../model/phrase.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import type { Json } from '../../trace/json.ts';
import type {
  ChoiceRecord,
  ClaimRecord,
  EvidenceRecord,
  LegRecord,
  Parting,
  RefusalRecord,
  Role,
  RunStepRecord,
} from '../record/schema.ts';
import { describeChange } from './change.ts';
import { formatAction, formatAtom, formatBindings, formatPhrase, formatPlace } from './phrase.ts';
import { sourceName } from './source-name.ts';
import { formatValue, type Notation, notationOf, shorten } from './value.ts';

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

/** One event of what happened, in words. */
export interface EventView {
  readonly event: number | null;
  readonly text: string;
  /** Whether the claim that decided the leg was decided here. */
  readonly forbidden: boolean;
}

/** One claim that is not a plain pass, in words. */
export interface ClaimView {
  readonly title: string;
  readonly state: string;
  /** What the model says that the predicate is about. */
  readonly description: string | null;
  /** Why it has its state, a part a line; empty where the problems of the record say it already. */
  readonly reason: readonly string[];
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

// The record's types come from its schema, where an absent field may also be undefined.
const outcomeOf = ({ state, polarity }: ClaimRecord): Outcome => outcomeOfClaim({ state, polarity });

/** What a leg is called: by its source too, where several sources play the same role. */
function legName(record: EvidenceRecord, leg: LegRecord): string {
  const several = record.legs.filter(({ role }) => role === leg.role).length > 1;
  return several ? `${roleName(leg.role)} (${sourceName(leg.source).replace(/^the /, '')})` : roleName(leg.role);
}

export const roleName = (role: Role): string => (role === 'negative-control' ? 'negative control' : role);

const MAX_PROBLEM = 250;

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

function eventView(item: LegRecord['timeline'][number], deciding: ClaimRecord | null, notation: Notation): EventView {
  const trust = item.trust === null ? '' : ` (${item.trust === 'unknown' ? 'trust unknown' : item.trust})`;
  return {
    event: item.event,
    text: `${item.from} to ${item.to}: ${formatPhrase(item.text, notation)}${trust}`,
    forbidden: item.event !== null && item.event === deciding?.event,
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
  if (goal?.initially === true) return `${who} has a goal that holds before it does anything: ${printable(goal.goal)}`;
  if (goal !== undefined) return `${who} never reached its goal: ${printable(goal.goal)}`;
  if (leg.errors.length > 0) return `${who} could not be evaluated`;
  const reached = leg.goals.length === 0 ? '' : ' and reached its goal';
  const stopped = leg.run?.steps.find((step) => step.result === 'tolerated');
  const guard = stopped?.refusals[0]?.guard;
  const by = guard === undefined ? '' : `: ${printable(guard)} stopped it at step ${stopped?.step}`;
  return `${who} reached no forbidden state${reached}${by}`;
}

function claimView(record: EvidenceRecord, leg: LegRecord, claim: ClaimRecord, notation: Notation): ClaimView {
  const info = record.model.predicates.find((predicate) => predicate.id === claim.predicate);
  // What is bound to nothing says nothing.
  const bindings = formatBindings(withoutNull(claim.bindings), notation).join(', ');
  const falseParts = falsePartsOf(claim, notation);
  const stateful = outcomeOf(claim) === 'fail' && falseParts.length === 0;
  return {
    title: `${printable(claim.predicate)}${bindings === '' ? '' : ` for ${bindings}`} (${claim.state})`,
    state: claim.state,
    description: info?.description === undefined ? null : printable(info.description),
    reason: isReasonTold(record, claim, notation)
      ? []
      : partsOf(claim.reason).map((part) => formatPhrase(part, notation)),
    falseParts: stateful ? stateWhere(leg, claim, notation) : falseParts,
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

function isReasonTold(record: EvidenceRecord, claim: ClaimRecord, notation: Notation): boolean {
  const reason = formatPhrase(claim.reason, notation);
  return record.problems.some(({ text }) => {
    const told = formatPhrase(text, notation);
    return told.length <= MAX_PROBLEM && told.includes(reason);
  });
}

/** A reason of several parts, taken apart where our own words part them: a value cannot make a part. */
function partsOf(reason: ClaimRecord['reason']): readonly ClaimRecord['reason'][] {
  const parts: ClaimRecord['reason'][] = [[]];
  for (const piece of reason) {
    if (typeof piece !== 'string') parts.at(-1)!.push(piece);
    else {
      const [first, ...more] = piece.split('; ');
      parts.at(-1)!.push(first!);
      parts.push(...more.map((text) => [text]));
    }
  }
  return parts;
}

const withoutNull = (bindings: ClaimRecord['bindings']): ClaimRecord['bindings'] =>
  Object.fromEntries(Object.entries(bindings).filter(([, value]) => value !== null));

function falsePartsOf(claim: ClaimRecord, notation: Notation): readonly string[] {
  return (
    claim.atoms
      .filter((atom) => !atom.holds)
      .map((atom) => formatAtom(atom, notation))
      // That the invariant itself is false stands above already.
      .filter((part) => part !== printable(claim.predicate))
  );
}

const MAX_VARIABLES = 8;

/** An invariant in code that shows no values of its own: it is false in this state, as far as that is short. */
function stateWhere(leg: LegRecord, claim: ClaimRecord, notation: Notation): readonly string[] {
  if (leg.run === null || leg.run.omitted > 0) return [];
  const state = new Map(Object.entries(leg.run.initial));
  for (const step of leg.run.steps) {
    for (const { variable, after } of step.changes) state.set(variable, after);
    if (decides(leg, claim, step)) break;
  }
  if (state.size === 0 || state.size > MAX_VARIABLES) return [];
  const values = [...state].map(([name, value]) => `${printable(name)} = ${formatValue(value, notation, 60)}`);
  return [`${printable(claim.predicate)}, in the state ${values.join(', ')}`];
}

/** Two resolvers often cite the same, and several claims fail for one reason. */
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

const MAX_ATOMS = 4;
const MAX_CHOICES = 3;

/** A condition that chose what a step did, and the atoms that made it what it was. */
function choiceLines(choice: ChoiceRecord, notation: Notation): readonly string[] {
  return [formatAtom(choice, notation), ...becauseLines(choice.atoms, notation)];
}

function becauseLines(atoms: ClaimRecord['atoms'], notation: Notation): readonly string[] {
  const texts = atoms.slice(0, MAX_ATOMS).map((atom) => formatAtom(atom, notation));
  const more = atoms.length > MAX_ATOMS ? [`${atoms.length - MAX_ATOMS} more`] : [];
  return [...texts, ...more].map((atom, i) => (i === 0 ? `because ${atom}` : `and ${atom}`));
}

/** A guard that was false, named once, and the atoms that made it so. */
function refusalLines(refusal: RefusalRecord, notation: Notation): readonly string[] {
  const guard = printable(refusal.guard);
  const text = formatPhrase(refusal.text, notation);
  return [text.startsWith(guard) ? text : `${guard}: ${text}`, ...becauseLines(refusal.atoms ?? [], notation)];
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

function guardLines(
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

function noteLines(record: EvidenceRecord, leg: LegRecord, notation: Notation): readonly string[] {
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

function partingLines(record: EvidenceRecord, parting: Parting, notation: Notation): readonly string[] {
  const told = (role: Role, place: Parting['attack']): string => {
    const leg = record.legs.find((each) => each.role === role);
    if (place === null) return `the ${role} has ended`;
    const left = leg?.run != null && leg.run.shrunk !== null ? ', which the shortest run leaves out' : '';
    if (place.step === 0) {
      const said = leg?.timeline.find((each) => each.event === place.event);
      const what = said === undefined ? left : `: ${formatPhrase(said.text, notation)}`;
      return `the ${role}, event ${place.event}${what}`;
    }
    const step = leg?.run?.steps.find((each) => each.step === place.step);
    const result = step === undefined ? left : `: ${formatAction(step.action, notation)}, ${resultWord(step.result)}`;
    return `the ${role}, step ${place.step}${place.event === null ? '' : ` (event ${place.event})`}${result}`;
  };
  const lines = [told('attack', parting.attack), told('control', parting.control)];
  if (parting.refusal !== null) {
    const [guard, ...atoms] = refusalLines(parting.refusal, notation);
    lines.push(`first guard to stop the attack: ${guard}`, ...atoms.map((atom) => `  ${atom}`));
  }
  if (parting.choice !== undefined) {
    const { attack, control, condition } = parting.choice;
    const [head, ...atoms] = choiceLines(condition, notation);
    lines.push(
      `first condition to choose otherwise, in step ${attack.step} of the attack: ${head}`,
      ...atoms.map((atom) => `  ${atom}`),
      `in step ${control.step} of the control it is ${!condition.holds}`,
    );
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
    // A shorter run goes another way from its first step on, and one that is cut begins elsewhere.
    return run?.shrunk === null && run.omitted === 0 ? run.steps : undefined;
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
  systems.length === 0 ? '' : `; ${enumerated(systems.map(sourceName))} went without it and was given the same`;

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
        return 'the negative control is a recording of its own; what differs from the attack is declared';
      }
      const first = open[0] === undefined ? '' : `; the first: it ${formatPhrase(open[0].text, notation)}`;
      const count = open.length === 1 ? 'a difference' : `${open.length} differences`;
      return `the negative control is a recording of its own with ${count} that nothing declares${first}`;
    }
  }
}
