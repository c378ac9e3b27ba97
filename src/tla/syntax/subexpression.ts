import type { Expr, SubexpressionSelector } from './ast.ts';

type Let = Extract<Expr, { readonly kind: 'let' }>;

/**
 * The part of a definition's body that the selectors of a `subexpression` name, still in the scope of that definition: inside of the LETs
 * that it stands in. Undefined where they leave the formula or enter bound variables, which needs values that the text does not give.
 */
export function selectSubexpression(body: Expr, selectors: readonly SubexpressionSelector[]): Expr | undefined {
  const lets: Let[] = [];
  let found: Expr = body;
  for (const selector of selectors) {
    if (selector.kind === 'whole') continue;
    const whole = withoutParentheses(found);
    if (whole.kind === 'let') lets.push(whole);
    const part = selectOperand(operandsOf(whole), selector);
    if (part === undefined) return undefined;
    found = part;
  }
  return lets.length === 0 ? found : inside(lets, found);
}

// What is known of a formula is kept by its node, so a part is the same node each time.
const partsInside = new WeakMap<Expr, Expr>();

function inside(lets: readonly Let[], part: Expr): Expr {
  let whole = partsInside.get(part);
  if (whole === undefined) {
    whole = lets.reduceRight<Expr>((body, one) => ({ ...one, body }), part);
    partsInside.set(part, whole);
  }
  return whole;
}

/** ">>" is the right side of two; "<<" is the first of any number, as SANY has it. */
function selectOperand(operands: readonly Expr[], selector: SubexpressionSelector): Expr | undefined {
  switch (selector.kind) {
    case 'position':
      return operands[selector.position - 1];
    case 'left':
      return operands[0];
    case 'right':
      return operands.length === 2 ? operands[1] : undefined;
    default:
      return undefined;
  }
}

const withoutParentheses = (e: Expr): Expr => {
  let found = e;
  while (found.kind === 'parenthesized' || found.kind === 'labelled') found = found.body;
  return found;
};

/** What has a number in a formula, as SANY counts; a formula that is not listed has no parts here. */
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
      return [e.body];
    case 'functionApplication':
      // Of several arguments the second part is their tuple, which stands nowhere in the text.
      return e.args.length === 1 ? [e.function, ...e.args] : [e.function];
    case 'boxAction':
    case 'angleAction':
      return [e.action, e.subscript];
    case 'fairness':
      return [e.subscript, e.action];
    default:
      return [];
  }
}
