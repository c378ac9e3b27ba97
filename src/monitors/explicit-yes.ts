import { plainWords } from './plain-words.ts';

/** Phrases by which an answer is read; whole words, in any case. */
export interface AnswerWords {
  readonly yes: readonly string[];
  readonly no: readonly string[];
  /** Words that make of a yes another one than was asked for. */
  readonly amends: readonly string[];
}

/** English. That `ok`, `sure` and `sounds good` are none is the rule's "explicit". */
export const ENGLISH: AnswerWords = {
  yes: ['yes', 'yeah', 'yep', 'yup', 'go ahead', 'proceed', 'i confirm', 'confirmed', 'confirming', 'i agree', 'do it'],
  no: ['no', 'nope', 'not', 'never', 'dont', 'cant', 'cannot', 'wont', 'stop', 'wait', 'hold on'],
  amends: ['but', 'instead', 'except', 'unless', 'until', 'if', 'actually', 'rather'],
};

/** What an answer amounts to. `amended` is a yes with a condition or a change in it, `other` neither yes nor no. */
export type Answer = 'yes' | 'amended' | 'no' | 'other';

const LATIN = /\p{Script=Latin}/u;

/** Whether a text has letters of a script that none of the phrases has: then it is in a language that they do not read, in part at least. */
export function isUnread(text: string, { yes, no, amends }: AnswerWords): boolean {
  const foreign = (text.normalize('NFKC').match(/\p{L}/gu) ?? []).filter((letter) => !LATIN.test(letter));
  if (foreign.length === 0) return false;
  const known = [...yes, ...no, ...amends].join('').normalize('NFKC').match(/\p{L}/gu) ?? [];
  return foreign.some((letter) => !known.some((one) => sameScript(one, letter)));
}

const SCRIPTS = [
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Thai',
  'Hangul',
  'Han',
  'Hiragana',
  'Katakana',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));

const sameScript = (one: string, other: string): boolean =>
  one === other || SCRIPTS.some((script) => script.test(one) && script.test(other));

/**
 * Reads an answer sentence by sentence; of a yes and a no the later one counts. A question says yes only if it begins with it, and amends nothing. A no
 * before the yes in its sentence takes it back (`do not proceed`); a no at the beginning of a sentence is one by itself.
 */
export function answerIn(text: string, words: AnswerWords): Answer {
  const [yeses, noes, amends] = [words.yes, words.no, words.amends].map((phrases) => phrases.map(plainWords));
  let found: 'yes' | 'no' | null = null;
  let amended = false;
  for (const [sentence] of text.matchAll(/[^.!?;\n]+[.!?;\n]?/g)) {
    const plain = plainWords(sentence);
    const asks = sentence.endsWith('?');
    const yes = first(plain, yeses!);
    const no = first(plain, noes!);
    if (no === 0 || (no !== null && yes !== null && no < yes)) found = 'no';
    else if (yes !== null && (yes === 0 || !asks)) found = 'yes';
    amended ||= !asks && first(plain, amends!) !== null;
  }
  return found === null ? 'other' : found === 'yes' && amended ? 'amended' : found;
}

/** Where the first of the phrases, themselves plain words, stands in {@link plainWords}; null if none does. */
function first(plain: string, phrases: readonly string[]): number | null {
  const places = phrases.map((phrase) => plain.indexOf(phrase)).filter((place) => place >= 0);
  return places.length === 0 ? null : Math.min(...places);
}
