import { createRequire } from 'node:module';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { checkConstants, firstRegisters } from '../tla/machine/constant-checks.ts';
import { addState, createStateTable, rekey, type StateTable, tableBytes } from '../tla/machine/state-table.ts';
import { evaluationError, isModelError } from '../tla/semantics/evaluation-error.ts';
import type { NamedFormula, TlaModel } from '../tla/semantics/model.ts';
import { compileProgram, type Program, type ProgramParts } from '../tla/semantics/program.ts';
import { SemanticFailure, semanticError } from '../tla/semantics/semantic-error.ts';
import { recordOf, toItf } from '../tla/values/itf.ts';
import { refuseRules } from '../tla/values/rules.ts';
import type { Value } from '../tla/values/store.ts';
import type { JsonObject } from '../trace/json.ts';
import { aliasedStates } from './alias.ts';
import { preparedConstants, searchPrograms } from './check-programs.ts';
import { type CheckOutcome, type CheckReport, type CheckStep, EMPTY_REPORT } from './check-report.ts';
import { checkLiveness, type LivenessFinding } from './liveness/check-liveness.ts';
import { addEdge, createEdgeLog, type EdgeLog, edgesIn, startEdges } from './liveness/edge-log.ts';
import { checkPostconditions, neverTrue } from './postconditions.ts';
import { splitProperties } from './properties.ts';
import { endOf, OutOfTime, stopwatch } from './stopwatch.ts';
import { canonicalKey, canonicalRow, orderVariables, type Symmetry, symmetriesOf } from './symmetry.ts';
import { keepWitnessCounts, witnessesOf } from './witnesses.ts';

