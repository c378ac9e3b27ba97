import { phrase, shown } from '../../model/phrase.ts';
import type { Entity, Item } from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import { lazy } from '../lazy.ts';
import type { Bound } from '../logic/table.ts';
import { byRank } from '../logic/table.ts';
import { type Decision, FAILS, HOLDS, open } from '../logic/truth.ts';
import { type AtomTable, closedWorld, listed, NONE, type RelationResolver } from './atom-table.ts';
import { absenceRef, itemRef } from './evidence.ts';

const UNLABELLED = open('whether the content is trusted');
const MAX_DEPTH = 64;

/** The content that an entity stands in. */
const contentOf = (graph: Graph, entity: Entity): Item | undefined =>
  entity.kind === 'item' ? entity : entity.kind === 'instruction' ? graph.itemById.get(entity.partOf) : undefined;

/** The content and all that it is part of, innermost first (`part-of` is transitive). */
function chain(graph: Graph, item: Item): Item[] {
  const all = [item];
  for (let at = item; at.parent !== undefined && all.length < MAX_DEPTH; ) {
    const parent = graph.itemById.get(at.parent);
    if (parent === undefined || all.includes(parent)) break;
    all.push(parent);
    at = parent;
  }
  return all;
}

/** Containment: of an instruction in its item, of an item in its parents, of an episode in the run. */
export const partOf: RelationResolver = {
  decides: 'eio.relation.part-of',
  resolver: 'eio.resolver.graph-rule',
  looksAt:
    'The item that an instruction names, the parents of items, and the trust labels of both. UntrustedContent: the content, or something that it is part of, is labelled untrusted.',
  cannotSee: 'Whether a label is right. Content with no label is neither trusted nor untrusted.',
  table(graph, use) {
    if (use.objectConstant === 'EvaluationRun') return { table: runTable(graph) };
    if (use.objectConstant === 'UntrustedContent') {
      return { table: untrustedTable(graph, use.subjectType === 'eio.entity.instruction') };
    }
    return use.subjectConstant === null && use.objectConstant === null ? { table: containment(graph) } : null;
  },
};

function untrustedTable(graph: Graph, ofInstructions: boolean): AtomTable {
  const decide = ({ 0: entity }: readonly Bound<Entity>[]): Decision => {
    if (entity == null)
      return closedWorld(graph, ...(ofInstructions ? (['instruction'] as const) : []), 'context.added');
    const item = contentOf(graph, entity);
    if (item === undefined) return UNLABELLED;
    const all = item.parent === undefined ? [item] : chain(graph, item);
    if (all.some((one) => one.trust === 'untrusted')) return HOLDS;
    return all.some((one) => one.trust === 'unknown') ? UNLABELLED : FAILS;
  };
  const candidates = lazy(() => {
    const all: readonly Entity[] = ofInstructions ? graph.instructions : graph.items;
    return listed(all.filter((entity) => decide([entity]).truth !== 0));
  });
  return {
    decide,
    candidates,
    explain([entity], decision) {
      if (entity == null) {
        return {
          because: phrase`no untrusted content is recorded`,
          evidence: [absenceRef(graph, 'untrusted content', null, ['context.added'])],
        };
      }
      const item = contentOf(graph, entity);
      const label = decision.truth === 2 ? 'is' : decision.truth === 0 ? 'is not' : 'may be';
      return {
        because: phrase`${shown(entity.id, entity.kind)} ${label} part of untrusted content`,
        evidence: item === undefined ? [] : [itemRef(item)],
      };
    },
  };
}

function containment(graph: Graph): AtomTable {
  const parentsOf = (entity: Entity): readonly Entity[] => {
    const item = contentOf(graph, entity);
    if (item === undefined) return [];
    const all = chain(graph, item);
    return entity.kind === 'item' ? all.slice(1) : all;
  };
  return {
    decide({ 0: part, 1: whole }) {
      if (part == null || whole == null) return closedWorld(graph, 'context.added');
      return parentsOf(part).includes(whole) ? HOLDS : FAILS;
    },
    candidates(position, { 0: part }) {
      if (position !== 1 || part === undefined) return undefined;
      return part === null ? NONE : listed([...parentsOf(part)].sort(byRank));
    },
    explain([part, whole], decision) {
      const is = decision.truth === 2 ? 'is' : 'is not';
      return {
        because: phrase`${named(part)} ${is} part of ${named(whole)}`,
        evidence: [part, whole].flatMap((one) => (one?.kind === 'item' ? [itemRef(one)] : [])),
      };
    },
  };
}

const named = (entity: Bound<Entity> | undefined) => (entity == null ? 'anything else' : shown(entity.id, entity.kind));

const runTable = (graph: Graph): AtomTable => ({
  // A trace is the record of one run: all its episodes are parts of it.
  decide: ({ 0: episode }) => (episode == null ? FAILS : HOLDS),
  candidates: () => listed(graph.episodes),
  explain: ([episode]) => ({ because: phrase`episode ${named(episode)} is part of the run`, evidence: [] }),
});
