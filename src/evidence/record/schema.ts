import { z } from 'zod';
import { CLAIM_STATES } from '../../model/claim.ts';
import type { PhrasePart } from '../../model/phrase.ts';
import { TRUST } from '../../trace/event.ts';
import { isJsonObject, type Json, type JsonObject } from '../../trace/json.ts';

// The evidence record (design section 6): one shape for every model kind. The schemas are the single source: types, JSON Schema and
// validation come from here. A record has no clock, no path of a machine and no random id: same inputs, same bytes.

/** Version of the record's shape; a reader refuses every other. */
export const EVIDENCE_VERSION = 1;

// Not walked: a walk by recursion would fall over hostile nesting. `readRecord` bounds the depth first.
const json = z.custom<Json>((value) => value !== undefined && typeof value !== 'function', 'expected a JSON value');
const jsonObject = z.custom<JsonObject>(isJsonObject, 'expected an object');

const position = z.strictObject({ line: z.number().int().min(1), column: z.number().int().min(1) });
const span = z.strictObject({ file: z.string(), start: position, end: position.optional() });

/** Text of ours (strings) with values of theirs apart, as in `model/phrase.ts`; the values are redacted. */
const phrase = z.array(
  z.union([z.string(), z.strictObject({ value: json, path: z.string() })]) satisfies z.ZodType<PhrasePart>,
);

const outcome = z.enum(['pass', 'fail', 'unknown']);
const event = z.number().int().min(0).nullable();
const step = z.number().int().min(0);

const diagnostic = z.strictObject({
  code: z.string(),
  message: z.string(),
  at: span.optional(),
  lineText: z.string().optional(),
  expected: z.string().optional(),
  hint: z.string().optional(),
});

const predicate = z.strictObject({
  id: z.string(),
  polarity: z.enum(['risk', 'safeguard', 'observation']),
  description: z.string().optional(),
  risk: z.string().optional(),
  mitigations: z.array(z.strictObject({ category: z.string(), action: z.string(), verification: z.string() })),
  at: span.optional(),
});

/** An atom of the formula that decided a claim, with the values in it; false ones first. */
const atom = z.strictObject({ text: phrase, holds: z.boolean(), bindings: jsonObject, at: span.optional() });

const claim = z.strictObject({
  id: z.string(),
  predicate: z.string(),
  polarity: z.enum(['risk', 'safeguard', 'observation']),
  state: z.enum(CLAIM_STATES),
  bindings: jsonObject,
  event,
  fidelity: z.enum(['exact', 'narrower']),
  proof: z.enum(['PROVEN', 'UNPROVEN']),
  reason: phrase,
  evidence: z.array(z.strictObject({ kind: z.string(), event, details: jsonObject, text: phrase })),
  unmet: z.array(z.string()),
  subsumedBy: z.string().optional(),
  atoms: z.array(atom),
});

const action = z.strictObject({
  action: z.string(),
  args: jsonObject.optional(),
  assume: z.record(z.string(), z.boolean()).optional(),
  /** Variables whose value after the step was seen. */
  observed: jsonObject.optional(),
});
const refusal = z.strictObject({
  guard: z.string(),
  text: phrase,
  at: span.optional(),
  /** The atoms that made the guard false, where it is not one itself. */
  atoms: z.array(atom).optional(),
});
/** A condition of IF or CASE that chose what a taken step did. */
const choice = z.strictObject({
  text: phrase,
  holds: z.boolean(),
  bindings: jsonObject,
  at: span.optional(),
  /** The atoms that made it what it was, where it is not one itself. */
  atoms: z.array(atom),
});
const bound = z.strictObject({
  bound: z.string(),
  text: phrase,
  at: span.optional(),
  guessed: z.literal(true).optional(),
});

const runStep = z.strictObject({
  step,
  event,
  action,
  result: z.enum(['taken', 'tolerated', 'refused', 'error']),
  changes: z.array(z.strictObject({ variable: z.string(), before: json, after: json })),
  refusals: z.array(refusal),
  /** What chose what the step did: told of the step that an unmet leg is about. */
  choices: z.array(choice).optional(),
});

const run = z.strictObject({
  initial: jsonObject,
  steps: z.array(runStep),
  /** Steps that the record leaves out, because there were too many. */
  omitted: step,
  /** Set if the run was shrunk: how many events it had, and whether the search ended before its bound. */
  shrunk: z.strictObject({ from: step, complete: z.boolean() }).nullable(),
});

/** Who takes part in what happened, for sequence diagrams. */
export const LANES = [
  'user',
  'system',
  'agent',
  'tool',
  'approver',
  'policy',
  'memory',
  'retrieval',
  'peer',
  'outside',
] as const;

const timelineItem = z.strictObject({
  event,
  kind: z.string(),
  from: z.enum(LANES),
  to: z.enum(LANES),
  text: phrase,
  trust: z.enum(TRUST).nullable(),
  /** What became of an approval by this event. */
  approval: z
    .strictObject({
      id: z.string(),
      status: z.enum(['requested', 'approve', 'deny', 'edit', 'expire', 'revoke', 'used']),
    })
    .nullable(),
});

