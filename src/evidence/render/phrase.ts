import { printable } from '../../diagnostics/printable.ts';
import type { Phrase } from '../../model/phrase.ts';
import { isJsonObject, type JsonObject } from '../../trace/json.ts';
import type { RunStepRecord } from '../record/schema.ts';
import { formatValue, type Notation } from './value.ts';

/** A phrase as one line of plain text; values are written in the notation and shortened. */
export const formatPhrase = (phrase: Phrase, notation: Notation, limit = 120): string =>
  phrase
    .map((part) => (typeof part === 'string' ? printable(part) : formatValue(part.value, notation, limit)))
    .join('');

/** `name = value` for each binding. */
export const formatBindings = (bindings: JsonObject, notation: Notation): readonly string[] =>
  Object.keys(bindings).map((name) => `${printable(name)} = ${formatValue(bindings[name] ?? null, notation, 60)}`);

/** An atom with the values of its variables, as far as its text does not hold them already. */
export function formatAtom(
  { text, bindings }: { readonly text: Phrase; readonly bindings: JsonObject },
  notation: Notation,
): string {
  const told = formatPhrase(text, notation);
  const bound = formatBindings(bindings, notation).filter((binding) => !tells(told, binding));
  return `${told}${bound.length === 0 ? '' : `, with ${bound.join(', ')}`}`;
}

/** Whether the text has the words as a whole: `i = 1` is not in `m.i = 1`, nor in `i = 12`. */
const tells = (text: string, words: string): boolean => `, ${text.replace(': ', ', ')}, `.includes(`, ${words}, `);

/** An action as it is called: `AttackerSend(t: nodes.run, rid: r2)`. */
export function formatAction(action: RunStepRecord['action'], notation: Notation): string {
  const args = action.args ?? {};
  const shown = Object.keys(args).map((name) => {
    const value = args[name] ?? null;
    const text =
      isJsonObject(value) || Array.isArray(value) ? formatValue(value, notation, 60) : formatValue(value, notation, 80);
    return `${printable(name)}: ${text}`;
  });
  return shown.length === 0 ? printable(action.action) : `${printable(action.action)}(${shown.join(', ')})`;
}

/** `file:line:column`. */
export const formatPlace = (at: {
  readonly file: string;
  readonly start: { readonly line: number; readonly column: number };
}): string => `${printable(at.file)}:${at.start.line}:${at.start.column}`;
