import type { Diagnostic, Span } from '../../diagnostics/diagnostic.ts';
import { type Claim, type Outcome, outcomeOf, type PredicateInfo } from '../../model/claim.ts';
import type { Model, RunRecord, StepRecord, Verdict } from '../../model/model.ts';
import { type ModelText, modelFields, modelNames } from '../../model/model-text.ts';
import type { Phrase } from '../../model/phrase.ts';
import type { AtomReport, BoundHit, Choice, Refusal, Step } from '../../model/state-machine.ts';
import { jsonDigest } from '../../trace/digest.ts';
import type { TraceEvent } from '../../trace/event.ts';
import { isJsonObject, type Json, type JsonObject } from '../../trace/json.ts';
import type { RedactionOptions } from '../redaction/redactor.ts';
import { sealRecord, type UnsealedRecord } from './file.ts';
import { eventIds, eventNames, stepNames, writtenNames } from './names.ts';
import { eventPartingOf, type PartingPoint, partingOf } from './parting.ts';
import { redactUnsealed } from './redact.ts';
import { EVIDENCE_VERSION, type EvidenceRecord, type Integrity, type LegRecord, type Role } from './schema.ts';
import { timelineOf } from './timeline.ts';

/** What one leg of a trio, or the one trace of a matcher, came to. */
export interface LegInput {
  readonly role: Role;
  readonly source: 'steps' | 'trace' | 'events' | 'agent';
  readonly at?: Span;
  /** Guards that the model lacked in this leg. */
  readonly weakened?: readonly string[];
  /** Whether the leg did what the trio needs of it. */
  readonly met: boolean;
  /** From a fold that recorded (`record: true`), so that steps can be shown. */
  readonly verdict: Verdict;
  /** The events, where the leg has any; they are what the sequence diagram shows. */
  readonly events?: readonly TraceEvent[];
  /** By predicate: the atoms that decided it in the state of its claim (`StateMachine.explain`). */
  readonly atoms?: ReadonlyMap<string, readonly AtomReport[]>;
  /** The shortest run that still fails, where there is one: its steps and events are shown instead of the whole. */
  readonly shrunk?: ShrunkRun;
}

/** A shorter run that fails the same claim; steps and events keep the numbers that they have in the whole. */
export interface ShrunkRun {
  /** Steps or events of the whole. */
  readonly from: number;
  /** False if the search hit its bound. */
  readonly complete: boolean;
  /** Null for a model that has no steps. */
  readonly run: RunRecord | null;
  readonly events?: readonly TraceEvent[];
}

/** Everything that an evidence record is made of, before redaction. */
export interface EvidenceInput {
  readonly subject: {
    readonly kind: 'trio' | 'trace';
    readonly id: string;
    readonly claim?: string;
    readonly guard?: string;
    readonly at?: Span;
  };
  readonly model: {
    readonly kind: Model['kind'];
    readonly name: string;
    readonly predicates: readonly PredicateInfo[];
    /** The texts that the model was read from: its identity, and the literals that may be shown. */
    readonly texts?: readonly ModelText[];
  };
  readonly outcome: Outcome;
  readonly problems?: readonly {
    readonly leg: Role | null;
    readonly code: string;
    readonly text: Phrase;
    readonly at?: Span;
  }[];
  readonly legs: readonly LegInput[];
  readonly integrity?: Integrity;
}

/** `false` shows everything: for local debugging only, and the record says so. */
export type Redaction = RedactionOptions | false;

const MAX_STEPS = 200;
/** Of a leg that did what it must. */
const MAX_MET_STEPS = 60;
const MAX_CLAIMS = 200;
const MAX_EVIDENCE = 20;
const MAX_ITEMS = 60;
const MAX_DEPTH = 40;

