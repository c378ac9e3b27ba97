import { phrase } from '../../model/phrase.ts';
import type { EventKind } from '../../trace/event.ts';
import type { Entity } from '../graph/entity.ts';
import { type Graph, membersOf } from '../graph/graph.ts';
import { lazy } from '../lazy.ts';
import type { Formula } from '../logic/formula.ts';
import type { Bound } from '../logic/table.ts';
import { byRank } from '../logic/table.ts';
import { FAILS, HOLDS, open } from '../logic/truth.ts';
import type { Argument, Expression, Predicate, Term } from '../types.ts';
import { type AtomTable, closedActions, closedWorld, type FactResolver, type RelationResolver } from './atom-table.ts';
import { compareTable, existsTable, type Operand, temporalTable } from './expression-tables.ts';
import { type SupplyingClaim, suppliedFact } from './supplied-fact.ts';

/** What an atom of a compiled predicate is called and who decides it. */
export interface AtomLabel {
  /** Relation id without its prefix, name of a fact, or operator. */
  readonly name: string;
  /** Full relation id; null for what is no relation. */
  readonly relation: string | null;
  readonly resolver: string;
  readonly table: AtomTable;
}

export type EioFormula = Formula<Entity, AtomLabel>;

/** A predicate over one evidence graph. */
export interface CompiledPredicate {
  readonly predicate: Predicate;
  readonly applicable: EioFormula;
  /** `violated_when` of a risk, `satisfied_when` of the others. */
  readonly condition: EioFormula;
  domain(variable: number): readonly Entity[];
}

export interface Resolvers {
  readonly relations: ReadonlyMap<string, RelationResolver>;
  readonly facts: ReadonlyMap<string, FactResolver>;
  /** Puts answers of the user's resolvers over what a table leaves open; applied to the condition, never to applicability. */
  answered(relation: string, table: AtomTable, predicate: Predicate): AtomTable;
  /** The claims of another predicate of the module, which may supply a fact; null if it is not known. */
  claimsOf(predicate: string): readonly SupplyingClaim[] | null;
}

