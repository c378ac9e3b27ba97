import { type ModelText, modelFields, modelNames } from '../../model/model-text.ts';
import { jsonDigest } from '../../trace/digest.ts';
import type { Json } from '../../trace/json.ts';
import type { RedactionOptions } from '../redaction/allow-list.ts';
import { sealRecord, type UnsealedRecord } from './file.ts';
import type { EvidenceInput } from './input.ts';
import { legRecord } from './leg-record.ts';
import { eventIds, eventNames, stepNames, writtenNames } from './names.ts';
import { partingOfLegs, partingRecord } from './parting-record.ts';
import { phraseOf, placed, predicateOf } from './record-parts.ts';
import { redactUnsealed } from './redact.ts';
import { EVIDENCE_VERSION, type EvidenceRecord } from './schema.ts';

/** `false` shows everything: for local debugging only, and the record says so. */
export type Redaction = RedactionOptions | false;

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

const subjectOf = ({ kind, id, claim, guard, at }: EvidenceInput['subject']) => ({
  kind,
  id,
  ...(claim === undefined ? {} : { claim }),
  ...(guard === undefined ? {} : { guard }),
  ...placed(at),
});
