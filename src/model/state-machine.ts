import type { Diagnostic, Result, Span } from '../diagnostics/diagnostic.ts';
import type { Json, JsonObject } from '../trace/json.ts';
import type { PredicateInfo } from './claim.ts';
import type { Phrase } from './phrase.ts';

/**
 * One move of a state machine (design section 4): an action with some or all of its arguments. `assume` gives the observed value of
 * a guard, which replaces the model's own definition for that step.
 */
export interface Step {
  readonly action: string;
  /** By parameter name; a parameter that is left out may take any value of its domain. */
  readonly args?: JsonObject;
  readonly assume?: { readonly [guard: string]: boolean };
  /** Variables whose value after the step was seen; the fold keeps only the successors that agree. Not read by a machine's `step`. */
  readonly observed?: JsonObject;
}

/** A named boolean part of a model that can refuse a step. */
export interface GuardInfo {
  /** Stable path: `ApprovalOk`, `MayExecute/approvalOk`, `HumanApprove/1`. */
  readonly path: string;
  readonly kind: 'operator' | 'definition' | 'conjunct' | 'atom';
  /** The guard's formula on one line, or its name where the model is code. */
  readonly text: string;
  readonly at?: Span;
}

export interface ActionInfo {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly at?: Span;
}

/** A guard part that was false where the step needed it, with the values in it. */
export interface Refusal {
  readonly guard: string;
  /** The false formula and the values of its parts, as they stood. */
  readonly text: Phrase;
  readonly at?: Span;
  /** Which of its atoms made it false, where it is not one itself. */
  readonly atoms?: readonly AtomReport[];
}

/**
 * A limit of the model that a step ran into: a comparison with an integer constant of the configuration (`Len(executed) < MaxExecLen`)
 * that came out false. It limits the model, not the system under test, so it is reported and never passed over (design section 4).
 */
export interface BoundHit {
  /** Name of the constant. */
  readonly bound: string;
  readonly text: Phrase;
  readonly at?: Span;
  /** Nobody said that the constant limits the model: it might as well be a rule of the system. */
  readonly guessed?: true;
}

/** What became of a guard that was assumed: the observed value beside the one that the model's own definition has. */
export interface AssumptionReport {
  readonly guard: string;
  readonly assumed: boolean;
  readonly own: boolean | 'error';
  /** Names of limits of the model ({@link BoundHit}) that its own definition ran into, which decide nothing where it was assumed. */
  readonly limits?: readonly string[];
}

export type StepOutcome<S> =
  /** `successors` are distinct and at least one. */
  | {
      readonly kind: 'taken';
      readonly successors: readonly S[];
      readonly bounds: readonly BoundHit[];
      readonly assumptions: readonly AssumptionReport[];
    }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[]; readonly bounds: readonly BoundHit[] }
  | { readonly kind: 'error'; readonly error: Diagnostic };

export type PredicateOutcome =
  /** `exercised`: the evaluation reached an atom under its last implication or inside its quantifiers (design section 5). */
  | { readonly kind: 'decided'; readonly holds: boolean; readonly exercised: boolean }
  | { readonly kind: 'error'; readonly error: Diagnostic };

/** An atom of a formula, with the values that made it true or false; quantified variables are bound in `bindings`. */
export interface AtomReport {
  readonly text: Phrase;
  /** Whether it is as the formula needs it: of `~P`, `P` must be false. */
  readonly holds: boolean;
  readonly bindings: JsonObject;
  readonly at?: Span;
}

/** A condition of IF or CASE that chose what a taken step did, with the values that it came from. */
export interface Choice {
  readonly text: Phrase;
  readonly holds: boolean;
  /** Bound variables around it. */
  readonly bindings: JsonObject;
  readonly at?: Span;
  /** Which of its atoms made it what it was, where it is not one itself. */
  readonly atoms: readonly AtomReport[];
}

/** A predicate over states, from text (`reaches: Len(executed) = 1`) or from code. */
export interface StatePredicate<S> {
  readonly text: string;
  holds(state: S): PredicateOutcome;
}

export type Weakening = 'remove' | 'negate' | 'looser' | 'tighter';

/**
 * A state machine: what the fold, the search and the trio ask of a model, whatever language it is written in. Pure and immutable;
 * states may be shared between a machine and its variants (`weaken`, `assume`, `withConstants` of the same model).
 */
export interface StateMachine<S = unknown> {
  readonly kind: 'tla' | 'typescript';
  readonly name: string;
  readonly variables: readonly string[];
  readonly actions: readonly ActionInfo[];
  /** The invariants of the configuration, in its order. */
  readonly invariants: readonly PredicateInfo[];
  /** Named goals that `reaches` may cite; TLA+ models have none and take expressions. */
  readonly goals: readonly string[];
  /** Names of the integer constants that {@link BoundHit} can name. */
  readonly bounds: readonly string[];
  guards(): readonly GuardInfo[];
  /** Initial states; at least one, or an error that says why there is none. Checks the model's assumptions first. */
  initial(): Result<readonly S[]>;
  /**
   * Every state that the step can lead to from `state`. An unknown action or argument name is a diagnostic of {@link checkStep}, not of
   * this function. Refusals are told by an explaining re-evaluation, so a refused step may cost more than a taken one.
   */
  step(state: S, step: Step): StepOutcome<S>;
  /** The conditions that chose what a step from `before` to `after` did. Evaluates the step once more: for evidence. */
  choices?(before: S, step: Step, after: S): readonly Choice[];
  /** Whether action, argument and guard names exist, with the nearest known name where not; null if all is well. */
  checkStep(step: Step): Diagnostic | null;
  invariant(state: S, name: string): PredicateOutcome;
  /** The atoms that decide an invariant in a state, false ones first. */
  explain(state: S, invariant: string): readonly AtomReport[];
  /** A goal by name, or an expression in the model's own language. */
  predicate(text: string): Result<StatePredicate<S>>;
  /** Identity of a state: equal keys, equal states. */
  key(state: S): string | number;
  /** The state for people and records: variable name to value (ITF encoding for TLA+). */
  observe(state: S): JsonObject;
  /** The machine with one guard part replaced; states stay interchangeable. */
  weaken(guard: string, how?: Weakening): Result<StateMachine<S>>;
  /** Every step of every action from a state, for searches; an error if a domain cannot be enumerated. */
  successors(state: S): Result<readonly { readonly step: Step; readonly state: S }[]>;
}

/** How one variable changed in a step. */
export interface Change {
  readonly variable: string;
  readonly before: Json;
  readonly after: Json;
}
