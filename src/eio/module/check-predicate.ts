import { nearestHint } from '../../diagnostics/nearest.ts';
import type { YamlPath } from '../../yaml/parse-yaml.ts';
import type { Expression, Parameter, Predicate, ResolverUse } from '../types.ts';
import { OBLIGATIONS } from '../vocabulary/obligations.ts';
import type { ConstantSignature, FactSignature, ResolverAbility } from '../vocabulary/signatures.ts';
import { TRACE_ENTITIES } from '../vocabulary/trace-entities.ts';
import { checkExpression, type ExpressionScope } from './check-expression.ts';
import { checkConceptKind, checkEntity, checkUnique, unknown } from './check-vocabulary.ts';
import { checkContradictions } from './contradiction.ts';
import { type Names, unknownIdHint } from './names.ts';
import type { Report } from './report.ts';
import type { PredicateSource } from './schema.ts';
import { expressionNodes, expressionText, termsOf } from './visit-expression.ts';

/** What a predicate is checked against. */
export interface PredicateScope {
  readonly names: Names;
  readonly facts: ReadonlyMap<string, FactSignature>;
  readonly constants: ReadonlyMap<string, ConstantSignature>;
  readonly abilities: ReadonlyMap<string, ResolverAbility>;
  /** Ids of predicates that a domain's coverage obligation targets. */
  readonly obliged: ReadonlySet<string>;
  readonly strictTypes: boolean;
}

/** Ids of predicates that EIO's own domains oblige, and those that the loaded modules do. */
export const obligedPredicates = (more: Iterable<string>): Set<string> =>
  new Set([...OBLIGATIONS.map((obligation) => obligation.predicate), ...more]);

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

function checkPolarity(report: Report, source: PredicateSource, path: YamlPath, names: Names): void {
  const needs = (key: 'risk' | 'violated_when' | 'safeguard' | 'satisfied_when') => {
    if (source[key] !== undefined) return;
    report.error('eio/polarity', [...path, 'polarity'], {
      message: `"${source.id}" has polarity ${source.polarity} and no "${key}"`,
      expected: source.polarity === 'risk' ? '"risk" and "violated_when"' : '"safeguard" and "satisfied_when"',
    });
  };
  switch (source.polarity) {
    case 'risk':
      needs('risk');
      needs('violated_when');
      break;
    case 'safeguard':
      needs('safeguard');
      needs('satisfied_when');
      break;
    case 'observation':
      if (source.satisfied_when === undefined && source.violated_when === undefined) {
        report.error('eio/polarity', [...path, 'polarity'], {
          message: `"${source.id}" says neither when it is satisfied nor when it is violated`,
          expected: '"satisfied_when" or "violated_when"',
        });
      }
      break;
  }
  if (source.risk !== undefined) checkConceptKind(report, [...path, 'risk'], source.risk, 'risk', names);
  if (source.safeguard !== undefined) {
    checkConceptKind(report, [...path, 'safeguard'], source.safeguard, 'safeguard', names);
  }
  const stray = source.polarity === 'risk' ? 'safeguard' : source.polarity === 'safeguard' ? 'risk' : undefined;
  if (stray !== undefined && source[stray] !== undefined) {
    report.error('eio/polarity', [...path, stray], {
      message: `"${source.id}" has polarity ${source.polarity} and names a ${stray}`,
      expected: `polarity ${stray}, or no "${stray}"`,
    });
  }
}

function checkContract(report: Report, source: PredicateSource, path: YamlPath, names: Names): void {
  const contract = source.evidence_contract;
  const at = [...path, 'evidence_contract'];
  const groups = contract.require_groups ?? [];
  const lists: [YamlPath, readonly string[] | undefined][] = [
    [[...at, 'require_all'], contract.require_all],
    [[...at, 'require_any'], contract.require_any],
    ...groups.map((group, index): [YamlPath, readonly string[]] => [[...at, 'require_groups', index], group]),
    [[...at, 'forbid_as_agent_proof'], contract.forbid_as_agent_proof],
    [[...at, 'pass_contract', 'require_all'], contract.pass_contract?.require_all],
    [[...at, 'pass_contract', 'require_any'], contract.pass_contract?.require_any],
  ];
  for (const [list, kinds] of lists) {
    checkUnique(report, list, kinds);
    kinds?.forEach((kind, index) => {
      if (names.evidenceTypes.has(kind)) return;
      report.error('eio/unknown-evidence-kind', [...list, index], {
        message: `unknown evidence kind "${kind}"`,
        hint: () => unknownIdHint(kind, names.evidenceTypes.keys()),
      });
    });
  }
  if (
    contract.require_all === undefined &&
    contract.require_any === undefined &&
    contract.require_groups === undefined
  ) {
    report.error('eio/evidence-contract', at, {
      message: `the evidence contract of "${source.id}" requires no kind of evidence`,
      expected: '"require_all", "require_any" or "require_groups"',
    });
    return;
  }
  const required = [...(contract.require_all ?? []), ...(contract.require_any ?? []), ...groups.flat()];
  if (contract.typed_absence === true && !required.includes('TYPED_ABSENCE')) {
    report.warn('eio/evidence-contract', [...at, 'typed_absence'], {
      message: `"${source.id}" says typed_absence, and its contract takes no TYPED_ABSENCE`,
    });
  }
  const known = required.every((kind) => names.evidenceTypes.has(kind));
  const proves = (kind: string) =>
    names.evidenceTypes.get(kind)?.can_prove_agent_behaviour === true &&
    contract.forbid_as_agent_proof?.includes(kind) !== true;
  if (known && source.polarity === 'risk' && !required.some(proves)) {
    report.warn('eio/evidence-contract', at, {
      message: `no kind that "${source.id}" requires can prove what the agent did, so a finding on it is never proven`,
    });
  }
}

