import type { Expr } from '../syntax/ast.ts';
import { childExpressions } from '../syntax/children.ts';
import { parts } from './parts.ts';

/**
 * The parts of a formula whose values tell why it is true or false: what its comparisons compare. Parts under bound variables are left out, as they
 * have no single value.
 */
export function terms(expr: Expr): readonly Expr[] {
  const found: Expr[] = [];
  const seen = new Set<string>();
  const visit = (part: Expr, formula: boolean): void => {
    switch (part.kind) {
      case 'number':
      case 'string':
      case 'boolean':
      case 'at':
        return;
      case 'parenthesized':
      case 'labelled': {
        visit(part.body, formula);
        return;
      }
      case 'junction':
      case 'if':
      case 'case':
        for (const [inner] of parts(part)) visit(inner, formula);
        return;
      case 'operator':
        if (part.fixity === 'infix' || part.op === '~') {
          for (const arg of part.args) visit(arg, formula);
          return;
        }
        break;
      case 'quantifier':
      case 'setFilter':
        for (const [inner, inside] of parts(part)) if (!inside) visit(inner, false);
        return;
      case 'let':
      case 'lambda':
      case 'choose':
      case 'function':
      case 'setMap':
      case 'boxAction':
      case 'angleAction':
      case 'fairness':
        return;
      default:
    }
    if (isLiteral(part)) return;
    const text = part.at.source.text.slice(part.at.start, part.at.end);
    if (seen.has(text) || found.length >= 12) return;
    seen.add(text);
    found.push(part);
  };
  visit(expr, true);
  return found;
}

/** Whether the expression is its own value, as `{}` and `[to |-> "a"]` are: no name in it has another one. */
function isLiteral(part: Expr): boolean {
  switch (part.kind) {
    case 'number':
    case 'string':
    case 'boolean':
      return true;
    case 'setEnumeration':
    case 'tuple':
    case 'record':
    case 'recordSet':
    case 'functionSet':
    case 'product':
    case 'parenthesized':
      return childExpressions(part).every(isLiteral);
    case 'operator':
      // A set without end has no value that is shorter.
      return (part.op === 'SUBSET' || part.op === '..') && part.args.every(isLiteral);
    default:
      return false;
  }
}