/** The evidence record of a trio or of one trace, redacted (design section 6). Same input, same bytes. */
export function buildEvidence(input: EvidenceInput, redaction: Redaction = {}): EvidenceRecord {
  const explain = input.outcome !== 'pass';
  const parting = partingOfLegs(input.legs, explain);
  const texts = input.model.texts ?? [];
  const record: UnsealedRecord = {
    tracefoldEvidence: EVIDENCE_VERSION,
    subject: subjectOf(input.subject),
    model: {
      kind: input.model.kind,
      name: input.model.name,
      digest: texts.length === 0 ? null : modelDigest(texts),
      predicates: input.model.predicates.map(predicateOf),
    },
    outcome: input.outcome,
    problems: (input.problems ?? []).map(({ leg, code, text, at }) => ({
      leg,
      code,
      text: phraseOf(text),
      ...placed(at),
    })),
    legs: input.legs.map((leg) => legRecord(leg, explain && !leg.met)),
    parting: parting === null ? null : partingRecord(parting),
    integrity: input.integrity ?? null,
    redacted: redaction !== false,
  };
  if (redaction === false) return sealRecord({ ...redactUnsealed(record, { open: true }), redacted: false });
  return sealRecord(
    redactUnsealed(record, { ...redaction, names: namesOf(input, redaction), fields: fieldsOf(input, redaction) }),
  );
}

/** What may be shown wherever it stands: what the model and the scenario say, and the ids and tool names of the traces. */
export function namesOf(input: EvidenceInput, redaction: RedactionOptions = {}): ReadonlySet<Json> {
  const names = new Set<Json>([...(redaction.names ?? []), ...modelNames(input.model.texts ?? [])]);
  for (const leg of input.legs) {
    if (leg.source === 'steps') stepNames(leg.verdict, names);
    else if (leg.source === 'events') writtenNames((leg.events ?? []) as unknown as Json, names);
    else eventNames(leg.events ?? [], names);
    const run = leg.shrunk?.run ?? leg.verdict.run;
    if (run !== undefined) writtenNames(run.initial, names);
  }
  return names;
}

/** Names of fields in the model's own text, beside those that the record shows to be the model's. */
export const fieldsOf = (input: EvidenceInput, redaction: RedactionOptions = {}): readonly string[] => [
  ...(redaction.fields ?? []),
  ...modelFields(input.model.texts ?? []),
];

/**
 * The evidence for a snapshot: like {@link buildEvidence}, but ids that a recorder made up are numbered too, so that two runs that do the
 * same are told in the same words. Always redacted.
 */
export function buildSnapshotEvidence(input: EvidenceInput, redaction: RedactionOptions = {}): EvidenceRecord {
  const hidden = new Set<string>(redaction.hidden ?? []);
  for (const leg of input.legs) {
    if (leg.source === 'trace' || leg.source === 'agent') eventIds(leg.events ?? [], hidden);
  }
  return buildEvidence(input, { ...redaction, hidden });
}

/** Identity of a model's text: equal texts under equal names, equal digests. */
export const modelDigest = (texts: readonly ModelText[]): string =>
  jsonDigest(texts.map(({ file, text }) => [file, text]));

const NO_STEPS: Pick<RunRecord, 'initial' | 'steps'> = { initial: {}, steps: [] };

