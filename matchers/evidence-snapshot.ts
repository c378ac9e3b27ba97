import { buildSnapshotEvidence } from '../src/evidence/record/build.ts';
import { redactionFor } from '../src/evidence/record/names.ts';
import type { RedactionOptions } from '../src/evidence/redaction/allow-list.ts';
import { renderSnapshot } from '../src/evidence/render/snapshot.ts';
import type { Model } from '../src/model/model.ts';
import { canonicalJson } from '../src/trace/canonical-json.ts';
import type { Json } from '../src/trace/json.ts';
import { inputOf, traceEvidence } from './judge.ts';
import { checkOptions, judgedBy } from './unfit-input.ts';

/** What a snapshot judges and shows. */
export interface EvidenceSnapshotOptions {
  /** Invariants or predicates to judge; default: all of the model. */
  readonly predicates?: readonly string[];
  /** What of the trace may be shown; the rest is numbered. A snapshot is always redacted. */
  readonly redaction?: RedactionOptions;
}

// Registered, so that the serializer of one copy of this module (ESM, CommonJS) knows what another made.
const TEXT = Symbol.for('tracefold.evidence-snapshot');

/** What a model says about a trace, for the snapshots of the runner: {@link evidenceSerializer} writes it as plain lines. */
export interface EvidenceSnapshot {
  readonly [TEXT]: string;
}

/**
 * The behaviour that a trace shows, by the model: without ids, event numbers or values, so that two runs that do the same have equal
 * snapshots. For inline snapshots: `expect(evidenceSnapshot(trace, model)).toMatchInlineSnapshot()`.
 */
export function evidenceSnapshot(
  received: unknown,
  model: Model,
  options: EvidenceSnapshotOptions = {},
): EvidenceSnapshot {
  checkOptions('an evidence snapshot', options, ['predicates', 'redaction']);
  const foldOptions = judgedBy(options);
  const input = traceEvidence(model, inputOf(received, model), foldOptions, { id: 'snapshot' });
  const record = buildSnapshotEvidence(
    { ...input, model: { ...input.model, texts: [{ file: model.name, text: declarationOf(model) }] } },
    redactionFor(model, options.redaction),
  );
  return { [TEXT]: renderSnapshot(record) };
}

/** The lines of an evidence snapshot. */
export const snapshotText = (snapshot: EvidenceSnapshot): string => snapshot[TEXT];

/** Writes evidence into snapshots as plain lines; both runners take it in `expect.addSnapshotSerializer`. */
export const evidenceSerializer = {
  test: (value: unknown): boolean => typeof value === 'object' && value !== null && TEXT in value,
  serialize: (value: unknown, _config: unknown, indentation: string): string =>
    snapshotText(value as EvidenceSnapshot).replaceAll('\n', `\n${indentation}`),
};

/** What a model declares; stands for its version. The code of a `defineModel` is not in it: every transform writes that differently. */
function declarationOf(model: Model): string {
  const predicates = model.predicates.map(({ id, polarity, description }) => [id, polarity, description ?? null]);
  const guards = model.guards().map(({ path, kind, text }) => [path, kind, text]);
  return canonicalJson([predicates, guards] as Json);
}
