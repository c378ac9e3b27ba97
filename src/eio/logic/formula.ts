import type { Member, Table } from './table.ts';
import { type Decision, not, TRUE, type Truth } from './truth.ts';

/** An atom of a formula: a table over some of the variables. `label` names it in explanations. */
export interface Atom<M extends Member, L = unknown> {
  readonly table: Table<M>;
  /** Numbers of the variables, in the order of the table's positions. */
  readonly variables: readonly number[];
  readonly label: L;
}

/** An expression with its atoms resolved to tables. */
export type Formula<M extends Member = Member, L = unknown> =
  | { readonly kind: 'constant'; readonly truth: Truth }
  | { readonly kind: 'atom'; readonly atom: Atom<M, L> }
  | { readonly kind: 'not'; readonly part: Formula<M, L> }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Formula<M, L>[] };

/** A tuple of bindings, by number of variable. */
export type Tuple<M extends Member> = readonly (M | null)[];

const membersOf = <M extends Member>(atom: Atom<M>, tuple: Tuple<M>): (M | null)[] => {
  const { variables } = atom;
  // Spelled out for what nearly all atoms have: this is the innermost loop, and a list that grows takes more room than it needs.
  switch (variables.length) {
    case 1:
      return [tuple[variables[0]!] ?? null];
    case 2:
      return [tuple[variables[0]!] ?? null, tuple[variables[1]!] ?? null];
    default:
      return variables.map((variable) => tuple[variable] ?? null);
  }
};

export const decideAtom = <M extends Member>(atom: Atom<M>, tuple: Tuple<M>): Decision =>
  atom.table.decide(membersOf(atom, tuple));

/** The value of a formula for a tuple (strong Kleene). */
export function evaluate<M extends Member>(formula: Formula<M>, tuple: Tuple<M>): Truth {
  switch (formula.kind) {
    case 'constant':
      return formula.truth;
    case 'atom':
      return decideAtom(formula.atom, tuple).truth;
    case 'not':
      return not(evaluate(formula.part, tuple));
    case 'all': {
      let least: Truth = TRUE;
      for (let at = 0; at < formula.parts.length; at++) {
        const truth = evaluate(formula.parts[at]!, tuple);
        if (truth === 0) return 0;
        if (truth < least) least = truth;
      }
      return least;
    }
    case 'any': {
      let most: Truth = 0;
      for (let at = 0; at < formula.parts.length; at++) {
        const truth = evaluate(formula.parts[at]!, tuple);
        if (truth === TRUE) return TRUE;
        if (truth > most) most = truth;
      }
      return most;
    }
  }
}

/** An atom that a formula's value rests on. */
export interface Ground<M extends Member, L> {
  readonly atom: Atom<M, L>;
  readonly members: Tuple<M>;
  readonly decision: Decision;
  /** Under an odd number of `not`. */
  readonly negated: boolean;
}

/** The atoms that a formula's value for a tuple rests on: all parts of a true `all`, the first false part of a false one, and so on. */
export function grounds<M extends Member, L>(formula: Formula<M, L>, tuple: Tuple<M>): Ground<M, L>[] {
  const found: Ground<M, L>[] = [];
  collect(formula, tuple, false, found);
  return found;
}

function collect<M extends Member, L>(
  formula: Formula<M, L>,
  tuple: Tuple<M>,
  negated: boolean,
  found: Ground<M, L>[],
): void {
  switch (formula.kind) {
    case 'constant':
      return;
    case 'atom':
      found.push({
        atom: formula.atom,
        members: membersOf(formula.atom, tuple),
        decision: decideAtom(formula.atom, tuple),
        negated,
      });
      return;
    case 'not':
      collect(formula.part, tuple, !negated, found);
      return;
    case 'all':
    case 'any': {
      const truth = evaluate(formula, tuple);
      // The neutral value needs every part; the absorbing one needs a single part; unknown rests on what is unknown.
      const needsEvery = truth === (formula.kind === 'all' ? 2 : 0);
      for (const part of formula.parts) {
        if (!needsEvery && evaluate(part, tuple) !== truth) continue;
        collect(part, tuple, negated, found);
        if (!needsEvery && truth !== 1) return;
      }
      return;
    }
  }
}

/** Numbers of the variables that a formula mentions. */
export function variablesOf<M extends Member>(formula: Formula<M>, into = new Set<number>()): Set<number> {
  switch (formula.kind) {
    case 'constant':
      break;
    case 'atom':
      for (const variable of formula.atom.variables) into.add(variable);
      break;
    case 'not':
      variablesOf(formula.part, into);
      break;
    case 'all':
    case 'any':
      for (const part of formula.parts) variablesOf(part, into);
      break;
  }
  return into;
}