const goal = z.strictObject({
  goal: z.string(),
  reached: z.boolean(),
  initially: z.boolean(),
  step: step.nullable(),
  /** Why it could not be evaluated, if it never was reached. */
  error: diagnostic.nullable(),
});

/** The legs of a trio; `trace` is the one leg of a plain matcher. */
export const ROLES = ['attack', 'control', 'negative-control', 'trace'] as const;

/** Where a leg's events come from (design section 5). */
export const SOURCES = ['steps', 'trace', 'events', 'agent'] as const;

const leg = z.strictObject({
  role: z.enum(ROLES),
  source: z.enum(SOURCES),
  at: span.optional(),
  /** Guards that the model lacked in this leg. */
  weakened: z.array(z.string()),
  outcome,
  /** Whether the leg did what the trio needs of it. */
  met: z.boolean(),
  events: step,
  steps: step,
  claims: z.array(claim),
  goals: z.array(goal),
  divergence: z.strictObject({ step, event, action, refusals: z.array(refusal), bounds: z.array(bound) }).nullable(),
  bounds: z.array(z.strictObject({ ...bound.shape, step, event })),
  disagreements: z.array(
    z.strictObject({
      step,
      event,
      guard: z.string(),
      observed: z.boolean(),
      model: z.union([z.boolean(), z.literal('error')]),
    }),
  ),
  run: run.nullable(),
  timeline: z.array(timelineItem),
  timelineOmitted: step,
  errors: z.array(diagnostic),
});

const parting = z.strictObject({
  /** Where the two legs first differ; null for a leg that had ended. Step 0 where the model has no steps, only events. */
  attack: z.strictObject({ step, event }).nullable(),
  control: z.strictObject({ step, event }).nullable(),
  how: z.enum(['different step', 'different result', 'different event', 'ended']),
  /** The first guard that refused in the attack and not in the control. */
  refusal: refusal.nullable(),
  /** Where no guard refused: the first condition that chose otherwise in the control, as it was in the attack, and the two steps. */
  choice: z
    .strictObject({
      attack: z.strictObject({ step, event }),
      control: z.strictObject({ step, event }),
      condition: choice,
    })
    .optional(),
});

const integrity = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('weaken'),
    guard: z.string(),
    /** Sources in which the system itself went without the guard, and not the model. */
    systems: z.array(z.enum(SOURCES)).optional(),
    holds: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('edit'),
    operations: z.array(
      z.strictObject({ op: z.enum(['drop', 'insert', 'replace']), position: z.number().int().min(0) }),
    ),
    holds: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('recording'),
    differences: z.array(z.strictObject({ event, text: phrase, declared: z.boolean() })),
    holds: z.boolean(),
  }),
]);

const evidenceSchema = z.strictObject({
  tracefoldEvidence: z.literal(EVIDENCE_VERSION),
  /** SHA-256 over the canonical bytes of the record without this field. It tells an alteration, not an author. */
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  subject: z.strictObject({
    kind: z.enum(['trio', 'trace']),
    /** Id of the trio, or name of the test. */
    id: z.string(),
    claim: z.string().optional(),
    /** The guard that the trio is about. */
    guard: z.string().optional(),
    /** The document in the YAML file. */
    at: span.optional(),
  }),
  model: z.strictObject({
    kind: z.enum(['tla', 'typescript', 'eio']),
    name: z.string(),
    /** SHA-256 over the texts that the model was read from; null for a model without a text. */
    digest: z.string().nullable(),
    predicates: z.array(predicate),
  }),
  outcome,
  /** Why the outcome is not a pass, the most important first. */
  problems: z.array(
    z.strictObject({ leg: z.enum(ROLES).nullable(), code: z.string(), text: phrase, at: span.optional() }),
  ),
  legs: z.array(leg),
  parting: parting.nullable(),
  integrity: integrity.nullable(),
  redacted: z.boolean(),
});

export const evidenceRecord = evidenceSchema;

/** What an evidence file holds; docs/evidence.md describes its parts. */
export type EvidenceRecord = z.infer<typeof evidenceSchema>;
export type LegRecord = EvidenceRecord['legs'][number];
export type ClaimRecord = LegRecord['claims'][number];
export type RefusalRecord = RunStepRecord['refusals'][number];
export type ChoiceRecord = NonNullable<RunStepRecord['choices']>[number];
export type RunStepRecord = NonNullable<LegRecord['run']>['steps'][number];
export type TimelineItem = LegRecord['timeline'][number];
export type Parting = NonNullable<EvidenceRecord['parting']>;
export type Integrity = NonNullable<EvidenceRecord['integrity']>;
export type Role = (typeof ROLES)[number];
export type Lane = (typeof LANES)[number];

/** The published JSON Schema of the record. */
export function evidenceJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(evidenceSchema, { unrepresentable: 'any' }), title: 'tracefold evidence record' };
}
