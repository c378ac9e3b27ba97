import { nearestHint } from '../../diagnostics/nearest.ts';
import type { YamlPath } from '../../yaml/parse-yaml.ts';
import type { Expression, Parameter, Predicate } from '../types.ts';
import { TRACE_ENTITIES } from '../vocabulary/trace-entities.ts';
import { checkContract } from './check-contract.ts';
import { checkExpression, type ExpressionScope } from './check-expression.ts';
import { checkPolarity, checkSeverity } from './check-polarity.ts';
import { checkInputs, checkSubsumes } from './check-related-predicates.ts';
import { checkDecidable, checkResolvers } from './check-resolvers.ts';
import { checkEntity, checkUnique } from './check-vocabulary.ts';
import { checkContradictions } from './contradiction.ts';
import type { Names } from './names.ts';
import type { PredicateScope } from './predicate-scope.ts';
import type { Report } from './report.ts';
import type { PredicateSource } from './schema.ts';
import { expressionNodes, termsOf } from './visit-expression.ts';

/** Everything about one predicate that its shape does not show. `predicate` is missing if its expressions could not be read. */
export function checkPredicate(
  report: Report,
  source: PredicateSource,
  predicate: Predicate | undefined,
  path: YamlPath,
  scope: PredicateScope,
): void {
  const parameters = checkParameters(report, source, path, scope.names);
  checkPolarity(report, source, path, scope.names);
  checkContract(report, source, path, scope.names);
  checkSeverity(report, source, path, scope);
  checkUnique(report, [...path, 'tags'], source.tags);
  checkSubsumes(report, source, path, scope.names);
  checkResolvers(report, source, path, scope.names);
  checkInputs(report, source, path, scope.names);
  if (predicate === undefined) return;

  const expressionScope: ExpressionScope = {
    ...scope,
    parameters,
    supplied: new Set(source.applicability_inputs?.map((input) => input.provides_fact)),
  };
  const expressions = expressionsOf(predicate);
  for (const expression of expressions) checkExpression(report, expression, expressionScope);
  checkUsed(report, source, path, predicate, expressions);
  checkDecidable(report, predicate, expressions, scope, expressionScope.supplied);
  checkContradictions(report, predicate);
}

const expressionsOf = (predicate: Predicate): Expression[] =>
  [predicate.applicableWhen, predicate.satisfiedWhen, predicate.violatedWhen].filter((one) => one !== undefined);

function checkParameters(
  report: Report,
  source: PredicateSource,
  path: YamlPath,
  names: Names,
): ReadonlyMap<string, Parameter> {
  const parameters = new Map<string, Parameter>();
  source.parameters.forEach((parameter, index) => {
    const at = [...path, 'parameters', index];
    if (parameters.has(parameter.name)) {
      report.error('eio/duplicate-entry', [...at, 'name'], {
        message: `the parameter "${parameter.name}" is declared twice`,
        related: [{ message: 'declared here first', at: parameters.get(parameter.name)!.at }],
      });
      return;
    }
    parameters.set(parameter.name, {
      name: parameter.name,
      type: parameter.type,
      required: parameter.required ?? true,
      at: report.spanOf(at),
    });
    checkEntity(report, [...at, 'type'], parameter.type, names);
    if (names.concepts.has(parameter.type) && !TRACE_ENTITIES.includes(parameter.type)) {
      report.warn('eio/no-members', [...at, 'type'], {
        message: `traces hold nothing of type "${parameter.type}", so "${source.id}" stays open`,
        expected: 'a type that events make members of',
        hint: () => nearestHint(parameter.type, TRACE_ENTITIES),
      });
    }
  });
  return parameters;
}

function checkUsed(
  report: Report,
  source: PredicateSource,
  path: YamlPath,
  predicate: Predicate,
  expressions: readonly Expression[],
): void {
  const nodes = expressions.flatMap((expression) => [...expressionNodes(expression)]);
  const used = new Set(
    nodes
      .flatMap(termsOf)
      .flatMap((term) => (term.kind === 'parameter' ? [term.name] : term.kind === 'attribute' ? [term.parameter] : [])),
  );
  source.parameters.forEach((parameter, index) => {
    if (used.has(parameter.name)) return;
    report.warn('eio/unused-parameter', [...path, 'parameters', index, 'name'], {
      message: `no expression of "${source.id}" uses "$${parameter.name}"`,
    });
  });
  const relations = new Set(nodes.flatMap((node) => (node.kind === 'relation' ? [node.relation] : [])));
  for (const resolver of predicate.resolvers) {
    if (resolver.relation === undefined || relations.has(resolver.relation)) continue;
    report.warn('eio/resolver-shape', resolver.at, {
      message: `"${resolver.id}" is held to "${resolver.relation}", which "${source.id}" never asks for`,
    });
  }
}
