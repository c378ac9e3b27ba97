import type { EvidenceRef } from '../../model/claim.ts';
import type { Vocabulary } from '../types.ts';

const detail = (ref: EvidenceRef, key: string): string => {
  const value = Object.hasOwn(ref.details, key) ? ref.details[key] : undefined;
  return typeof value === 'string' ? value : '';
};

export const sourceOf = (ref: EvidenceRef): string => detail(ref, 'source');

/** Identity of a reference, the anchor left out: two citations of the same place count once. */
export const refKey = (ref: EvidenceRef): string =>
  JSON.stringify([
    ref.kind,
    sourceOf(ref),
    ref.event,
    ref.details.start ?? null,
    ref.details.end ?? null,
    ref.details.formula ?? null,
  ]);

/**
 * Whether a reference can prove what the agent did (reference section 3, "Witness"): its kind proves behaviour, its source may witness, and
 * the two go together; a tool result also needs the call of the same turn cited beside it. Recomputed from the vocabulary every time.
 */
export function canProve(ref: EvidenceRef, cited: readonly EvidenceRef[], vocabulary: Vocabulary): boolean {
  const kind = vocabulary.evidenceKinds.get(ref.kind);
  const source = vocabulary.sourceTypes.get(sourceOf(ref));
  if (kind === undefined || source === undefined || !kind.provesBehaviour || !source.mayWitness) return false;
  if (kind.sourceTypes.length > 0 && !kind.sourceTypes.includes(source.id)) return false;
  if (source.witnessRequires === undefined) return true;
  return cited.some(
    (other) =>
      sourceOf(other) === source.witnessRequires &&
      other.details.turn === ref.details.turn &&
      other.details.call === ref.details.call,
  );
}

/** Whether a reference can prove and is tied firmly enough to its source to do so. */
export const isWitness = (ref: EvidenceRef, cited: readonly EvidenceRef[], vocabulary: Vocabulary): boolean =>
  canProve(ref, cited, vocabulary) && (vocabulary.anchors.get(detail(ref, 'anchor'))?.witnessing ?? false);
