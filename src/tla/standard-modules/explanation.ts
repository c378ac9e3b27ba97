import type { Value } from '../values/store.ts';

/** One part of a refused formula: its place, and a function that computes its value. */
export type RefusedPart = readonly [site: number, value: () => Value];

/** What a part has to be for the formula to hold; otherwise why it is only context. */
type Need = boolean | 'either' | 'condition' | 'premise';

/** How the value of a part bears on the part around it; the number stands in generated code. */
export const PLACES = { same: 0, negated: 1, either: 2, condition: 3, premise: 4 } as const;

/** A part of a formula that has its share in the formula's value. */
export interface ToldPart {
  readonly site: number;
  readonly holds: boolean;
  readonly parts: readonly RefusedPart[];
  readonly bindings: readonly (readonly [name: number, value: Value])[];
  /** `blamed`: it is what it must not be. `condition`: it chose what was asked. `premise`: it made the formula ask. */
  role: 'blamed' | 'condition' | 'premise';
}

/** Keeps what evaluation tells of a formula's parts, and of that only what decided. */
export interface Explanation {
  readonly told: readonly ToldPart[];
  /** Forgets everything: a formula is about to be evaluated, and what is told is why it is not what it has to be. */
  begin(hasToBe?: boolean): void;
  /** A part is about to be evaluated; gives a number for {@link close}. Parts inside an atom tell nothing. */
  open(place: number, atom: boolean): number;
  close(opened: number, part: Omit<ToldPart, 'role'>): void;
}

const MAX_TOLD = 200;

interface Frame {
  readonly need: Need;
  readonly atom: boolean;
  readonly muted: boolean;
  /** How many parts were told before it. */
  readonly from: number;
}

export function createExplanation(): Explanation {
  const told: ToldPart[] = [];
  const frames: Frame[] = [];
  let wholeNeed = true;
  const tell = (part: Omit<ToldPart, 'role'>, role: ToldPart['role']): void => {
    if (told.length < MAX_TOLD) told.push({ ...part, role });
  };
  return {
    told,
    begin: (hasToBe = true) => {
      wholeNeed = hasToBe;
      told.length = 0;
      frames.length = 0;
    },
    open: (place, atom) => {
      const around = frames.at(-1);
      const muted = around !== undefined && (around.muted || around.atom);
      frames.push({ need: needOf(around?.need ?? wholeNeed, place), atom, muted, from: told.length });
      return frames.length - 1;
    },
    close: (opened, part) => {
      const frame = frames[opened];
      // What an exception left open inside goes with it.
      frames.length = Math.min(frames.length, opened);
      if (frame === undefined || frame.muted) return;
      const { need, from } = frame;
      if (need === part.holds) {
        told.length = Math.min(told.length, from);
        return;
      }
      const role = need === 'premise' || need === 'condition' ? need : 'blamed';
      if (frame.atom || told.length <= from) {
        tell(part, role);
        return;
      }
      if (role !== 'blamed' || told.slice(from).some((one) => one.role === 'blamed')) return;
      // `IF c THEN FALSE ELSE …`: nothing but the condition is to blame.
      for (const one of told.slice(from)) one.role = 'blamed';
    },
  };
}

function needOf(around: Need, place: number): Need {
  if (around === 'premise' || around === 'condition') return around;
  switch (place) {
    case PLACES.premise:
      return 'premise';
    case PLACES.condition:
      return 'condition';
    case PLACES.either:
      return 'either';
    case PLACES.negated:
      return typeof around === 'boolean' ? !around : around;
    default:
      return around;
  }
}
