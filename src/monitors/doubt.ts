/**
 * How a question is answered that the trace leaves open: whether arguments that nobody recorded are those that were approved, and the like. An
 * inspection is made with the benefit of the doubt, and, where doubt was met, again without it: what comes out differently is unknown.
 */
export interface Doubt {
  readonly benefit: boolean;
  met: boolean;
}

/** A yes that counts in favour of what was done, and is not known. */
export function inFavour(doubt: Doubt): boolean {
  doubt.met = true;
  return doubt.benefit;
}

/** A yes that counts against what was done, and is not known. */
export const against = (doubt: Doubt): boolean => !inFavour(doubt);

/** Every doubt counts in favour: what a gateway would do by itself. */
export const favourably = (): Doubt => ({ benefit: true, met: false });

/** The first answer that rests on nothing open, else the first that may. */
export function certainFirst<T>(find: (doubt: Doubt) => T | undefined, doubt: Doubt): T | undefined {
  const certain: Doubt = { benefit: false, met: false };
  const found = find(certain);
  // Where nothing was open, a second look would find the same.
  return found === undefined && certain.met ? find(doubt) : found;
}

/** What an inspection comes to: one finding, or two where the trace leaves it open. */
export function findings<T>(inspect: (doubt: Doubt) => T): readonly [T] | readonly [T, T] {
  const doubt: Doubt = { benefit: true, met: false };
  const best = inspect(doubt);
  return doubt.met ? [best, inspect({ benefit: false, met: false })] : [best];
}
