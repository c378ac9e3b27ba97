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
 * Whether an instruction asks for actions in words, where no distinctive value of it could tell: it names a short code that is an argument (`P025`), or, if it holds no value at
 * all, its own verb and another of its words make up the tool's name (`git_delete_repo`: "Delete one of the repositories"). What trusted content says too does not count.
 */
export function asksInWords(text: string, trusted: readonly Wording[], codes: Codes): (action: Action) => boolean {
  const words = new Set(wordsOf(text));
  const verbs = VALUE.test(text) ? [] : [...text.matchAll(IMPERATIVE)].map(([, verb]) => casefold(verb!));
  // The name of a tool is all that is asked of it, and the same few tools are called again and again.
  const byTool = new Map<string, boolean>();
  const asksFor = (tool: string): boolean => {
    let asked = byTool.get(tool);
    if (asked === undefined) {
      asked = namesTool(words, verbs, tool, trusted);
      byTool.set(tool, asked);
    }
    return asked;
  };
  return (action) => namesCodeOf(words, codes(action), trusted) || asksFor(action.tool);
}

function namesTool(words: Wording, verbs: readonly string[], tool: string, trusted: readonly Wording[]): boolean {
  const parts = verbs.length === 0 ? [] : partsOf(tool);
  const verb = parts.find((part) => verbs.includes(part));
  if (verb === undefined) return false;
  const others = parts.filter((part) => part !== verb && names(words, part));
  return others.length > 0 && !trusted.some((one) => one.has(verb) && others.some((part) => names(one, part)));
}

/** Whether a wording holds a short code, one of these, that no trusted content holds. */
export const namesCodeOf = (words: Wording, codes: readonly string[], trusted: readonly Wording[]): boolean =>
  codes.some((code) => words.has(code) && !trusted.some((one) => one.has(code)));

/** The short codes among the arguments of an action. */
export type Codes = (action: Action) => readonly string[];

/** Reads the codes of each action once, however many instructions it is compared with. */
export function codeReader(): Codes {
  const known = new Map<Action, readonly string[]>();
  return (action) => {
    let codes = known.get(action);
    if (codes === undefined) {
      codes = codesOf(action.args);
      known.set(action, codes);
    }
    return codes;
  };
}

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
