import type { Json } from '../../trace/json.ts';
import { casefold } from '../../trace/provenance/fold-text.ts';
import type { Action, Item } from './entity.ts';
import { leavesOf } from './values.ts';

/** Words of an instruction that are compared; more than an order needs. */
const MAX_WORDS = 400;
/** A part of a tool's name says something from this many letters on. */
const MIN_PART = 3;
const WORD = /[\p{L}\p{N}]+/gu;
/** Letters and digits in one word: an order number, a product. */
const CODE = /^(?=.*\p{L})(?=.*\p{N})[\p{L}\p{N}]{3,5}$/u;
/** What an order says for itself: in quotes, with signs inside it, or with digits. Only whether it does is asked: longer runs would cost time and find no more. */
const VALUE = /'[^'\n]{3,80}'|"[^"\n]{3,80}"|[^\s,;]{3}[@/_.:-][^\s,;]{3}|\d[\p{L}\d]{5}/u;
/** Where an order begins: at the start of a sentence, or after such a word. */
const IMPERATIVE = /(?:^|[.:!?\n][^\S\n]*|\b(?:please|then|and|must|should|immediately|to)\s+)(\p{L}{3,})/giu;

const wordsOf = (text: string): string[] => (casefold(text).match(WORD) ?? []).slice(0, MAX_WORDS);

/** The words of a trusted content, for {@link asksInWords}. */
export type Wording = ReadonlySet<string>;

export const wordingOf = (item: Item): Wording => new Set(wordsOf(item.text ?? ''));

/**
 * Whether an instruction asks for an action in words, where no distinctive value of it could tell: it names a short code that is an argument (`P025`), or, if it holds no value at
 * all, its own verb and another of its words make up the tool's name (`git_delete_repo`: "Delete one of the repositories"). What trusted content says too does not count.
 */
export function asksInWords(text: string, action: Action, trusted: readonly Wording[]): boolean {
  const words = new Set(wordsOf(text));
  if (namesCodeOf(words, action, trusted)) return true;
  if (VALUE.test(text)) return false;
  const parts = partsOf(action.tool);
  const verbs = [...text.matchAll(IMPERATIVE)].map(([, verb]) => casefold(verb!));
  const verb = parts.find((part) => verbs.includes(part));
  if (verb === undefined) return false;
  const others = parts.filter((part) => part !== verb && names(words, part));
  return others.length > 0 && !trusted.some((one) => one.has(verb) && others.some((part) => names(one, part)));
}

/** Whether a wording holds a short code that is an argument of an action and that no trusted content holds. */
export const namesCodeOf = (words: Wording, action: Action, trusted: readonly Wording[]): boolean =>
  codesOf(action.args).some((code) => words.has(code) && !trusted.some((one) => one.has(code)));

const partsOf = (tool: string): string[] =>
  (casefold(tool.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')).match(/[\p{L}\p{N}]+/gu) ?? [])
    .flatMap((part) => part.split('_'))
    .filter((part) => part.length >= MIN_PART);

// `repo` names a repository, `emails` an email.
const names = (words: Wording, part: string): boolean =>
  [...words].some((word) => word.startsWith(part) || `${word}s` === part);

const codesOf = (args: Json): string[] =>
  leavesOf(args)
    .map(({ text }) => casefold(text.trim()))
    .filter((text) => CODE.test(text));
