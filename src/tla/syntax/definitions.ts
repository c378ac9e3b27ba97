import type { Name, Parameter, Substitution, Unit } from './ast.ts';
import { bounds } from './bounds.ts';
import { INFIX_OPERATORS, isOperatorSymbol, POSTFIX_OPERATORS, PREFIX_OPERATORS } from './operators.ts';
import {
  accept,
  commaList,
  expect,
  identifier,
  isKeyword,
  isSymbol,
  nameOf,
  next,
  type Parser,
  peek,
  rangeFrom,
  told,
  unexpected,
} from './parser-state.ts';
import { argument } from './references.ts';

/** `x`, `F(_, _)`, `_ + _`, `-. _`, `_ ^+`: a declared constant or a parameter. */
export function parameter(p: Parser): Parameter {
  const token = peek(p);
  if (isSymbol(token, '_')) {
    next(p);
    const op = peek(p);
    if (op.kind !== 'symbol' || !(INFIX_OPERATORS.has(op.text) || POSTFIX_OPERATORS.has(op.text))) {
      unexpected(p, 'an infix or postfix operator after "_"');
    }
    next(p);
    if (POSTFIX_OPERATORS.has(op.text)) return { name: nameOf(p, op), arity: 1 };
    expect(p, '_', 'as the second argument of the operator');
    return { name: nameOf(p, op), arity: 2 };
  }
  const prefix = token.kind === 'symbol' ? PREFIX_OPERATORS.get(token.text === '-' ? '-.' : token.text) : undefined;
  if (prefix !== undefined) {
    next(p);
    expect(p, '_', 'as the argument of the operator');
    return { name: nameOf(p, token, prefix.symbol), arity: 1 };
  }
  const name = identifier(p, 'of a constant or parameter, or a pattern such as F(_)');
  if (!accept(p, '(')) return { name, arity: 0 };
  const places = commaList(p, (q) => expect(q, '_', 'for each argument'));
  expect(p, ')', 'to close the arguments');
  return { name, arity: places.length };
}

/** A definition as it stands in a module or in LET: operator, function, instance or RECURSIVE. */
export function definition(p: Parser): Unit {
  const token = peek(p);
  if (accept(p, 'RECURSIVE')) {
    return { kind: 'recursive', parameters: commaList(p, parameter), at: rangeFrom(p, token) };
  }
  const local = accept(p, 'LOCAL') !== undefined;
  if (isKeyword(peek(p), 'INSTANCE')) return instance(p, token, null, [], local);

  const prefix =
    peek(p).kind === 'symbol' ? PREFIX_OPERATORS.get(peek(p).text === '-' ? '-.' : peek(p).text) : undefined;
  if (prefix !== undefined) {
    const name = nameOf(p, next(p), prefix.symbol);
    return operatorBody(p, token, name, [plain(identifier(p, 'of the argument'))], local);
  }

  const name = identifier(p, 'that is defined');
  const after = peek(p);
  if (isSymbol(after, '==')) return operatorBody(p, token, name, [], local);
  if (accept(p, '(')) {
    const parameters = commaList(p, parameter);
    expect(p, ')', 'to close the parameters');
    return operatorBody(p, token, name, parameters, local);
  }
  if (accept(p, '[')) {
    const all = bounds(p);
    expect(p, ']', 'to close the arguments of the function');
    expect(p, '==', 'and the value of the function');
    const body = p.expression(p);
    return { kind: 'functionDefinition', name, bounds: all, body, local, at: rangeFrom(p, token) };
  }
  if (after.kind === 'symbol' && POSTFIX_OPERATORS.has(after.text)) {
    return operatorBody(p, token, nameOf(p, next(p)), [plain(name)], local);
  }
  if (after.kind === 'symbol' && INFIX_OPERATORS.has(after.text)) {
    const op = nameOf(p, next(p));
    return operatorBody(p, token, op, [plain(name), plain(identifier(p, 'of the second argument'))], local);
  }
  return unexpected(p, `"==" after "${told(name.text)}"`);
}

const plain = (name: Name): Parameter => ({ name, arity: 0 });

function operatorBody(
  p: Parser,
  from: { readonly start: number },
  name: Name,
  parameters: readonly Parameter[],
  local: boolean,
): Unit {
  expect(p, '==', `after "${told(name.text)}"`);
  if (isKeyword(peek(p), 'INSTANCE')) return instance(p, from, name, parameters, local);
  const body = p.expression(p);
  return { kind: 'operatorDefinition', name, parameters, body, local, at: rangeFrom(p, from) };
}

function instance(
  p: Parser,
  from: { readonly start: number },
  name: Name | null,
  parameters: readonly Parameter[],
  local: boolean,
): Unit {
  expect(p, 'INSTANCE');
  const module = identifier(p, 'of the module');
  const substitutions = accept(p, 'WITH') ? commaList(p, substitution) : [];
  return { kind: 'instance', name, parameters, module, substitutions, local, at: rangeFrom(p, from) };
}

function substitution(p: Parser): Substitution {
  const token = peek(p);
  const name =
    token.kind === 'symbol' && isOperatorSymbol(token.text) ? nameOf(p, next(p)) : identifier(p, 'that is substituted');
  expect(p, '<-', `after "${told(name.text)}"`);
  return { name, value: argument(p) };
}
