import type { EvidenceContract, Expression, Predicate } from '../types.ts';
import { expressionText } from './visit-expression.ts';

/**
 * What a predicate's version identifies, as comparable text (reference section 1): expressions, polarity, unknown policy, evidence
 * contract and what it subsumes; not resolvers, tags or mitigations. Parameters count, as they are what the expressions range over.
 */
export function proposition(predicate: Predicate): string {
  const contract = predicate.evidenceContract;
  return JSON.stringify([
    predicate.polarity,
    predicate.unknownPolicy,
    predicate.parameters.map((parameter) => [parameter.name, parameter.type, parameter.required]),
    ordered(predicate.applicableWhen),
    predicate.satisfiedWhen === undefined ? null : ordered(predicate.satisfiedWhen),
    predicate.violatedWhen === undefined ? null : ordered(predicate.violatedWhen),
    contractOf(contract),
    [...predicate.subsumes].sort(),
  ]);
}

/** An expression as text; the parts of `all` and `any` in sorted order, since their order says nothing. */
function ordered(expression: Expression): string {
  switch (expression.kind) {
    case 'all':
    case 'any':
      return `${expression.kind}(${expression.parts.map(ordered).sort().join('; ')})`;
    case 'not':
      return `not (${ordered(expression.part)})`;
    case 'boolean':
    case 'relation':
    case 'fact':
    case 'exists':
    case 'compare':
    case 'temporal':
      return expressionText(expression);
  }
}

const contractOf = ({ at: _, ...contract }: EvidenceContract) => [
  [...contract.requireAll].sort(),
  [...contract.requireAny].sort(),
  // The order of groups counts: PROVEN asks for the first that can prove.
  contract.requireGroups.map((group) => [...group].sort()),
  contract.minimumRefs,
  contract.scope,
  [...contract.forbidAsAgentProof].sort(),
  contract.counterevidenceRequired,
  contract.typedAbsence,
  contract.passContract ?? null,
  contract.notApplicableBasis ?? null,
];
