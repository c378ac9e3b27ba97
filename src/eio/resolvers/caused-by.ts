import { phrase } from '../../model/phrase.ts';
import type { Action, Entity, Item } from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import { hasLinks, isLinked, linkedItems as itemsOf, linksTo } from '../graph/links.ts';
import { grouped } from '../grouped.ts';
import { lazy } from '../lazy.ts';
import { byRank } from '../logic/table.ts';
import { type Decision, FAILS, FAILS_NARROWER, HOLDS, HOLDS_NARROWER, open } from '../logic/truth.ts';
import { type AtomTable, closedActions, closedWorld, listed, NONE, type RelationResolver } from './atom-table.ts';
import { absenceRef, actionRefs, itemRef } from './evidence.ts';
import { isDeclaredChild, UNSEEN } from './implements.ts';
import { nameOf } from './requests.ts';

const UNREAD = open('what the content says, since its text is not recorded');
const OTHER_CAUSE = open('whether anything but content caused the action');

/** Whether an action came of a content. */
export const causedBy: RelationResolver = {
  decides: 'eio.relation.caused-by',
  resolver: 'eio.resolver.state-transition',
  looksAt:
    'Actions that name the content as their parent (exact), and actions with a distinctive value of the content, as itself or encoded, that no trusted content has and that the turn of the action did not bring in again (narrower).',
  cannotSee:
    'Influence that leaves no words behind: a choice of tool, an omission, a paraphrase, short or common values.',
  table(graph, use) {
    return use.subjectConstant !== null || use.objectConstant !== null ? null : { table: causedTable(graph) };
  },
};

function causedTable(graph: Graph): AtomTable {
  const silent = lazy(() => graph.items.filter((item) => item.text === undefined && !item.output));
  const linked = lazy(() => [...graph.actionsOf.keys()].sort(byRank));
  const declaredItems = (action: Action): readonly Item[] =>
    action.parents.flatMap((parent) => byName().get(parent) ?? []);
  const linkedActions = lazy(() => graph.actions.filter((one) => hasLinks(one.origins) || one.parents.length > 0));
  const linkedItems = lazy(() => {
    const more = declaring().flatMap(declaredItems);
    return [...new Set([...linked(), ...silent(), ...more])].sort(byRank);
  });
  const byName = lazy(() => {
    const found = new Map<string | number, Item>();
    for (const item of graph.items) {
      if (!found.has(item.id)) found.set(item.id, item);
      if (item.event !== null && !found.has(item.event)) found.set(item.event, item);
    }
    return found;
  });
  const declaring = lazy(() => graph.actions.filter((action) => action.parents.length > 0));
  const byParent = lazy(() =>
    grouped(declaring().flatMap((action) => action.parents.map((parent) => [parent, action] as const))),
  );
  const childrenOf = (item: Item): readonly Action[] => [
    ...(byParent().get(item.id) ?? []),
    ...(item.event === null ? [] : (byParent().get(item.event) ?? [])),
  ];

  const decide = ({ 0: action, 1: content }: readonly (Entity | null)[]): Decision => {
    if (action == null) {
      const closed = closedActions(graph);
      if (closed.truth !== 0) return closed;
      return content?.kind === 'item' && content.text === undefined && !content.output ? UNREAD : FAILS_NARROWER;
    }
    if (content == null) {
      const closed = closedWorld(graph, 'context.added');
      return closed.truth === 0 ? FAILS_NARROWER : closed;
    }
    if (action.kind !== 'action' || action.status === 'requested' || action.status === 'prevented') return FAILS;
    if (content.kind !== 'item') return OTHER_CAUSE;
    if (content.output || action.rank <= content.rank) return FAILS;
    const declared = isDeclaredChild(action, content);
    if (declared || isLinked(action.origins, content, true)) {
      return action.status === 'unseen' ? UNSEEN : declared ? HOLDS : HOLDS_NARROWER;
    }
    return content.text === undefined ? UNREAD : FAILS_NARROWER;
  };
  const actionsFor = (item: Item): readonly Entity[] => {
    const children = childrenOf(item);
    const carrying = graph.actionsOf.get(item) ?? [];
    return children.length === 0 ? carrying : [...new Set([...carrying, ...children])].sort(byRank);
  };
  return {
    decide,
    candidates(position, { 0: action, 1: content }) {
      if (position === 0) {
        if (content === null) return NONE;
        if (content === undefined) {
          return listed(linkedActions(), silent().length > 0);
        }
        return content.kind === 'item' ? listed(actionsFor(content), content.text === undefined) : undefined;
      }
      if (action === null) return listed(silent());
      if (action === undefined) return listed(linkedItems());
      if (action.kind !== 'action') return NONE;
      return listed([...new Set([...itemsOf(action.origins), ...declaredItems(action), ...silent()])].sort(byRank));
    },
    openPairs([, content]) {
      if (content?.kind !== 'item') return [];
      return graph.actions
        .filter((action) => decide([action, content]).gap?.kind === 'open')
        .map((action) => [action, content] as const);
    },
    explain([action, content], decision) {
      const item = content?.kind === 'item' ? content : undefined;
      const evidence = item === undefined ? [] : [itemRef(item)];
      if (action?.kind !== 'action') {
        if (decision.truth !== 0) return { because: phrase`what ${nameOf(content)} led to is not known`, evidence };
        return {
          because: phrase`no action has a distinctive value of ${nameOf(content)}`,
          evidence: [
            ...evidence,
            absenceRef(graph, 'action with a value of the content', content ?? null, ['call.proposed', 'exec.started']),
          ],
        };
      }
      const links =
        item === undefined
          ? []
          : linksTo(action.origins, item)
              .slice(0, 4)
              .map((link) => itemRef(item, link));
      const again = links.length > 0 && decision.truth === 0 ? ', which its own turn brought in again' : '';
      const verb = decision.truth === 2 ? 'came of' : decision.truth === 0 ? 'did not come of' : 'may have come of';
      return {
        because: phrase`${nameOf(action)} ${verb} ${nameOf(content)}${again}`,
        evidence: [...actionRefs(action), ...(links.length > 0 ? links : evidence)],
      };
    },
  };
}
