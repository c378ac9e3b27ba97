import { type Diagnostic, ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { StateMachine, Step, Weakening } from '../../model/state-machine.ts';
import { switchboard } from '../../tla/machine/switchboard.ts';
import type { TlaMachine } from '../../tla/machine/tla-machine.ts';
import { alphabetOf, type ParameterValues } from '../alphabet.ts';
import type { Move } from '../search.ts';

export interface MovesFrom<S> {
  readonly moves: readonly Move<S>[];
  /** By guard number, what each guard said by itself: 0 not asked, 1 true, 2 false, 3 both. Null if the machine cannot tell. */
  readonly seen: Uint8Array | null;
  readonly error: Diagnostic | null;
}

/** A machine with some guards replaced, as a search sees it. */
export interface Variant<S> {
  readonly machine: StateMachine<S>;
  moves(state: S): MovesFrom<S>;
  /** The first invariant that is false in the state; null if all hold. */
  violated(state: S): string | null | { readonly error: Diagnostic };
}

/** A machine whose variants are cheap to make and share its states. */
export interface Variants<S> {
  readonly base: StateMachine<S>;
  /** Paths of the guards; their index is the guard's number. */
  readonly paths: readonly string[];
  readonly original: Variant<S>;
  variant(guard: string, how: Weakening): Result<Variant<S>>;
  /** With every guard removed. */
  unguarded(): Variant<S>;
  /** Value that removing the guard gives it. */
  removal(guard: number): boolean;
  /** Every step worth trying; empty where the machine can tell by itself what its guards say. */
  readonly candidates: readonly Step[];
}

const known = new WeakMap<StateMachine, Result<Variants<never>>>();

/**
 * The variants of a machine. TLA+ is compiled once with all guards on switches; other machines make a variant of their own for each.
 * `values` lists values for parameters that the model leaves open.
 */
export function variantsOf<S>(machine: StateMachine<S>, values: ParameterValues = {}): Result<Variants<S>> {
  if (!isTla(machine)) return listedVariants(machine, values);
  const before = known.get(machine as StateMachine);
  if (before !== undefined) return before as unknown as Result<Variants<S>>;
  const made = switchedVariants(machine) as unknown as Result<Variants<S>>;
  known.set(machine as StateMachine, made as unknown as Result<Variants<never>>);
  return made;
}

const isTla = (machine: unknown): machine is TlaMachine =>
  (machine as StateMachine).kind === 'tla' && 'table' in (machine as object);

function switchedVariants(base: TlaMachine): Result<Variants<number>> {
  const made = switchboard(base);
  if (!made.ok) return made;
  const board = made.value;
  const paths = board.guards.map(({ path }) => path);
  const under = (settings: Uint8Array): Variant<number> => ({
    machine: board.machine(settings),
    moves: (state) => board.moves(state, settings),
    violated: (state) => board.violated(state),
  });
  return ok({
    base,
    paths,
    candidates: [],
    original: under(new Uint8Array(paths.length)),
    variant: (guard, how) => {
      const settings = board.settings([[guard, how]]);
      return settings.ok ? ok(under(settings.value)) : settings;
    },
    unguarded: () => under(Uint8Array.from(board.guards, ({ removal }) => (removal === 'true' ? 1 : 2))),
    removal: (guard) => board.guards[guard]!.removal === 'true',
  });
}

function listedVariants<S>(base: StateMachine<S>, values: ParameterValues): Result<Variants<S>> {
  let alphabet: readonly Step[] | null = null;
  if (Object.keys(values).length > 0) {
    const listed = alphabetOf(base as StateMachine, values);
    if (!listed.ok) return listed;
    alphabet = listed.value;
  }
  const under = (machine: StateMachine<S>): Variant<S> => ({
    machine,
    moves: (state) => {
      const moves: Move<S>[] = [];
      if (alphabet === null) {
        const found = machine.successors(state);
        if (!found.ok) return { moves, seen: null, error: found.errors[0] };
        for (const { step, state: next } of found.value) moves.push({ state: next, step: () => step });
        return { moves, seen: null, error: null };
      }
      for (const step of alphabet) {
        const outcome = machine.step(state, step);
        if (outcome.kind === 'error') return { moves, seen: null, error: outcome.error };
        if (outcome.kind === 'taken')
          for (const next of outcome.successors) moves.push({ state: next, step: () => step });
      }
      return { moves, seen: null, error: null };
    },
    violated: (state) => {
      for (const { id } of machine.invariants) {
        const outcome = machine.invariant(state, id);
        if (outcome.kind === 'error') return { error: outcome.error };
        if (!outcome.holds) return id;
      }
      return null;
    },
  });
  const paths = base.guards().map(({ path }) => path);
  return ok({
    base,
    paths,
    candidates: alphabet ?? base.actions.map(({ name }) => ({ action: name })),
    original: under(base),
    variant: (guard, how) => {
      const weakened = base.weaken(guard, how);
      return weakened.ok ? ok(under(weakened.value)) : weakened;
    },
    unguarded: () =>
      under(
        paths.reduce((machine, path) => {
          const weaker = machine.weaken(path);
          return weaker.ok ? weaker.value : machine;
        }, base),
      ),
    removal: () => true,
  });
}
