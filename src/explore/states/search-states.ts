import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { StateTable } from '../../tla/machine/state-table.ts';
import { loadState } from '../../tla/machine/states.ts';
import { evaluationError, isModelError } from '../../tla/semantics/evaluation-error.ts';
import type { NamedFormula, TlaModel } from '../../tla/semantics/model.ts';
import type { Program, ProgramParts } from '../../tla/semantics/program.ts';
import { SemanticFailure, semanticError } from '../../tla/semantics/semantic-error.ts';
import { refuseRules } from '../../tla/values/rules.ts';
import type { Value } from '../../tla/values/store.ts';
import type { CheckOutcome, CheckReport } from '../check-report.ts';
import type { ExploreOptions } from '../explore-options.ts';
import { addEdge, createEdgeLog, type EdgeLog, startEdges } from '../liveness/edge-log.ts';
import { splitProperties } from '../properties.ts';
import { type SearchPrograms, searchPrograms } from './check-programs.ts';
import { type TraceState, traceTo } from './counterexample.ts';
import { type DistinctStates, distinctStates } from './distinct-states.ts';
import { LimitReached, refuseToExceed } from './search-limits.ts';
import { type Witnesses, witnessesOf } from './witnesses.ts';

/** What a search found; coverage names every action, 0 where it was never enabled. */
export interface Exploration extends CheckReport {
  readonly trace: readonly TraceState[];
}

/** A search that came to its end, for what is decided after it. */
export interface Search {
  readonly model: TlaModel;
  readonly table: StateTable;
  /** Where there are temporal properties. */
  readonly edges: EdgeLog | null;
  readonly program: Program;
  readonly parts: ProgramParts;
  /** How often each formula of `_POSSIBLE` was true. */
  readonly witnessed: ReadonlyMap<NamedFormula, number>;
  readonly result: Exploration;
}

/**
 * Looks at the states of a model breadth first and judges what its configuration asks of states and of steps. What is violated and what cannot
 * be evaluated is told by the result; a SemanticFailure is thrown where the model cannot be compiled.
 *
 * @param end when to give up, as `performance.now()` tells it
 * @param registers those of TLCGet and TLCSet
 */
export function searchStates(
  model: TlaModel,
  options: ExploreOptions,
  end: number,
  registers: Map<Value, Value>,
): Search {
  return new StateSearch(model, options, end, registers).run();
}

/** The end of a counterexample: a state of the table, or -1, and the row that follows it where that is no state of the table. */
interface Violation {
  readonly outcome: CheckOutcome;
  readonly name: string | null;
  readonly last: number;
  readonly extra: Int32Array | null;
}

/** Ends the search from inside generated code. */
class Violated extends Error {
  readonly violation: Violation;

  constructor(violation: Violation) {
    super(violation.outcome);
    this.violation = violation;
  }
}

/** States generated between two looks at the clock and the memory: one state may have any number of successors. */
const STATES_BETWEEN_LOOKS = 1 << 14;

class StateSearch {
  private readonly model: TlaModel;
  private readonly options: ExploreOptions;
  private readonly end: number;
  private readonly programs: SearchPrograms;
  private readonly states: DistinctStates;
  private readonly table: StateTable;
  private readonly edges: EdgeLog | null;
  /** The state that the program generated. */
  private readonly row: Int32Array;
  private readonly stateWitnesses: Witnesses;
  private readonly stepWitnesses: Witnesses;
  /** Whether states that are not new are judged too. */
  private readonly judgesEachState: boolean;
  private readonly judgesSteps: boolean;
  /** How many states each action generated. */
  private readonly counts: Float64Array;
  private generated = 0;
  private initialStates = 0;
  /** Level of the state whose successors are generated. */
  private depth = 1;
  /** Past the last state of that level. */
  private levelEnd = Number.POSITIVE_INFINITY;
  /** Index of the state whose successors are generated; -1 for initial states. */
  private current = -1;
  private successors = 0;
  /** What runs now, to tell where a failure happened. */
  private phase: 'build' | 'judge' | 'step' = 'build';

  constructor(model: TlaModel, options: ExploreOptions, end: number, registers: Map<Value, Value>) {
    this.model = model;
    this.options = options;
    this.end = end;
    this.programs = searchPrograms(model);
    const { program, judge, stateWitnesses, stepWitnesses } = this.programs;
    for (const { runtime } of [program, judge]) {
      runtime.registers = registers;
      runtime.statistics = () => this.statistics();
    }
    this.states = distinctStates(model, judge);
    this.table = this.states.table;
    this.edges = splitProperties(model).temporal.length === 0 ? null : createEdgeLog(this.table, this.states.merging);
    this.row = program.runtime.buffer;
    const counting = model.postconditions.length > 0;
    this.stateWitnesses = witnessesOf(stateWitnesses, counting);
    this.stepWitnesses = witnessesOf(stepWitnesses, counting);
    this.judgesEachState = model.constraints.length > 0 || model.view !== null;
    this.judgesSteps = program.formulas.length > 0;
    this.counts = new Float64Array(program.labels.length);
  }

