import { nearest, nearestHint } from '../../diagnostics/nearest.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { SourceText } from '../../diagnostics/source-text.ts';
import { KEYWORDS } from './keywords.ts';
import { SYMBOLS, WORD_OPERATORS } from './operators.ts';
import type { ErrorDetails } from './source-error.ts';
import { type SyntaxCode, type SyntaxDiagnostic, syntaxError } from './syntax-error.ts';

/**
 * - `symbol`: an operator or punctuation, `text` in canonical spelling; `WF_` and `SF_` too.
 * - `step`: the label of a proof step, `text` its level (`1`, `*`, `+`).
 * - `separator`: four or more dashes. `moduleEnd`: four or more equals signs. `end`: the end of the text.
 * - `error`: the lexer could go no further; `diagnostic` says why.
 */
export type TokenKind =
  | 'identifier'
  | 'number'
  | 'string'
  | 'keyword'
  | 'symbol'
  | 'step'
  | 'separator'
  | 'moduleEnd'
  | 'end'
  | 'error';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Column from 1 with tab stops every eight columns, as junction lists are aligned by. */
  readonly column: number;
  readonly diagnostic?: SyntaxDiagnostic;
  /** The word of which the symbol is only the beginning, if it may be a misspelt operator: `\\inn`. */
  readonly slip?: string;
}

const [QUOTE, OPEN, CLOSE, STAR, PLUS, DASH, LESS, EQUALS, BACKSLASH, UNDERSCORE] = [
  34, 40, 41, 42, 43, 45, 60, 61, 92, 95,
];
const TAB = 8;
const MAX_DIGITS = 4096;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const isNameCharacter = (code: number): boolean => isDigit(code) || isLetter(code) || code === 95;

const WORDS = new Map([...SYMBOLS].filter(([symbol]) => /^\\[A-Za-z]/.test(symbol)));

const LONGEST_WORD = Math.max(...[...WORDS.keys()].map((word) => word.length));

// By first character code, the longest first, so that the first that matches is the longest match.
const BY_FIRST_CODE: { readonly spelling: string; readonly canonical: string }[][] = [];
for (const [spelling, canonical] of SYMBOLS) {
  if (WORDS.has(spelling) || isLetter(spelling.charCodeAt(0))) continue;
  const first = spelling.charCodeAt(0);
  BY_FIRST_CODE[first] ??= [];
  BY_FIRST_CODE[first].push({ spelling, canonical });
}
for (const symbols of BY_FIRST_CODE) symbols?.sort((a, b) => b.spelling.length - a.spelling.length);

function symbolAt(text: string, at: number): { readonly spelling: string; readonly canonical: string } | undefined {
  const candidates = BY_FIRST_CODE[text.charCodeAt(at)];
  if (candidates === undefined) return undefined;
  for (const candidate of candidates) {
    if (candidate.spelling.length === 1 || text.startsWith(candidate.spelling, at)) return candidate;
  }
  return undefined;
}

const UNICODE_SETS = new Map([
  ['ℕ', 'Nat'],
  ['ℤ', 'Int'],
  ['ℝ', 'Real'],
]);

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['f', '\f'],
  ['\\', '\\'],
  ['"', '"'],
]);

/** Where the lexer stands in a text. */
interface Lexer {
  readonly source: SourceText;
  readonly text: string;
  readonly tokens: Token[];
  at: number;
  /** Where the line begins, and by how much tab stops have moved columns in it. */
  lineStart: number;
  tabShift: number;
  /** How many modules are open. */
  modules: number;
}

/**
 * The tokens of a text from an offset on. With `module`, the last token is the `moduleEnd` that closes the module at `from`
 * (what follows it is not read); otherwise the text is read to its end. The last token is always `moduleEnd`, `end` or `error`.
 */
export function tokenize(source: SourceText, from: number, mode: 'module' | 'expression'): Token[] {
  const { text } = source;
  const lineStart = Math.max(text.lastIndexOf('\n', from - 1), text.lastIndexOf('\r', from - 1)) + 1;
  const lexer: Lexer = { source, text, tokens: [], at: from, lineStart, tabShift: 0, modules: 0 };
  const { tokens } = lexer;
  for (;;) {
    skipBlank(lexer);
    if (lexer.at >= text.length) break;
    const kind = readToken(lexer);
    if (kind === 'error' || (kind === 'moduleEnd' && mode === 'module' && lexer.modules <= 0)) return tokens;
  }
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length, column: Number.MAX_SAFE_INTEGER });
  return tokens;
}

