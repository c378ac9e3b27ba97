import type { YamlPath } from '../../yaml/parse-yaml.ts';
import type { Expression, Predicate, ResolverUse } from '../types.ts';
import type { ResolverAbility } from '../vocabulary/signatures.ts';
import { unknown } from './check-vocabulary.ts';
import { type Names, unknownIdHint } from './names.ts';
import type { PredicateScope } from './predicate-scope.ts';
import type { Report } from './report.ts';
import type { PredicateSource } from './schema.ts';
import { expressionNodes, expressionText } from './visit-expression.ts';

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

/** The resolvers of a predicate: known ones, each once, of the right shape and in order. */
export function checkResolvers(report: Report, source: PredicateSource, path: YamlPath, names: Names): void {
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

/** Each atom needs a listed resolver that can decide it; otherwise the predicate could only ever stay open. */
export function checkDecidable(
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
