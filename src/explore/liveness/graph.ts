import type { StateTable } from '../../tla/machine/state-table.ts';
import { factsOf } from '../../tla/semantics/analysis.ts';
import type { TlaModel } from '../../tla/semantics/model.ts';
import { compileProgram, type Program, type ProgramParts } from '../../tla/semantics/program.ts';
import type { Scoped } from '../../tla/semantics/scope.ts';
import type { Value } from '../../tla/values/store.ts';
import type { Stopwatch } from '../stopwatch.ts';
import type { Edges } from './edge-log.ts';
import type { Ltl } from './ltl.ts';

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
  /** What atoms are decided by. */
  readonly parts: ProgramParts;
  /** Decides the atom that was decided last once more by another program of these parts: to see why that failed. */
  again(program: Program): void;
}

/** Decides atoms lazily, each once for a state or edge. */
export function behaviourGraph(
  model: TlaModel,
  table: StateTable,
  edges: Edges,
  initialStates: number,
  atoms: readonly Scoped[],
  watch: Stopwatch,
  registers: Map<Value, Value>,
): BehaviourGraph {
  const { starts, targets, reached } = edges;
  const parts: ProgramParts = { formulas: atoms };
  const own = compileProgram(model.spec, model.store, model.analysis, parts);
  own.runtime.registers = registers;
  const stride = Math.max(1, table.width);
  const steps = atoms.map(({ expr, env }) => factsOf(model.analysis, expr, env).level === 2);
  const sources = sourcesOf(edges, table.count);
  /** Takes a state into a program and, unless `edge` is -1, the state that its edge leads to. */
  const load = (program: Program, state: number, edge: number): void => {
    program.load(table.rows, state * stride);
    if (edge < 0) program.clearNext();
    else if (reached === null) program.loadNext(table.rows, targets[edge]! * stride);
    else program.loadNext(reached.rows, reached.of[edge]! * stride);
  };
  const last = { atom: 0, state: 0, edge: -1 };
  const decide = (atom: number, state: number, edge: number): boolean => {
    watch();
    last.atom = atom;
    last.state = state;
    last.edge = edge;
    load(own, state, edge);
    return own.formulas[atom]!();
  };
  // 0 where an atom is not decided yet, 1 for true, 2 for false; made for atoms that are asked for.
  const decisions: (Int8Array | undefined)[] = [];
  const decided = (atom: number): Int8Array => {
    decisions[atom] ??= new Int8Array(steps[atom] ? targets.length : table.count);
    return decisions[atom];
  };
  return {
    initial: Array.from({ length: initialStates }, (_, i) => i),
    starts,
    targets,
    parts,
    again: (program) => {
      program.runtime.registers = registers;
      load(program, last.state, last.edge);
      program.formulas[last.atom]!();
    },
    source: (edge) => sources[edge]!,
    moves: (edge) => sources[edge] !== targets[edge],
    isStep: (atom) => steps[atom]!,
    state: (atom, state) => {
      const known = decided(atom);
      if (known[state] === 0) known[state] = decide(atom, state, -1) ? 1 : 2;
      return known[state] === 1;
    },
    step: (atom, edge) => {
      const known = decided(atom);
      if (known[edge] === 0) known[edge] = decide(atom, sources[edge]!, edge) ? 1 : 2;
      return known[edge] === 1;
    },
  };
}

/** The state that each edge leaves. */
function sourcesOf({ starts, targets }: Edges, states: number): Int32Array {
  const sources = new Int32Array(targets.length);
  for (let state = 0; state < states; state++) sources.fill(state, starts[state]!, starts[state + 1]!);
  return sources;
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
