import type { TlaModel } from '../../tla/semantics/model.ts';
import type { Scoped } from '../../tla/semantics/scope.ts';
import { reject } from '../../tla/semantics/semantic-error.ts';
import type { TemporalProperty } from '../properties.ts';
import { readAssumptions } from './assumptions.ts';
import { type Automaton, automatonOf } from './automaton.ts';
import { type Case, casesOf } from './cases.ts';
import { createReader, type Fairness, readFormula } from './formula.ts';
import { and, type Ltl, text } from './ltl.ts';

/** What a behaviour that breaks a property looks like: one of these, each with the cases that share its automaton. */
export interface Refutation {
  /** Of the property. */
  readonly name: string;
  readonly searches: readonly { readonly automaton: Automaton; readonly cases: readonly Case[] }[];
}

/** Temporal properties taken apart, of all behaviours that the specification assumes to be fair. */
export interface Refutations {
  readonly fair: readonly Fairness[];
  /** Formulas of states and steps: one program decides those of all properties, and those of fairness once. */
  readonly atoms: readonly Scoped[];
  readonly all: readonly Refutation[];
}

/** Needs no states: what cannot be judged is told before they are searched, as TLC does. Throws a SemanticFailure on it. */
export function readRefutations(model: TlaModel, properties: readonly TemporalProperty[]): Refutations {
  const reader = createReader(model);
  const { fair, rest } = readAssumptions(reader);
  const all = properties.map(({ name, formula }): Refutation => {
    const searches = searchesOf(and(rest, readFormula(reader, formula, false)));
    if (searches === null) reject('tla/too-large', formula.expr.at, `the property ${name} is too large to be checked`);
    return { name, searches };
  });
  return { fair, atoms: reader.atoms, all };
}

/** Cases with the same automaton are searched together. Null if an automaton would be too large. */
function searchesOf(refuted: Ltl): Refutation['searches'] | null {
  const searches = new Map<string, { readonly automaton: Automaton; readonly cases: Case[] }>();
  for (const one of casesOf(refuted)) {
    if (one.rest.kind === 'false') continue;
    const key = text(one.rest);
    const known = searches.get(key);
    if (known !== undefined) {
      known.cases.push(one);
      continue;
    }
    const automaton = automatonOf(one.rest);
    if (automaton === null) return null;
    searches.set(key, { automaton, cases: [one] });
  }
  return [...searches.values()];
}
