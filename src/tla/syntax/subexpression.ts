import type { Expr, SubexpressionSelector } from './ast.ts';

/**
 * The part of a definition's body that the selectors of a `subexpression` name, still in the scope of that definition;
 * undefined where they leave the formula or enter bound variables, which needs values that the text does not give.
 */
export function selectSubexpression(body: Expr, selectors: readonly SubexpressionSelector[]): Expr | undefined {
  let found: Expr | undefined = body;
  for (const selector of selectors) {
    if (selector.kind === 'whole') continue;
    const operands: readonly Expr[] = operandsOf(withoutParentheses(found));
    if (selector.kind === 'position') found = operands[selector.position - 1];
    else if (selector.kind === 'left') found = operands[0];
    else if (selector.kind === 'right') found = operands.at(-1);
    else return undefined;
    if (found === undefined) return undefined;
  }
  return found;
}

const withoutParentheses = (e: Expr): Expr => {
  let found = e;
  while (found.kind === 'parenthesized' || found.kind === 'labelled') found = found.body;
  return found;
};

function operandsOf(e: Expr): readonly Expr[] {
  switch (e.kind) {
    case 'junction':
    case 'setEnumeration':
    case 'tuple':
      return e.items;
    case 'operator':
    case 'reference':
      return e.args;
    case 'product':
      return e.sets;
    case 'if':
      return [e.condition, e.then, e.else];
    case 'let':
      return operandsOf(withoutParentheses(e.body));
    case 'functionApplication':
      return [e.function, ...e.args];
    case 'boxAction':
    case 'angleAction':
      return [e.action, e.subscript];
    case 'fairness':
      return [e.subscript, e.action];
    default:
      return [];
  }
}
