/** 0 constant, 1 of a state, 2 of a step, 3 of a behaviour, as in "Specifying Systems", section 17.2. */
export type Level = 0 | 1 | 2 | 3;

export const LEVEL_WORDS = [
  'a constant expression',
  'a formula of one state',
  'a formula of a step',
  'a temporal formula',
] as const;

/**
 * What something else will stand for: a parameter of a definition, a constant or variable of a module that is instantiated. What it is
 * used for is written down while the formulas are checked that use it, and holds of whatever stands for it later.
 */
export interface Placeholder {
  /** The highest level of what may stand for it. */
  highest: Level;
  /** Whether it stands under a prime or a temporal operator: what stands for it is asked about in other states too. */
  inOtherStates: boolean;
  /** For an operator, argument by argument: the level of what it is applied to, and the placeholders that this depends on. */
  readonly applied: readonly { level: Level; readonly to: Set<Placeholder> }[];
}

/** The level of a formula, and the placeholders that raise it when what stands for them has a higher one. */
export interface Leveled {
  readonly level: Level;
  readonly of: ReadonlySet<Placeholder>;
}

const NONE: ReadonlySet<Placeholder> = new Set();

const alone = (level: Level): Leveled => ({ level, of: NONE });

/** One for each level, with no placeholders. */
export const LEVELS = [alone(0), alone(1), alone(2), alone(3)] as const;

export const placeholder = (arity: number, highest: Level = 3): Placeholder => ({
  highest,
  inOtherStates: false,
  applied: Array.from({ length: arity }, () => ({ level: 0, to: new Set<Placeholder>() })),
});

export const higher = (a: Level, b: Level): Level => (a > b ? a : b);

/** The level of a formula with two parts. Sets are shared, not copied, where one holds the other: most formulas have few placeholders. */
export function join(a: Leveled, b: Leveled): Leveled {
  if (a === b || (b.level <= a.level && covers(a.of, b.of))) return a;
  if (a.level <= b.level && covers(b.of, a.of)) return b;
  const of = covers(a.of, b.of) ? a.of : covers(b.of, a.of) ? b.of : new Set([...a.of, ...b.of]);
  return { level: higher(a.level, b.level), of };
}

function covers(large: ReadonlySet<Placeholder>, small: ReadonlySet<Placeholder>): boolean {
  if (small.size > large.size) return false;
  for (const one of small) if (!large.has(one)) return false;
  return true;
}

export const joinAll = (parts: readonly Leveled[]): Leveled => parts.reduce(join, LEVELS[0]);

/** Only what is at most of this level may stand for the placeholders of a formula. */
export function restrict({ of }: Leveled, highest: Level): void {
  for (const one of of) if (one.highest > highest) one.highest = highest;
}

/** The formula stands under a prime or a temporal operator. */
export function inOtherStates({ of }: Leveled): void {
  for (const one of of) one.inOtherStates = true;
}

/** A formula with other formulas in the place of its placeholders. */
export function replaced(formula: Leveled, by: ReadonlyMap<Placeholder, Leveled>): Leveled {
  let result: Leveled = { level: formula.level, of: NONE };
  for (const one of formula.of) result = join(result, by.get(one) ?? { level: 0, of: new Set([one]) });
  return result;
}

/** A formula without some of its placeholders. */
export function without(formula: Leveled, some: readonly Placeholder[]): Leveled {
  if (!some.some((one) => formula.of.has(one))) return formula;
  return { level: formula.level, of: new Set([...formula.of].filter((one) => !some.includes(one))) };
}
