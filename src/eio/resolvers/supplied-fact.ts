import type { ClaimState } from '../../model/claim.ts';
import { phrase } from '../../model/phrase.ts';
import type { Entity } from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import { lazy } from '../lazy.ts';
import type { Tuple } from '../logic/formula.ts';
import { type Decision, FAILS, HOLDS, open } from '../logic/truth.ts';
import type { ApplicabilityInput } from '../types.ts';
import type { AtomTable } from './atom-table.ts';

/** What another predicate came to for one tuple of its members. */
export interface SupplyingClaim {
  readonly state: ClaimState;
  readonly tuple: Tuple<Entity>;
}

/**
 * A fact that the claims of another predicate supply (reference section 1, `applicability_inputs`): true if one in scope has the state that is
 * asked for, false if one has the other scored state and none that, otherwise unknown. In scope are claims that bind something of the turn,
 * or of the episode, of a member that is bound here. `claims` null: the predicate is not judged.
 */
export function suppliedFact(
  input: ApplicabilityInput,
  claims: () => readonly SupplyingClaim[] | null,
  graph: Graph,
): AtomTable {
  const name = input.predicate.replace(/^eio\.predicate\./, '');
  const unscored = open(`what ${name} came to, since no claim of it in scope is scored`);
  const placesOf = (members: Tuple<Entity>): readonly (string | number)[] =>
    members.flatMap((member): (string | number)[] => {
      if (member == null || member.session === '') return [];
      const episode = graph.episodeOf(member.session);
      if (input.scope === 'same_episode') return [episode];
      return member.turn === null ? [] : [JSON.stringify([episode, member.turn])];
    });
  // By place: the best decision that a claim there supplies.
  const decisions = lazy(() => {
    const found = new Map<string | number, Decision>();
    for (const { state, tuple } of claims() ?? []) {
      if (state !== 'APPLICABLE_PASS' && state !== 'APPLICABLE_FAIL') continue;
      for (const place of placesOf(tuple)) {
        if (state === input.trueWhen) found.set(place, HOLDS);
        else if (!found.has(place)) found.set(place, FAILS);
      }
    }
    return found;
  });
  return {
    nullOpen: true,
    decide(members) {
      let best: Decision = unscored;
      for (const place of placesOf(members)) {
        const decision = decisions().get(place);
        if (decision === HOLDS) return HOLDS;
        if (decision !== undefined) best = decision;
      }
      return best;
    },
    explain(_members, decision) {
      const where = input.scope === 'same_turn' ? 'turn' : 'episode';
      if (decision.truth === 1) {
        return { because: phrase`no claim of ${name} in the same ${where} is scored`, evidence: [] };
      }
      const verb = decision.truth === 2 ? 'is' : 'is not';
      return { because: phrase`a claim of ${name} in the same ${where} ${verb} ${input.trueWhen}`, evidence: [] };
    },
  };
}