/** The predicate's expressions with every atom resolved to a table of the graph. */
export function compilePredicate(predicate: Predicate, graph: Graph, resolvers: Resolvers): CompiledPredicate {
  const variables = new Map(predicate.parameters.map((parameter, number) => [parameter.name, number]));
  const typeOf = (number: number | undefined): string | null =>
    number === undefined ? null : (predicate.parameters[number]?.type ?? null);
  const actions = predicate.parameters.flatMap((parameter, number) => (isAction(parameter.type) ? [number] : []));
  const atom = (table: AtomTable, over: readonly number[], label: Omit<AtomLabel, 'table'>): EioFormula => ({
    kind: 'atom',
    atom: { table, variables: over, label: { ...label, table } },
  });
  const undecided = (what: string, name: string, over: readonly number[], relation: string | null): EioFormula =>
    atom(openTable(what), over, { name, relation, resolver: 'eio.resolver.graph-rule' });

  const compile = (expression: Expression, inCondition: boolean): EioFormula => {
    switch (expression.kind) {
      case 'boolean':
        return { kind: 'constant', truth: expression.value ? 2 : 0 };
      case 'all':
      case 'any':
        return { kind: expression.kind, parts: expression.parts.map((part) => compile(part, inCondition)) };
      case 'not':
        return { kind: 'not', part: compile(expression.part, inCondition) };
      case 'relation':
        return relation(expression, inCondition);
      case 'fact':
        return fact(expression);
      case 'temporal': {
        const over = [variableOf(expression.event), variableOf(expression.reference)];
        if (over.some((one) => one === undefined)) {
          return undecided('an order in time with what is no parameter', expression.op, defined(over), null);
        }
        const label = { name: expression.op, relation: null, resolver: 'eio.resolver.graph-rule' };
        return atom(temporalTable(graph, expression.op), defined(over), label);
      }
      case 'compare': {
        const over: number[] = [];
        const table = compareTable(expression.op, operand(expression.left, over), operand(expression.right, over));
        return atom(table, over, { name: expression.op, relation: null, resolver: 'eio.resolver.graph-rule' });
      }
      case 'exists': {
        const over: number[] = [];
        const attributes = expression.where.map((one: Argument) => ({
          name: one.name,
          operand: one.name === 'active_at' ? moment(one.term, over) : operand(one.term, over),
        }));
        const table = existsTable(graph, expression.type, attributes, absenceOf(graph, expression.type));
        const name = `exists-${expression.type.replace(/^eio\.entity\./, '')}`;
        return atom(table, over, { name, relation: null, resolver: 'eio.resolver.graph-rule' });
      }
    }
  };

  const relation = (expression: Extract<Expression, { kind: 'relation' }>, inCondition: boolean): EioFormula => {
    const { subject, object } = expression;
    const name = expression.relation.replace(/^eio\.relation\./, '');
    const over = defined([variableOf(subject), variableOf(object)]);
    const resolver = resolvers.relations.get(expression.relation);
    const constantOf = (term: Term) => (term.kind === 'constant' ? term.name : null);
    const placed = [subject, object].every((term) => term.kind === 'parameter' || term.kind === 'constant');
    const found = placed
      ? resolver?.table(graph, {
          subjectConstant: constantOf(subject),
          objectConstant: constantOf(object),
          subjectType: typeOf(variableOf(subject)),
          objectType: typeOf(variableOf(object)),
        })
      : null;
    if (resolver === undefined || found == null) {
      const table = inCondition
        ? resolvers.answered(expression.relation, openTable(`the relation ${name}`), predicate)
        : openTable(`the relation ${name}`);
      return atom(table, over, { name, relation: expression.relation, resolver: 'eio.resolver.graph-rule' });
    }
    // What the constant stands for depends on the action: the last one, where a predicate has several.
    const action = found.needsAction === true ? actions.at(-1) : undefined;
    const table = inCondition ? resolvers.answered(expression.relation, found.table, predicate) : found.table;
    const label = { name, relation: expression.relation, resolver: resolver.resolver };
    return atom(table, action === undefined ? over : [...over, action], label);
  };

  const fact = (expression: Extract<Expression, { kind: 'fact' }>): EioFormula => {
    const input = predicate.applicabilityInputs.find((one) => one.fact === expression.name);
    if (input !== undefined) {
      // It is about what its arguments name; without any, about all that the predicate binds.
      const named = defined(expression.where.map((one: Argument) => variableOf(one.term)));
      const over = named.length > 0 ? [...new Set(named)] : predicate.parameters.map((_, number) => number);
      const table = suppliedFact(input, () => resolvers.claimsOf(input.predicate), graph);
      return atom(table, over, { name: expression.name, relation: null, resolver: 'eio.resolver.graph-rule' });
    }
    const resolver = resolvers.facts.get(expression.name);
    const given = new Map(expression.where.map((one: Argument) => [one.name, variableOf(one.term)]));
    if (resolver === undefined || resolver.arguments.some((name) => given.get(name) === undefined)) {
      return undecided(`the fact ${expression.name}`, expression.name, defined([...given.values()]), null);
    }
    const over = resolver.arguments.map((name) => given.get(name)!);
    return atom(resolver.table(graph), over, { name: expression.name, relation: null, resolver: resolver.resolver });
  };

  const variableOf = (term: Term): number | undefined =>
    term.kind === 'parameter' ? variables.get(term.name) : undefined;

  const position = (over: number[], variable: number): number => {
    const known = over.indexOf(variable);
    return known >= 0 ? known : over.push(variable) - 1;
  };
  const operand = (term: Term, over: number[]): Operand => {
    switch (term.kind) {
      case 'literal':
        return { value: term.value };
      case 'constant':
        return { value: term.name };
      case 'parameter':
      case 'attribute': {
        const variable = variables.get(term.kind === 'parameter' ? term.name : term.parameter);
        if (variable === undefined) return { value: null };
        return { position: position(over, variable), attribute: term.kind === 'attribute' ? term.attribute : null };
      }
    }
  };
  // A time is asked for by the entity that has it, so that the order of events can stand in for a missing clock.
  const moment = (term: Term, over: number[]): Operand =>
    term.kind === 'attribute' && variables.has(term.parameter)
      ? { position: position(over, variables.get(term.parameter)!), attribute: null }
      : operand(term, over);

  const condition =
    (predicate.polarity === 'risk' ? predicate.violatedWhen : predicate.satisfiedWhen) ?? predicate.satisfiedWhen;
  const episodes = predicate.parameters.flatMap((parameter, number) =>
    parameter.type === 'eio.entity.episode' ? [number] : [],
  );
  // An episode is bound together with what happened in it: other pairs are no instances (reference section 2, "Episode").
  const coherence = episodes.flatMap((episode) =>
    predicate.parameters.flatMap((_, number): EioFormula[] =>
      number === episode
        ? []
        : [
            atom(sameEpisodeTable(graph), [episode, number], {
              name: 'same-episode',
              relation: null,
              resolver: 'eio.resolver.graph-rule',
            }),
          ],
    ),
  );
  const applicable = compile(predicate.applicableWhen, false);
  const domains = predicate.parameters.map(({ type }) => lazy(() => inOrder(membersOf(graph, type) ?? [])));
  return {
    predicate,
    applicable: coherence.length === 0 ? applicable : { kind: 'all', parts: [applicable, ...coherence] },
    condition: condition === undefined ? { kind: 'constant', truth: 1 } : compile(condition, true),
    domain: (variable) => domains[variable]?.() ?? [],
  };
}