export interface ExploreOptions {
  /** Report states without successors; default: as the configuration says. */
  readonly deadlock?: boolean;
  /** Give up, with an error, past this many distinct states. */
  readonly maxStates?: number;
  /** Give up, with an error, after this long: on states and on behaviours. One evaluation that takes longer is not interrupted. */
  readonly maxMilliseconds?: number;
  /** Give up, with an error, past this many bytes of states; default {@link MAX_TABLE_BYTES}. */
  readonly maxBytes?: number;
  /** Called now and then. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Bytes that the states of a search take at most by default. */
const MAX_TABLE_BYTES = 4 * 2 ** 30;

/** Part of the JavaScript heap that may be in use; past it the process would soon be ended. */
const MAX_HEAP_SHARE = 0.9;

/** States after which a search under symmetry knows which variables have few values. */
const ROWS_TO_ORDER_BY = 256;

export interface Progress {
  /** `behaviours`: all states are known, and temporal properties are judged; told once. */
  readonly phase: 'states' | 'behaviours';
  readonly distinctStates: number;
  readonly generatedStates: number;
  readonly queuedStates: number;
  readonly depth: number;
}

/** One state of a counterexample and the action that led to it; null for an initial state and for stuttering. */
export interface TraceState extends CheckStep {
  readonly args: JsonObject;
  readonly state: JsonObject;
}

/** What a search found; coverage names every action, 0 where it was never enabled. */
export interface Exploration extends CheckReport {
  readonly trace: readonly TraceState[];
}

/** The module is loaded by a search that lasts: it brings streams along, which costs more than to check a small model. */
const heapStatistics = (): { readonly used_heap_size: number; readonly heap_size_limit: number } =>
  createRequire(import.meta.url)('node:v8').getHeapStatistics();

/** Ends the search from inside generated code. */
class Stop extends Error {}

/** A search in progress, for liveness checking after it. */
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

/** Explores a model breadth first and checks what its configuration asks for, but for temporal properties. */
export function exploreModel(model: TlaModel, options: ExploreOptions = {}): Search | { readonly result: Exploration } {
  const end = endOf(options.maxMilliseconds);
  const registers = firstRegisters(model, options.deadlock ?? model.checkDeadlock);
  const early = checkConstants(model, registers, preparedConstants(model));
  if (early !== null) return { result: { ...EMPTY_REPORT, ...early, warnings: model.warnings } };
  try {
    const searched = search(model, options, end, registers);
    const judged = searched.result.outcome === 'ok' ? withLiveness(searched, options, end) : searched;
    return judged.result.outcome === 'ok' ? withPostconditions(judged) : judged;
  } catch (error) {
    if (!isModelError(error)) throw error;
    return {
      result: {
        ...EMPTY_REPORT,
        outcome: 'error',
        error: evaluationError(model, {}, error, () => {}),
        warnings: model.warnings,
      },
    };
  }
}

const noNext = ({ configuration, spec }: TlaModel): Diagnostic =>
  semanticError(
    'tla/no-specification',
    configuration.specification?.at ?? null,
    `the specification does not say how the variables of ${spec.name} change`,
    { expected: 'a conjunct [][Next]_v' },
  );

/** TLC warns of the same: states that symmetry takes for one may differ in what a temporal property speaks of. */
function warningsOf(model: TlaModel): readonly Diagnostic[] {
  const { symmetry } = model;
  if (symmetry === null || splitProperties(model).temporal.length === 0) return model.warnings;
  const warning: Diagnostic = {
    code: 'explore/symmetry-liveness',
    message: `temporal properties are judged under the symmetry ${symmetry.name}, where violations can be missed`,
    hint: 'check temporal properties with a configuration without SYMMETRY',
  };
  return [...model.warnings, warning];
}

/** Temporal properties are decided once all states are known. */
function withLiveness(searched: Search, options: ExploreOptions, end: number): Search {
  const { model, table, edges, result } = searched;
  const { temporal } = splitProperties(model);
  if (edges === null) return searched;
  options.onProgress?.({ ...result, phase: 'behaviours', queuedStates: 0 });
  let finding: LivenessFinding | null;
  try {
    finding = checkLiveness(
      model,
      table,
      edgesIn(edges),
      result.initialStates,
      temporal,
      stopwatch(end),
      searched.program.runtime.registers,
    );
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    const told: Diagnostic = {
      code: 'explore/limit',
      message:
        `not done after ${options.maxMilliseconds} ms: all ${table.count} distinct states are known, ` +
        'and the temporal properties are not judged on all behaviours',
      hint: 'raise the limit, or make the model smaller by its constants',
    };
    return { ...searched, result: { ...result, outcome: 'error', error: told } };
  }
  if (finding === null) return searched;
  const { lasso } = finding;
  const stride = Math.max(1, table.width);
  const rows = (lasso?.states ?? []).map((state) => table.rows.slice(state * stride, state * stride + table.width));
  return {
    ...searched,
    result: {
      ...result,
      outcome: finding.error === null ? 'property' : 'error',
      name: finding.name,
      error: finding.error,
      trace: labelledTrace(model, rows, lasso?.loopsTo ?? null),
      loopsTo: lasso?.loopsTo ?? null,
    },
  };
}

/** Postconditions are decided last, by what the search counted and met. */
function withPostconditions(searched: Search): Search {
  const { model, program, witnessed, result } = searched;
  const { registers } = program.runtime;
  keepWitnessCounts(model, witnessed, registers);
  const finding = neverTrue(witnessed) ?? checkPostconditions(model, result, registers);
  return finding === null ? searched : { ...searched, result: { ...result, ...finding } };
}

function search(model: TlaModel, options: ExploreOptions, end: number, registers: Map<Value, Value>): Search {
  const { program, parts, stepProperties, stepWitnesses, judge, judgeParts, checks, stateWitnesses } =
    searchPrograms(model);
  const { runtime } = program;
  const { buffer } = runtime;
  const width = model.spec.variables.length;
  const symmetry: Symmetry | null = symmetriesOf(model);
  const keyWidth = model.view !== null ? 1 : symmetry !== null ? width : 0;
  const table = createStateTable(width, keyWidth);
  const key = new Int32Array(Math.max(1, keyWidth));
  // Under symmetry: the rows met so far, each with the index of the state that it counts as.
  const exact = symmetry !== null && model.view === null ? createStateTable(width) : null;
  const exactIndex: number[] = [];
  const canonical = new Int32Array(Math.max(1, width));
  const edges = splitProperties(model).temporal.length === 0 ? null : createEdgeLog(table, keyWidth > 0);

  runtime.registers = registers;
  judge.runtime.registers = registers;
  const formulas = judge.formulas;
  const nConstraints = model.constraints.length;
  const nChecks = checks.length;
  const viewed = judge.values[0];
  // Without these only states that are new need to be looked at.
  const judgingAll = nConstraints > 0 || viewed !== undefined;
  const nActionConstraints = model.actionConstraints.length;
  const nStepChecks = nActionConstraints + stepProperties.length;
  const stepFormulas = program.formulas;
  const steps = stepFormulas.length > 0;

  const counts = new Float64Array(program.labels.length);
  const counting = model.postconditions.length > 0;
  const witnessingStates = witnessesOf(stateWitnesses, counting);
  const witnessingSteps = witnessesOf(stepWitnesses, counting);
  let generated = 0;
  let initialStates = 0;
  let depth = 1;
  /** Past the last state of the level that is expanded. */
  let levelEnd = Number.POSITIVE_INFINITY;
  let current = -1;
  let successors = 0;
  let found: { outcome: CheckOutcome; name: string | null; last: number; extra: Int32Array | null } | null = null;
  /** What runs now, to tell where a failure happened. */
  let phase: 'build' | 'judge' | 'step' = 'build';
  const { maxStates = Number.POSITIVE_INFINITY } = options;
  let limit: Diagnostic | null = null;

  const present = (): void => {
    judge.load(buffer, 0);
    judge.runtime.level = current < 0 ? 1 : depth + 1;
  };
  const giveUp = (what: string): never => {
    limit = {
      code: 'explore/limit',
      message: `${what}: the search was given up, and says nothing about the rest`,
      hint: 'raise the limit, or make the model smaller by its constants',
    };
    throw new Stop();
  };
  /** Now and then, by the states generated: one state may have any number of successors. */
  const lookUp = (): void => {
    options.onProgress?.({
      phase: 'states',
      distinctStates: table.count,
      generatedStates: generated,
      queuedStates: table.count - Math.max(0, current),
      depth,
    });
    if (options.maxMilliseconds !== undefined && performance.now() > end) {
      giveUp(`not done after ${options.maxMilliseconds} ms and ${table.count} distinct states`);
    }
    const heap = heapStatistics();
    // A table that is full is copied to one of twice its size.
    if ((tableBytes(table) + (edges?.targets.items.byteLength ?? 0)) * 1.5 > (options.maxBytes ?? MAX_TABLE_BYTES)) {
      giveUp(`the ${table.count} distinct states take too much memory`);
    }
    if (heap.used_heap_size > heap.heap_size_limit * MAX_HEAP_SHARE) {
      giveUp(`the values of ${table.count} distinct states fill the memory of the process`);
    }
  };

  const accept = (): void => {
    if ((generated & 0x3fff) === 0) lookUp();
    refuseRules(model.store, buffer, runtime.variables);
    let inModel = true;
    phase = 'judge';
    const wanting = witnessingStates.wanting();
    if (judgingAll || wanting) {
      present();
      for (let i = 0; i < nConstraints && inModel; i++) inModel = formulas[i]!();
      if (wanting && inModel) witnessingStates.judge(formulas, nChecks);
    }
    if (steps && current >= 0) {
      phase = 'step';
      program.loadNext(buffer, 0);
      for (let i = 0; i < nActionConstraints && inModel; i++) inModel = stepFormulas[i]!();
      phase = 'judge';
    }
    let index = -1;
    let exactAt = -1;
    let fresh = true;
    if (inModel) {
      const before = table.count;
      let keyRow = buffer;
      if (viewed !== undefined) {
        if (symmetry === null) key[0] = viewed();
        else {
          // TLC looks at the view of the state that stands for those that symmetry takes for one.
          canonicalRow(symmetry, buffer, canonical);
          judge.load(canonical, 0);
          key[0] = viewed();
          judge.load(buffer, 0);
        }
        keyRow = key;
      } else if (symmetry !== null && exact !== null) {
        // A row that was met before needs no key.
        const rows = exact.count;
        exactAt = addState(exact, buffer, buffer, -1);
        if (exact.count === rows) index = exactIndex[exactAt]!;
        else canonicalKey(symmetry, buffer, key);
        keyRow = key;
      }
      if (index < 0) index = addState(table, buffer, keyRow, current);
      fresh = table.count > before;
      if (exact !== null && exactAt >= 0) exactIndex[exactAt] = index;
      if (edges !== null && current >= 0) addEdge(edges, index, buffer);
      if (symmetry !== null && exact !== null && fresh && table.count === ROWS_TO_ORDER_BY) {
        orderVariables(symmetry, exact.rows, exact.count);
        rekey(table, (row, own) => canonicalKey(symmetry, row, own));
      }
    }
    if (fresh) {
      if (!judgingAll && !wanting && nChecks > 0) present();
      for (let i = nConstraints; i < nChecks; i++) {
        const check = checks[i]!;
        if ((check.initially && current >= 0) || formulas[i]!()) continue;
        found = {
          outcome: check.as === 'property' && check.initially ? 'property' : 'invariant',
          name: check.name,
          last: index >= 0 ? index : current,
          extra: index >= 0 ? null : buffer.slice(0, width),
        };
        throw new Stop();
      }
      if (table.count > maxStates) giveUp(`more than ${maxStates} distinct states`);
    }
    if (steps && current >= 0) {
      phase = 'step';
      for (let i = nActionConstraints; i < nStepChecks; i++) {
        if (stepFormulas[i]!()) continue;
        const { name } = stepProperties[i - nActionConstraints]!;
        found = { outcome: 'property', name, last: current, extra: buffer.slice(0, width) };
        throw new Stop();
      }
      if (inModel && witnessingSteps.wanting()) witnessingSteps.judge(stepFormulas, nStepChecks);
    }
    phase = 'build';
  };

  runtime.emit = () => {
    generated++;
    accept();
  };
  const failed = (error: unknown): Diagnostic => {
    const row = buffer.slice();
    const stride = Math.max(1, width);
    switch (phase) {
      case 'judge':
        return evaluationError(model, judgeParts, error, (again) => {
          again.load(row, 0);
          for (const formula of again.formulas) formula();
          again.values[0]?.();
        });
      case 'step':
        return evaluationError(model, parts, error, (again) => {
          again.load(table.rows, current * stride);
          again.loadNext(row, 0);
          for (const formula of again.formulas) formula();
        });
      case 'build':
        return evaluationError(model, parts, error, (again) => {
          const { runtime: traced } = again;
          traced.emit = () =>
            refuseRules(model.store, traced.buffer, traced.variables, (index) => {
              const at = traced.assigned[index];
              if (at !== undefined) traced.stack.push(at);
            });
          if (current < 0) return again.init();
          again.load(table.rows, current * stride);
          again.next();
        });
    }
  };

  runtime.statistics = () =>
    new Map([
      ['distinct', table.count],
      ['generated', generated],
      ['diameter', depth],
      ['queue', table.count - Math.max(0, current + 1)],
    ]);
  judge.runtime.statistics = runtime.statistics;

  let failure: Diagnostic | null = null;
  try {
    program.init();
    const initialDistinct = table.count;
    initialStates = initialDistinct;
    depth = Math.min(1, generated);
    runtime.emit = (label) => {
      generated++;
      successors++;
      counts[label]!++;
      accept();
    };
    levelEnd = table.count;
    const checkDeadlock = options.deadlock ?? model.checkDeadlock;
    const stride = Math.max(1, width);
    if (model.behaviour.next === null) {
      // Without variables there is nothing to step to; with them TLC asks for a way on.
      if (width > 0 && table.count > 0) throw new SemanticFailure(noNext(model));
      if (edges !== null) for (let state = 0; state < table.count; state++) startEdges(edges, state);
    } else {
      for (current = 0; current < table.count; current++) {
        if (current === levelEnd) {
          depth++;
          levelEnd = table.count;
        }
        runtime.level = depth;
        successors = 0;
        if (edges !== null) startEdges(edges, current);
        program.clearNext();
        program.load(table.rows, current * stride);
        program.next();
        if (successors === 0 && checkDeadlock) {
          found = { outcome: 'deadlock', name: null, last: current, extra: null };
          throw new Stop();
        }
      }
    }
  } catch (error) {
    if (!(error instanceof Stop)) {
      if (!isModelError(error)) throw error;
      failure = failed(error);
      // TLC counts a successor that lacks a variable too.
      if (failure.code === 'tla/incomplete-state') generated++;
      // A state that cannot be judged is the last of the way to the error; one that cannot be built is none.
      const extra = phase === 'build' ? null : buffer.slice(0, width);
      found = { outcome: 'error', name: null, last: current, extra };
    }
  }
  const violation = found as {
    outcome: CheckOutcome;
    name: string | null;
    last: number;
    extra: Int32Array | null;
  } | null;
  const coverage: { [action: string]: number } = {};
  program.labels.forEach((label, i) => {
    if (label.name === 'Init' && counts[i] === 0) return;
    coverage[label.name] = (Object.hasOwn(coverage, label.name) ? coverage[label.name]! : 0) + counts[i]!;
  });
  const result: Exploration = {
    outcome: limit !== null ? 'error' : (violation?.outcome ?? 'ok'),
    name: violation?.name ?? null,
    initialStates,
    distinctStates: table.count,
    generatedStates: generated,
    // As TLC counts: a level is reached with the first state that is found on it, expanded or not.
    depth: table.count > levelEnd ? depth + 1 : depth,
    coverage,
    trace: violation === null ? [] : traceTo(model, table, violation.last, violation.extra),
    loopsTo: null,
    error: failure ?? limit,
    warnings: warningsOf(model),
  };
  const witnessed = new Map(
    model.possible.map((one) => {
      const state = stateWitnesses.indexOf(one);
      return [one, state < 0 ? witnessingSteps.counts[stepWitnesses.indexOf(one)]! : witnessingStates.counts[state]!];
    }),
  );
  return { model, table, edges, program, parts, witnessed, result };
}

/** The states from an initial one to `last`, and `extra` after it, each with the action that led to it. */
export function traceTo(model: TlaModel, table: StateTable, last: number, extra: Int32Array | null): TraceState[] {
  const stride = Math.max(1, table.width);
  const rows: Int32Array[] = [];
  for (let index = last; index >= 0; index = table.parents[index]!) {
    rows.unshift(table.rows.slice(index * stride, index * stride + table.width));
  }
  if (extra !== null) rows.push(extra);
  return labelledTrace(model, rows, null);
}

/** Names the actions between states that follow one another, and shows each state as ALIAS says. */
export function labelledTrace(model: TlaModel, rows: readonly Int32Array[], loopsTo: number | null): TraceState[] {
  const program = compileProgram(
    model.spec,
    model.store,
    model.analysis,
    { next: model.behaviour.next },
    { labelled: true },
  );
  const { runtime } = program;
  const states: TraceState[] = [];
  rows.forEach((row, i) => {
    let action: string | null = null;
    let args: JsonObject = {};
    const before = rows[i - 1];
    if (before !== undefined) {
      let known = false;
      runtime.emit = (label, values) => {
        if (known || !row.every((value, j) => runtime.buffer[j] === value)) return;
        known = true;
        const { name, parameters } = program.labels[label]!;
        action = name;
        args = recordOf(parameters.map((parameter, j) => [parameter, toItf(model.store, values[j]!)]));
      };
      program.clearNext();
      program.load(before, 0);
      try {
        program.next();
      } catch (error) {
        // The search got past this state before; what fails now is another action's business.
        if (!isModelError(error)) throw error;
      }
    }
    states.push({ action, args, state: stateOf(model, row) });
  });
  if (model.alias === null) return states;
  const plain = states.map(({ state }) => state);
  const shown = aliasedStates(model, rows, plain, loopsTo);
  return states.map((one, index) => ({ ...one, shown: shown[index]! }));
}

/** A state as variable name to ITF value. */
export function stateOf(model: TlaModel, row: ArrayLike<Value>): JsonObject {
  return recordOf(model.spec.variables.map((variable, i) => [variable.name, toItf(model.store, row[i]!)]));
}
