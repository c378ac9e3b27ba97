import type { Bound, ExceptSelector, ExceptUpdate, Expr, Name, Pattern } from './ast.ts';
import { bounds, startsBounds } from './bounds.ts';
import {
  accept,
  afterBrackets,
  bracketDepth,
  closingBracket,
  commaList,
  expect,
  failAt,
  fieldName,
  isFieldWord,
  isSymbol,
  next,
  type Parser,
  peek,
  rangeFrom,
  told,
  unexpected,
} from './parser-state.ts';
import { reference } from './references.ts';

/** `(e)`. */
export function parentheses(p: Parser): Expr {
  const open = next(p);
  const body = p.expression(p);
  expect(p, ')', 'to close the parenthesis');
  return { kind: 'parenthesized', body, at: rangeFrom(p, open) };
}

/** `<<a, b>>` or `<<A>>_v`. */
export function angles(p: Parser): Expr {
  const open = next(p);
  const items = isSymbol(peek(p), '>>') || isSymbol(peek(p), '>>_') ? [] : commaList(p, p.expression);
  if (accept(p, '>>')) return { kind: 'tuple', items, at: rangeFrom(p, open) };
  const close = peek(p);
  if (!accept(p, '>>_')) return unexpected(p, '"," or ">>"');
  const [action, ...rest] = items;
  if (action === undefined || rest.length > 0) {
    return failAt(p, 'tla/unexpected-token', close, 'a tuple cannot have a subscript', {
      expected: 'one action between "<<" and ">>_"',
    });
  }
  return { kind: 'angleAction', action, subscript: subscript(p, 'action'), at: rangeFrom(p, open) };
}

/** What stands after `]_`, `>>_`, `WF_` and `SF_`: a name, a tuple or anything in parentheses. */
export function subscript(p: Parser, of: 'action' | 'fairness'): Expr {
  const token = peek(p);
  // The last parentheses after WF_ and SF_ hold the action.
  if (token.kind === 'identifier') {
    return reference(p, of === 'action' || (isSymbol(peek(p, 1), '(') && isSymbol(afterBrackets(p, 1), '(')));
  }
  if (isSymbol(token, '<<')) return angles(p);
  if (isSymbol(token, '(')) return parentheses(p);
  return unexpected(p, 'the subscript: a variable, a tuple of variables or an expression in parentheses');
}

const patternOf = (e: Expr): Pattern | undefined => {
  if (isPlainName(e)) return { kind: 'name', name: e.name };
  if (e.kind !== 'tuple' || e.items.length === 0) return undefined;
  const names: Name[] = [];
  for (const item of e.items) {
    if (!isPlainName(item)) return undefined;
    names.push(item.name);
  }
  return { kind: 'tuple', names };
};

const isPlainName = (e: Expr): e is Extract<Expr, { kind: 'reference' }> =>
  e.kind === 'reference' && e.path.length === 0 && e.args.length === 0;

/** `x \in S` and `<<x, y>> \in S`, read as an expression, seen as the bound it may turn out to be. */
function boundOf(e: Expr): { readonly pattern: Pattern; readonly set: Expr } | undefined {
  if (e.kind !== 'operator' || e.op !== '\\in') return undefined;
  const pattern = patternOf(e.args[0]!);
  return pattern === undefined ? undefined : { pattern, set: e.args[1]! };
}

/** `{a, b}`, `{x \in S : P}`, `{e : x \in S}`. */
export function braces(p: Parser): Expr {
  const open = next(p);
  if (accept(p, '}')) return { kind: 'setEnumeration', items: [], at: rangeFrom(p, open) };
  const first = p.expression(p);
  if (accept(p, ':')) {
    const filter = boundOf(first);
    if (filter !== undefined) {
      const body = p.expression(p);
      expect(p, '}', 'to close the set');
      return { kind: 'setFilter', ...filter, body, at: rangeFrom(p, open) };
    }
    const all = bounds(p);
    expect(p, '}', 'to close the set');
    return { kind: 'setMap', body: first, bounds: all, at: rangeFrom(p, open) };
  }
  const items = [first];
  while (accept(p, ',')) items.push(p.expression(p));
  if (!accept(p, '}')) unexpected(p, items.length === 1 ? '",", ":" or "}"' : '"," or "}"');
  return { kind: 'setEnumeration', items, at: rangeFrom(p, open) };
}