// Most lists of a graph are in order of time as they are.
function inOrder(members: readonly Entity[]): readonly Entity[] {
  for (let at = 1; at < members.length; at++) {
    if (byRank(members[at - 1]!, members[at]!) > 0) return [...members].sort(byRank);
  }
  return members;
}

const isAction = (type: string): boolean =>
  ['eio.entity.action', 'eio.entity.protected-action', 'eio.entity.tool-invocation', 'eio.entity.decision'].includes(
    type,
  );

const defined = (numbers: readonly (number | undefined)[]): number[] => numbers.filter((one) => one !== undefined);

/** An atom that nothing decides. */
export function openTable(what: string): AtomTable {
  const decision = open(`${what}, which nothing here decides`);
  return {
    nullOpen: true,
    decide: () => decision,
    explain: () => ({ because: phrase`${what} is decided by nothing that was recorded`, evidence: [] }),
  };
}

const sameEpisodeTable = (graph: Graph): AtomTable => ({
  decide({ 0: episode, 1: other }: readonly Bound<Entity>[]) {
    if (episode == null) return FAILS;
    if (other == null || other.kind === 'policy' || other.session === '') return HOLDS;
    return graph.episodeOf(other.session) === episode.id ? HOLDS : FAILS;
  },
  explain: () => ({ because: phrase`both belong to one episode`, evidence: [] }),
});

// Kinds that must be complete before an entity of a type can be said not to exist.
function absenceOf(graph: Graph, type: string) {
  const kinds: { readonly [type: string]: readonly EventKind[] } = {
    'eio.entity.verification-state': ['identity.verified'],
    'eio.entity.state-fact': ['state.written'],
    'eio.entity.policy-rule': ['policy.declared'],
    'eio.entity.prohibition': ['policy.declared'],
    'eio.entity.instruction': ['instruction'],
    'eio.entity.identity': ['identity.asserted'],
    'eio.entity.authority': ['approval.decided', 'handoff'],
  };
  if (isAction(type)) return closedActions(graph);
  return closedWorld(graph, ...(Object.hasOwn(kinds, type) ? kinds[type]! : (['context.added'] as const)));
}
