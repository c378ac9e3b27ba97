import { decideAtom, evaluate, type Formula, type Tuple } from './formula.ts';
import { disjunctiveForm, type Literal } from './normal-form.ts';
import type { Bound, Member } from './table.ts';
import { TRUE, type Truth } from './truth.ts';

/** What to search: every tuple of `variables` for which the formula is not false. */
export interface Search<M extends Member, L> {
  readonly formula: Formula<M, L>;
  /** Variables to bind; the others are taken from the given tuple. */
  readonly variables: readonly number[];
  /** Variables of which one witness is enough: of all their bindings the first true one is kept, else the first unknown one. */
  readonly witnesses: ReadonlySet<number>;
  /** All members that a variable may be bound to, in order of rank. */
  domain(variable: number): readonly M[];
}

export interface Solution<M extends Member> {
  readonly tuple: Tuple<M>;
  /** Never false. */
  readonly truth: Truth;
}

/** Bindings that one search may still try; shared between searches so that their total is bounded. */
export interface Budget {
  steps: number;
  /** Tuples that may be found. */
  solutions: number;
}

/** A search that is ready to run for given tuples; null if the budget ran out. */
export type Solver<M extends Member> = (given: Tuple<M>, budget: Budget) => Solution<M>[] | null;

/** Members from `from` to `to` of a list. */
interface Slice<M extends Member> {
  readonly members: readonly M[];
  readonly from: number;
  readonly to: number;
}

/** A literal of a conjunction with those of its variables that the search binds. */
type OpenLiteral<M extends Member, L> = Literal<M, L> & { readonly open: readonly number[] };

/**
 * Every tuple for which the formula is not false, by joining the candidates that its atoms list instead of trying all tuples. Null stands
 * for members that no atom lists: an unlisted member is covered by the tuple that has null in its place.
 */
export function solver<M extends Member, L>(search: Search<M, L>): Solver<M> {
  const bound = new Set(search.variables);
  const conjunctions = (disjunctiveForm(search.formula) ?? [[]]).map((conjunction) => {
    const literals = conjunction.map((literal) => ({
      ...literal,
      open: literal.atom.variables.filter((variable) => bound.has(variable)),
    }));
    return {
      // Literals that the given bindings decide are decided once, before anything is bound.
      given: literals.filter((literal) => literal.open.length === 0),
      find: conjunctionSearch(
        search,
        bound,
        literals.filter((literal) => literal.open.length > 0),
      ),
    };
  });
  return (given, budget) => {
    let found: Found<M> | undefined;
    for (const { given: decided, find } of conjunctions) {
      if (decided.some((literal) => !mayHold(literal, given))) continue;
      found ??= new Map();
      if (!find(given, budget, found)) return null;
    }
    if (found === undefined || found.size === 0) return [];
    if (found.size === 1) for (const only of found.values()) return [only];
    return [...found.values()].sort((left, right) => compareTuples(left.tuple, right.tuple));
  };
}

/** As {@link solver}, for one tuple. */
export const solve = <M extends Member, L>(
  search: Search<M, L>,
  given: Tuple<M>,
  budget: Budget,
): Solution<M>[] | null => solver(search)(given, budget);