/** Takes one token, or one comment, for which it gives null. */
function readToken(lexer: Lexer): TokenKind | null {
  const { text, at } = lexer;
  const code = text.charCodeAt(at);
  if (isNameCharacter(code)) return readWord(lexer);
  const second = text.charCodeAt(at + 1);
  switch (code) {
    case BACKSLASH:
      if (second === STAR) return skipLineComment(lexer);
      if (isLetter(second)) return readBackslash(lexer, second);
      break;
    case OPEN:
      if (second === STAR) return skipComment(lexer);
      break;
    case QUOTE:
      return readString(lexer);
    case DASH:
      if (text.startsWith('----', at)) return readDashes(lexer);
      break;
    case EQUALS:
      if (text.startsWith('====', at)) {
        lexer.modules -= 1;
        return push(lexer, 'moduleEnd', '====', runEnd(text, at + 4, EQUALS));
      }
      break;
    case LESS: {
      const label = isDigit(second) || second === STAR || second === PLUS ? readStepLabel(lexer) : null;
      if (label !== null) return label;
      break;
    }
    default:
  }
  return readSymbol(lexer);
}

function push(lexer: Lexer, kind: TokenKind, text: string, end: number): TokenKind {
  lexer.tokens.push({ kind, text, start: lexer.at, end, column: column(lexer, lexer.at) });
  lexer.at = end;
  return kind;
}

/** Ends the tokens with an error from `start` to `end`. */
function stop(
  lexer: Lexer,
  code: SyntaxCode,
  start: number,
  end: number,
  message: string,
  details: ErrorDetails = {},
): TokenKind {
  return stopWith(lexer, syntaxError(lexer.source, code, start, end, message, details), start, end);
}

function stopWith(lexer: Lexer, diagnostic: SyntaxDiagnostic, start: number, end: number): TokenKind {
  const text = lexer.text.slice(start, end);
  lexer.tokens.push({ kind: 'error', text, start, end, column: column(lexer, start), diagnostic });
  return 'error';
}

const column = ({ lineStart, tabShift }: Lexer, offset: number): number => offset - lineStart + tabShift + 1;

function skipBlank(lexer: Lexer): void {
  const { text } = lexer;
  for (;;) {
    const code = text.charCodeAt(lexer.at);
    if (code === 32) lexer.at += 1;
    else if (code >= 9 && code <= 13) step(lexer);
    else return;
  }
}

/** Moves over one character of blank space or comment, keeping lines and tab stops. */
function step(lexer: Lexer): void {
  const { text } = lexer;
  const code = text.charCodeAt(lexer.at);
  if (code === 9) lexer.tabShift += TAB - 1 - ((lexer.at - lexer.lineStart + lexer.tabShift) % TAB);
  lexer.at += 1;
  if (code === 10 || (code === 13 && text.charCodeAt(lexer.at) !== 10)) {
    lexer.lineStart = lexer.at;
    lexer.tabShift = 0;
  }
}

