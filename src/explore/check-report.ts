import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Json, JsonObject } from '../trace/json.ts';

/** How a check ended; `error` is "could not be checked", never "holds". */
export type CheckOutcome = 'ok' | 'invariant' | 'property' | 'deadlock' | 'assumption' | 'error';

/** One state of a counterexample. */
export interface CheckStep {
  /** The action that led here; null for the initial state. */
  readonly action: string | null;
  /** The arguments of the action, where the engine knows them. */
  readonly args?: JsonObject;
  /** Variable name to value in ITF encoding. */
  readonly state: { readonly [variable: string]: Json };
  /** What the configuration's ALIAS makes of the state, to be shown in its place. */
  readonly shown?: JsonObject;
}

/** What a check of a specification found, the same object for every engine. Numbers are 0 where the engine did not come to count. */
export interface CheckReport {
  readonly outcome: CheckOutcome;
  /** The violated invariant or property; null where there is none, or where the engine does not name it. */
  readonly name: string | null;
  readonly initialStates: number;
  readonly distinctStates: number;
  readonly generatedStates: number;
  /**
   * Number of states on the longest of the shortest paths from an initial state to the states found, as every engine counts: where a search
   * stopped early, to those found until then, a state outside of a constraint not among them.
   */
  readonly depth: number;
  /** Action name to the number of states that it generated. */
  readonly coverage: { readonly [action: string]: number };
  /** Empty where the verdict has no counterexample. */
  readonly trace: readonly CheckStep[];
  /** Index in `trace`, from 0, of the state that follows the last one; null where the trace is no lasso. */
  readonly loopsTo: number | null;
  readonly error: Diagnostic | null;
  /** What is odd about the model or the question, whatever the verdict. */
  readonly warnings: readonly Diagnostic[];
}

/** A report of nothing found in no states. */
export const EMPTY_REPORT = {
  outcome: 'ok',
  name: null,
  initialStates: 0,
  distinctStates: 0,
  generatedStates: 0,
  depth: 0,
  coverage: {},
  trace: [],
  loopsTo: null,
  error: null,
  warnings: [],
} as const satisfies CheckReport;

/** A report that says only why there is no verdict. */
export const failedReport = (error: Diagnostic): CheckReport => ({ ...EMPTY_REPORT, outcome: 'error', error });
