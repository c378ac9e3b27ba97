import type { Expr } from '../syntax/ast.ts';
import { type Analysis, factsOf } from './analysis.ts';
import type { LinkedSpec } from './link.ts';
import { type Env, plainName, type Scoped } from './scope.ts';
import { reject, textOfRange } from './semantic-error.ts';
import { formulaScope, unfold } from './unfold.ts';

/** A specification taken apart: `Init /\ [][Next]_v /\ fairness`. */
export interface Behaviour {
  /** Conjuncts of the initial predicate. */
  readonly init: readonly Scoped[];
  /** The next-state relation with its name; null where the specification has no steps but stuttering ones. */
  readonly next: (Scoped & { readonly name: string }) | null;
  /** What else the specification assumes: fairness and other temporal formulas. */
  readonly temporal: readonly Scoped[];
}

/** Takes a temporal specification apart as TLC does. Throws a SemanticFailure if it is none. */
export function decompose(spec: LinkedSpec, analysis: Analysis, expr: Expr, env: Env): Behaviour {
  const init: Scoped[] = [];
  const temporal: Scoped[] = [];
  let next: Behaviour['next'] = null;
  const visit = (part: Expr, scope: Env, depth: number): void => {
    if (depth > 100) reject('tla/bad-specification', part.at, 'the specification refers to itself');
    switch (part.kind) {
      case 'parenthesized':
      case 'labelled': {
        visit(part.body, scope, depth);
        return;
      }
      case 'junction':
        if (part.op === '/\\') {
          for (const item of part.items) visit(item, scope, depth);
          return;
        }
        break;
      case 'operator':
        if (part.op === '/\\') {
          for (const arg of part.args) visit(arg, scope, depth);
          return;
        }
        if (part.op === '[]') {
          const inner = bare(part.args[0]!);
          if (inner.kind === 'boxAction') {
            if (next !== null) {
              reject('tla/bad-specification', part.at, 'the specification has two next-state relations', {
                related: [{ message: 'the other one is here', at: next.expr.at.source.span(next.expr.at.start) }],
              });
            }
            next = { expr: inner.action, env: scope, name: plainName(inner.action) ?? 'Next' };
            return;
          }
          if (factsOf(analysis, inner, scope).level <= 1) {
            reject(
              'tla/bad-specification',
              part.at,
              `"${textOfRange(part.at, 60)}" limits the states outside of Init and Next`,
              {
                expected: 'a conjunct of Init or of Next, or a CONSTRAINT in the configuration',
              },
            );
          }
        }
        break;
      case 'reference': {
        if (factsOf(analysis, part, scope).level !== 3) break;
        const unfolded = unfold(analysis, part, scope);
        if (unfolded === undefined) break;
        visit(unfolded.expr, unfolded.env, depth + 1);
        return;
      }
      case 'let':
        if (factsOf(analysis, part, scope).level !== 3) break;
        visit(part.body, formulaScope(spec, part, scope), depth + 1);
        return;
      default:
    }
    const { level } = factsOf(analysis, part, scope);
    if (level <= 1) init.push({ expr: part, env: scope });
    else if (level === 3) temporal.push({ expr: part, env: scope });
    else {
      reject('tla/bad-specification', part.at, `"${textOfRange(part.at, 60)}" speaks of a step outside "[][…]_v"`, {
        expected: 'a specification of the form Init /\\ [][Next]_v /\\ fairness',
      });
    }
  };
  visit(expr, env, 0);
  return { init, next, temporal };
}

/** The expression without parentheses and labels around it. */
export function bare(expr: Expr): Expr {
  let found = expr;
  while (found.kind === 'parenthesized' || found.kind === 'labelled') found = found.body;
  return found;
}
