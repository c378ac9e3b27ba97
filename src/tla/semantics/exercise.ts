import type { Expr } from '../syntax/ast.ts';
import { type Analysis, factsOf } from './analysis.ts';
import { resolveReference } from './resolve.ts';
import type { Env } from './scope.ts';

/** The atoms of a formula: the parts that are decided by values and not by other formulas. */
export interface Atoms {
  readonly all: readonly Expr[];
  /** Those whose evaluation exercises the formula (design section 5, "Exercised"). */
  readonly exercising: readonly Expr[];
}

interface Found {
  readonly expr: Expr;
  readonly premise: boolean;
  readonly implied: boolean;
  readonly quantified: boolean;
}

const MAX_DEPTH = 30;

/**
 * Atoms of a formula, through the definitions that it is made of. An atom exercises the formula if it is not part of a premise and stands under an
 * implication, or, where no implication stands in the formula, inside a quantifier; in a formula with neither every atom does.
 */
export function atomsOf(analysis: Analysis, expr: Expr, env: Env): Atoms {
  const found: Found[] = [];
  const visit = (part: Expr, scope: Env, place: Omit<Found, 'expr'>, depth: number): void => {
    const atom = (): void => {
      found.push({ expr: part, ...place });
    };
    if (depth > MAX_DEPTH) {
      atom();
      return;
    }
    const inside = (inner: Expr): void => visit(inner, scope, place, depth + 1);
    switch (part.kind) {
      case 'parenthesized':
      case 'labelled': {
        inside(part.body);
        return;
      }
      case 'boolean':
        return;
      case 'junction':
        for (const item of part.items) inside(item);
        return;
      case 'let': {
        inside(part.body);
        return;
      }
      case 'if':
        visit(part.condition, scope, { ...place, premise: true }, depth + 1);
        inside(part.then);
        {
          inside(part.else);
          return;
        }
      case 'case':
        for (const arm of part.arms) {
          visit(arm.guard, scope, { ...place, premise: true }, depth + 1);
          inside(arm.value);
        }
        if (part.other !== null) inside(part.other);
        return;
      case 'quantifier': {
        visit(part.body, scope, { ...place, quantified: true }, depth + 1);
        return;
      }
      case 'operator':
        switch (part.op) {
          case '/\\':
          case '\\/':
          case '<=>':
          case '~':
            for (const arg of part.args) inside(arg);
            return;
          case '=>':
            visit(part.args[0]!, scope, { ...place, premise: true }, depth + 1);
            {
              visit(part.args[1]!, scope, { ...place, implied: true }, depth + 1);
              return;
            }
          default: {
            atom();
            return;
          }
        }
      case 'reference': {
        const meaning = resolveReference(scope, part, analysis.uses, null);
        const definition = meaning?.kind === 'definition' ? meaning.definition : undefined;
        if (definition !== undefined && definition.bounds === null && isFormula(definition.body)) {
          if (factsOf(analysis, part, scope).level > 0 || part.args.length > 0) {
            visit(definition.body, definition.env, place, depth + 1);
            return;
          }
        }
        atom();
        return;
      }
      default: {
        atom();
        return;
      }
    }
  };
  visit(expr, env, { premise: false, implied: false, quantified: false }, 0);
  const implied = found.some((one) => one.implied);
  const quantified = found.some((one) => one.quantified);
  const exercising = found.filter(
    (one) => !one.premise && (one.implied || (one.quantified && !implied) || (!implied && !quantified)),
  );
  return { all: found.map((one) => one.expr), exercising: exercising.map((one) => one.expr) };
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
