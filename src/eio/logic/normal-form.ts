import type { Atom, Formula } from './formula.ts';
import type { Member } from './table.ts';

export interface Literal<M extends Member, L> {
  readonly atom: Atom<M, L>;
  readonly negated: boolean;
}

export type Conjunction<M extends Member, L> = readonly Literal<M, L>[];

/** A formula that would need more conjunctions is searched by its domains instead. */
const MAX_CONJUNCTIONS = 64;

/**
 * Conjunctions whose disjunction is the formula (De Morgan and distribution hold in strong Kleene logic), or null if there would be too
 * many. An unknown constant stays as an empty literal list, since the whole formula is evaluated for every tuple in the end.
 */
export function disjunctiveForm<M extends Member, L>(formula: Formula<M, L>): readonly Conjunction<M, L>[] | null {
  return expand(formula, false);
}

function expand<M extends Member, L>(formula: Formula<M, L>, negated: boolean): readonly Conjunction<M, L>[] | null {
  switch (formula.kind) {
    case 'constant':
      return (negated ? 2 - formula.truth : formula.truth) === 0 ? [] : [[]];
    case 'atom':
      return [[{ atom: formula.atom, negated }]];
    case 'not':
      return expand(formula.part, !negated);
    case 'all':
    case 'any': {
      const joins = (formula.kind === 'all') !== negated;
      let conjunctions: readonly Conjunction<M, L>[] = joins ? [[]] : [];
      for (const part of formula.parts) {
        const more = expand(part, negated);
        if (more === null) return null;
        if (!joins) conjunctions = [...conjunctions, ...more];
        else {
          if (conjunctions.length * more.length > MAX_CONJUNCTIONS) return null;
          conjunctions = conjunctions.flatMap((left) => more.map((right) => [...left, ...right]));
        }
        if (conjunctions.length > MAX_CONJUNCTIONS) return null;
      }
      return conjunctions;
    }
  }
}
