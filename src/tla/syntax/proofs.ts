import { UNIT_KEYWORDS } from './keywords.ts';
import type { Token } from './lexer.ts';
import { INFIX_OPERATORS, isOperatorSymbol, POSTFIX_OPERATORS, PREFIX_OPERATORS } from './operators.ts';
import {
  accept,
  afterBrackets,
  bracketDepth,
  failAt,
  isKeyword,
  isSymbol,
  next,
  type Parser,
  peek,
  rawToken,
  unexpected,
} from './parser-state.ts';

// Proofs are not evaluated: they are skipped by the shape of their steps, not parsed.

const isLast = (token: Token): boolean => token.kind === 'end' || token.kind === 'moduleEnd' || token.kind === 'error';

/** Skips the proof that may follow a theorem. */
export function skipProof(p: Parser): void {
  const start = peek(p);
  const announced = accept(p, 'PROOF') !== undefined;
  const token = peek(p);
  if (token.kind === 'step') skipSteps(p, start);
  else if (isLeaf(token)) skipToNextUnit(p);
  else if (announced) unexpected(p, 'a step such as <1>1, "BY", "OBVIOUS" or "OMITTED" after "PROOF"');
}

const isLeaf = (token: Token): boolean =>
  isKeyword(token, 'BY') || isKeyword(token, 'OBVIOUS') || isKeyword(token, 'OMITTED');

/**
 * Skips a structured proof by the labels of its steps alone: a QED step and its own proof, which may be structured in turn, end the
 * proof of their level.
 */
function skipSteps(p: Parser, theorem: Token): void {
  const open: { readonly level: number; closing: boolean }[] = [];
  for (;;) {
    const token = peek(p);
    if (isLast(token)) {
      if (token.kind === 'error') return;
      failAt(p, 'tla/unfinished-proof', theorem, 'this proof has no QED step', {
        expected: `a step <${open[0]?.level ?? 1}> QED`,
      });
    }
    if (token.kind !== 'step' || isStepReference(p)) {
      next(p);
      continue;
    }
    const level = levelOf(p, token, open.at(-1)?.level ?? -1);
    while (open.length > 0 && open.at(-1)!.level > level) open.pop();
    if (open.at(-1)?.level !== level) open.push({ level, closing: false });
    next(p);
    if (!accept(p, 'QED')) continue;
    open.at(-1)!.closing = true;
    accept(p, 'PROOF');
    const after = peek(p);
    if (after.kind === 'step' && levelOf(p, after, level) > level) continue;
    while (open.at(-1)?.closing === true) open.pop();
    if (open.length > 0) continue;
    if (isLeaf(after)) skipToNextUnit(p);
    return;
  }
}

/** The level of a step: `<2>` is 2; `<+>` begins the next level; `<*>` goes on in the same, or begins one after PROOF. */
function levelOf(p: Parser, step: Token, current: number): number {
  if (step.text === '+') return current + 1;
  if (step.text === '*') return current < 0 || isKeyword(rawToken(p, -1), 'PROOF') ? current + 1 : current;
  return Number(step.text);
}

const BEFORE_STEP = new Set([')', ']', '}', '>>', '@', "'", '^+', '^*', '^#']);
const WORDS_BEFORE_STEP = new Set(['PROOF', 'OBVIOUS', 'OMITTED', 'QED', 'PROVE', 'OTHER']);

/** Whether the label that is next names an earlier step, as in `BY <1>2`, and begins none: something must still be said before it. */
function isStepReference(p: Parser): boolean {
  const before = rawToken(p, -1);
  if (before.kind === 'symbol') return !BEFORE_STEP.has(before.text) && !isDefinedSymbol(p);
  return before.kind === 'keyword' && !WORDS_BEFORE_STEP.has(before.text);
}

/** Whether the token before is an operator that a DEF list names: `BY DEF Even, |`. */
function isDefinedSymbol(p: Parser): boolean {
  const beforeThat = rawToken(p, -2);
  return (
    isOperatorSymbol(rawToken(p, -1).text) &&
    (isSymbol(beforeThat, ',') || isKeyword(beforeThat, 'DEF') || isKeyword(beforeThat, 'DEFS'))
  );
}

/** Skips `BY …`, `USE …`, `HIDE …`, `OBVIOUS`, `OMITTED`: to where the next unit of the module begins. */
function skipToNextUnit(p: Parser): void {
  let depth = 0;
  next(p);
  for (;;) {
    const token = peek(p);
    if (isLast(token) || token.kind === 'separator') return;
    if (depth === 0 && startsUnit(p)) return;
    depth = Math.max(0, depth + bracketDepth(token));
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
  if (after.text === '(' || after.text === '[') return isSymbol(afterBrackets(p, 1), '==');
  if (POSTFIX_OPERATORS.has(after.text)) return isSymbol(peek(p, 2), '==');
  return INFIX_OPERATORS.has(after.text) && peek(p, 2).kind === 'identifier' && isSymbol(peek(p, 3), '==');
}
