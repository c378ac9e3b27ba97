import type { Expr, Name, Unit } from './ast.ts';
import { bounds, pattern, startsBounds } from './bounds.ts';
import { angles, braces, parentheses, squareBrackets, subscript } from './brackets.ts';
import type { Token } from './lexer.ts';
import { INFIX_OPERATORS, type OperatorInfo, POSTFIX_OPERATORS, PREFIX_OPERATORS } from './operators.ts';
import {
  accept,
  commaList,
  describe,
  expect,
  failAt,
  fieldName,
  identifier,
  isKeyword,
  isSymbol,
  nested,
  next,
  type Parser,
  peek,
  rangeFrom,
  told,
  unexpected,
} from './parser-state.ts';
import { prefixedInfix, reference } from './references.ts';

/** The words that begin an expression, for hints. */
const EXPRESSION_WORDS = ['IF', 'CASE', 'LET', 'CHOOSE', 'DOMAIN', 'SUBSET', 'UNION', 'ENABLED', 'UNCHANGED'];

interface PendingOperator {
  readonly info: OperatorInfo;
  readonly token: Token;
}

/** An expression, as long as it goes. */
export const expression = (p: Parser): Expr => nested(p, operators);

/**
 * Operators and operands by precedence, with two stacks in place of recursion, so that a long chain costs no call depth.
 * Two operators whose ranges meet conflict, unless it is one left-associative operator twice.
 */
function operators(p: Parser): Expr {
  const operands: Expr[] = [];
  const pending: PendingOperator[] = [];

  const reduce = (): void => {
    const { info, token } = pending.pop()!;
    const right = operands.pop()!;
    if (info.fixity === 'prefix') {
      operands.push({
        kind: 'operator',
        op: info.symbol,
        fixity: 'prefix',
        args: [right],
        at: { source: p.source, start: token.start, end: right.at.end },
      });
      return;
    }
    const left = operands.pop()!;
    const at = { source: p.source, start: left.at.start, end: right.at.end };
    if (info.symbol === '\\X') {
      // `A \X B \X C` is one product of three sets; parentheses keep their own node, so a bare product is this run's.
      // The shorter product is not used again, so its list is taken over, and a long chain stays linear.
      const sets = left.kind === 'product' ? (left.sets as Expr[]) : [left];
      sets.push(right);
      operands.push({ kind: 'product', sets, at });
      return;
    }
    operands.push({ kind: 'operator', op: info.symbol, fixity: 'infix', args: [left, right], at });
  };

  /** Closes what binds tighter than `info` on its left. */
  const reduceBefore = (info: OperatorInfo, token: Token): void => {
    for (;;) {
      const last = pending.at(-1);
      if (last === undefined || last.info.high < info.low) return;
      const again = last.info === info && info.leftAssociative;
      if (!again && last.info.low <= info.high) conflict(p, last, { info, token });
      reduce();
    }
  };

  for (;;) {
    for (;;) {
      const token = peek(p);
      if (token.kind !== 'symbol') break;
      const info = PREFIX_OPERATORS.get(token.text === '-' ? '-.' : token.text);
      if (info === undefined) break;
      const left = pending.at(-1);
      if (info.symbol === '-.' && left !== undefined && left.info.low > info.high) conflict(p, left, { info, token });
      pending.push({ info, token: next(p) });
    }
    const here = peek(p);
    const found = operand(p);
    if (found.kind === 'labelled') refuseCapture(p, found, here, pending.at(-1));
    operands.push(found);

    for (;;) {
      const token = peek(p);
      if (token.kind !== 'symbol') break;
      const postfix = POSTFIX_OPERATORS.get(token.text);
      if (postfix !== undefined) {
        reduceBefore(postfix, token);
        next(p);
        const of = operands.pop()!;
        operands.push({
          kind: 'operator',
          op: postfix.symbol,
          fixity: 'postfix',
          args: [of],
          at: { source: p.source, start: of.at.start, end: token.end },
        });
      } else if (token.text === '[') {
        next(p);
        const args = commaList(p, p.expression);
        expect(p, ']', 'to close the argument of the function');
        const of = operands.pop()!;
        operands.push({ kind: 'functionApplication', function: of, args, at: rangeFrom(p, of.at) });
      } else if (token.text === '.') {
        next(p);
        const name = fieldName(p);
        const record = operands.pop()!;
        operands.push({ kind: 'field', record, name, at: rangeFrom(p, record.at) });
      } else break;
    }

    const token = peek(p);
    const infix = token.kind === 'symbol' ? INFIX_OPERATORS.get(token.text) : undefined;
    if (infix === undefined) break;
    reduceBefore(infix, token);
    pending.push({ info: infix, token: next(p) });
  }
  while (pending.length > 0) reduce();
  return operands[0]!;
}

