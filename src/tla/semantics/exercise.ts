import type { Expr } from '../syntax/ast.ts';
import type { Analysis } from './analysis.ts';
import { formulaParts, type PartPlace } from './formula-parts.ts';
import type { Env } from './scope.ts';

interface Found {
  readonly expr: Expr;
  readonly premise: boolean;
  readonly implied: boolean;
  readonly quantified: boolean;
}

const MAX_DEPTH = 30;

/**
 * Atoms of a formula whose evaluation exercises it (design section 5, "Exercised"), through the definitions that it is made of: those that are not
 * part of a premise and stand under an implication, or, where no implication stands in the formula, inside a quantifier; in a formula with
 * neither every atom does.
 */
export function exercisingAtoms(analysis: Analysis, expr: Expr, env: Env): readonly Expr[] {
  const found: Found[] = [];
  const visit = (part: Expr, scope: Env, so: Omit<Found, 'expr'>, depth: number): void => {
    const parts = depth > MAX_DEPTH ? null : formulaParts(analysis, part, scope, isFormula);
    if (parts === null) found.push({ expr: part, ...so });
    for (const inner of parts ?? []) {
      // What a definition of LET stands for is a value here, worked out before the formula is decided.
      visit(inner.expr, part.kind === 'let' ? scope : inner.env, within(so, inner.place), depth + 1);
    }
  };
  visit(expr, env, { premise: false, implied: false, quantified: false }, 0);
  const implied = found.some((one) => one.implied);
  const quantified = found.some((one) => one.quantified);
  return found
    .filter((one) => !one.premise && (one.implied || (one.quantified && !implied) || (!implied && !quantified)))
    .map((one) => one.expr);
}

function within(so: Omit<Found, 'expr'>, place: PartPlace): Omit<Found, 'expr'> {
  switch (place) {
    case 'premise':
    case 'condition':
      return { ...so, premise: true };
    case 'conclusion':
      return { ...so, implied: true };
    case 'quantified':
      return { ...so, quantified: true };
    case 'same':
    case 'negated':
    case 'side':
      return so;
  }
}

/** Whether a body is a formula by its form, so that it can be looked into for atoms. */
function isFormula(expr: Expr): boolean {
  switch (expr.kind) {
    case 'parenthesized':
    case 'labelled':
    case 'let':
      return isFormula(expr.body);
    case 'junction':
    case 'quantifier':
      return true;
    case 'if':
      return isFormula(expr.then) || isFormula(expr.else);
    case 'operator':
      return [
        '/\\',
        '\\/',
        '=>',
        '<=>',
        '~',
        '=',
        '/=',
        '\\in',
        '\\notin',
        '\\subseteq',
        '<',
        '>',
        '<=',
        '>=',
      ].includes(expr.op);
    default:
      return false;
  }
}