  run(): Search {
    let violation: Violation | null = null;
    let error: Diagnostic | null = null;
    try {
      this.findInitialStates();
      this.expandStates();
    } catch (thrown) {
      if (thrown instanceof Violated) violation = thrown.violation;
      else if (thrown instanceof LimitReached) error = thrown.limit;
      else {
        if (!isModelError(thrown)) throw thrown;
        error = this.failureOf(thrown);
        // TLC counts a successor that lacks a variable too.
        if (error.code === 'tla/incomplete-state') this.generated++;
        // A state that cannot be judged is the last of the way to the error; one that cannot be built is none.
        const extra = this.phase === 'build' ? null : this.ownRow();
        violation = { outcome: 'error', name: null, last: this.current, extra };
      }
    }
    return this.searched(violation, error);
  }

  private findInitialStates(): void {
    const { program } = this.programs;
    program.runtime.emit = () => {
      this.generated++;
      this.accept();
    };
    program.init();
    this.initialStates = this.table.count;
    this.depth = Math.min(1, this.generated);
  }

  private expandStates(): void {
    const { model, table, edges } = this;
    const { program } = this.programs;
    if (model.behaviour.next === null) {
      // Without variables there is nothing to step to; with them TLC asks for a way on.
      if (table.width > 0 && table.count > 0) throw new SemanticFailure(noNext(model));
      if (edges !== null) for (let state = 0; state < table.count; state++) startEdges(edges, state);
      return;
    }
    program.runtime.emit = (label) => {
      this.generated++;
      this.successors++;
      this.counts[label]!++;
      this.accept();
    };
    const checkDeadlock = this.options.deadlock ?? model.checkDeadlock;
    this.levelEnd = table.count;
    for (this.current = 0; this.current < table.count; this.current++) {
      if (this.current === this.levelEnd) {
        this.depth++;
        this.levelEnd = table.count;
      }
      program.runtime.level = this.depth;
      this.successors = 0;
      if (edges !== null) startEdges(edges, this.current);
      loadState(program, table, this.current);
      program.next();
      if (this.successors === 0 && checkDeadlock) {
        throw new Violated({ outcome: 'deadlock', name: null, last: this.current, extra: null });
      }
    }
  }

  /** Judges the state that was generated, and keeps it if it is new and no constraint puts it outside the search. */
  private accept(): void {
    if (this.generated % STATES_BETWEEN_LOOKS === 0) this.lookUp();
    refuseRules(this.model.store, this.row, this.programs.program.runtime.variables);
    this.phase = 'judge';
    const witnessing = this.stateWitnesses.wanting();
    const judging = this.judgesEachState || witnessing;
    if (judging) this.showToJudge();
    const stepping = this.judgesSteps && this.current >= 0;
    if (stepping) this.programs.program.loadNext(this.row, 0);
    const inModel = this.isStateInModel(witnessing) && (!stepping || this.isStepInModel());
    const known = this.table.count;
    const index = inModel ? this.keep() : -1;
    // States outside the search are checked each time that they are met.
    if (!inModel || this.table.count > known) this.checkState(index, judging);
    if (stepping) this.checkStep(inModel);
    this.phase = 'build';
  }

  /** Whether the constraints on states hold; `witnessing`: formulas of `_POSSIBLE` are counted where they do. */
  private isStateInModel(witnessing: boolean): boolean {
    const { judge, checks } = this.programs;
    const { length } = this.model.constraints;
    for (let i = 0; i < length; i++) if (!judge.formulas[i]!()) return false;
    if (witnessing) this.stateWitnesses.judge(judge.formulas, checks.length);
    return true;
  }

  private isStepInModel(): boolean {
    this.phase = 'step';
    const { formulas } = this.programs.program;
    const { length } = this.model.actionConstraints;
    let holds = true;
    for (let i = 0; i < length && holds; i++) holds = formulas[i]!();
    this.phase = 'judge';
    return holds;
  }

  private keep(): number {
    const index = this.states.add(this.row, this.current);
    if (this.edges !== null && this.current >= 0) addEdge(this.edges, index, this.row);
    return index;
  }

  /** Judges the invariants; `index` is -1 for a state outside the search. */
  private checkState(index: number, shown: boolean): void {
    const { judge, checks } = this.programs;
    const first = this.model.constraints.length;
    if (!shown && checks.length > first) this.showToJudge();
    for (let i = first; i < checks.length; i++) {
      const check = checks[i]!;
      if ((check.initially && this.current >= 0) || judge.formulas[i]!()) continue;
      throw new Violated({
        outcome: check.as === 'property' && check.initially ? 'property' : 'invariant',
        name: check.name,
        last: index >= 0 ? index : this.current,
        extra: index >= 0 ? null : this.ownRow(),
      });
    }
    const { maxStates = Number.POSITIVE_INFINITY } = this.options;
    if (this.table.count > maxStates) throw new LimitReached(`more than ${maxStates} distinct states`);
  }

