import type { YamlPath } from '../../yaml/parse-yaml.ts';
import type { EvidenceContract, Predicate } from '../types.ts';
import { parseExpression } from './parse-expression.ts';
import type { Report } from './report.ts';
import type { PredicateSource } from './schema.ts';

/** A predicate as the evaluator takes it; undefined if an expression of it could not be read, which is then reported. */
export function readPredicate(report: Report, source: PredicateSource, path: YamlPath): Predicate | undefined {
  const applicableWhen = parseExpression(report, source.applicable_when, [...path, 'applicable_when']);
  const satisfiedWhen =
    source.satisfied_when === undefined
      ? null
      : parseExpression(report, source.satisfied_when, [...path, 'satisfied_when']);
  const violatedWhen =
    source.violated_when === undefined
      ? null
      : parseExpression(report, source.violated_when, [...path, 'violated_when']);
  if (applicableWhen === undefined || satisfiedWhen === undefined || violatedWhen === undefined) return undefined;
  const at = (...more: YamlPath) => report.spanOf([...path, ...more]);
  return {
    id: source.id,
    version: source.version,
    description: source.description,
    polarity: source.polarity,
    parameters: source.parameters.map((parameter, index) => ({
      name: parameter.name,
      type: parameter.type,
      required: parameter.required ?? true,
      at: at('parameters', index),
    })),
    applicableWhen,
    ...(satisfiedWhen === null ? {} : { satisfiedWhen }),
    ...(violatedWhen === null ? {} : { violatedWhen }),
    evidenceContract: readContract(source.evidence_contract, at('evidence_contract')),
    resolvers: source.resolvers.map((resolver, index) => ({
      ...(typeof resolver === 'string' ? { id: resolver } : resolver),
      at: at('resolvers', index),
    })),
    unknownPolicy: source.unknown_policy,
    ...(source.risk === undefined ? {} : { risk: source.risk }),
    ...(source.safeguard === undefined ? {} : { safeguard: source.safeguard }),
    ...(source.severity_source === undefined ? {} : { severityReason: source.severity_source.reason }),
    subsumes: source.subsumes ?? [],
    mitigations: source.mitigations ?? [],
    applicabilityInputs: (source.applicability_inputs ?? []).map((input, index) => ({
      predicate: input.predicate,
      scope: input.scope,
      fact: input.provides_fact,
      trueWhen: input.fact_true_when_state,
      at: at('applicability_inputs', index),
    })),
    tags: source.tags ?? [],
    at: at(),
  };
}

function readContract(source: PredicateSource['evidence_contract'], at: EvidenceContract['at']): EvidenceContract {
  const pass = source.pass_contract;
  return {
    requireAll: source.require_all ?? [],
    requireAny: source.require_any ?? [],
    requireGroups: source.require_groups ?? [],
    minimumRefs: source.minimum_refs,
    scope: source.scope,
    forbidAsAgentProof: source.forbid_as_agent_proof ?? [],
    counterevidenceRequired: source.counterevidence_required ?? false,
    typedAbsence: source.typed_absence ?? false,
    ...(pass === undefined
      ? {}
      : {
          passContract: {
            requireAll: pass.require_all ?? [],
            requireAny: pass.require_any ?? [],
            minimumRefs: pass.minimum_refs ?? 0,
            witnessingAnchored: pass.witnessing_anchored ?? false,
            typedAbsenceAllowed: pass.typed_absence_allowed ?? false,
          },
        }),
    ...(source.not_applicable_basis === undefined
      ? {}
      : { notApplicableBasis: source.not_applicable_basis.accepted_sources }),
    at,
  };
}
