import { UNIT_KEYWORDS } from './keywords.ts';
import type { Token } from './lexer.ts';
import { INFIX_OPERATORS, POSTFIX_OPERATORS, PREFIX_OPERATORS } from './operators.ts';
import { failAt, isKeyword, isSymbol, next, type Parser, peek, rawToken, unexpected } from './parser-state.ts';

// Proofs are not evaluated: they are skipped by the shape of their steps, not parsed.

const OPENING = new Set(['(', '[', '{', '<<']);
const CLOSING = new Set([')', ']', ']_', '}', '>>', '>>_']);

const isLast = (token: Token): boolean => token.kind === 'end' || token.kind === 'moduleEnd' || token.kind === 'error';

/** Skips the proof that may follow a theorem. */
export function skipProof(p: Parser): void {
  const start = peek(p);
  if (isKeyword(start, 'PROOF')) next(p);
  const token = peek(p);
  if (token.kind === 'step') skipSteps(p, start);
  else if (isLeaf(token)) skipToNextUnit(p);
}

const isLeaf = (token: Token): boolean =>
  isKeyword(token, 'BY') || isKeyword(token, 'OBVIOUS') || isKeyword(token, 'OMITTED');

/**
 * Skips a structured proof. It ends with the QED step of the level it began with, whose own proof may be structured in turn,
 * one level deeper; everything before that is found by the labels of the steps alone.
 */
function skipSteps(p: Parser, theorem: Token): void {
  let level = levelOf(peek(p), 0);
  let current = level;
  for (;;) {
    const token = peek(p);
    if (isLast(token)) {
      if (token.kind === 'error') return;
      failAt(p, 'tla/unfinished-proof', theorem, 'this proof has no QED step', { expected: `a step <${level}> QED` });
    }
    if (token.kind !== 'step') {
      next(p);
      continue;
    }
    current = levelOf(token, current);
    next(p);
    if (!isKeyword(peek(p), 'QED') || current !== level) continue;
    next(p);
    if (isKeyword(peek(p), 'PROOF')) next(p);
    const after = peek(p);
    if (after.kind === 'step' && levelOf(after, current) > level) {
      level = levelOf(after, current);
      continue;
    }
    if (isLeaf(after)) skipToNextUnit(p);
    return;
  }
}

/** The level of a step: `<2>` is 2, `<*>` the one before, `<+>` one more. */
function levelOf(step: Token, before: number): number {
  if (step.text === '*') return before;
  return step.text === '+' ? before + 1 : Number(step.text);
}

/** Skips `BY …`, `USE …`, `HIDE …`, `OBVIOUS`, `OMITTED`: to where the next unit of the module begins. */
function skipToNextUnit(p: Parser): void {
  let depth = 0;
  next(p);
  for (;;) {
    const token = peek(p);
    if (isLast(token) || token.kind === 'separator') return;
    if (depth === 0 && startsUnit(p)) return;
    if (token.kind === 'symbol') {
      if (OPENING.has(token.text)) depth += 1;
      else if (CLOSING.has(token.text)) depth = Math.max(0, depth - 1);
    }
    next(p);
  }
}

export const skipUseOrHide = skipToNextUnit;

/** Whether a unit begins here: a keyword that begins one, or the left side of a definition up to its `==`. */
function startsUnit(p: Parser): boolean {
  const token = peek(p);
  if (token.kind === 'keyword') return UNIT_KEYWORDS.has(token.text);
  const after = peek(p, 1);
  if (token.kind === 'symbol') {
    return (
      PREFIX_OPERATORS.has(token.text === '-' ? '-.' : token.text) &&
      after.kind === 'identifier' &&
      isSymbol(peek(p, 2), '==')
    );
  }
  if (token.kind !== 'identifier' || after.kind !== 'symbol') return false;
  if (after.text === '==') return true;
  if (after.text === '(' || after.text === '[') return isSymbol(afterBrackets(p), '==');
  if (POSTFIX_OPERATORS.has(after.text)) return isSymbol(peek(p, 2), '==');
  return INFIX_OPERATORS.has(after.text) && peek(p, 2).kind === 'identifier' && isSymbol(peek(p, 3), '==');
}

/** The token after the brackets that open at the next token but one. */
function afterBrackets(p: Parser): Token {
  let depth = 0;
  for (let ahead = 1; ; ahead++) {
    const token = rawToken(p, ahead);
    if (isLast(token)) return token;
    if (token.kind !== 'symbol') continue;
    if (OPENING.has(token.text)) depth += 1;
    else if (CLOSING.has(token.text) && --depth === 0) return rawToken(p, ahead + 1);
  }
}

/** Skips `ASSUME … PROVE goal`, nested ones too, up to the proof or the next unit. */
export function skipAssumptions(p: Parser): void {
  let open = 0;
  for (;;) {
    const token = peek(p);
    if (isKeyword(token, 'ASSUME')) open += 1;
    else if (isKeyword(token, 'PROVE')) open -= 1;
    else if (isLast(token)) unexpected(p, '"PROVE" after the assumptions', ['PROVE']);
    next(p);
    if (open === 0) break;
  }
  p.expression(p);
}
