import type { Diagnostic, Result } from '../diagnostics/diagnostic.ts';
import type { TraceEvent, TraceHeader } from '../trace/event.ts';
import type { Json } from '../trace/json.ts';
import type { Claim, Outcome, PredicateInfo } from './claim.ts';
import type { AtomReport, BoundHit, Change, Choice, GuardInfo, Refusal, Step } from './state-machine.ts';

/** What a step did in a recorded fold. Only kept when the fold is told to record. */
export interface StepRecord {
  /** Number of the step, from 1. */
  readonly step: number;
  /** `seq` of the event that it came from; null where the steps were given directly. */
  readonly event: number | null;
  readonly action: Step;
  /** `tolerated`: refused, and the fold stayed where it was (design section 5, "Refused steps"). */
  readonly result: 'taken' | 'tolerated' | 'refused' | 'error';
  readonly changes: readonly Change[];
  readonly refusals: readonly Refusal[];
  /** What chose what the step did, worked out when it is asked for; absent where the model cannot tell. */
  readonly choices?: () => readonly Choice[];
}

/** Why a trace is no behaviour of the model: the first step that no candidate state allows. */
export interface Divergence {
  readonly step: number;
  readonly event: number | null;
  readonly action: Step;
  readonly refusals: readonly Refusal[];
  readonly bounds: readonly BoundHit[];
}

/** The system and the model disagree on a guard: what was seen to happen, and what the model's own definition says. */
export interface Disagreement {
  readonly step: number;
  readonly event: number | null;
  readonly guard: string;
  readonly observed: boolean;
  readonly model: boolean | 'error';
  /** The limit of the model that its definition ran into: it limits the model, so what the definition says may be no rule of the system. */
  readonly limit?: string;
}

/** What folding a trace says about it. Same model, same trace: same bytes. */
export interface Verdict {
  readonly model: string;
  readonly outcome: Outcome;
  /** In the order of the model's predicates, then of their bindings. */
  readonly claims: readonly Claim[];
  readonly events: number;
  readonly steps: number;
  /** Set if the trace stopped being a behaviour of the model. */
  readonly divergence: Divergence | null;
  /** Limits of the model that were run into, first hit of each. */
  readonly bounds: readonly (BoundHit & { readonly step: number; readonly event: number | null })[];
  /** First disagreement for each guard. */
  readonly disagreements: readonly Disagreement[];
  /** Goals that were watched, in order. */
  readonly goals: readonly GoalReport[];
  /** Refused steps after which the fold stayed where it was: the attack being stopped. */
  readonly tolerated: readonly StepRecord[];
  /** Present if the fold recorded. */
  readonly run?: RunRecord;
  /** Present if the fold explained: by failed invariant, the atoms that decided it in the state that failed, false ones first. */
  readonly atoms?: ReadonlyMap<string, readonly AtomReport[]>;
  readonly errors: readonly Diagnostic[];
}

/** Whether a goal was reached: some state after the first satisfies it and the first does not (design section 5). */
export interface GoalReport {
  readonly goal: string;
  readonly reached: boolean;
  readonly initially: boolean;
  /** Step that reached it, from 1. */
  readonly step: number | null;
  /** First error of its evaluation, if it was never reached; a state where it cannot be evaluated does not reach it. */
  readonly error: Diagnostic | null;
}

/** The run of a state machine, step by step. */
export interface RunRecord {
  readonly initial: { readonly [variable: string]: Json };
  readonly steps: readonly StepRecord[];
  /** By failed invariant: the atoms that decided it in the state that failed, false ones first. */
  readonly atoms: ReadonlyMap<string, readonly AtomReport[]>;
}

/** A fold in progress: events in, one verdict out. Its memory does not grow with the trace unless it records. */
export interface Fold {
  event(event: TraceEvent): void;
  /** May be called once, after the last event. */
  verdict(): Verdict;
}

/** What a fold judges, and how much of the way it keeps. */
export interface FoldOptions {
  /** Predicates to judge; default: all. */
  readonly predicates?: readonly string[];
  /** Keep every step with its changes, for evidence. */
  readonly record?: boolean;
  /** Keep the atoms of failed invariants, without the steps. */
  readonly explain?: boolean;
  /** Goals to watch, by name or as an expression of the model's language. */
  readonly goals?: readonly string[];
}

/** Says which states are forbidden: a TLA+ module with its configuration, an EIO module, or a TypeScript `defineModel`. */
export interface Model {
  readonly kind: 'tla' | 'typescript' | 'eio';
  readonly name: string;
  readonly predicates: readonly PredicateInfo[];
  /** Values that the model itself says, such as the names of its phases: evidence may show them, whatever else it hides. */
  readonly names?: readonly string[];
  /** Names of the fields that the model's own states have: evidence may show them as keys. */
  readonly fields?: readonly string[];
  guards(): readonly GuardInfo[];
  /** The model with one guard removed; unknown names are an error with the nearest known one. */
  weaken(guard: string): Result<Model>;
  /** Why a text is no goal of this model; null if a fold can watch it. Absent: the model knows no goals. */
  goal?(text: string): Diagnostic | null;
  fold(header: TraceHeader, options?: FoldOptions): Result<Fold>;
}
