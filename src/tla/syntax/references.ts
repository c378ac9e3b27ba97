import type { Argument, Expr, Qualifier } from './ast.ts';
import type { Token } from './lexer.ts';
import { INFIX_OPERATORS, isOperatorSymbol } from './operators.ts';
import {
  accept,
  commaList,
  expect,
  failAt,
  isSymbol,
  nameOf,
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
  return after.kind === 'end' || isSymbol(after, ',') || isSymbol(after, ')');
};

/** An argument of an operator or the right side of a substitution: an expression, an operator symbol or a lambda. */
export function argument(p: Parser): Argument {
  if (!isOperatorArgument(p)) return p.expression(p);
  const token = next(p);
  return { kind: 'reference', path: [], name: nameOf(p, token), args: [], at: rangeFrom(p, token) };
}

function callArguments(p: Parser): Argument[] {
  if (!accept(p, '(')) return [];
  const args = commaList(p, argument);
  expect(p, ')', 'to close the arguments');
  return args;
}

/**
 * `Op`, `Op(a, b)`, `M(x)!Op(a)`, `lab:: e`. With `withArguments` false, as in `WF_v(A)`, no argument list is taken.
 */
export function reference(p: Parser, withArguments = true): Expr {
  const first = next(p);
  let name = nameOf(p, first);
  let args = withArguments ? callArguments(p) : [];
  const path: Qualifier[] = [];
  while (isSymbol(peek(p), '!')) {
    const bang = next(p);
    path.push({ name, args, at: rangeFrom(p, name.at) });
    const selector = peek(p);
    if (selector.kind === 'identifier' || (selector.kind === 'symbol' && isOperatorSymbol(selector.text))) {
      name = nameOf(p, next(p));
      args = withArguments ? callArguments(p) : [];
    } else if (selector.kind === 'number' || isSubexpressionSelector(selector)) {
      failAt(
        p,
        'tla/unsupported-syntax',
        { start: bang.start, end: selector.end },
        'names of subexpressions are not supported',
        {
          expected: 'the name of an operator after "!"',
        },
      );
    } else unexpected(p, 'the name of an operator after "!"');
  }
  return { kind: 'reference', path, name, args, at: rangeFrom(p, first) };
}

const isSubexpressionSelector = (token: Token): boolean =>
  token.kind === 'symbol' && [':', '@', '<<', '>>', '(', '::'].includes(token.text);

/** `+(a, b)`: an infix operator applied by name. */
export function prefixedInfix(p: Parser): Expr | undefined {
  const token = peek(p);
  if (token.kind !== 'symbol' || !INFIX_OPERATORS.has(token.text) || !isSymbol(peek(p, 1), '(')) return undefined;
  next(p);
  const args = callArguments(p);
  return { kind: 'reference', path: [], name: nameOf(p, token), args, at: rangeFrom(p, token) };
}
