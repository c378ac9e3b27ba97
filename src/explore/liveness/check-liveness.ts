import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { StateTable } from '../../tla/machine/state-table.ts';
import { evaluationError, isModelError } from '../../tla/semantics/evaluation-error.ts';
import type { TlaModel } from '../../tla/semantics/model.ts';
import type { Value } from '../../tla/values/store.ts';
import type { Stopwatch } from '../stopwatch.ts';
import type { Edges } from './edge-log.ts';
import { type BehaviourGraph, behaviourGraph } from './graph.ts';
import type { Lasso } from './lasso.ts';
import type { Refutations } from './refutations.ts';
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
  { fair, atoms, all }: Refutations,
  watch: Stopwatch,
  registers: Map<Value, Value>,
): LivenessFinding | null {
  let graph: BehaviourGraph | null = null;
  try {
    graph = behaviourGraph(model, table, edges, initialStates, atoms, watch, registers);
    for (const { name, searches } of all) {
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
