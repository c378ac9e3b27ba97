import { nearest } from '../../diagnostics/nearest.ts';
import type { Assumed, Module, Name, Sequent, Unit } from './ast.ts';
import { definition, parameter } from './definitions.ts';
import { UNIT_KEYWORDS } from './keywords.ts';
import type { Token } from './lexer.ts';
import { PREFIX_OPERATORS } from './operators.ts';
import {
  accept,
  commaList,
  describe,
  expect,
  failAt,
  foreignInequality,
  identifier,
  isFieldWord,
  isKeyword,
  isSymbol,
  nameOf,
  nested,
  next,
  type Parser,
  peek,
  rangeFrom,
  rawToken,
  told,
  unexpected,
} from './parser-state.ts';
import { skipProof, skipUseOrHide } from './proofs.ts';

/** A module from its `----` to its `====`. */
export function module(p: Parser): Module {
  const start = next(p);
  expect(p, 'MODULE', 'and the name of the module');
  const name = moduleName(p);
  if (peek(p).kind !== 'separator') unexpected(p, 'four or more dashes after the name of the module');
  next(p);
  const extended = accept(p, 'EXTENDS') ? commaList(p, moduleName) : [];
  const units: Unit[] = [];
  while (peek(p).kind !== 'moduleEnd') {
    const found = unit(p);
    if (found !== undefined) units.push(found);
  }
  const close = next(p);
  return { name, extends: extended, units, at: { source: p.source, start: start.start, end: close.end } };
}

function moduleName(p: Parser): Name {
  const token = peek(p);
  return isFieldWord(token) ? nameOf(p, next(p)) : identifier(p, 'of a module');
}

/** The next unit of a module; undefined for what leaves no trace in the tree: separators, USE, HIDE. */
function unit(p: Parser): Unit | undefined {
  const token = peek(p);
  switch (token.kind) {
    case 'separator':
      if (isKeyword(peek(p, 1), 'MODULE')) {
        const inner = nested(p, module);
        return { kind: 'module', module: inner, at: inner.at };
      }
      next(p);
      return undefined;
    case 'identifier':
      if (!startsDefinition(p)) return notAUnit(p, token);
      return definition(p);
    case 'keyword':
      return keywordUnit(p, token);
    case 'symbol':
      if (PREFIX_OPERATORS.has(token.text === '-' ? '-.' : token.text) && peek(p, 1).kind === 'identifier')
        return definition(p);
      return notAUnit(p, token);
    case 'end':
      return unexpected(p, '"====" at the end of the module');
    case 'number':
    case 'string':
    case 'step':
    case 'moduleEnd':
    case 'error':
      return notAUnit(p, token);
  }
}

/** Whether the identifier that is next can be the name in a definition, as far as the token after it tells. */
function startsDefinition(p: Parser): boolean {
  const after = peek(p, 1);
  if (isSymbol(after, '=')) return peek(p, 2).kind === 'identifier' && isSymbol(peek(p, 3), '==');
  return after.kind === 'symbol' && after.text !== ':' && after.text !== ',';
}

function notAUnit(p: Parser, token: Token): never {
  const after = peek(p, 1);
  if (token.kind === 'identifier' && isSymbol(after, '=')) {
    failAt(p, 'tla/unexpected-token', after, `unexpected "=" after "${told(token.text)}"`, {
      expected: '"=="',
      hint: 'a definition is written with "=="',
    });
  }
  if (rawToken(p, -2).slip !== undefined || rawToken(p, -1).slip !== undefined) unexpected(p, 'an operator');
  foreignInequality(p);
  const near = token.kind === 'identifier' ? nearest(token.text, UNIT_KEYWORDS) : undefined;
  const hint = isSymbol(token, '==')
    ? '"is equal to" is written "="; "==" defines a name'
    : near === undefined
      ? undefined
      : `did you mean "${near}"?`;
  failAt(p, 'tla/unexpected-token', token, `unexpected ${describe(p, token)}`, {
    expected: 'an infix operator that goes on, the next definition or declaration, or "===="',
    ...(hint === undefined ? {} : { hint }),
  });
}

function keywordUnit(p: Parser, token: Token): Unit | undefined {
  switch (token.text) {
    case 'CONSTANT':
    case 'CONSTANTS':
      next(p);
      return { kind: 'constants', parameters: commaList(p, parameter), at: rangeFrom(p, token) };
    case 'VARIABLE':
    case 'VARIABLES':
      next(p);
      return { kind: 'variables', names: commaList(p, (q) => identifier(q, 'of a variable')), at: rangeFrom(p, token) };
    case 'ASSUME':
    case 'ASSUMPTION':
    case 'AXIOM': {
      next(p);
      const name = statementName(p);
      const body = p.expression(p);
      return { kind: 'assume', name, body, at: rangeFrom(p, token) };
    }
    case 'THEOREM':
    case 'LEMMA':
    case 'COROLLARY':
    case 'PROPOSITION': {
      next(p);
      const name = statementName(p);
      const stated = isKeyword(peek(p), 'ASSUME') ? sequent(p) : null;
      const body = stated === null ? p.expression(p) : null;
      const at = rangeFrom(p, token);
      skipProof(p);
      return { kind: 'theorem', name, body, sequent: stated, at };
    }
    case 'USE':
    case 'HIDE':
      skipUseOrHide(p);
      return undefined;
    case 'LOCAL':
    case 'INSTANCE':
    case 'RECURSIVE':
      return definition(p);
    default:
      return notAUnit(p, token);
  }
}

/** `ASSUME … PROVE goal`. */
function sequent(p: Parser): Sequent {
  expect(p, 'ASSUME');
  const assumptions = commaList(p, assumed);
  expect(p, 'PROVE', 'after the assumptions');
  return { assumptions, goal: p.expression(p) };
}

const NEW_WORDS = ['CONSTANT', 'VARIABLE', 'STATE', 'ACTION', 'TEMPORAL'];

function assumed(p: Parser): Assumed {
  if (isKeyword(peek(p), 'ASSUME')) return { kind: 'sequent', sequent: nested(p, sequent) };
  const isNew = accept(p, 'NEW') !== undefined;
  const word = NEW_WORDS.find((one) => accept(p, one) !== undefined) ?? null;
  if (!isNew && word === null) return { kind: 'formula', body: p.expression(p) };
  const found = parameter(p);
  return { kind: 'new', word, parameter: found, set: accept(p, '\\in') ? p.expression(p) : null };
}

/** The `Name ==` that may stand before the statement of an assumption or theorem. */
function statementName(p: Parser): Name | null {
  if (peek(p).kind !== 'identifier' || !isSymbol(peek(p, 1), '==')) return null;
  const name = nameOf(p, next(p));
  next(p);
  return name;
}