/** A label takes all that follows as its body: refused where the same text without the label would be read otherwise. */
function refuseCapture(
  p: Parser,
  found: Expr & { readonly kind: 'labelled' },
  at: Token,
  left: PendingOperator | undefined,
): void {
  const { body } = found;
  if (left === undefined || body.kind !== 'operator' || body.fixity === 'prefix') return;
  const inner = (body.fixity === 'infix' ? INFIX_OPERATORS : POSTFIX_OPERATORS).get(body.op)!;
  if (left.info.high < inner.low) return;
  failAt(
    p,
    'tla/precedence-conflict',
    at,
    `the label "${found.label.text}" changes what "${left.info.symbol}" applies to`,
    {
      expected: 'parentheses around the labelled expression or inside it',
    },
  );
}

function conflict(p: Parser, left: PendingOperator, right: PendingOperator): never {
  const spelt = ({ token }: PendingOperator): string => describe(p, token);
  const same = left.info === right.info;
  const message = same
    ? `${spelt(right)} is not associative`
    : `${spelt(left)} and ${spelt(right)} have the same or overlapping precedence`;
  const mistyped =
    right.info.symbol === '=' &&
    p.source.span(left.token.start).start.line < p.source.span(right.token.start).start.line;
  failAt(p, 'tla/precedence-conflict', right.token, message, {
    expected: 'parentheses that say which comes first',
    ...(mistyped ? { hint: 'a definition is written with "=="' } : {}),
    related: [
      { message: `the other operator is this ${spelt(left)}`, at: p.source.span(left.token.start, left.token.end) },
    ],
  });
}

function operand(p: Parser): Expr {
  const token = peek(p);
  switch (token.kind) {
    case 'number':
      next(p);
      return { kind: 'number', value: BigInt(token.text), at: rangeFrom(p, token) };
    case 'string':
      next(p);
      return { kind: 'string', value: token.text, at: rangeFrom(p, token) };
    case 'identifier':
      return named(p, token);
    case 'keyword':
      return worded(p, token);
    case 'symbol':
      return symbolic(p, token);
    case 'step':
    case 'separator':
    case 'moduleEnd':
    case 'end':
    case 'error':
      return unexpected(p, 'an expression');
  }
}

function named(p: Parser, token: Token): Expr {
  if (token.text === 'TRUE' || token.text === 'FALSE') {
    next(p);
    return { kind: 'boolean', value: token.text === 'TRUE', at: rangeFrom(p, token) };
  }
  const name = reference(p);
  if (name.kind !== 'reference' || name.path.length > 0 || !isSymbol(peek(p), '::')) return name;
  const parameters = name.args.map((arg): Name => {
    if (arg.kind === 'reference' && arg.path.length === 0 && arg.args.length === 0) return arg.name;
    return failAt(p, 'tla/unexpected-token', arg.at, `the label "${told(name.name.text)}" takes an expression`, {
      expected: 'the names of the bound variables around it',
    });
  });
  next(p);
  const body = p.expression(p);
  return { kind: 'labelled', label: name.name, parameters, body, at: rangeFrom(p, token) };
}

function symbolic(p: Parser, token: Token): Expr {
  switch (token.text) {
    case '(':
      return parentheses(p);
    case '[':
      return squareBrackets(p);
    case '{':
      return braces(p);
    case '<<':
      return angles(p);
    case '/\\':
    case '\\/':
      if (isWord(token)) unexpected(p, 'an expression');
      return junction(p, token.text);
    case '@':
      next(p);
      if (p.exceptValues === 0) {
        failAt(p, 'tla/at-outside-except', token, '"@" stands outside EXCEPT', {
          expected: '"@" only in a new value: [f EXCEPT ![x] = @ + 1]',
        });
      }
      return { kind: 'at', at: rangeFrom(p, token) };
    case '\\A':
    case '\\E':
    case '\\AA':
    case '\\EE':
      return quantifier(p, token);
    case 'WF_':
    case 'SF_': {
      next(p);
      const of = subscript(p, 'fairness');
      expect(p, '(', 'and the action that is fair');
      const action = p.expression(p);
      expect(p, ')', 'to close the fairness condition');
      return {
        kind: 'fairness',
        strength: token.text === 'WF_' ? 'WF' : 'SF',
        subscript: of,
        action,
        at: rangeFrom(p, token),
      };
    }
    default:
      return prefixedInfix(p) ?? unexpected(p, 'an expression');
  }
}

/** Whether the token is `\land` or `\lor`, which join two formulas and are no bullets. */
const isWord = (token: Token): boolean => token.end - token.start > 2;

