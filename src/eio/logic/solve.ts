import { decideAtom, evaluate, type Formula, type Tuple } from './formula.ts';
import { disjunctiveForm, type Literal } from './normal-form.ts';
import { type Bound, byRank, type Member, type Table } from './table.ts';
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
  members: readonly M[];
  from: number;
  to: number;
}

/** A literal of a conjunction with those of its variables that the search binds. */
type OpenLiteral<M extends Member, L> = Literal<M, L> & { readonly open: readonly number[] };

/**
 * Every tuple for which the formula is not false, by joining the candidates that its atoms list instead of trying all tuples. Null stands
 * for members that no atom lists: an unlisted member is covered by the tuple that has null in its place.
 */
export function solver<M extends Member, L>(search: Search<M, L>): Solver<M> {
  const bound = new Set(search.variables);
  const form = disjunctiveForm(search.formula);
  const conjunctions = (form ?? [[]]).map((conjunction) => {
    const literals = conjunction.map((literal) => ({
      ...literal,
      open: literal.atom.variables.filter((variable) => bound.has(variable)),
    }));
    const open = literals.filter((literal) => literal.open.length > 0);
    return {
      // Literals that the given bindings decide are decided once, before anything is bound.
      given: literals.filter((literal) => literal.open.length === 0),
      run: conjunctionSearch(search, open, form?.length === 1),
    };
  });
  const found: Found<M> = new Map();
  return (given, budget) => {
    // To clear a map costs an allocation even if it is empty.
    if (found.size > 0) found.clear();
    for (const { given: decided, run } of conjunctions) {
      if (decided.length > 0 && decided.some((literal) => !mayHold(literal, given))) continue;
      if (!findSolutions(run, given, budget, found)) return null;
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

/** Where a variable stands in a literal whose table may list or bound its members. */
interface Listing<M extends Member> {
  readonly table: Table<M>;
  readonly variables: readonly number[];
  readonly position: number;
  /** The members of a question to the table; filled anew for each. */
  readonly members: (Bound<M> | undefined)[];
}

/** What a conjunction says of one variable. */
interface VariableUse<M extends Member, L> {
  readonly literals: readonly OpenLiteral<M, L>[];
  readonly listings: readonly Listing<M>[];
  /** Some literal lists nothing and may hold for what no table lists. */
  readonly unlisted: boolean;
  /** What it may be bound to, given what is bound already; written anew by {@link candidatesFor}. */
  readonly slice: Slice<M>;
}

/** The search of one conjunction, made once; what changes is of the given tuple that it runs for. Tables do not search, so there is one at a time. */
interface ConjunctionSearch<M extends Member, L> {
  readonly search: Search<M, L>;
  /** The conjunction is the whole formula, so that what refutes it refutes the formula. */
  readonly whole: boolean;
  /** Variables that tell solutions apart. */
  readonly ordinary: readonly number[];
  /** By number of variable, for those that the search binds. */
  readonly uses: readonly VariableUse<M, L>[];
  readonly tuple: (Bound<M> | undefined)[];
  budget: Budget;
  found: Found<M>;
}

function conjunctionSearch<M extends Member, L>(
  search: Search<M, L>,
  literals: readonly OpenLiteral<M, L>[],
  whole: boolean,
): ConjunctionSearch<M, L> {
  const uses: VariableUse<M, L>[] = [];
  for (const variable of search.variables) uses[variable] = useOf(variable, literals);
  const ordinary = search.variables.filter((variable) => !search.witnesses.has(variable));
  return { search, whole, ordinary, uses, tuple: [], budget: { steps: 0, solutions: 0 }, found: new Map() };
}

function useOf<M extends Member, L>(variable: number, all: readonly OpenLiteral<M, L>[]): VariableUse<M, L> {
  const literals = all.filter((literal) => literal.open.includes(variable));
  const listings: Listing<M>[] = [];
  let unlisted = false;
  for (const { negated, atom } of literals) {
    if (negated) continue;
    const { table, variables } = atom;
    if (table.range === undefined && table.candidates === undefined) unlisted ||= table.nullOpen !== true;
    else listings.push({ table, variables, position: variables.indexOf(variable), members: [] });
  }
  return { literals, listings, unlisted, slice: { variable, members: [], from: 0, to: 0 } };
}

/** Adds the solutions of a conjunction for a given tuple; false if the budget ran out. */
function findSolutions<M extends Member, L>(
  run: ConjunctionSearch<M, L>,
  given: Tuple<M>,
  budget: Budget,
  found: Found<M>,
): boolean {
  const { tuple } = run;
  const { variables } = run.search;
  // The list of the run before serves again: what is kept of it is copied.
  for (let at = 0; at < given.length; at++) tuple[at] = given[at]!;
  for (let at = 0; at < variables.length; at++) tuple[variables[at]!] = undefined;
  run.budget = budget;
  run.found = found;
  return bind(run, variables) !== null;
}

// Returns true if the witnesses need no further search, null if the budget ran out.
function bind<M extends Member, L>(run: ConjunctionSearch<M, L>, left: readonly number[]): boolean | null {
  if (left.length === 0) return keep(run) === TRUE;
  const { tuple, budget } = run;
  const { witnesses } = run.search;
  // Witnesses come last.
  const seekingWitness = witnesses.size > 0 && left.every((variable) => witnesses.has(variable));
  const { variable, members, from, to } = choose(run, left, seekingWitness);
  const rest = left.length === 1 ? NO_VARIABLES : left.filter((one) => one !== variable);
  // A complete tuple is judged by the whole formula at once.
  const checked = rest.length > 0 || !run.whole;
  for (let at = from; at <= to; at++) {
    if (--budget.steps < 0) return null;
    tuple[variable] = at < to ? members[at]! : null;
    if (checked && isRefuted(run, variable)) continue;
    const done = bind(run, rest);
    if (done === null) return null;
    if (done && seekingWitness) {
      tuple[variable] = undefined;
      return true;
    }
  }
  tuple[variable] = undefined;
  return false;
}

function keep<M extends Member, L>({ search, ordinary, tuple, budget, found }: ConjunctionSearch<M, L>): Truth {
  const complete = tuple as (M | null)[];
  const truth = evaluate(search.formula, complete);
  if (truth === 0) return 0;
  let key: string | number = '';
  if (ordinary.length === 1) key = complete[ordinary[0]!]?.number ?? -1;
  else for (const variable of ordinary) key += `${complete[variable]?.number ?? 'n'},`;
  const known = found.get(key);
  if (known === undefined && --budget.solutions < 0) budget.steps = -1;
  if (known === undefined || known.truth < truth) found.set(key, { tuple: complete.slice(), truth });
  return truth;
}

// Whether a literal that this variable was the last to bind cannot hold.
function isRefuted<M extends Member, L>({ uses, tuple }: ConjunctionSearch<M, L>, variable: number): boolean {
  const { literals } = uses[variable]!;
  for (let at = 0; at < literals.length; at++) {
    const literal = literals[at]!;
    if (isBound(literal, tuple) && !mayHold(literal, tuple)) return true;
  }
  return false;
}

function isBound<M extends Member, L>({ open }: OpenLiteral<M, L>, tuple: readonly (Bound<M> | undefined)[]): boolean {
  for (let at = 0; at < open.length; at++) if (tuple[open[at]!] === undefined) return false;
  return true;
}

/** The variable with the fewest members to try; of those that are no witnesses, unless these are all that is left. */
function choose<M extends Member, L>(
  run: ConjunctionSearch<M, L>,
  left: readonly number[],
  witnesses: boolean,
): Slice<M> {
  let best: Slice<M> | undefined;
  for (let at = 0; at < left.length; at++) {
    const variable = left[at]!;
    if (!witnesses && run.search.witnesses.has(variable)) continue;
    const slice = candidatesFor(run, variable);
    if (best === undefined || slice.to - slice.from < best.to - best.from) best = slice;
    if (best.to === best.from) break;
  }
  return best!;
}

function candidatesFor<M extends Member, L>(
  { search, uses, tuple }: ConjunctionSearch<M, L>,
  variable: number,
): Slice<M> {
  const use = uses[variable]!;
  let { unlisted } = use;
  let closed: readonly M[] | undefined;
  let opened: (readonly M[])[] | undefined;
  let from = -Infinity;
  let to = Infinity;
  for (let which = 0; which < use.listings.length; which++) {
    const { table, variables, position, members } = use.listings[which]!;
    for (let at = 0; at < variables.length; at++) members[at] = tuple[variables[at]!];
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
  const { slice } = use;
  slice.members = all;
  slice.from = from === -Infinity ? 0 : firstFrom(all, from);
  slice.to = to === Infinity ? all.length : Math.max(slice.from, firstFrom(all, to));
  return slice;
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
