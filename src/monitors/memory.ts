/** The newest entries of a run. What is no longer kept is counted, so that "it was not there" is never said of it. */
export interface Memory<T> {
  readonly kept: readonly T[];
  readonly forgotten: number;
}

export const EMPTY: Memory<never> = { kept: [], forgotten: 0 };

/** A copy, to look through: V8 is twenty times slower with the methods of a frozen list, and those of a state are frozen. */
export const thawed = <T>(list: readonly T[]): T[] => [...list];

/** The list with an entry more at its end, without the oldest where it would have more than `limit`. */
export function newest<T>(list: readonly T[], entry: T, limit: number): readonly T[] {
  const all = [...list, entry];
  return all.length > limit ? all.slice(all.length - limit) : all;
}

/** The memory with an entry more; at most `limit` entries are kept, the newest. */
export function remember<T>(memory: Memory<T>, entry: T, limit: number): Memory<T> {
  const kept = newest(memory.kept, entry, limit);
  return { kept, forgotten: memory.forgotten + memory.kept.length + 1 - kept.length };
}

/** The memory without the entries that `gone` names; they were taken back, not forgotten. */
export function takeBack<T>(memory: Memory<T>, gone: (entry: T) => boolean): Memory<T> {
  return thawed(memory.kept).some(gone)
    ? { ...memory, kept: thawed(memory.kept).filter((entry) => !gone(entry)) }
    : memory;
}

/** The entry that `wanted` names, if it is kept. */
export const findKept = <T>(memory: Memory<T>, wanted: (entry: T) => boolean): T | undefined =>
  thawed(memory.kept).find(wanted);

/** The newest entry that `wanted` names; `forgotten` if there is none but one may have been forgotten. */
export function recall<T>(memory: Memory<T>, wanted: (entry: T) => boolean): T | 'forgotten' | undefined {
  return thawed(memory.kept).findLast(wanted) ?? (memory.forgotten > 0 ? 'forgotten' : undefined);
}
