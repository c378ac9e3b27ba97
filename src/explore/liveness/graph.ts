import type { StateTable } from '../../tla/machine/state-table.ts';
import { factsOf } from '../../tla/semantics/analysis.ts';
import type { TlaModel } from '../../tla/semantics/model.ts';
import { compileProgram, type Program, type ProgramParts } from '../../tla/semantics/program.ts';
import type { Value } from '../../tla/values/store.ts';
import type { Stopwatch } from '../stopwatch.ts';
import type { Edges } from './edge-log.ts';
import type { Ltl, Reader } from './formula.ts';

/** The states and steps of a model, a stuttering step at each state included, with the atoms of temporal formulas decided on them. */
export interface BehaviourGraph {
  readonly initial: readonly number[];
  /** Edges of state i: `targets` from `starts[i]` to `starts[i + 1]`. */
  readonly starts: Int32Array;
  readonly targets: Int32Array;
  /** Whether an atom is about steps rather than states. */
  isStep(atom: number): boolean;
  state(atom: number, state: number): boolean;
  step(atom: number, edge: number): boolean;
  /** The state that an edge leaves. */
  source(edge: number): number;
  /** Whether an edge leads to another state. */
  moves(edge: number): boolean;
  /** Where evaluation stands: for the diagnostic of a failure. */
  readonly at: { atom: number; from: number; to: number };
  readonly parts: ProgramParts;
}

/** Decides atoms lazily, each once for a state or edge. */
export function behaviourGraph(
  model: TlaModel,
  table: StateTable,
  edges: Edges,
  initialStates: number,
  reader: Reader,
  watch: Stopwatch,
  registers: Map<Value, Value>,
): BehaviourGraph {
  const parts: ProgramParts = { formulas: reader.atoms };
  const program: Program = compileProgram(model.spec, model.store, model.analysis, parts);
  program.runtime.registers = registers;
  const stride = Math.max(1, table.width);
  const steps = reader.atoms.map(({ expr, env }) => factsOf(model.analysis, expr, env).level === 2);
  const memo = reader.atoms.map((_, i) => new Int8Array(steps[i] ? edges.targets.length : table.count));
  const sources = new Int32Array(edges.targets.length);
  for (let state = 0; state < table.count; state++) {
    for (let edge = edges.starts[state]!; edge < edges.starts[state + 1]!; edge++) sources[edge] = state;
  }
  const at = { atom: 0, from: 0, to: -1 };
  return {
    initial: Array.from({ length: initialStates }, (_, i) => i),
    starts: edges.starts,
    targets: edges.targets,
    at,
    parts,
    source: (edge) => sources[edge]!,
    moves: (edge) => sources[edge] !== edges.targets[edge],
    isStep: (atom) => steps[atom]!,
    state: (atom, state) => {
      const known = memo[atom]![state]!;
      if (known !== 0) return known === 1;
      watch();
      at.atom = atom;
      at.from = state;
      at.to = -1;
      program.clearNext();
      program.load(table.rows, state * stride);
      const holds = program.formulas[atom]!();
      memo[atom]![state] = holds ? 1 : 2;
      return holds;
    },
    step: (atom, edge) => {
      const known = memo[atom]![edge]!;
      if (known !== 0) return known === 1;
      watch();
      at.atom = atom;
      at.from = sources[edge]!;
      at.to = edges.targets[edge]!;
      program.load(table.rows, at.from * stride);
      if (edges.reached === null) program.loadNext(table.rows, at.to * stride);
      else program.loadNext(edges.reached.rows, edges.reached.of[edge]! * stride);
      const holds = program.formulas[atom]!();
      memo[atom]![edge] = holds ? 1 : 2;
      return holds;
    },
  };
}

/** Whether a formula without temporal operators has an atom about steps. */
export function readsSteps(graph: BehaviourGraph, formula: Ltl): boolean {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return false;
    case 'atom':
      return graph.isStep(formula.atom);
    default:
      return readsSteps(graph, formula.left) || readsSteps(graph, formula.right);
  }
}

/** Whether a formula without temporal operators is true of a step; of a state, if it has no atom about steps. */
export function isTrueOf(graph: BehaviourGraph, formula: Ltl, state: number, edge: number): boolean {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return formula.kind === 'true';
    case 'atom':
      return (
        formula.holds ===
        (graph.isStep(formula.atom) ? graph.step(formula.atom, edge) : graph.state(formula.atom, state))
      );
    case 'and':
      return isTrueOf(graph, formula.left, state, edge) && isTrueOf(graph, formula.right, state, edge);
    case 'or':
      return isTrueOf(graph, formula.left, state, edge) || isTrueOf(graph, formula.right, state, edge);
    case 'until':
    case 'release':
      throw new Error('a formula of one state or step has no temporal operator');
  }
}