function checkSeverity(report: Report, source: PredicateSource, path: YamlPath, scope: PredicateScope): void {
  if (source.severity_source !== undefined && scope.obliged.has(source.id)) {
    report.error('eio/severity', [...path, 'severity_source'], {
      message: `"${source.id}" says that nothing gives it a severity, and a domain obliges it`,
      expected: 'no "severity_source"',
    });
  } else if (source.severity_source === undefined && !scope.obliged.has(source.id)) {
    report.warn('eio/severity', [...path, 'id'], {
      message: `no domain that is known obliges "${source.id}", so its findings have no severity`,
      expected: '"severity_source: {kind: NONE, reason: …}"',
    });
  }
}

function checkSubsumes(report: Report, source: PredicateSource, path: YamlPath, names: Names): void {
  checkUnique(report, [...path, 'subsumes'], source.subsumes);
  source.subsumes?.forEach((id, index) => {
    const at = [...path, 'subsumes', index];
    if (!names.predicates.has(id)) {
      unknown(report, at, 'predicate', id, names.predicates.keys());
      return;
    }
    const circle = circleFrom(source.id, id, (predicate) => names.predicates.get(predicate)?.subsumes ?? []);
    if (circle === undefined) return;
    report.error('eio/subsumes', at, {
      message: id === source.id ? `"${id}" subsumes itself` : `predicates subsume each other: ${circle.join(' -> ')}`,
    });
  });
}

/** The way from `next` back to `start`, if there is one; shortest first. */
function circleFrom(start: string, next: string, edges: (id: string) => readonly string[]): string[] | undefined {
  const cameFrom = new Map<string, string>([[next, start]]);
  for (const id of cameFrom.keys()) {
    if (id === start) {
      const way = [start];
      for (let at = cameFrom.get(start)!; at !== start; at = cameFrom.get(at)!) way.unshift(at);
      return [start, ...way];
    }
    // A map grows under its own iteration, so this visits every predicate once, the nearest first.
    for (const after of edges(id)) if (!cameFrom.has(after)) cameFrom.set(after, id);
  }
  return undefined;
}

/** 0: deterministic but for graph-rule; 1: semantic; 2: graph-rule and people (reference section 1, "resolvers"). */
function orderClass(id: string, names: Names): 0 | 1 | 2 {
  if (id === 'eio.resolver.graph-rule') return 2;
  switch (names.resolvers.get(id)?.kind) {
    case 'semantic':
      return 1;
    case 'human':
      return 2;
    default:
      return 0;
  }
}

const CLASS_NAMES = ['deterministic', 'semantic', 'deciding'] as const;

function checkResolvers(report: Report, source: PredicateSource, path: YamlPath, names: Names): void {
  const seen = new Set<string>();
  let highest: { readonly class: 0 | 1 | 2; readonly id: string } = { class: 0, id: '' };
  source.resolvers.forEach((resolver, index) => {
    const at = [...path, 'resolvers', index];
    const use: { id: string; relation?: string } = typeof resolver === 'string' ? { id: resolver } : resolver;
    const key = `${use.id} ${use.relation ?? ''}`;
    if (seen.has(key)) report.error('eio/duplicate-entry', at, { message: `"${use.id}" is listed twice` });
    seen.add(key);
    const declared = names.resolvers.get(use.id);
    if (declared === undefined) {
      report.error('eio/unknown-resolver', typeof resolver === 'string' ? at : [...at, 'id'], {
        message: `unknown resolver "${use.id}"`,
        expected: 'a resolver that the module or one of its imports declares under "resolvers"',
        hint: () => unknownIdHint(use.id, names.resolvers.keys()),
      });
      return;
    }
    if (use.relation !== undefined) {
      if (!names.relations.has(use.relation)) {
        unknown(report, [...at, 'relation'], 'relation', use.relation, names.relations.keys());
      }
      if (declared.kind !== 'semantic') {
        report.error('eio/resolver-shape', [...at, 'relation'], {
          message: `"${use.id}" is ${declared.kind} and takes no relation`,
          expected: 'a relation only where a semantic resolver is held to it',
        });
      }
    }
    const order = orderClass(use.id, names);
    if (order < highest.class) {
      report.error('eio/resolver-order', at, {
        message: `"${use.id}" (${CLASS_NAMES[order]}) comes after "${highest.id}" (${CLASS_NAMES[highest.class]})`,
        expected: 'deterministic resolvers first, then semantic ones, then graph-rule and people',
      });
    } else highest = { class: order, id: use.id };
  });
}

