import type { Expr } from '../syntax/ast.ts';
import { bare } from '../syntax/unparse.ts';
import type { Analysis } from './analysis.ts';
import { formulaParts, type PartPlace } from './formula-parts.ts';
import type { Hook } from './generator.ts';
import type { Env, Scoped } from './scope.ts';

const MAX_DEPTH = 60;
/** Past this many parts the rest of a formula is told as a whole. */
const MAX_PARTS = 5000;

/** Hooks that make evaluation tell why the formulas have their values, down to their atoms. */
export function explainedParts(analysis: Analysis, formulas: readonly Scoped[]): ReadonlyMap<Expr, Hook> {
  const hooks = new Map<Expr, Hook>();
  const visit = ({ expr, env }: Scoped, place: PartPlace, depth: number): void => {
    if (hooks.has(expr) || hooks.size >= MAX_PARTS) return;
    // A constant tells nothing.
    if (expr.kind === 'boolean') return;
    const partsOf = (part: Expr, scope: Env) => formulaParts(analysis, part, scope, () => true);
    const parts = depth > MAX_DEPTH ? null : partsOf(expr, env);
    const negated = parts?.[0]?.place === 'negated' ? parts[0] : undefined;
    // A negated atom is one literal.
    const literal = negated !== undefined && partsOf(bare(negated.expr), negated.env) === null;
    // What an action tests that would have to be possible is among the formulas.
    const atom = literal || (parts === null && !(expr.kind === 'operator' && expr.op === 'ENABLED'));
    hooks.set(expr, { kind: 'explain', place, atom });
    if (!literal) for (const part of parts ?? []) visit(part, part.place, depth + 1);
  };
  for (const formula of formulas) visit(formula, 'same', 0);
  return hooks;
}
