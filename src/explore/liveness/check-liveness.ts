import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { StateTable } from '../../tla/machine/state-table.ts';
import { evaluationError, isModelError } from '../../tla/semantics/evaluation-error.ts';
import type { TlaModel } from '../../tla/semantics/model.ts';
import { placeOf } from '../../tla/semantics/semantic-error.ts';
import type { Value } from '../../tla/values/store.ts';
import type { TemporalProperty } from '../properties.ts';
import type { Stopwatch } from '../stopwatch.ts';
import { readAssumptions } from './assumptions.ts';
import { type Automaton, automatonOf } from './automaton.ts';
import { type Case, casesOf } from './cases.ts';
import type { Edges } from './edge-log.ts';
import { createReader, readFormula } from './formula.ts';
import { type BehaviourGraph, behaviourGraph } from './graph.ts';
import type { Lasso } from './lasso.ts';
import { and, text } from './ltl.ts';
import { findLasso } from './search.ts';

export interface LivenessFinding {
  /** Name of the property that some fair behaviour breaks; null if there was an error. */
  readonly name: string | null;
  readonly lasso: Lasso | null;
  readonly error: Diagnostic | null;
}

/** Whether every fair behaviour of an explored model satisfies its temporal properties; null if so. Throws what `watch` throws. */
export function checkLiveness(
  model: TlaModel,
  table: StateTable,
  edges: Edges,
  initialStates: number,
  properties: readonly TemporalProperty[],
  watch: Stopwatch,
  registers: Map<Value, Value> = new Map<Value, Value>(),
): LivenessFinding | null {
  let graph: BehaviourGraph | null = null;
  try {
    const reader = createReader(model);
    const { fair, rest } = readAssumptions(reader);
    // All are read first, so that one program decides the atoms of all, those of fairness once.
    const refutations = properties.map(({ name, formula }) => ({
      name,
      formula,
      refuted: and(rest, readFormula(reader, formula, false)),
    }));
    graph = behaviourGraph(model, table, edges, initialStates, reader.atoms, watch, registers);
    for (const { name, formula, refuted } of refutations) {
      const searches = searchesOf(casesOf(refuted));
      if (searches === null) {
        const message = `the property ${name} is too large to be checked`;
        const error: Diagnostic = { code: 'explore/too-large', message, ...placeOf(formula.expr.at) };
        return { name: null, lasso: null, error };
      }
      let best: Lasso | null = null;
      for (const { automaton, cases } of searches) {
        best = findLasso(graph, automaton, cases, fair, best, watch) ?? best;
      }
      if (best !== null) return { name, lasso: best, error: null };
    }
    return null;
  } catch (error) {
    if (!isModelError(error)) throw error;
    const failed = graph;
    const told = evaluationError(model, failed?.parts ?? {}, error, (program) => failed?.again(program));
    return { name: null, lasso: null, error: told };
  }
}

/** Cases with the same automaton are searched together. Null if an automaton would be too large. */
function searchesOf(
  cases: readonly Case[],
): readonly { readonly automaton: Automaton; readonly cases: readonly Case[] }[] | null {
  const searches = new Map<string, { readonly automaton: Automaton; readonly cases: Case[] }>();
  for (const one of cases) {
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