/** Everything that opens with `[`: functions, records, their sets, EXCEPT, `[A]_v`. */
export function squareBrackets(p: Parser): Expr {
  const open = next(p);
  const first = peek(p);
  const second = peek(p, 1);
  if (first.kind === 'identifier' || isFieldWord(first)) {
    if (isSymbol(second, '|->')) {
      const fields = commaList(p, (q) => field(q, '|->'));
      expect(p, ']', 'to close the record');
      return { kind: 'record', fields, at: rangeFrom(p, open) };
    }
    if (isSymbol(second, ':')) {
      const fields = commaList(p, (q) => field(q, ':'));
      expect(p, ']', 'to close the set of records');
      return { kind: 'recordSet', fields, at: rangeFrom(p, open) };
    }
    if (isSymbol(second, ',')) return functionLiteral(p, open, bounds(p));
  }
  if (isSymbol(first, '<<') && startsBounds(p) && !isActionTuple(p)) return functionLiteral(p, open, bounds(p));
  const inner = p.expression(p);
  if (isSymbol(peek(p), '|->') || (isSymbol(peek(p), ',') && boundOf(inner) !== undefined)) {
    const filter = boundOf(inner);
    if (filter === undefined) return unexpected(p, '"]_", "->" or "EXCEPT"; a function is written [x \\in S |-> e]');
    const all: Bound[] = [{ patterns: [filter.pattern], set: filter.set, at: inner.at }];
    if (accept(p, ',')) for (const bound of bounds(p)) all.push(bound);
    return functionLiteral(p, open, all);
  }
  if (isSymbol(peek(p), '->') && boundOf(inner) !== undefined) unexpected(p, '"|->" after the bound of a function');
  if (accept(p, '->')) {
    const range = p.expression(p);
    expect(p, ']', 'to close the set of functions');
    return { kind: 'functionSet', domain: inner, range, at: rangeFrom(p, open) };
  }
  if (accept(p, 'EXCEPT')) {
    const updates = commaList(p, exceptUpdate);
    if (!accept(p, ']')) unexpected(p, '"," and another update, or "]" to close EXCEPT');
    return { kind: 'except', base: inner, updates, at: rangeFrom(p, open) };
  }
  if (accept(p, ']_')) {
    return { kind: 'boxAction', action: inner, subscript: subscript(p, 'action'), at: rangeFrom(p, open) };
  }
  return unexpected(p, '"|->", "->", "EXCEPT" or "]_" inside square brackets', ['EXCEPT']);
}

/** `[<<x, y>> \in S]_v` is an action, not a function. Rare enough to look for the arrow only then. */
const isActionTuple = (p: Parser): boolean => {
  for (let ahead = 0; ; ahead++) {
    const token = peek(p, ahead);
    if (token.kind === 'end' || token.kind === 'error' || token.kind === 'moduleEnd') return false;
    if (token.kind !== 'symbol') continue;
    if (token.text === ']_') return true;
    if (token.text === '|->' || token.text === ',' || token.text === ']') return false;
    if (bracketDepth(token) > 0) ahead = closingBracket(p, ahead);
  }
};

function functionLiteral(p: Parser, open: { readonly start: number }, all: readonly Bound[]): Expr {
  expect(p, '|->', 'and the value of the function');
  const body = p.expression(p);
  expect(p, ']', 'to close the function');
  return { kind: 'function', bounds: all, body, at: rangeFrom(p, open) };
}

function field(p: Parser, separator: '|->' | ':'): { readonly name: Name; readonly value: Expr } {
  const name = fieldName(p);
  expect(p, separator, `after the field "${told(name.text)}"`);
  return { name, value: p.expression(p) };
}

function exceptUpdate(p: Parser): ExceptUpdate {
  const bang = expect(p, '!', 'to begin an update: ![i] = e or !.f = e');
  const path: ExceptSelector[] = [];
  for (;;) {
    if (accept(p, '.')) path.push({ kind: 'field', name: fieldName(p) });
    else if (accept(p, '[')) {
      path.push({ kind: 'index', args: commaList(p, p.expression) });
      expect(p, ']', 'to close the index');
    } else break;
  }
  if (path.length === 0) unexpected(p, '"[" or "." after "!"');
  expect(p, '=', 'and the new value');
  p.exceptValues += 1;
  const value = p.expression(p);
  p.exceptValues -= 1;
  return { path, value, at: rangeFrom(p, bang) };
}