  /** Judges what the properties ask of the step that led here. */
  private checkStep(inModel: boolean): void {
    this.phase = 'step';
    const { program, stepProperties } = this.programs;
    const first = this.model.actionConstraints.length;
    for (let i = 0; i < stepProperties.length; i++) {
      if (program.formulas[first + i]!()) continue;
      const { name } = stepProperties[i]!;
      throw new Violated({ outcome: 'property', name, last: this.current, extra: this.ownRow() });
    }
    if (inModel && this.stepWitnesses.wanting()) {
      this.stepWitnesses.judge(program.formulas, first + stepProperties.length);
    }
  }

  private showToJudge(): void {
    const { judge } = this.programs;
    judge.load(this.row, 0);
    judge.runtime.level = this.current < 0 ? 1 : this.depth + 1;
  }

  /** A copy of the row that was generated, which the program will write over. */
  private ownRow(): Int32Array {
    return this.row.slice(0, this.table.width);
  }

  /** Tells how far the search is, and ends it where it may not go on. */
  private lookUp(): void {
    this.options.onProgress?.({
      phase: 'states',
      distinctStates: this.table.count,
      generatedStates: this.generated,
      queuedStates: this.table.count - Math.max(0, this.current),
      depth: this.depth,
    });
    refuseToExceed(this.options, this.end, this.table, this.edges);
  }

  /** What TLCGet tells of the search. */
  private statistics(): Map<string, number> {
    return new Map([
      ['distinct', this.table.count],
      ['generated', this.generated],
      ['diameter', this.depth],
      ['queue', this.table.count - Math.max(0, this.current + 1)],
    ]);
  }

  private failureOf(error: unknown): Diagnostic {
    const { model, table, current } = this;
    const { parts, judgeParts } = this.programs;
    const row = this.row.slice();
    switch (this.phase) {
      case 'judge':
        return evaluationError(model, judgeParts, error, (again) => {
          again.load(row, 0);
          for (const formula of again.formulas) formula();
          again.values[0]?.();
        });
      case 'step':
        return evaluationError(model, parts, error, (again) => {
          loadState(again, table, current);
          again.loadNext(row, 0);
          for (const formula of again.formulas) formula();
        });
      case 'build':
        return evaluationError(model, parts, error, (again) => {
          const { runtime } = again;
          runtime.emit = () =>
            refuseRules(model.store, runtime.buffer, runtime.variables, (index) => {
              const at = runtime.assigned[index];
              if (at !== undefined) runtime.stack.push(at);
            });
          if (current < 0) return again.init();
          loadState(again, table, current);
          again.next();
        });
    }
  }

  private searched(violation: Violation | null, error: Diagnostic | null): Search {
    const { model, table, edges, programs } = this;
    const result: Exploration = {
      outcome: error !== null ? 'error' : (violation?.outcome ?? 'ok'),
      name: violation?.name ?? null,
      initialStates: this.initialStates,
      distinctStates: table.count,
      generatedStates: this.generated,
      // As TLC counts: a level is reached with the first state that is found on it, expanded or not.
      depth: table.count > this.levelEnd ? this.depth + 1 : this.depth,
      coverage: this.coverage(),
      trace: violation === null ? [] : traceTo(model, table, violation.last, violation.extra),
      loopsTo: null,
      error,
      warnings: model.warnings,
    };
    return {
      model,
      table,
      edges,
      program: programs.program,
      parts: programs.parts,
      witnessed: this.witnessed(),
      result,
    };
  }

  /** By name: several actions may have the same one. */
  private coverage(): { readonly [action: string]: number } {
    const coverage: { [action: string]: number } = {};
    this.programs.program.labels.forEach(({ name }, i) => {
      const count = this.counts[i]!;
      if (name === 'Init' && count === 0) return;
      coverage[name] = (Object.hasOwn(coverage, name) ? coverage[name]! : 0) + count;
    });
    return coverage;
  }

  private witnessed(): ReadonlyMap<NamedFormula, number> {
    const { stateWitnesses, stepWitnesses } = this.programs;
    const counts = new Map([
      ...stateWitnesses.map((one, i) => [one, this.stateWitnesses.counts[i]!] as const),
      ...stepWitnesses.map((one, i) => [one, this.stepWitnesses.counts[i]!] as const),
    ]);
    return new Map(this.model.possible.map((one) => [one, counts.get(one)!]));
  }
}

const noNext = ({ configuration, spec }: TlaModel): Diagnostic =>
  semanticError(
    'tla/no-specification',
    configuration.specification?.at ?? null,
    `the specification does not say how the variables of ${spec.name} change`,
    { expected: 'a conjunct [][Next]_v' },
  );
