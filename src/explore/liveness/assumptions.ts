import { factsOf } from '../../tla/semantics/analysis.ts';
import type { Env } from '../../tla/semantics/scope.ts';
import { formulaScope, unfold } from '../../tla/semantics/unfold.ts';
import type { Expr } from '../../tla/syntax/ast.ts';
import { enter, type Fairness, fairness, instances, type Reader, readFormula } from './formula.ts';
import { and, type Ltl, TRUE_FORMULA } from './ltl.ts';

/** Takes what a specification assumes apart: fairness conditions, and the rest as one formula. */
export function readAssumptions(reader: Reader): { readonly fair: readonly Fairness[]; readonly rest: Ltl } {
  const fair: Fairness[] = [];
  let rest: Ltl = TRUE_FORMULA;
  const { analysis, behaviour, spec } = reader.model;
  const visit = (expr: Expr, env: Env, depth: number): void => {
    enter(reader, expr, depth);
    switch (expr.kind) {
      case 'parenthesized':
      case 'labelled': {
        visit(expr.body, env, depth);
        return;
      }
      case 'junction':
        if (expr.op === '/\\') {
          for (const item of expr.items) visit(item, env, depth);
          return;
        }
        break;
      case 'operator':
        if (expr.op === '/\\') {
          for (const arg of expr.args) visit(arg, env, depth);
          return;
        }
        break;
      case 'fairness':
        fair.push(fairness(reader, expr, env));
        return;
      case 'quantifier':
        if (expr.quantifier === 'A') {
          for (const inner of instances(reader, expr.bounds, env)) visit(expr.body, inner, depth + 1);
          return;
        }
        break;
      case 'let': {
        visit(expr.body, formulaScope(spec, expr, env), depth + 1);
        return;
      }
      case 'reference': {
        const unfolded = unfold(analysis, expr, env);
        if (unfolded !== undefined && factsOf(analysis, expr, env).level === 3) {
          visit(unfolded.expr, unfolded.env, depth + 1);
          return;
        }
        break;
      }
      default:
    }
    rest = and(rest, readFormula(reader, { expr, env }, true));
  };
  for (const { expr, env } of behaviour.temporal) visit(expr, env, 0);
  return { fair, rest };
}
