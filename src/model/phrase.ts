import type { Json } from '../trace/json.ts';

/**
 * Text for people in which what came from a trace or a state stays apart from what the product or the model says: strings are ours,
 * values are theirs. Redaction and escaping happen on the values when the phrase is rendered, so that no message is built from
 * hostile text too early.
 */
export type Phrase = readonly PhrasePart[];

export type PhrasePart = string | PhraseValue;

export interface PhraseValue {
  readonly value: Json;
  /** What the value is, as a path for the redaction allow-list: `args.to`, `executed[1].tool`, `call`. */
  readonly path: string;
}

/** A phrase from a template: literal text is ours, each `${…}` is a value with its path, a string of ours, or a phrase. */
export function phrase(strings: TemplateStringsArray, ...values: readonly (PhraseValue | string | Phrase)[]): Phrase {
  const parts: PhrasePart[] = [];
  const text = (more: string) => {
    const last = parts.at(-1);
    if (typeof last === 'string') parts[parts.length - 1] = last + more;
    else if (more !== '') parts.push(more);
  };
  strings.forEach((literal, index) => {
    text(literal);
    const value = values[index];
    if (value === undefined) return;
    if (typeof value === 'string') text(value);
    else if (isPhrase(value)) for (const part of value) typeof part === 'string' ? text(part) : parts.push(part);
    else parts.push(value);
  });
  return parts;
}

const isPhrase = (value: PhraseValue | Phrase): value is Phrase => Array.isArray(value);

export const shown = (value: Json, path: string): PhraseValue => ({ value, path });

/** A refusal in one sentence: its guard where the text does not begin with it, and its first atom. */
export function refusalPhrase({ guard, text, atoms = [] }: RefusalText): Phrase {
  const [head] = text;
  const named = typeof head === 'string' && head.startsWith(guard);
  const [first] = atoms;
  const why = first === undefined ? '' : phrase`, because ${first.text}`;
  const more = atoms.length > 1 ? ` (and ${String(atoms.length - 1)} more)` : '';
  return phrase`${named ? '' : `${guard}: `}${text}${why}${more}`;
}

/** The constant of a `BoundHit`, as what it counts. */
export const limitPhrase = ({
  bound,
  guessed,
}: {
  readonly bound: string;
  readonly guessed?: true | undefined;
}): Phrase =>
  guessed === true
    ? phrase`the constant ${bound} (taken for a limit of the model)`
    : phrase`the model's limit ${bound}`;

interface RefusalText {
  readonly guard: string;
  readonly text: Phrase;
  readonly atoms?: readonly { readonly text: Phrase }[];
}
