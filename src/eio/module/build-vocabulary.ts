import type {
  EntityInfo,
  EvidenceKindInfo,
  RelationInfo,
  ResolverInfo,
  RiskInfo,
  SourceTypeInfo,
  Vocabulary,
} from '../types.ts';
import { ANCHORS, KINDS_READ } from '../vocabulary/anchors.ts';
import { isEntity } from './check-vocabulary.ts';
import type { Names } from './names.ts';

/** The vocabulary that the evaluator takes, from all that a module can see. */
export function buildVocabulary(names: Names): Vocabulary {
  const concepts = [...names.concepts.values()];
  return {
    entities: byId(
      concepts
        .filter((concept) => isEntity(concept.kind))
        .map(
          (concept): EntityInfo => ({
            id: concept.id,
            ...(concept.parent === undefined ? {} : { parent: concept.parent }),
            attributes: concept.attributes ?? [],
            description: concept.description,
          }),
        ),
    ),
    relations: byId(
      [...names.relations.values()].map(
        (relation): RelationInfo => ({
          id: relation.id,
          domain: relation.domain,
          range: relation.range,
          characteristics: relation.characteristics ?? [],
          ...(relation.inverse === undefined ? {} : { inverse: relation.inverse }),
          description: relation.description,
        }),
      ),
    ),
    evidenceKinds: byId(
      [...names.evidenceTypes.values()].map(
        (kind): EvidenceKindInfo => ({
          id: kind.id,
          provesBehaviour: kind.can_prove_agent_behaviour,
          requiredFields: kind.required_fields,
          sourceTypes: kind.compatible_source_types ?? [],
          description: kind.description,
        }),
      ),
    ),
    sourceTypes: byId(
      [...names.sourceTypes.values()].map(
        (source): SourceTypeInfo => ({
          id: source.id,
          mayWitness: source.may_witness,
          ...(source.witness_requires === undefined ? {} : { witnessRequires: source.witness_requires }),
          description: source.description,
        }),
      ),
    ),
    anchors: byId(ANCHORS),
    resolvers: byId(
      [...names.resolvers.values()].map(
        (resolver): ResolverInfo => ({
          id: resolver.id,
          kind: resolver.kind,
          yields: resolver.output,
          evidenceKinds: KINDS_READ.get(resolver.id) ?? [],
          requires: resolver.requires ?? [],
          description: resolver.description,
        }),
      ),
    ),
    risks: byId(
      concepts
        .filter((concept) => concept.kind === 'risk')
        .map(
          (concept): RiskInfo => ({
            id: concept.id,
            ...(concept.parent === undefined ? {} : { parent: concept.parent }),
            title: titleOf(concept.id),
            description: concept.description,
          }),
        ),
    ),
  };
}

const byId = <T extends { readonly id: string }>(entries: readonly T[]): ReadonlyMap<string, T> =>
  new Map(entries.map((entry) => [entry.id, entry]));

/** `eio.risk.policy-drift`: "Policy drift". */
function titleOf(id: string): string {
  const words = id.slice(id.lastIndexOf('.') + 1).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
