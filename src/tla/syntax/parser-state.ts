import { nearestHint } from '../../diagnostics/nearest.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { SourceText } from '../../diagnostics/source-text.ts';
import type { Expr, Name, SourceRange, Unit } from './ast.ts';
import { KEYWORDS } from './keywords.ts';
import { type Token, unknownOperator } from './lexer.ts';
import { type SyntaxCode, type SyntaxDiagnostic, syntaxError } from './syntax-error.ts';

/** Brackets, quantifiers, definitions and junction lists inside one another, at most; far past what people write. */
export const MAX_NESTING = 300;

/** Where the parser stands. One per text; the grammar functions move `index` on. */
export interface Parser {
  readonly source: SourceText;
  readonly tokens: readonly Token[];
  index: number;
  /** The bullet of the innermost junction list: a token at or left of its column is out of reach. */
  bullet: Token | null;
  nesting: number;
  /** How many `EXCEPT` values enclose this place: `@` has a meaning only if positive. */
  exceptValues: number;
  closing: Int32Array | null;
  /** The grammar's two knots: expressions and definitions contain one another across files. */
  readonly expression: (p: Parser) => Expr;
  readonly definition: (p: Parser) => Unit;
}

/** Carries the first error out of the grammar; caught where the parser is entered, never seen outside this folder. */
export class SyntaxFailure extends Error {
  readonly diagnostic: SyntaxDiagnostic;
  constructor(diagnostic: SyntaxDiagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

const OUT_OF_REACH: Token = { kind: 'end', text: '', start: 0, end: 0, column: 0 };

/** The token `ahead` places on as the text has it, whatever the junction list. */
export const rawToken = (p: Parser, ahead = 0): Token =>
  p.tokens[Math.max(0, Math.min(p.index + ahead, p.tokens.length - 1))]!;

/** The token `ahead` places on; an `end` token if it lies outside the junction item that is being read. */
export function peek(p: Parser, ahead = 0): Token {
  const token = rawToken(p, ahead);
  if (p.bullet !== null && token.column <= p.bullet.column) return OUT_OF_REACH;
  if (token.kind === 'error' && ahead === 0) throw new SyntaxFailure(token.diagnostic!);
  return token;
}

const OPENING = new Set(['(', '[', '{', '<<']);
const CLOSING = new Set([')', ']', ']_', '}', '>>', '>>_']);

/** +1 for a token that opens a bracket, -1 for one that closes one, else 0. */
export const bracketDepth = (token: Token): number =>
  token.kind !== 'symbol' ? 0 : OPENING.has(token.text) ? 1 : CLOSING.has(token.text) ? -1 : 0;

/**
 * For each token that opens a bracket, the index of the one that closes it, or of the last token if none does. Looked up only by the
 * few constructs that must see past a bracket, so that looking ahead stays linear however deep the brackets are.
 */
function closingBrackets(p: Parser): Int32Array {
  if (p.closing === null) {
    const { tokens } = p;
    p.closing = new Int32Array(tokens.length).fill(tokens.length - 1);
    const open: number[] = [];
    for (let at = 0; at < tokens.length; at++) {
      // In `Op!<<` and `Op!>>` the sign is a name, not a bracket.
      const token = tokens[at]!;
      const selects = (token.text === '<<' || token.text === '>>') && at > 0 && isSymbol(tokens[at - 1]!, '!');
      const depth = selects ? 0 : bracketDepth(token);
      if (depth > 0) open.push(at);
      else if (depth < 0 && open.length > 0) p.closing[open.pop()!] = at;
    }
  }
  return p.closing;
}

/** How many places on the bracket closes that opens `ahead` places on. */
export const closingBracket = (p: Parser, ahead: number): number => closingBrackets(p)[p.index + ahead]! - p.index;

/** The token after the brackets that open `ahead` places on, whatever the junction list. */
export const afterBrackets = (p: Parser, ahead: number): Token => rawToken(p, closingBracket(p, ahead) + 1);

/** Takes the next token, which the caller has peeked at. */
export function next(p: Parser): Token {
  const token = peek(p);
  if (p.index < p.tokens.length - 1) p.index += 1;
  return token;
}

export const isSymbol = (token: Token, text: string): boolean => token.kind === 'symbol' && token.text === text;
export const isKeyword = (token: Token, text: string): boolean => token.kind === 'keyword' && token.text === text;

/** Takes the next token if it is this symbol or keyword. */
export function accept(p: Parser, text: string): Token | undefined {
  const token = peek(p);
  if ((token.kind === 'symbol' || token.kind === 'keyword') && token.text === text) return next(p);
  return undefined;
}

/** Takes this symbol or keyword, or fails; `purpose` completes the expectation: `"THEN" after the condition of IF`. */
export function expect(p: Parser, text: string, purpose = ''): Token {
  return accept(p, text) ?? unexpected(p, `"${text}"${purpose === '' ? '' : ` ${purpose}`}`, [text]);
}

/** The range from a token or node to the last token taken. */
export function rangeFrom(p: Parser, from: { readonly start: number }): SourceRange {
  const last = p.tokens[Math.max(0, p.index - 1)]!;
  return { source: p.source, start: from.start, end: Math.max(from.start, last.end) };
}

export const nameOf = (p: Parser, token: Token, text = token.text): Name => ({
  at: { source: p.source, start: token.start, end: token.end },
  text,
});

/** Takes an identifier; `purpose` says of what: `of the module`. */
export function identifier(p: Parser, purpose: string): Name {
  const token = peek(p);
  if (token.kind === 'identifier') return nameOf(p, next(p));
  return unexpected(p, `the name ${purpose}`);
}

/** Takes the name of a record field, where a reserved word is a name too. */
export function fieldName(p: Parser): Name {
  const token = peek(p);
  if (token.kind === 'identifier' || isFieldWord(token)) return nameOf(p, next(p));
  return unexpected(p, 'the name of a field');
}

export const isFieldWord = (token: Token): boolean =>
  token.kind === 'keyword' || (token.kind === 'symbol' && /^(?:[A-Z]{4,}|[WS]F_)$/.test(token.text));

/** A name as it is told in a message: not longer than a reader wants. */
export const told = (name: string): string => (name.length > 40 ? `${name.slice(0, 40)}…` : name);

/** How a token is named in a message. */
export function describe(p: Parser, token: Token): string {
  switch (token.kind) {
    case 'end':
      return 'end of the text';
    case 'moduleEnd':
      return 'end of the module';
    case 'separator':
      return 'separator line';
    case 'step':
      return 'proof step';
    default: {
      const text = p.source.text.slice(token.start, token.end);
      return `"${printable(told(text))}"`;
    }
  }
}

/** Fails at the next token; `candidates` are the words that would fit here, for the hint. */
export function unexpected(
  p: Parser,
  expected: string,
  candidates: readonly string[] = [],
  related: SyntaxDiagnostic['related'] = openBracket(p, expected),
): never {
  const token = rawToken(p);
  if (token.kind === 'error') throw new SyntaxFailure(token.diagnostic!);
  foreignInequality(p);
  for (const before of [token, rawToken(p, -1), rawToken(p, -2)]) {
    if (before?.slip !== undefined) throw new SyntaxFailure(unknownOperator(p.source, before.start, before.slip));
  }
  const { bullet } = p;
  if (bullet !== null && token.column <= bullet.column && token.kind !== 'end' && token.kind !== 'moduleEnd') {
    const bulletAt = p.source.span(bullet.start, bullet.end);
    throw new SyntaxFailure(
      syntaxError(
        p.source,
        'tla/bad-indentation',
        token.start,
        token.end,
        `${describe(p, token)} ends the item of a junction list too early`,
        {
          expected: `${expected}, to the right of the "${bullet.text}" in column ${bullet.column}`,
          related: [{ message: `the item begins at this "${bullet.text}"`, at: bulletAt }],
        },
      ),
    );
  }
  const word = token.kind === 'identifier' || token.kind === 'keyword' ? token.text : undefined;
  const words = candidates.filter((candidate) => /^[A-Z]+$/.test(candidate));
  const reserved = token.kind === 'keyword' && KEYWORDS.has(token.text) && expected.startsWith('the name');
  const hint =
    word !== undefined && words.length > 0 && nearestHint(word, words)?.startsWith('did')
      ? nearestHint(word, words)
      : reserved
        ? `"${token.text}" is a reserved word`
        : undefined;
  throw new SyntaxFailure(
    syntaxError(p.source, 'tla/unexpected-token', token.start, token.end, `unexpected ${describe(p, token)}`, {
      expected,
      hint,
      related,
    }),
  );
}

/** Fails if the last two tokens are `!=`, which reads as the name of an operator behind `!` and fails at what follows. */
export function foreignInequality(p: Parser): void {
  const [not, equals] = [rawToken(p, -2), rawToken(p, -1)];
  if (!isSymbol(not, '!') || !isSymbol(equals, '=') || not.end !== equals.start) return;
  failAt(p, 'tla/unexpected-token', { start: not.start, end: equals.end }, 'unexpected "!="', {
    hint: '"is not equal to" is written "#" or "/="',
  });
}

/** Where the bracket opens that is missing its end; undefined where no end of one is expected. */
function openBracket(p: Parser, expected: string): SyntaxDiagnostic['related'] {
  if (!/"(?:[)\]}]|>>)/.test(expected)) return undefined;
  let depth = 0;
  for (let at = p.index - 1; at >= 0; at--) {
    const token = p.tokens[at]!;
    depth += bracketDepth(token);
    if (depth > 0) return [{ message: `the "${token.text}" that is open`, at: p.source.span(token.start, token.end) }];
  }
  return undefined;
}

/** Fails at a given token or node. */
export function failAt(
  p: Parser,
  code: SyntaxCode,
  at: { readonly start: number; readonly end: number },
  message: string,
  details: { readonly expected?: string; readonly hint?: string; readonly related?: SyntaxDiagnostic['related'] } = {},
): never {
  throw new SyntaxFailure(syntaxError(p.source, code, at.start, at.end, message, details));
}

/** Runs a grammar function one level deeper; a clear error instead of a stack overflow. */
export function nested<T>(p: Parser, read: (p: Parser) => T): T {
  p.nesting += 1;
  if (p.nesting > MAX_NESTING) {
    failAt(p, 'tla/nested-too-deep', rawToken(p), `expressions are nested more than ${MAX_NESTING} deep here`);
  }
  const value = read(p);
  p.nesting -= 1;
  return value;
}

/** Items separated by commas, at least one. */
export function commaList<T>(p: Parser, read: (p: Parser) => T): T[] {
  const items = [read(p)];
  while (accept(p, ',')) items.push(read(p));
  return items;
}