/** Order of tuples: by the numbers of their members, variable by variable; null comes last. */
export function compareTuples<M extends Member>(left: Tuple<M>, right: Tuple<M>): number {
  for (let at = 0; at < left.length; at++) {
    const difference = (left[at]?.number ?? Infinity) - (right[at]?.number ?? Infinity);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return 0;
}

/** Solutions by the numbers of their members. */
type Found<M extends Member> = Map<string | number, Solution<M>>;

/** A search of one conjunction, made once and run for many given tuples; false if the budget ran out. */
function conjunctionSearch<M extends Member, L>(
  search: Search<M, L>,
  bound: ReadonlySet<number>,
  literals: readonly OpenLiteral<M, L>[],
): (given: Tuple<M>, budget: Budget, found: Found<M>) => boolean {
  const ordinaryVariables = search.variables.filter((variable) => !search.witnesses.has(variable));
  // Those of the search that runs: tables do not search, so there is one at a time.
  let tuple: (Bound<M> | undefined)[] = [];
  let budget: Budget = { steps: 0, solutions: 0 };
  let found: Found<M> = new Map();

  const keep = (): Truth => {
    const complete = tuple as (M | null)[];
    const truth = evaluate(search.formula, complete);
    if (truth === 0) return 0;
    let key: string | number = '';
    if (ordinaryVariables.length === 1) key = complete[ordinaryVariables[0]!]?.number ?? -1;
    else for (const variable of ordinaryVariables) key += `${complete[variable]?.number ?? 'n'},`;
    const known = found.get(key);
    if (known === undefined && --budget.solutions < 0) budget.steps = -1;
    if (known === undefined || known.truth < truth) found.set(key, { tuple: [...complete], truth });
    return truth;
  };

  // Returns true if the witnesses need no further search, null if the budget ran out.
  const bind = (left: readonly number[]): boolean | null => {
    if (left.length === 0) return keep() === TRUE;
    const ordinary = search.witnesses.size === 0 ? left : left.filter((variable) => !search.witnesses.has(variable));
    const seekingWitness = ordinary.length === 0;
    const { variable, slice } = choose(seekingWitness ? left : ordinary);
    const rest = left.length === 1 ? NO_VARIABLES : left.filter((one) => one !== variable);
    for (let at = slice.from; at <= slice.to; at++) {
      if (--budget.steps < 0) return null;
      tuple[variable] = at < slice.to ? slice.members[at]! : null;
      if (refuted(variable)) continue;
      const done = bind(rest);
      if (done === null) return null;
      if (done && seekingWitness) {
        tuple[variable] = undefined;
        return true;
      }
    }
    tuple[variable] = undefined;
    return false;
  };

  // Whether a literal that this variable was the last to bind cannot hold.
  const refuted = (variable: number): boolean => {
    for (const literal of literals) {
      if (!literal.open.includes(variable) || literal.open.some((one) => tuple[one] === undefined)) continue;
      if (!mayHold(literal, tuple)) return true;
    }
    return false;
  };

  const choose = (left: readonly number[]): { variable: number; slice: Slice<M> } => {
    if (left.length === 1) return { variable: left[0]!, slice: candidatesFor(left[0]!) };
    let best: { variable: number; slice: Slice<M> } | undefined;
    for (const variable of left) {
      const slice = candidatesFor(variable);
      if (best === undefined || slice.to - slice.from < best.slice.to - best.slice.from) best = { variable, slice };
    }
    return best!;
  };

  const candidatesFor = (variable: number): Slice<M> => {
    let closed: readonly M[] | undefined;
    let opened: (readonly M[])[] | undefined;
    let unlisted = false;
    let from = -Infinity;
    let to = Infinity;
    for (const literal of literals) {
      if (literal.negated || !literal.open.includes(variable)) continue;
      const { table, variables } = literal.atom;
      const position = variables.indexOf(variable);
      const members = variables.map((one) => tuple[one]);
      const range = table.range?.(position, members);
      if (range !== undefined) {
        from = Math.max(from, range.from);
        to = Math.min(to, range.to);
      }
      const candidates = table.candidates?.(position, members);
      if (candidates === undefined) unlisted ||= table.nullOpen !== true;
      else if (candidates.open) {
        if (opened === undefined) opened = [candidates.members];
        else opened.push(candidates.members);
      } else if (closed === undefined || candidates.members.length < closed.length) closed = candidates.members;
    }
    let all = closed;
    if (all === undefined && opened !== undefined && !unlisted) all = union(opened);
    all ??= search.domain(variable);
    const first = from === -Infinity ? 0 : firstFrom(all, from);
    return { members: all, from: first, to: to === Infinity ? all.length : Math.max(first, firstFrom(all, to)) };
  };

  return (given, left, into) => {
    tuple = given.map((member, variable) => (bound.has(variable) ? undefined : member));
    budget = left;
    found = into;
    return bind(search.variables) !== null;
  };
}

const NO_VARIABLES: readonly number[] = [];

function mayHold<M extends Member, L>(literal: Literal<M, L>, tuple: readonly (Bound<M> | undefined)[]): boolean {
  const { truth } = decideAtom(literal.atom, tuple as Tuple<M>);
  return literal.negated ? truth !== TRUE : truth !== 0;
}

function union<M extends Member>(lists: readonly (readonly M[])[]): readonly M[] {
  if (lists.length === 1) return lists[0]!;
  return [...new Set(lists.flat())].sort((left, right) => left.rank - right.rank || left.number - right.number);
}

/** Place of the first member of at least this rank. */
function firstFrom<M extends Member>(members: readonly M[], rank: number): number {
  let low = 0;
  let high = members.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (members[middle]!.rank < rank) low = middle + 1;
    else high = middle;
  }
  return low;
}