function skipLineComment(lexer: Lexer): null {
  const { text } = lexer;
  let { at } = lexer;
  while (at < text.length && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at += 1;
  lexer.at = at;
  return null;
}

/** `(* … *)`, which nest. */
function skipComment(lexer: Lexer): TokenKind | null {
  const { text, at: start } = lexer;
  let depth = 0;
  do {
    const here = text.charCodeAt(lexer.at);
    const next = text.charCodeAt(lexer.at + 1);
    if (here === OPEN && next === STAR) {
      depth += 1;
      lexer.at += 2;
    } else if (here === STAR && next === CLOSE) {
      depth -= 1;
      lexer.at += 2;
    } else step(lexer);
  } while (depth > 0 && lexer.at < text.length);
  if (depth === 0) return null;
  return stop(lexer, 'tla/unclosed-comment', start, start + 2, 'this comment is never closed', {
    expected: 'a "*)" for every "(*"; comments nest',
  });
}

/** A number, name, reserved word or operator that is spelt as a word. */
function readWord(lexer: Lexer): TokenKind {
  const { text, at: start } = lexer;
  let end = start + 1;
  while (isNameCharacter(text.charCodeAt(end))) end += 1;
  const word = text.slice(start, end);
  const first = text.charCodeAt(start);
  if (isDigit(first) && digitsEnd(text, start) === end) return readNumber(lexer, word, end);
  if (/^[WS]F_/.test(word)) {
    return push(lexer, 'symbol', word.slice(0, 3), start + 3);
  }
  if (first === UNDERSCORE && /^_+$/.test(word)) {
    if (word === '_') return push(lexer, 'symbol', '_', end);
    return stop(lexer, 'tla/bad-name', start, end, `"${word.slice(0, 40)}" is not a name`, {
      expected: 'at least one letter in a name',
    });
  }
  if (WORD_OPERATORS.includes(word)) return push(lexer, 'symbol', word, end);
  return push(lexer, KEYWORDS.has(word) ? 'keyword' : 'identifier', word, end);
}

function readNumber(lexer: Lexer, digits: string, end: number): TokenKind {
  const { text, at: start } = lexer;
  if (text[end] === '.' && isDigit(text.charCodeAt(end + 1))) {
    const last = digitsEnd(text, end + 1);
    return stop(lexer, 'tla/decimal-number', start, last, `decimal number ${text.slice(start, last)}`, {
      expected: 'an integer; real numbers have no values here, as in TLC',
    });
  }
  return digits.length > MAX_DIGITS ? tooManyDigits(lexer, end) : push(lexer, 'number', digits, end);
}

function readString(lexer: Lexer): TokenKind {
  const { text, at: start } = lexer;
  let value = '';
  let run = start + 1;
  let end = start + 1;
  for (;;) {
    const here = text.charCodeAt(end);
    if (here === QUOTE) return push(lexer, 'string', value + text.slice(run, end), end + 1);
    if (end >= text.length || here === 10 || here === 13) {
      return stop(lexer, 'tla/unclosed-string', start, end, 'this string is not closed on its line', {
        expected: 'a closing quote',
      });
    }
    if (here === BACKSLASH) {
      const escaped = ESCAPES.get(text[end + 1] ?? '');
      if (escaped === undefined) {
        return stop(lexer, 'tla/bad-escape', end, end + 2, 'unknown escape in a string', {
          expected: String.raw`one of \" \\ \n \t \r \f`,
        });
      }
      value += text.slice(run, end) + escaped;
      end += 2;
      run = end;
    } else end += 1;
  }
}

/** A line that separates, or begins a module. */
function readDashes(lexer: Lexer): TokenKind {
  const { text } = lexer;
  const end = runEnd(text, lexer.at + 4, DASH);
  let word = end;
  while (word < text.length && text.charCodeAt(word) <= 32) word += 1;
  if (text.startsWith('MODULE', word) && !isNameCharacter(text.charCodeAt(word + 6))) lexer.modules += 1;
  return push(lexer, 'separator', '----', end);
}

/** A number in another base, as in `\b101`, or an operator, as in `\in`. */
function readBackslash(lexer: Lexer, second: number): TokenKind {
  const { text, at: start } = lexer;
  const base = BASES.get(second | 32);
  if (base !== undefined) {
    const end = base.radix === 16 ? hexadecimalEnd(text, start + 2) : digitsEnd(text, start + 2);
    if (end > start + 2) return readInBase(lexer, base, end);
  }
  let end = start + 2;
  while (isLetter(text.charCodeAt(end))) end += 1;
  const word = text.slice(start, end);
  const canonical = WORDS.get(word);
  if (canonical !== undefined) return push(lexer, 'symbol', canonical, end);
  const slip = word.length > 3 && nearest(word, WORDS.keys()) !== undefined;
  // As in TLC, the longest known word that begins here is the operator, and the rest is a name: `\Ax` is `\A x`. The
  // parser takes a word that is near a known one for a slip if it cannot go on after it.
  const known = longestWord(word);
  if (known !== undefined) {
    push(lexer, 'symbol', WORDS.get(known)!, start + known.length);
    if (slip) lexer.tokens.push({ ...lexer.tokens.pop()!, slip: word });
    return 'symbol';
  }
  if (slip) return stopWith(lexer, unknownOperator(lexer.source, start, word), start, end);
  return push(lexer, 'symbol', '\\', start + 1);
}

interface Base {
  readonly radix: number;
  readonly prefix: string;
  readonly wrong: RegExp | null;
  readonly digits: string;
}

/** By the code of their letter. */
const BASES: ReadonlyMap<number, Base> = new Map([
  [98, { radix: 2, prefix: '0b', wrong: /[^01]/, digits: 'digits 0 and 1' }],
  [111, { radix: 8, prefix: '0o', wrong: /[89]/, digits: 'digits 0 to 7' }],
  [104, { radix: 16, prefix: '0x', wrong: null, digits: '' }],
]);

function readInBase(lexer: Lexer, { radix, prefix, wrong, digits }: Base, end: number): TokenKind {
  const { text, at: start } = lexer;
  const value = text.slice(start + 2, end);
  if (value.length > MAX_DIGITS) return tooManyDigits(lexer, end);
  if (wrong === null || !wrong.test(value)) return push(lexer, 'number', prefix + value, end);
  const message = `${text.slice(start, end)} is not a number in base ${radix}`;
  return stop(lexer, 'tla/bad-number', start, end, message, { expected: digits });
}

/** `<1>`, `<1>2a.`, `<*>`, `<+>`: the label of a proof step; null if it is none. */
function readStepLabel(lexer: Lexer): TokenKind | null {
  const label = /<([0-9]{1,9}|[*+])>[A-Za-z0-9_]*\.*/y;
  label.lastIndex = lexer.at;
  const match = label.exec(lexer.text);
  return match === null ? null : push(lexer, 'step', match[1]!, lexer.at + match[0].length);
}

function readSymbol(lexer: Lexer): TokenKind {
  const { text, at: start } = lexer;
  const symbol = symbolAt(text, start);
  if (symbol !== undefined) return push(lexer, 'symbol', symbol.canonical, start + symbol.spelling.length);
  const character = String.fromCodePoint(text.codePointAt(start)!);
  const unicodeSet = UNICODE_SETS.get(character);
  if (unicodeSet !== undefined) return push(lexer, 'identifier', unicodeSet, start + 1);
  const end = start + character.length;
  const expected = /\p{L}/u.test(character) ? 'names of ASCII letters, digits and "_"' : undefined;
  return stop(lexer, 'tla/unknown-character', start, end, `unexpected character "${printable(character)}"`, {
    expected,
  });
}

function runEnd(text: string, from: number, code: number): number {
  let end = from;
  while (text.charCodeAt(end) === code) end += 1;
  return end;
}

function longestWord(word: string): string | undefined {
  for (let length = Math.min(word.length, LONGEST_WORD); length > 1; length--) {
    const beginning = word.slice(0, length);
    if (WORDS.has(beginning)) return beginning;
  }
  return undefined;
}

/** The error of a word after a backslash that is no operator. */
export function unknownOperator(source: SourceText, start: number, word: string): SyntaxDiagnostic {
  const hint = nearestHint(word, WORDS.keys());
  const message = `unknown operator ${word.slice(0, 40)}`;
  return syntaxError(source, 'tla/unknown-operator', start, start + word.length, message, { hint });
}

function digitsEnd(text: string, from: number): number {
  let end = from;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

function hexadecimalEnd(text: string, from: number): number {
  let end = from;
  for (;;) {
    const code = text.charCodeAt(end) | 32;
    if (!(isDigit(text.charCodeAt(end)) || (code >= 97 && code <= 102))) return end;
    end += 1;
  }
}

const tooManyDigits = (lexer: Lexer, end: number): TokenKind =>
  stopWith(
    lexer,
    syntaxError(lexer.source, 'tla/bad-number', lexer.at, lexer.at + 20, `a number of ${end - lexer.at} digits`, {
      expected: `at most ${MAX_DIGITS} digits`,
    }),
    lexer.at,
    end,
  );

/**
 * The offset of the dashes that begin the first `---- MODULE` of a text, or the first one with this name; undefined if there is none.
 */
export function moduleHeader(text: string, name?: string): number | undefined {
  let word = text.indexOf('MODULE');
  while (word !== -1) {
    let at = word;
    while (at > 0 && text.charCodeAt(at - 1) <= 32) at -= 1;
    const dashes = at;
    while (at > 0 && text.charCodeAt(at - 1) === 45) at -= 1;
    const end = word + 'MODULE'.length;
    if (
      dashes - at >= 4 &&
      !isNameCharacter(text.charCodeAt(end)) &&
      (name === undefined || isNamed(text, end, name))
    ) {
      return at;
    }
    word = text.indexOf('MODULE', end);
  }
  return undefined;
}

function isNamed(text: string, from: number, name: string): boolean {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at += 1;
  return text.startsWith(name, at) && !isNameCharacter(text.charCodeAt(at + name.length));
}
