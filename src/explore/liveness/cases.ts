import { always, and, eventually, type Ltl } from './ltl.ts';

/** One way for a formula to hold: what an automaton follows, and what is asked of the loop of a lasso alone. */
export interface Case {
  readonly rest: Ltl;
  /** Formulas of a state or step that must be true again and again: `[]<>`. */
  readonly recurring: readonly Ltl[];
  /** Those that must be true from some point on: `<>[]`. */
  readonly lasting: readonly Ltl[];
}

const MAX_CASES = 4096;
const ALWAYS: Case = { rest: { kind: 'true' }, recurring: [], lasting: [] };

/**
 * The cases of a formula, which holds where one of them does. An automaton for a conjunction of n promises has up to 2 to the n states; a
 * promise about the loop alone needs none, for it is kept or broken by a strongly connected component as a whole.
 */
export function casesOf(formula: Ltl): readonly Case[] {
  if (isPlain(formula)) return [only(formula)];
  switch (formula.kind) {
    case 'or':
      return fewEnough(parts(formula, 'or').flatMap(casesOf), formula);
    case 'and':
      return casesOfAll(parts(formula, 'and'));
    case 'until':
      return formula.left.kind === 'true' ? casesOfEventually(formula.right, formula) : [only(formula)];
    case 'release':
      return formula.left.kind === 'false' ? casesOfAlways(formula.right, formula) : [only(formula)];
    default:
      return [only(formula)];
  }
}

const only = (rest: Ltl): Case => ({ ...ALWAYS, rest });

const fewEnough = (cases: readonly Case[], formula: Ltl): readonly Case[] =>
  cases.length > MAX_CASES ? [only(formula)] : cases;

/** Conjuncts that would multiply the cases beyond bounds are left to the automaton. */
function casesOfAll(conjuncts: readonly Ltl[]): readonly Case[] {
  const each = conjuncts.map((formula) => ({ formula, cases: casesOf(formula) }));
  const single = each.flatMap(({ cases }) => (cases.length === 1 ? cases : []));
  let cases: readonly Case[] = [
    {
      rest: single.map(({ rest }) => rest).reduce(and, ALWAYS.rest),
      recurring: single.flatMap(({ recurring }) => recurring),
      lasting: single.flatMap(({ lasting }) => lasting),
    },
  ];
  for (const one of each) {
    if (one.cases.length === 1) continue;
    const more = cases.length * one.cases.length > MAX_CASES ? [only(one.formula)] : one.cases;
    cases = cases.flatMap((a) =>
      more.map((b) => ({
        rest: and(a.rest, b.rest),
        recurring: [...a.recurring, ...b.recurring],
        lasting: [...a.lasting, ...b.lasting],
      })),
    );
  }
  return cases;
}

/** The cases of `<>body`, which is `whole`. */
function casesOfEventually(body: Ltl, whole: Ltl): readonly Case[] {
  if (isPlain(body)) return [only(whole)];
  if (body.kind === 'or') return fewEnough(parts(body, 'or').map(eventually).flatMap(casesOf), whole);
  if (eventuality(body) !== null) return casesOf(body);
  const lasting = invariance(body);
  if (lasting === null) return [only(whole)];
  if (isPlain(lasting)) return [{ ...ALWAYS, lasting: [lasting] }];
  if (lasting.kind === 'and') return casesOfAll(parts(lasting, 'and').map((one) => eventually(always(one))));
  if (invariance(lasting) !== null) return casesOf(eventually(lasting));
  // What is true again and again from some point on is so from the start.
  return eventuality(lasting) === null ? [only(whole)] : casesOf(always(lasting));
}

/** The cases of `[]body`, which is `whole`. */
function casesOfAlways(body: Ltl, whole: Ltl): readonly Case[] {
  if (isPlain(body)) return [only(whole)];
  if (body.kind === 'and') return casesOfAll(parts(body, 'and').map(always));
  if (invariance(body) !== null) return casesOf(body);
  const recurring = eventuality(body);
  if (recurring === null) return [only(whole)];
  if (isPlain(recurring)) return [{ ...ALWAYS, recurring: [recurring] }];
  if (recurring.kind === 'or') {
    const each = parts(recurring, 'or').map((one) => always(eventually(one)));
    return fewEnough(each.flatMap(casesOf), whole);
  }
  if (eventuality(recurring) !== null) return casesOf(always(recurring));
  return invariance(recurring) === null ? [only(whole)] : casesOf(eventually(recurring));
}

/** The formula of which one says that it is always true. */
const invariance = (formula: Ltl): Ltl | null =>
  formula.kind === 'release' && formula.left.kind === 'false' ? formula.right : null;

/** The formula of which one says that it is true at some time. */
const eventuality = (formula: Ltl): Ltl | null =>
  formula.kind === 'until' && formula.left.kind === 'true' ? formula.right : null;

/** The parts of a chain of one connective, in order. */
function parts(formula: Ltl, kind: 'and' | 'or'): readonly Ltl[] {
  const found: Ltl[] = [];
  const stack = [formula];
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if (one.kind === kind) stack.push(one.right, one.left);
    else found.push(one);
  }
  return found;
}

/** Whether a formula is about one state or step. */
function isPlain(formula: Ltl): boolean {
  const stack = [formula];
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if (one.kind === 'until' || one.kind === 'release') return false;
    if (one.kind === 'and' || one.kind === 'or') stack.push(one.right, one.left);
  }
  return true;
}
