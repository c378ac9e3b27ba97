import type { Claim } from '../../model/claim.ts';
import type { Entity } from '../graph/entity.ts';
import type { EioModule } from '../types.ts';
import type { JudgedClaim } from './judge.ts';

/**
 * Marks the claims that another reports more specifically (reference section 3, "Subsumption"): the subsuming claim failed, and both bind
 * the same action and the same instruction. Both claims stay; one is the finding.
 */
export function markSubsumed(judged: readonly JudgedClaim[], module: EioModule): Claim[] {
  const subsuming = new Map<string, { readonly subsumes: ReadonlySet<string>; readonly id: string }[]>();
  for (const predicate of module.predicates) {
    if (predicate.subsumes.length === 0) continue;
    for (const one of judged) {
      if (one.predicate !== predicate.id || one.state !== 'APPLICABLE_FAIL') continue;
      const key = pairOf(one.tuple);
      if (key === null) continue;
      const list = subsuming.get(key) ?? [];
      list.push({ subsumes: new Set(predicate.subsumes), id: one.claim(one.number).id });
      subsuming.set(key, list);
    }
  }
  if (subsuming.size === 0) return judged.map((one) => one.claim(one.number));
  return judged.map((one) => {
    const claim = one.claim(one.number);
    const key = claim.state === 'APPLICABLE_FAIL' ? pairOf(one.tuple) : null;
    const by = key === null ? undefined : subsuming.get(key)?.find((two) => two.subsumes.has(claim.predicate));
    return by === undefined ? claim : { ...claim, subsumedBy: by.id };
  });
}

function pairOf(tuple: readonly (Entity | null)[]): string | null {
  const action = tuple.find((member) => member?.kind === 'action');
  const instruction = tuple.find((member) => member?.kind === 'instruction');
  return action == null || instruction == null ? null : `${action.number} ${instruction.number}`;
}
