import type { EventKind, EventOf } from '../trace/event.ts';
import type { Json, JsonObject } from '../trace/json.ts';
import type { Mitigation } from './claim.ts';
import type { Step } from './state-machine.ts';

/** Arguments that each shared guard takes after the context, by its name. */
export type GuardArguments = { readonly [guard: string]: readonly unknown[] };

/** The shared guards as actions and other guards call them; a guard that is weakened or assumed answers so here. */
export type GuardCalls<G extends GuardArguments> = { readonly [K in keyof G]: (...args: G[K]) => boolean };

export interface StateContext<S, C, G extends GuardArguments> {
  readonly state: S;
  readonly constants: C;
  readonly guards: GuardCalls<G>;
}

export interface ActionContext<S, C, G extends GuardArguments, P> extends StateContext<S, C, G> {
  readonly args: P;
}

/**
 * The values that a parameter may take: a list, or a function of the state and the constants, for searches and for steps that leave the
 * argument open; or {@link anything}. Annotate the parameter of a function, so that the argument's type can be inferred.
 */
export type Domain<T, S, C> =
  | readonly T[]
  | ((context: { readonly state: S; readonly constants: C }) => Iterable<T>)
  | Anything<T>;

/** A domain that cannot be listed; a step must give the argument. */
export interface Anything<T> {
  readonly anything: true;
  /** Whether a step may leave the argument out; it is then null. */
  readonly optional: boolean;
  /** Only for inference. */
  readonly example?: T;
}

/** Declares a parameter of a type without a list of its values: `{ call: anything<string>() }`. */
export function anything<T extends Json>(): Anything<T> {
  return { anything: true, optional: false };
}

/** As {@link anything}, for an argument that a step may leave out; it is then null. */
export function optional<T extends Json>(): Anything<T | null> {
  return { anything: true, optional: true };
}

export interface ActionDefinition<S, C, G extends GuardArguments, P> {
  readonly parameters?: { readonly [K in keyof P]: Domain<P[K], S, C> };
  /** Named conditions; all must hold for the step. Each can be weakened (`execute/allowed`) and assumed. */
  readonly guards?: { readonly [guard: string]: (context: ActionContext<S, C, G, P>) => boolean };
  /** The state after the step; a list where the model leaves it open. */
  next(context: ActionContext<S, C, G, P>): S | readonly S[];
}

/** `when ⇒ holds` in every state; a state where `when` is true exercises the invariant. */
export interface InvariantDefinition<S, C> {
  readonly description?: string;
  readonly risk?: string;
  readonly mitigations?: readonly Mitigation[];
  /** What it compares only stands in for what it means, such as words for consent; its claims say so. */
  readonly fidelity?: 'narrower';
  /** Event kinds without which it cannot be judged; default: all that `on` looks at. */
  readonly needs?: readonly EventKind[];
  when(context: { readonly state: S; readonly constants: C }): boolean;
  holds(context: { readonly state: S; readonly constants: C }): boolean;
  /** Values that show why it holds or not, for evidence. */
  show?(context: { readonly state: S; readonly constants: C }): JsonObject;
}

/** How events become steps. `null` and `[]` mean that the event is outside the model. */
export type EventMapping<A> = {
  readonly [K in EventKind]?: (event: EventOf<K>) => StepOf<A> | readonly StepOf<A>[] | null;
};

/** A step of one of the actions, with some or all of its arguments. */
export type StepOf<A> = {
  [K in keyof A & string]: Omit<Step, 'action' | 'args'> & {
    readonly action: K;
    readonly args?: { readonly [P in keyof A[K]]?: A[K][P] | undefined };
  };
}[keyof A & string];

/** A state machine written in TypeScript (design section 4). */
export interface ModelDefinition<S, C, G extends GuardArguments, A> {
  readonly name: string;
  readonly constants?: C;
  /**
   * Names of fields that functions outside of the definition give to states. Evidence shows a key of a state only if the definition says it;
   * any other could come from a trace.
   */
  readonly fields?: readonly string[];
  /**
   * Strings that functions outside of the definition set: names of states, outcomes, reasons. Evidence shows a string of a state only if the
   * definition says it; any other could come from a trace.
   */
  readonly words?: readonly string[];
  /** The initial state, or several. */
  initial(context: { readonly constants: C }): S | readonly S[];
  /** Conditions that several actions share, called as `guards.name(…)`; each can be weakened and assumed by its name. */
  readonly guards?: {
    readonly [K in keyof G]: (context: { readonly state: S; readonly constants: C }, ...args: G[K]) => boolean;
  };
  readonly actions: { readonly [K in keyof A]: ActionDefinition<S, C, G, A[K]> };
  readonly invariants: { readonly [invariant: string]: InvariantDefinition<S, C> };
  readonly goals?: { readonly [goal: string]: (context: { readonly state: S; readonly constants: C }) => boolean };
  /** Limits of the model, not of the system: false in a state means that the model lost track there. */
  readonly bounds?: { readonly [bound: string]: (context: { readonly state: S; readonly constants: C }) => boolean };
  readonly on?: EventMapping<A>;
}