function checkInputs(report: Report, source: PredicateSource, path: YamlPath, names: Names): void {
  const asked = factNames(source.applicable_when);
  const supplied = new Set<string>();
  source.applicability_inputs?.forEach((input, index) => {
    const at = [...path, 'applicability_inputs', index];
    if (!names.predicates.has(input.predicate)) {
      unknown(report, [...at, 'predicate'], 'predicate', input.predicate, names.predicates.keys());
    } else {
      const circle = circleFrom(source.id, input.predicate, (id) =>
        (names.predicates.get(id)?.applicability_inputs ?? []).map((one) => one.predicate),
      );
      if (circle !== undefined) {
        report.error('eio/applicability-input', [...at, 'predicate'], {
          message: `predicates wait for each other: ${circle.join(' -> ')}`,
        });
      }
    }
    if (supplied.has(input.provides_fact)) {
      report.error('eio/applicability-input', [...at, 'provides_fact'], {
        message: `the fact "${input.provides_fact}" is supplied twice`,
        expected: 'one claim for each fact',
      });
    }
    supplied.add(input.provides_fact);
    if (!asked.has(input.provides_fact)) {
      report.error('eio/applicability-input', [...at, 'provides_fact'], {
        message: `"applicable_when" of "${source.id}" asks for no fact "${input.provides_fact}"`,
        hint: () => nearestHint(input.provides_fact, asked),
      });
    }
  });
}

/** Names of the facts in an expression that was not read yet; what is no expression has none. */
function factNames(expression: unknown): Set<string> {
  const found = new Set<string>();
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: expression, depth: 0 }];
  for (let visited = 0; open.length > 0 && visited < 5000; visited++) {
    const { value, depth } = open.pop()!;
    if (typeof value !== 'object' || value === null || depth > 200) continue;
    for (const [key, item] of Object.entries(value)) {
      if (key === 'fact' && typeof item === 'string') found.add(item);
      else open.push({ value: item, depth: depth + 1 });
    }
  }
  return found;
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

/** Each atom needs a listed resolver that can decide it; otherwise the predicate could only ever stay open. */
function checkDecidable(
  report: Report,
  predicate: Predicate,
  expressions: readonly Expression[],
  scope: PredicateScope,
  supplied: ReadonlySet<string>,
): void {
  // An unknown resolver was told already, and might decide anything.
  if (predicate.resolvers.some((resolver) => !scope.names.resolvers.has(resolver.id))) return;
  const abilities = predicate.resolvers.map((resolver) => abilityOf(resolver, scope));
  const told = new Set<string>();
  for (const node of expressions.flatMap((expression) => [...expressionNodes(expression)])) {
    if (decides(node, abilities, scope, supplied)) continue;
    const text = expressionText(node);
    if (told.has(text)) continue;
    told.add(text);
    const able = [...scope.abilities.values()].filter((ability) => decides(node, [ability], scope, supplied));
    report.error('eio/undecidable', node.at, {
      message: `no resolver of "${predicate.id}" can decide "${text}"`,
      expected:
        able.length === 0
          ? 'a resolver that decides it'
          : `one of ${able.map((ability) => `"${ability.id}"`).join(', ')} under "resolvers"`,
      related: [{ message: 'its resolvers', at: predicate.resolvers[0]!.at }],
    });
  }
}

function abilityOf(use: ResolverUse, scope: PredicateScope): ResolverAbility {
  const known = scope.abilities.get(use.id) ?? declaredAbility(use.id, scope.names);
  return use.relation === undefined ? known : { ...known, relations: [use.relation] };
}

/** What a resolver of a user's own module may decide, as far as its declaration tells. */
function declaredAbility(id: string, names: Names): ResolverAbility {
  switch (names.resolvers.get(id)?.output) {
    case 'relation':
      return { id, facts: [], relations: 'any', expressions: false };
    case 'fact':
      return { id, facts: 'any', relations: [], expressions: false };
    case 'decision':
      return { id, facts: [], relations: [], expressions: true };
    case undefined:
      return { id, facts: [], relations: [], expressions: false };
  }
}

function decides(
  node: Expression,
  abilities: readonly ResolverAbility[],
  scope: PredicateScope,
  supplied: ReadonlySet<string>,
): boolean {
  const among = (list: readonly string[] | 'any', name: string) => list === 'any' || list.includes(name);
  switch (node.kind) {
    case 'boolean':
    case 'all':
    case 'any':
    case 'not':
      return true;
    case 'relation':
      // An unknown relation or fact was told already.
      return (
        !scope.names.relations.has(node.relation) ||
        abilities.some((ability) => among(ability.relations, node.relation))
      );
    case 'fact':
      return (
        !scope.facts.has(node.name) ||
        supplied.has(node.name) ||
        abilities.some((ability) => among(ability.facts, node.name))
      );
    case 'exists':
    case 'compare':
    case 'temporal':
      return abilities.some((ability) => ability.expressions);
  }
}
