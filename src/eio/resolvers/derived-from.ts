import { phrase } from '../../model/phrase.ts';
import type { Entity, Item, State } from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import { eachItem, isLinked, linkedItems, linksTo } from '../graph/links.ts';
import { push } from '../grouped.ts';
import { lazy } from '../lazy.ts';
import { byRank } from '../logic/table.ts';
import { type Decision, FAILS, FAILS_NARROWER, HOLDS, HOLDS_NARROWER, open } from '../logic/truth.ts';
import { type AtomTable, closedWorld, listed, NONE, type RelationResolver } from './atom-table.ts';
import { absenceRef, itemRef, stateRef } from './evidence.ts';
import { nameOf } from './requests.ts';

const UNREAD = open('what the state or the content says, since its text is not recorded');

/** Whether a state was made from a content. */
export const derivedFrom: RelationResolver = {
  decides: 'eio.relation.derived-from',
  resolver: 'eio.resolver.state-transition',
  looksAt:
    'What a write declares as its sources, items or calls whose result the content is (exact); a distinctive value of the content in what was written, as itself or encoded, that no trusted content has (narrower).',
  cannotSee: 'Summaries and paraphrases; writes of which only a digest is recorded and no source.',
  table(graph, use) {
    return use.subjectConstant !== null || use.objectConstant !== null ? null : { table: derivedTable(graph) };
  },
};

function derivedTable(graph: Graph): AtomTable {
  const declared = (state: State): readonly Item[] =>
    (state.from ?? []).flatMap((source) => {
      const item = graph.itemById.get(source) ?? graph.itemByCall.get(source);
      return item === undefined ? [] : [item];
    });
  // A call that carried a value of the content passes it on to what is written from the call.
  const throughCalls = (state: State): readonly Item[] => {
    const items: Item[] = [];
    for (const source of state.from ?? []) {
      const action = graph.actionByCall.get(source);
      if (action !== undefined) eachItem(action.origins, true, (item) => items.push(item));
    }
    return items;
  };
  const sources = (state: State): ReadonlySet<Item> =>
    state.from === undefined
      ? linkedItems(state.origins)
      : new Set([...declared(state), ...throughCalls(state), ...linkedItems(state.origins)]);
  const bySource = lazy(() => {
    const found = new Map<Item, State[]>();
    for (const state of graph.states) for (const item of sources(state)) push(found, item, state);
    return found;
  });
  const unread = lazy(() => graph.states.some((state) => state.from === undefined));
  const opaque = lazy(() => graph.states.some((state) => state.from === undefined && state.value === undefined));

  const decide = ({ 0: state, 1: content }: readonly (Entity | null)[]): Decision => {
    if (content == null) return UNREAD;
    if (state == null) {
      const closed = closedWorld(graph, 'state.written');
      if (closed.truth !== 0) return closed;
      const silent = content.kind === 'item' && content.text === undefined;
      return opaque() || (silent && unread()) ? UNREAD : FAILS_NARROWER;
    }
    if (content.kind !== 'item') return FAILS;
    if (state.kind === 'action' || state.kind === 'item') {
      return isLinked(state.origins, content) ? HOLDS_NARROWER : FAILS_NARROWER;
    }
    if (state.kind !== 'state' || state.rank <= content.rank) return FAILS;
    if (state.from !== undefined && declared(state).includes(content)) return HOLDS;
    if (isLinked(state.origins, content) || (state.from !== undefined && throughCalls(state).includes(content)))
      return HOLDS_NARROWER;
    if (state.from === undefined && (state.value === undefined || content.text === undefined)) return UNREAD;
    return FAILS_NARROWER;
  };
  return {
    decide,
    candidates(position, { 0: state, 1: content }) {
      if (position === 1) return state?.kind === 'state' ? listed([...sources(state)].sort(byRank), true) : undefined;
      if (content === undefined) return undefined;
      if (content === null) return NONE;
      return listed(
        content.kind === 'item' ? (bySource().get(content) ?? []) : [],
        decide([null, content]).truth !== 0,
      );
    },
    openPairs([, content]) {
      if (content?.kind !== 'item') return [];
      return graph.states
        .filter((state) => decide([state, content]).truth === 1)
        .map((state) => [state, content] as const);
    },
    explain([state, content], decision) {
      const item = content?.kind === 'item' ? content : undefined;
      const evidence = item === undefined ? [] : [itemRef(item)];
      if (state == null) {
        if (decision.truth !== 0)
          return { because: phrase`whether ${nameOf(content)} was stored is not known`, evidence };
        return {
          because: phrase`nothing of ${nameOf(content)} was stored`,
          evidence: [...evidence, absenceRef(graph, 'state made from the content', content ?? null, ['state.written'])],
        };
      }
      const links =
        item !== undefined && state.kind === 'state'
          ? linksTo(state.origins, item)
              .slice(0, 4)
              .map((link) => itemRef(item, link))
          : [];
      const verb =
        decision.truth === 2 ? 'was made from' : decision.truth === 0 ? 'was not made from' : 'may have been made from';
      return {
        because: phrase`${nameOf(state)} ${verb} ${nameOf(content)}`,
        evidence: [...(state.kind === 'state' ? [stateRef(state)] : []), ...evidence, ...links],
      };
    },
  };
}