/** `explain`: of the step that the leg is about, tell what chose. */
function legRecord(leg: LegInput, explain: boolean): LegRecord {
  const { verdict } = leg;
  const run = leg.shrunk?.run ?? verdict.run ?? (leg.shrunk === undefined ? null : NO_STEPS);
  const steps = run?.steps ?? [];
  const most = leg.met ? MAX_MET_STEPS : MAX_STEPS;
  // Values of the run that is shown: a step that it leaves out must not turn up in what is false.
  const atoms = (predicate: string) => leg.shrunk?.run?.atoms.get(predicate) ?? leg.atoms?.get(predicate) ?? [];
  const choices = explain ? choicesOfLeg(verdict, steps) : null;
  const timeline = timelineOf(leg.shrunk?.events ?? leg.events ?? [], lastEvent(verdict));
  return {
    role: leg.role,
    source: leg.source,
    ...(leg.at === undefined ? {} : { at: leg.at }),
    weakened: [...(leg.weakened ?? [])],
    outcome: verdict.outcome,
    met: leg.met,
    events: verdict.events,
    steps: verdict.steps,
    claims: selectClaims(verdict.claims).map((claim) => claimOf(claim, atoms(claim.predicate))),
    goals: verdict.goals.map(({ goal, reached, initially, step, error }) => ({
      goal,
      reached,
      initially,
      step,
      error: error === null ? null : errorOf(error),
    })),
    divergence:
      verdict.divergence === null
        ? null
        : {
            step: verdict.divergence.step,
            event: verdict.divergence.event,
            action: actionOf(verdict.divergence.action),
            refusals: verdict.divergence.refusals.map(refusalOf),
            bounds: verdict.divergence.bounds.map(boundOf),
          },
    bounds: verdict.bounds.map((hit) => ({ ...boundOf(hit), step: hit.step, event: hit.event })),
    disagreements: verdict.disagreements.map(({ step, event, guard, observed, model }) => ({
      step,
      event,
      guard,
      observed,
      model,
    })),
    run:
      run === null
        ? null
        : {
            initial: bounded(run.initial),
            steps: steps.slice(-most).map((step) => ({
              step: step.step,
              event: step.event,
              action: actionOf(step.action),
              result: step.result,
              changes: step.changes.map((change) => ({
                variable: change.variable,
                before: boundedValue(change.before, 0),
                after: boundedValue(change.after, 0),
              })),
              refusals: step.refusals.map(refusalOf),
              ...(choices?.step === step ? { choices: choices.told.map(choiceOf) } : {}),
            })),
            omitted: Math.max(0, steps.length - most),
            shrunk: leg.shrunk === undefined ? null : { from: leg.shrunk.from, complete: leg.shrunk.complete },
          },
    timeline: [...timeline.items],
    timelineOmitted: timeline.omitted,
    errors: verdict.errors.map(errorOf),
  };
}

/** What chose in the step that reached a forbidden state, or in the last that chose anything where none was reached. */
function choicesOfLeg(verdict: Verdict, steps: readonly StepRecord[]) {
  const finding = verdict.claims.find((claim) => outcomeOf(claim) === 'fail');
  const reached = steps.find((step) => finding !== undefined && finding.event === (step.event ?? step.step));
  for (const step of reached === undefined ? steps.toReversed() : [reached]) {
    const told = step.choices?.() ?? [];
    if (told.length > 0) return { step, told };
  }
  return null;
}

/** The event that decided the leg; null if it ran to its end. */
function lastEvent(verdict: Verdict): number | null {
  if (verdict.divergence !== null) return verdict.divergence.event;
  let last: number | null = null;
  for (const claim of verdict.claims) {
    if (outcomeOf(claim) !== 'fail') continue;
    if (claim.event === null) return null;
    last = Math.max(last ?? claim.event, claim.event);
  }
  return last;
}

/** Findings and unknowns first, in the order of the verdict; then passes as far as there is room. */
function selectClaims(claims: readonly Claim[]): readonly Claim[] {
  if (claims.length <= MAX_CLAIMS) return claims;
  const rank = { fail: 0, unknown: 1, pass: 2 } as const;
  const ranked = claims.toSorted((a, b) => rank[outcomeOf(a)] - rank[outcomeOf(b)]);
  return ranked.slice(0, MAX_CLAIMS);
}

function partingOfLegs(legs: readonly LegInput[], explain: boolean): PartingPoint | null {
  const attack = legs.find((leg) => leg.role === 'attack');
  const control = legs.find((leg) => leg.role === 'control');
  if (attack === undefined || control === undefined) return null;
  if (attack.verdict.run !== undefined && control.verdict.run !== undefined) {
    return partingOf(attack.verdict, control.verdict, explain);
  }
  return attack.events === undefined || control.events === undefined
    ? null
    : eventPartingOf(attack.events, control.events);
}

function partingRecord(parting: PartingPoint): EvidenceRecord['parting'] {
  const { choice } = parting;
  const place = (step: PartingPoint['attack']) => (step === null ? null : { step: step.step, event: step.event });
  return {
    attack: place(parting.attack),
    control: place(parting.control),
    how: parting.how,
    refusal: parting.refusal === null ? null : refusalOf(parting.refusal),
    ...(choice === undefined
      ? {}
      : {
          choice: {
            attack: { step: choice.attack.step, event: choice.attack.event },
            control: { step: choice.control.step, event: choice.control.event },
            condition: choiceOf(choice.condition),
          },
        }),
  };
}

