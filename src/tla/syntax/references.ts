import type { Argument, Expr, Qualifier, SubexpressionSelector } from './ast.ts';
import type { Token } from './lexer.ts';
import { isOperatorSymbol, PREFIX_OPERATORS } from './operators.ts';
import {
  accept,
  commaList,
  expect,
  identifier,
  isKeyword,
  isSymbol,
  nameOf,
  nested,
  next,
  type Parser,
  peek,
  rangeFrom,
  unexpected,
} from './parser-state.ts';

/** Whether the token is an operator that is named, not applied, here: `FoldSet(+, 0, S)`. */
const isOperatorArgument = (p: Parser): boolean => {
  const token = peek(p);
  if (token.kind !== 'symbol' || !isOperatorSymbol(token.text)) return false;
  const after = peek(p, 1);
  if (!PREFIX_OPERATORS.has(token.text) && !isBulletOrMinus(token.text)) return !isSymbol(after, '(');
  return (
    after.kind === 'end' ||
    after.kind === 'moduleEnd' ||
    after.kind === 'separator' ||
    isSymbol(after, ',') ||
    isSymbol(after, ')')
  );
};

const isBulletOrMinus = (symbol: string): boolean => symbol === '/\\' || symbol === '\\/' || symbol === '-';

/** An argument of an operator or the right side of a substitution: an expression, an operator symbol or a lambda. */
export function argument(p: Parser): Argument {
  if (isKeyword(peek(p), 'LAMBDA')) return nested(p, lambda);
  if (!isOperatorArgument(p)) return p.expression(p);
  const token = next(p);
  return { kind: 'reference', path: [], name: nameOf(p, token), args: [], at: rangeFrom(p, token) };
}

function lambda(p: Parser): Expr {
  const start = next(p);
  const parameters = commaList(p, (q) => identifier(q, 'of a parameter'));
  expect(p, ':', 'and the body of LAMBDA');
  const body = p.expression(p);
  return { kind: 'lambda', parameters, body, at: rangeFrom(p, start) };
}

function callArguments(p: Parser): Argument[] {
  if (!accept(p, '(')) return [];
  const args = commaList(p, argument);
  expect(p, ')', 'to close the arguments');
  return args;
}

type Reference = Extract<Expr, { readonly kind: 'reference' }>;

/**
 * `Op`, `Op(a, b)`, `M(x)!Op(a)`, `Inv!2`. With `withArguments` false, as in `WF_v(A)`, no argument list is taken.
 */
export function reference(
  p: Parser,
  withArguments = true,
): Reference | Extract<Expr, { readonly kind: 'subexpression' }> {
  const first = next(p);
  let name = nameOf(p, first);
  let args = withArguments ? callArguments(p) : [];
  const path: Qualifier[] = [];
  while (isSymbol(peek(p), '!') && isName(peek(p, 1))) {
    next(p);
    path.push({ name, args, at: rangeFrom(p, name.at) });
    name = nameOf(p, next(p));
    args = withArguments ? callArguments(p) : [];
  }
  const of: Reference = { kind: 'reference', path, name, args, at: rangeFrom(p, first) };
  const selectors: SubexpressionSelector[] = [];
  while (accept(p, '!')) selectors.push(selector(p));
  return selectors.length === 0 ? of : { kind: 'subexpression', of, selectors, at: rangeFrom(p, first) };
}

const isName = (token: Token): boolean =>
  token.kind === 'identifier' || (token.kind === 'symbol' && isOperatorSymbol(token.text));

const SIMPLE_SELECTORS: ReadonlyMap<string, SubexpressionSelector> = new Map([
  [':', { kind: 'whole' }],
  ['<<', { kind: 'left' }],
  ['>>', { kind: 'right' }],
  ['@', { kind: 'operator' }],
]);

function selector(p: Parser): SubexpressionSelector {
  const token = peek(p);
  if (token.kind === 'number') {
    next(p);
    return { kind: 'position', position: Number(token.text) };
  }
  if (isName(token)) return { kind: 'label', name: nameOf(p, next(p)), args: callArguments(p) };
  if (isSymbol(token, '(')) return { kind: 'instantiate', args: callArguments(p) };
  const simple = token.kind === 'symbol' ? SIMPLE_SELECTORS.get(token.text) : undefined;
  if (simple === undefined) return unexpected(p, 'the name of an operator or the place of a subexpression after "!"');
  next(p);
  return simple;
}

/** `+(a, b)`: an infix or postfix operator applied by name. */
export function prefixedInfix(p: Parser): Expr | undefined {
  const token = peek(p);
  if (
    token.kind !== 'symbol' ||
    PREFIX_OPERATORS.has(token.text) ||
    !isOperatorSymbol(token.text) ||
    !isSymbol(peek(p, 1), '(')
  )
    return undefined;
  next(p);
  const args = callArguments(p);
  return { kind: 'reference', path: [], name: nameOf(p, token), args, at: rangeFrom(p, token) };
}
