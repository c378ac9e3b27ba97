import { decideAtom, evaluate, type Formula, type Tuple } from './formula.ts';
import { disjunctiveForm, type Literal } from './normal-form.ts';
import { type Bound, byRank, type Member } from './table.ts';
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

/** What a variable may be bound to: members from `from` to `to` of a list. */
interface Slice<M extends Member> {
  readonly variable: number;
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
  const found: Found<M> = new Map();
  return (given, budget) => {
    found.clear();
    for (const { given: decided, find } of conjunctions) {
      if (decided.length > 0 && decided.some((literal) => !mayHold(literal, given))) continue;
      if (!find(given, budget, found)) return null;
    }
    if (found.size === 0) return [];
    const solutions = [...found.values()];
    return inOrder(solutions) ? solutions : solutions.sort(bySolution);
  };
}

const bySolution = <M extends Member>(left: Solution<M>, right: Solution<M>): number =>
  compareTuples(left.tuple, right.tuple);

// Candidates come in order of rank, so most searches end sorted.
function inOrder<M extends Member>(solutions: readonly Solution<M>[]): boolean {
  for (let at = 1; at < solutions.length; at++) if (bySolution(solutions[at - 1]!, solutions[at]!) > 0) return false;
  return true;
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
  const searched = [...bound];
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
    if (known === undefined || known.truth < truth) found.set(key, { tuple: complete.slice(), truth });
    return truth;
  };

  // Returns true if the witnesses need no further search, null if the budget ran out.
  const bind = (left: readonly number[]): boolean | null => {
    if (left.length === 0) return keep() === TRUE;
    const ordinary = search.witnesses.size === 0 ? left : left.filter((variable) => !search.witnesses.has(variable));
    const seekingWitness = ordinary.length === 0;
    const { variable, members, from, to } = choose(seekingWitness ? left : ordinary);
    const rest = left.length === 1 ? NO_VARIABLES : left.filter((one) => one !== variable);
    for (let at = from; at <= to; at++) {
      if (--budget.steps < 0) return null;
      tuple[variable] = at < to ? members[at]! : null;
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

  const choose = (left: readonly number[]): Slice<M> => {
    let best = candidatesFor(left[0]!);
    for (let at = 1; at < left.length; at++) {
      const slice = candidatesFor(left[at]!);
      if (slice.to - slice.from < best.to - best.from) best = slice;
    }
    return best;
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
      if (table.range === undefined && table.candidates === undefined) {
        unlisted ||= table.nullOpen !== true;
        continue;
      }
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
    return {
      variable,
      members: all,
      from: first,
      to: to === Infinity ? all.length : Math.max(first, firstFrom(all, to)),
    };
  };

  return (given, left, into) => {
    tuple = given.slice();
    for (const variable of searched) tuple[variable] = undefined;
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
  return [...new Set(lists.flat())].sort(byRank);
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
