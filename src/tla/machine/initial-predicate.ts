import type { TlaModel } from '../semantics/model.ts';
import type { Scoped } from '../semantics/scope.ts';
import type { Expr } from '../syntax/ast.ts';

/** The initial predicate as one formula; its conjuncts may stand in different scopes. Null if the specification has none. */
export function initialPredicate(model: TlaModel): Scoped | null {
  const parts = model.behaviour.init;
  const [first, ...others] = parts;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  const names = new Map(
    parts.map((part, i) => [`#init${i}`, { kind: 'macro', expr: part.expr, env: part.env } as const] as const),
  );
  const items: Expr[] = parts.map((part, i) => ({
    kind: 'reference',
    path: [],
    name: { text: `#init${i}`, at: part.expr.at },
    args: [],
    at: part.expr.at,
  }));
  return { expr: { kind: 'junction', op: '/\\', items, at: first.expr.at }, env: { parent: first.env, names } };
}