// Field by field and never by spreading: a field that a verdict gains must not reach a record before somebody has redacted it.

const placed = (at: Span | undefined) => (at === undefined ? {} : { at });

const refusalOf = ({ guard, text, at, atoms }: Refusal) => ({
  guard,
  text: phraseOf(text),
  ...placed(at),
  ...(atoms === undefined ? {} : { atoms: atoms.map(atomOf) }),
});

const boundOf = ({ bound, text, at, guessed }: BoundHit) => ({
  bound,
  text: phraseOf(text),
  ...placed(at),
  ...(guessed === undefined ? {} : { guessed }),
});

const atomOf = ({ text, holds, bindings, at }: AtomReport) => ({
  text: phraseOf(text),
  holds,
  bindings: bounded(bindings),
  ...placed(at),
});

const choiceOf = ({ text, holds, bindings, at, atoms }: Choice) => ({
  ...atomOf({ text, holds, bindings, ...placed(at) }),
  atoms: atoms.map(atomOf),
});

const subjectOf = ({ kind, id, claim, guard, at }: EvidenceInput['subject']) => ({
  kind,
  id,
  ...(claim === undefined ? {} : { claim }),
  ...(guard === undefined ? {} : { guard }),
  ...placed(at),
});

const claimOf = (claim: Claim, atoms: readonly AtomReport[]) => ({
  id: claim.id,
  predicate: claim.predicate,
  polarity: claim.polarity,
  state: claim.state,
  bindings: bounded(claim.bindings),
  event: claim.event,
  fidelity: claim.fidelity,
  proof: claim.proof,
  reason: phraseOf(claim.reason),
  evidence: claim.evidence.slice(0, MAX_EVIDENCE).map(({ kind, event, details, text }) => ({
    kind,
    event,
    details: bounded(details),
    text: phraseOf(text),
  })),
  unmet: [...claim.unmet],
  ...(claim.subsumedBy === undefined ? {} : { subsumedBy: claim.subsumedBy }),
  atoms: atoms.map(atomOf),
});

const predicateOf = ({ id, polarity, description, risk, mitigations, at }: PredicateInfo) => ({
  id,
  polarity,
  ...(description === undefined ? {} : { description }),
  ...(risk === undefined ? {} : { risk }),
  mitigations: mitigations.map(({ category, action, verification }) => ({ category, action, verification })),
  ...placed(at),
});

const phraseOf = (phrase: Phrase) =>
  phrase.map((part) => (typeof part === 'string' ? part : { value: boundedValue(part.value, 0), path: part.path }));

const actionOf = (action: Step) => ({
  action: action.action,
  ...(action.args === undefined ? {} : { args: bounded(action.args) }),
  ...(action.assume === undefined ? {} : { assume: { ...action.assume } }),
  ...(action.observed === undefined ? {} : { observed: bounded(action.observed) }),
});

const errorOf = ({ code, message, at, lineText, expected, hint }: Diagnostic) => ({
  code,
  message,
  ...(at === undefined ? {} : { at }),
  ...(lineText === undefined ? {} : { lineText }),
  ...(expected === undefined ? {} : { expected }),
  ...(hint === undefined ? {} : { hint }),
});

const bounded = (value: JsonObject): JsonObject => boundedValue(value, 0) as JsonObject;

/** Long lists are cut in the middle: their start says what they hold, their end what happened last. */
function boundedValue(value: Json, depth: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  // Deeper than redaction looks, so nothing is lost that would be shown.
  if (depth > MAX_DEPTH) return '…';
  if (Array.isArray(value)) {
    const items: readonly Json[] =
      value.length <= MAX_ITEMS
        ? value
        : [...value.slice(0, MAX_ITEMS / 2), '…', ...value.slice(value.length - MAX_ITEMS / 2 + 1)];
    return items.map((item) => boundedValue(item, depth + 1));
  }
  if (!isJsonObject(value)) return value;
  const copy: { [key: string]: Json } = Object.create(null);
  const keys = Object.keys(value);
  for (const key of keys.slice(0, MAX_ITEMS * 4)) copy[key] = boundedValue(value[key] as Json, depth + 1);
  return copy;
}