/** Items that begin with the same bullet in the same column; each item lies wholly to the right of it. */
function junction(p: Parser, op: '/\\' | '\\/'): Expr {
  const bullet = peek(p);
  const outer = p.bullet;
  const items: Expr[] = [];
  for (;;) {
    next(p);
    p.bullet = bullet;
    items.push(p.expression(p));
    p.bullet = outer;
    const token = peek(p);
    if (!isSymbol(token, op) || token.column !== bullet.column || isWord(token)) break;
  }
  return { kind: 'junction', op, items, at: rangeFrom(p, bullet) };
}

function quantifier(p: Parser, token: Token): Expr {
  next(p);
  const colon = (): Expr => {
    expect(p, ':', 'and the body of the quantifier');
    return p.expression(p);
  };
  if ((token.text === '\\A' || token.text === '\\E') && startsBounds(p)) {
    const all = bounds(p);
    const body = colon();
    return {
      kind: 'quantifier',
      quantifier: token.text === '\\A' ? 'A' : 'E',
      bounds: all,
      body,
      at: rangeFrom(p, token),
    };
  }
  const names: Name[] = commaList(p, (q) => identifier(q, 'of a bound variable'));
  if (!isSymbol(peek(p), ':')) unexpected(p, token.text.length === 2 ? '",", "\\in" or ":"' : '"," or ":"');
  const body = colon();
  return {
    kind: 'unboundedQuantifier',
    quantifier: token.text.slice(1) as 'A' | 'E' | 'AA' | 'EE',
    names,
    body,
    at: rangeFrom(p, token),
  };
}

function worded(p: Parser, token: Token): Expr {
  switch (token.text) {
    case 'IF': {
      next(p);
      const condition = p.expression(p);
      expect(p, 'THEN', 'after the condition of IF');
      const then = p.expression(p);
      if (!accept(p, 'ELSE')) {
        const at = p.source.span(token.start, token.end);
        unexpected(p, '"ELSE" after the THEN branch of IF', ['ELSE'], [{ message: 'the IF that has none', at }]);
      }
      const otherwise = p.expression(p);
      return { kind: 'if', condition, then, else: otherwise, at: rangeFrom(p, token) };
    }
    case 'CASE':
      return caseOf(p);
    case 'LET': {
      next(p);
      const definitions: Unit[] = [];
      while (!isKeyword(peek(p), 'IN')) {
        if (!startsDefinition(p)) unexpected(p, 'a definition or "IN"', ['IN']);
        if (isKeyword(peek(p, isKeyword(peek(p), 'LOCAL') ? 1 : 0), 'INSTANCE')) {
          failAt(p, 'tla/unexpected-token', peek(p), 'an INSTANCE inside of LET needs a name', {
            expected: '"Name == INSTANCE …"',
          });
        }
        definitions.push(p.definition(p));
      }
      if (definitions.length === 0) unexpected(p, 'a definition after "LET"');
      next(p);
      const body = p.expression(p);
      return { kind: 'let', definitions, body, at: rangeFrom(p, token) };
    }
    case 'CHOOSE': {
      next(p);
      const chosen = pattern(p);
      const set = accept(p, '\\in') ? p.expression(p) : null;
      expect(p, ':', 'and the condition of CHOOSE');
      const body = p.expression(p);
      return { kind: 'choose', pattern: chosen, set, body, at: rangeFrom(p, token) };
    }
    case 'LAMBDA':
      return failAt(p, 'tla/unexpected-token', token, 'LAMBDA stands where a value must', {
        expected: 'LAMBDA only as an argument of an operator or in a substitution',
      });
    default:
      return unexpected(p, 'an expression', EXPRESSION_WORDS);
  }
}

const startsDefinition = (p: Parser): boolean => {
  const token = peek(p);
  return (
    (token.kind === 'identifier' && peek(p, 1).kind === 'symbol') ||
    (token.kind === 'symbol' && PREFIX_OPERATORS.has(token.text === '-' ? '-.' : token.text)) ||
    isKeyword(token, 'RECURSIVE') ||
    isKeyword(token, 'LOCAL') ||
    isKeyword(token, 'INSTANCE')
  );
};

/** `CASE p -> a [] q -> b [] OTHER -> c`; a `[]` after a value always begins the next arm of the innermost CASE. */
function caseOf(p: Parser): Expr {
  const start = next(p);
  const arms: { guard: Expr; value: Expr }[] = [];
  let other: Expr | null = null;
  for (;;) {
    if (arms.length > 0 && accept(p, 'OTHER')) {
      expect(p, '->', 'after OTHER');
      other = p.expression(p);
      break;
    }
    const guard = p.expression(p);
    expect(p, '->', 'after the condition of a CASE arm');
    arms.push({ guard, value: p.expression(p) });
    if (!accept(p, '[]')) break;
  }
  return { kind: 'case', arms, other, at: rangeFrom(p, start) };
}
