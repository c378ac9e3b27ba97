import type { Expr } from '../syntax/ast.ts';
import { type Analysis, factsOf } from './analysis.ts';
import { explainedParts } from './explained-parts.ts';
import type { Hook } from './generator.ts';
import { innerScope, parts } from './parts.ts';
import { resolveReference } from './resolve.ts';
import type { Env, Scoped } from './scope.ts';

const MAX_DEPTH = 60;
const MAX_NODES = 20_000;
const MAX_CONDITIONS = 200;

/**
 * Hooks that make evaluation tell of the conditions of IF and CASE by which the effects come to what they are, through LET, the definitions
 * they name and nested IFs. Conditions of constants alone tell nothing; those inside a condition are atoms of it, and those that are asked of
 * each element of a filter or a quantifier choose a value and not what the step does.
 */
export function choiceHooks(analysis: Analysis, effects: readonly Scoped[]): ReadonlyMap<Expr, Hook> {
  const conditions = new Map<Expr, Scoped>();
  const seen = new Set<Expr>();
  const condition = (expr: Expr, env: Env): void => {
    const facts = factsOf(analysis, expr, env);
    if (conditions.size < MAX_CONDITIONS && (facts.level > 0 || facts.local)) conditions.set(expr, { expr, env });
  };
  const visit = (expr: Expr, env: Env, depth: number): void => {
    if (seen.has(expr) || depth > MAX_DEPTH || seen.size >= MAX_NODES) return;
    seen.add(expr);
    switch (expr.kind) {
      case 'choose':
      case 'quantifier':
      case 'setFilter':
        return;
      case 'if':
        condition(expr.condition, env);
        visit(expr.then, env, depth + 1);
        visit(expr.else, env, depth + 1);
        return;
      case 'case':
        for (const arm of expr.arms) {
          condition(arm.guard, env);
          visit(arm.value, env, depth + 1);
        }
        if (expr.other !== null) visit(expr.other, env, depth + 1);
        return;
      case 'reference': {
        const meaning = resolveReference(env, expr, analysis.uses, null);
        if (meaning?.kind === 'macro') visit(meaning.expr, meaning.env, depth + 1);
        if (meaning?.kind === 'definition') visit(meaning.definition.body, meaning.definition.env, depth + 1);
        if (meaning?.kind === 'let') visit(meaning.local.definition.body, meaning.local.definition.env, depth + 1);
        break;
      }
      default:
    }
    for (const [part, inside] of parts(expr)) visit(part, inside ? innerScope(expr, env) : env, depth + 1);
  };
  for (const { expr, env } of effects) visit(expr, env, 0);
  const hooks = new Map(explainedParts(analysis, [...conditions.values()]));
  for (const expr of conditions.keys()) {
    const hook = hooks.get(expr);
    hooks.set(expr, { kind: 'choice', atom: hook?.kind === 'explain' && hook.atom });
  }
  return hooks;
}
