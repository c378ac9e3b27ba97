import { phrase, shown } from '../../model/phrase.ts';
import type { Decision } from '../logic/truth.ts';
import type { AtomTable, FactResolver, RelationResolver } from './atom-table.ts';

/** A fact resolver of the user's, whose failures become decisions instead of ending the fold. */
export const guardedFact = (resolver: FactResolver): FactResolver => ({
  ...resolver,
  table: (graph) => guarded(() => resolver.table(graph), resolver.decides),
});

/** As {@link guardedFact}, for a relation. */
export const guardedRelation = (resolver: RelationResolver): RelationResolver => ({
  ...resolver,
  table(graph, use) {
    let failure: unknown;
    try {
      const found = resolver.table(graph, use);
      return found === null ? null : { ...found, table: guarded(() => found.table, resolver.decides) };
    } catch (error) {
      failure = error;
    }
    return {
      table: guarded(() => {
        throw failure;
      }, resolver.decides),
    };
  },
});

function guarded(make: () => AtomTable, name: string): AtomTable {
  const failed = (error: unknown): Decision => ({
    truth: 1,
    fidelity: 'exact',
    decidedBy: 'deterministic',
    gap: {
      kind: 'error',
      resolver: name,
      message: error instanceof Error ? error.message : 'it threw what is no error',
    },
  });
  let table: AtomTable | undefined;
  let broken: Decision | undefined;
  try {
    table = make();
  } catch (error) {
    broken = failed(error);
  }
  return {
    decide(members) {
      if (table === undefined) return broken!;
      try {
        return table.decide(members);
      } catch (error) {
        return failed(error);
      }
    },
    explain(members, decision) {
      if (table !== undefined && decision.gap?.kind !== 'error') {
        try {
          return table.explain(members, decision);
        } catch {
          // The decision stands; only its story is lost.
        }
      }
      return { because: phrase`resolver of ${shown(name, 'resolver')} did not explain itself`, evidence: [] };
    },
  };
}
