import { nearest, nearestHint } from '../../diagnostics/nearest.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { SourceText } from '../../diagnostics/source-text.ts';
import { KEYWORDS } from './keywords.ts';
import { SYMBOLS, WORD_OPERATORS } from './operators.ts';
import { type SyntaxDiagnostic, syntaxError } from './syntax-error.ts';

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

/**
 * The tokens of a text from an offset on. With `module`, the last token is the `moduleEnd` that closes the module at `from`
 * (what follows it is not read); otherwise the text is read to its end. The last token is always `moduleEnd`, `end` or `error`.
 */
export function tokenize(source: SourceText, from: number, mode: 'module' | 'expression'): Token[] {
  const { text } = source;
  const tokens: Token[] = [];
  let at = from;
  let lineStart = Math.max(text.lastIndexOf('\n', from - 1), text.lastIndexOf('\r', from - 1)) + 1;
  let tabShift = 0;
  let modules = 0;

  const column = (offset: number): number => offset - lineStart + tabShift + 1;
  const push = (kind: TokenKind, value: string, start: number, end: number, slip?: string): void => {
    const token = { kind, text: value, start, end, column: column(start) };
    tokens.push(slip === undefined ? token : { ...token, slip });
    at = end;
  };
  const stop = (diagnostic: SyntaxDiagnostic, start: number, end: number): Token[] => {
    tokens.push({ kind: 'error', text: text.slice(start, end), start, end, column: column(start), diagnostic });
    return tokens;
  };
  /** Moves over one character of blank space or comment, keeping lines and tab stops. */
  const step = (): void => {
    const code = text.charCodeAt(at);
    if (code === 9) tabShift += TAB - 1 - ((at - lineStart + tabShift) % TAB);
    at += 1;
    if (code === 10 || (code === 13 && text.charCodeAt(at) !== 10)) {
      lineStart = at;
      tabShift = 0;
    }
  };

  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 32 || (code >= 9 && code <= 13)) {
      step();
      continue;
    }
    const start = at;
    const second = text.charCodeAt(at + 1);

    if (code === 92 && second === 42) {
      while (at < text.length && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at += 1;
      continue;
    }
    if (code === 40 && second === 42) {
      let depth = 0;
      do {
        const here = text.charCodeAt(at);
        const next = text.charCodeAt(at + 1);
        if (here === 40 && next === 42) {
          depth += 1;
          at += 2;
        } else if (here === 42 && next === 41) {
          depth -= 1;
          at += 2;
        } else step();
      } while (depth > 0 && at < text.length);
      if (depth > 0) {
        const message = 'this comment is never closed';
        return stop(
          syntaxError(source, 'tla/unclosed-comment', start, start + 2, message, {
            expected: 'a "*)" for every "(*"; comments nest',
          }),
          start,
          start + 2,
        );
      }
      continue;
    }

    if (isNameCharacter(code)) {
      let end = at + 1;
      while (isNameCharacter(text.charCodeAt(end))) end += 1;
      const word = text.slice(start, end);
      if (isDigit(code) && /^[0-9]+$/.test(word)) {
        if (text[end] === '.' && isDigit(text.charCodeAt(end + 1))) {
          let last = end + 1;
          while (isDigit(text.charCodeAt(last))) last += 1;
          return stop(
            syntaxError(source, 'tla/decimal-number', start, last, `decimal number ${text.slice(start, last)}`, {
              expected: 'an integer; real numbers have no values here, as in TLC',
            }),
            start,
            last,
          );
        }
        if (word.length > MAX_DIGITS) return stop(tooManyDigits(source, start, end), start, end);
        push('number', word, start, end);
      } else if (/^[WS]F_/.test(word)) push('symbol', word.slice(0, 3), start, start + 3);
      else if (word === '_') push('symbol', '_', start, end);
      else if (/^_+$/.test(word)) {
        return stop(
          syntaxError(source, 'tla/bad-name', start, end, `"${word.slice(0, 40)}" is not a name`, {
            expected: 'at least one letter in a name',
          }),
          start,
          end,
        );
      } else if (WORD_OPERATORS.includes(word)) push('symbol', word, start, end);
      else push(KEYWORDS.has(word) ? 'keyword' : 'identifier', word, start, end);
      continue;
    }

    if (code === 34) {
      let value = '';
      let run = at + 1;
      let end = at + 1;
      for (;;) {
        const here = text.charCodeAt(end);
        if (here === 34) break;
        if (end >= text.length || here === 10 || here === 13) {
          return stop(
            syntaxError(source, 'tla/unclosed-string', start, end, 'this string is not closed on its line', {
              expected: 'a closing quote',
            }),
            start,
            end,
          );
        }
        if (here === 92) {
          const escaped = ESCAPES.get(text[end + 1] ?? '');
          if (escaped === undefined) {
            return stop(
              syntaxError(source, 'tla/bad-escape', end, end + 2, 'unknown escape in a string', {
                expected: String.raw`one of \" \\ \n \t \r \f`,
              }),
              end,
              end + 2,
            );
          }
          value += text.slice(run, end) + escaped;
          end += 2;
          run = end;
        } else end += 1;
      }
      push('string', value + text.slice(run, end), start, end + 1);
      continue;
    }

    if (code === 45 && text.startsWith('----', at)) {
      let end = at + 4;
      while (text.charCodeAt(end) === 45) end += 1;
      push('separator', '----', start, end);
      let word = end;
      while (word < text.length && text.charCodeAt(word) <= 32) word += 1;
      if (text.startsWith('MODULE', word) && !isNameCharacter(text.charCodeAt(word + 6))) modules += 1;
      continue;
    }
    if (code === 61 && text.startsWith('====', at)) {
      let end = at + 4;
      while (text.charCodeAt(end) === 61) end += 1;
      push('moduleEnd', '====', start, end);
      modules -= 1;
      if (mode === 'module' && modules <= 0) return tokens;
      continue;
    }

    if (code === 92 && isLetter(second)) {
      const radix =
        second === 98 || second === 66
          ? 2
          : second === 111 || second === 79
            ? 8
            : second === 104 || second === 72
              ? 16
              : 0;
      const digits = radix === 16 ? hexadecimalEnd(text, at + 2) : radix === 0 ? at + 2 : digitsEnd(text, at + 2);
      if (digits > at + 2) {
        const value = text.slice(at + 2, digits);
        if (value.length > MAX_DIGITS) return stop(tooManyDigits(source, start, digits), start, digits);
        const bad = radix === 2 ? /[^01]/.exec(value) : radix === 8 ? /[89]/.exec(value) : null;
        if (bad !== null) {
          return stop(
            syntaxError(
              source,
              'tla/bad-number',
              start,
              digits,
              `${text.slice(start, digits)} is not a number in base ${radix}`,
              {
                expected: radix === 2 ? 'digits 0 and 1' : 'digits 0 to 7',
              },
            ),
            start,
            digits,
          );
        }
        push('number', `0${radix === 2 ? 'b' : radix === 8 ? 'o' : 'x'}${value}`, start, digits);
        continue;
      }
      let end = at + 2;
      while (isLetter(text.charCodeAt(end))) end += 1;
      const word = text.slice(at, end);
      const canonical = WORDS.get(word);
      if (canonical !== undefined) {
        push('symbol', canonical, start, end);
        continue;
      }
      // As in TLC, the longest known word that begins here is the operator, and the rest is a name: `\Ax` is `\A x`. The
      // parser takes a word that is near a known one for a slip if it cannot go on after it.
      const known = longestWord(word);
      if (known !== undefined) {
        const slip = word.length > 3 && nearest(word, WORDS.keys()) !== undefined ? word : undefined;
        push('symbol', WORDS.get(known)!, start, start + known.length, slip);
        continue;
      }
      if (word.length > 3 && nearest(word, WORDS.keys()) !== undefined) {
        return stop(unknownOperator(source, start, word), start, end);
      }
      push('symbol', '\\', start, start + 1);
      continue;
    }

    if (code === 60 && (isDigit(second) || second === 42 || second === 43)) {
      // `<1>`, `<1>2a.`, `<*>`, `<+>`: the label of a proof step.
      const label = /<([0-9]{1,9}|[*+])>[A-Za-z0-9_]*\.*/y;
      label.lastIndex = at;
      const match = label.exec(text);
      if (match !== null) {
        push('step', match[1]!, start, start + match[0].length);
        continue;
      }
    }

    const symbol = symbolAt(text, at);
    if (symbol !== undefined) {
      push('symbol', symbol.canonical, start, start + symbol.spelling.length);
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at)!);
    const unicodeSet = UNICODE_SETS.get(character);
    if (unicodeSet !== undefined) {
      push('identifier', unicodeSet, start, start + 1);
      continue;
    }
    const end = start + character.length;
    const expected = /\p{L}/u.test(character) ? 'names of ASCII letters, digits and "_"' : undefined;
    const message = `unexpected character "${printable(character)}"`;
    return stop(syntaxError(source, 'tla/unknown-character', start, end, message, { expected }), start, end);
  }
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length, column: Number.MAX_SAFE_INTEGER });
  return tokens;
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

const tooManyDigits = (source: SourceText, start: number, end: number): SyntaxDiagnostic =>
  syntaxError(source, 'tla/bad-number', start, start + 20, `a number of ${end - start} digits`, {
    expected: `at most ${MAX_DIGITS} digits`,
  });

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
