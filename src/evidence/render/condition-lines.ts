import { printable } from '../../diagnostics/printable.ts';
import type { ChoiceRecord, ClaimRecord, RefusalRecord } from '../record/schema.ts';
import { formatAtom, formatPhrase } from './phrase.ts';
import type { Notation } from './value.ts';

const MAX_ATOMS = 4;

/** A condition that chose what a step did, and the atoms that made it what it was. */
export function choiceLines(choice: ChoiceRecord, notation: Notation): readonly string[] {
  return [formatAtom(choice, notation), ...becauseLines(choice.atoms, notation)];
}

function becauseLines(atoms: ClaimRecord['atoms'], notation: Notation): readonly string[] {
  const texts = atoms.slice(0, MAX_ATOMS).map((atom) => formatAtom(atom, notation));
  const more = atoms.length > MAX_ATOMS ? [`${atoms.length - MAX_ATOMS} more`] : [];
  return [...texts, ...more].map((atom, i) => (i === 0 ? `because ${atom}` : `and ${atom}`));
}

/** A guard that was false, named once, and the atoms that made it so. */
export function refusalLines(refusal: RefusalRecord, notation: Notation): readonly string[] {
  const guard = printable(refusal.guard);
  const text = formatPhrase(refusal.text, notation);
  return [text.startsWith(guard) ? text : `${guard}: ${text}`, ...becauseLines(refusal.atoms ?? [], notation)];
}
