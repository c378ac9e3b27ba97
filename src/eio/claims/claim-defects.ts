import type { Defect } from '../graph/graph.ts';
import { grounds } from '../logic/formula.ts';
import type { CompiledPredicate } from '../resolvers/compile-predicate.ts';
import { explain } from './claim-grounds.ts';
import type { Instance } from './instances.ts';

export const NO_DEFECTS: readonly Defect[] = [];

/** Defects of the record in what an instance binds or cites. */
export function defectsOf(
  compiled: CompiledPredicate,
  { tuple, applicable }: Instance,
  defects: ReadonlyMap<number, readonly Defect[]>,
): Defect[] {
  const found = new Set<Defect>();
  const look = (event: number | null | undefined) => {
    for (const defect of event == null ? [] : (defects.get(event) ?? [])) found.add(defect);
  };
  for (const member of tuple) {
    look(member?.event);
    if (member?.kind === 'action')
      for (const event of [member.proposed, member.started, member.ended, member.allowed]) look(event);
  }
  const { evidence } = explain(
    grounds(compiled.applicable, tuple),
    applicable === 0 ? [] : grounds(compiled.condition, tuple),
  );
  for (const ref of evidence) look(ref.event);
  return [...found];
}
