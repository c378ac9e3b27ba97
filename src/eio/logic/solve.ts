import { decideAtom, evaluate, type Formula, type Tuple } from './formula.ts';
import { type Conjunction, disjunctiveForm } from './normal-form.ts';
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
}

/**
 * Every tuple for which the formula is not false, by joining the candidates that its atoms list instead of trying all tuples. Null stands
 * for members that no atom lists: an unlisted member is covered by the tuple that has null in its place. Returns null if the budget ran out.
 */
export function solve<M extends Member, L>(
  search: Search<M, L>,
  given: Tuple<M>,
  budget: Budget,
): Solution<M>[] | null {
  const conjunctions = disjunctiveForm(search.formula) ?? [[]];
  const found = new Map<string, Solution<M>>();
  for (const conjunction of conjunctions) {
    if (!searchConjunction(search, conjunction, given, budget, found)) return null;
  }
  return [...found.values()].sort((left, right) => compareTuples(left.tuple, right.tuple));
}

/** Order of tuples: by the numbers of their members, variable by variable; null comes last. */
export function compareTuples<M extends Member>(left: Tuple<M>, right: Tuple<M>): number {
  for (let at = 0; at < left.length; at++) {
    const difference = (left[at]?.number ?? Infinity) - (right[at]?.number ?? Infinity);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return 0;
}

function searchConjunction<M extends Member, L>(
  search: Search<M, L>,
  conjunction: Conjunction<M, L>,
  given: Tuple<M>,
  budget: Budget,
  found: Map<string, Solution<M>>,
): boolean {
  const open = new Set(search.variables);
  const tuple: (Bound<M> | undefined)[] = given.map((member, variable) => (open.has(variable) ? undefined : member));
  const mine = conjunction.map((literal) => ({
    ...literal,
    // Literals that the given bindings already decide are decided once, below.
    open: literal.atom.variables.filter((variable) => open.has(variable)),
  }));
  for (const literal of mine) {
    if (literal.open.length === 0 && !mayHold(literal.atom, literal.negated, tuple)) return true;
  }

  const keep = (): Truth => {
    const complete = tuple as (M | null)[];
    const truth = evaluate(search.formula, complete);
    if (truth === 0) return 0;
    const key = complete.map((member, at) => (search.witnesses.has(at) ? '' : (member?.number ?? 'n'))).join(',');
    const known = found.get(key);
    if (known === undefined || known.truth < truth) found.set(key, { tuple: [...complete], truth });
    return truth;
  };

  // Returns true if the witnesses need no further search, null if the budget ran out.
  const bind = (left: readonly number[]): boolean | null => {
    if (left.length === 0) return keep() === TRUE;
    const ordinary = left.filter((variable) => !search.witnesses.has(variable));
    const choice = choose(ordinary.length > 0 ? ordinary : left);
    const rest = left.filter((variable) => variable !== choice.variable);
    const seekingWitness = ordinary.length === 0;
    for (let at = 0; at <= choice.members.length; at++) {
      if (--budget.steps < 0) return null;
      const member = choice.members[at] ?? null;
      tuple[choice.variable] = member;
      if (
        mine.some((literal) => closedBy(literal, choice.variable) && !mayHold(literal.atom, literal.negated, tuple))
      ) {
        continue;
      }
      const done = bind(rest);
      if (done === null) return null;
      if (done && seekingWitness) {
        tuple[choice.variable] = undefined;
        return true;
      }
    }
    tuple[choice.variable] = undefined;
    return false;
  };

  const closedBy = (literal: (typeof mine)[number], variable: number): boolean =>
    literal.open.includes(variable) && literal.open.every((one) => tuple[one] !== undefined);

  const choose = (left: readonly number[]): { variable: number; members: readonly M[] } => {
    let best: { variable: number; members: readonly M[] } | undefined;
    for (const variable of left) {
      const members = candidatesFor(variable);
      if (best === undefined || members.length < best.members.length) best = { variable, members };
    }
    return best!;
  };

  const candidatesFor = (variable: number): readonly M[] => {
    let closed: readonly M[] | undefined;
    const opened: (readonly M[])[] = [];
    let unlisted = false;
    let from = -Infinity;
    let to = Infinity;
    for (const literal of mine) {
      const position = literal.atom.variables.indexOf(variable);
      if (position < 0) continue;
      const members = literal.atom.variables.map((one) => tuple[one]);
      if (!literal.negated) {
        const range = literal.atom.table.range?.(position, members);
        if (range !== undefined) {
          from = Math.max(from, range.from);
          to = Math.min(to, range.to);
        }
        const candidates = literal.atom.table.candidates?.(position, members);
        if (candidates === undefined) unlisted = true;
        else if (candidates.open) opened.push(candidates.members);
        else if (closed === undefined || candidates.members.length < closed.length) closed = candidates.members;
      }
    }
    let all = closed;
    if (all === undefined && opened.length > 0 && !unlisted) all = union(opened);
    all ??= search.domain(variable);
    return from === -Infinity && to === Infinity ? all : all.slice(firstFrom(all, from), firstFrom(all, to));
  };

  return bind(search.variables) !== null;
}

function mayHold<M extends Member, L>(
  atom: Conjunction<M, L>[number]['atom'],
  negated: boolean,
  tuple: readonly (Bound<M> | undefined)[],
): boolean {
  const { truth } = decideAtom(atom, tuple as Tuple<M>);
  return negated ? truth !== TRUE : truth !== 0;
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
