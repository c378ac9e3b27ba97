import { phrase } from '../../model/phrase.ts';
import type { Graph } from '../graph/graph.ts';
import { FAILS, HOLDS, open } from '../logic/truth.ts';
import type { AtomTable, RelationResolver } from './atom-table.ts';
import { stateRef } from './evidence.ts';
import { nameOf } from './requests.ts';

const UNTURNED = open('in which turn it happened');
const UNBOUND = open('which state or action is meant');

/** Whether a state was written before the turn of the later action, and still stood then. */
export const persistsFrom: RelationResolver = {
  decides: 'eio.relation.persists-from',
  resolver: 'eio.resolver.state-transition',
  looksAt: 'The turn of the write, the turn of the later action, sessions, and writes of the same key between the two.',
  cannotSee: 'Deletions and expiry that are not recorded as writes.',
  table(graph, use) {
    if (use.subjectConstant !== null || use.objectConstant !== 'EarlierTurn') return null;
    return { table: persistsTable(graph), needsAction: true };
  },
};

const persistsTable = (graph: Graph): AtomTable => ({
  nullOpen: true,
  decide({ 0: state, 1: action }) {
    if (state?.kind !== 'state' || action == null) return state == null || action == null ? UNBOUND : FAILS;
    if (state.rank >= action.rank || state.replaced < action.rank) return FAILS;
    if (graph.episodeOf(state.session) !== graph.episodeOf(action.session) || state.session !== action.session)
      return HOLDS;
    if (state.turn === null || action.turn === null) return UNTURNED;
    return state.turn < action.turn ? HOLDS : FAILS;
  },
  range(position, { 0: state, 1: action }) {
    if (position === 0) return action == null ? undefined : { from: -Infinity, to: action.rank };
    return state?.kind === 'state' ? { from: state.rank + 1, to: state.replaced + 1 } : undefined;
  },
  explain([state, action], decision) {
    const verb = decision.truth === 2 ? 'is from a turn before' : 'is not from a turn before';
    return {
      because: phrase`${nameOf(state)} ${verb} that of ${nameOf(action)}`,
      evidence: state?.kind === 'state' ? [stateRef(state)] : [],
    };
  },
});
