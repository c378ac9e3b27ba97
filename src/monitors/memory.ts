/** The newest entries of a run. What is no longer kept is counted, so that "it was not there" is never said of it. */
export interface Memory<T> {
  readonly kept: readonly T[];
  readonly forgotten: number;
}

export const EMPTY: Memory<never> = { kept: [], forgotten: 0 };

/** The memory with an entry more; at most `limit` entries are kept, the newest. */
export function remember<T>(memory: Memory<T>, entry: T, limit: number): Memory<T> {
  const kept = [...memory.kept, entry].slice(-limit);
  return { kept, forgotten: memory.forgotten + memory.kept.length + 1 - kept.length };
}

/** The memory without the entries that `gone` names; they were taken back, not forgotten. */
export function takeBack<T>(memory: Memory<T>, gone: (entry: T) => boolean): Memory<T> {
  return memory.kept.some(gone) ? { ...memory, kept: memory.kept.filter((entry) => !gone(entry)) } : memory;
}

/** The newest entry that `wanted` names; `forgotten` if there is none but one may have been forgotten. */
export function recall<T>(memory: Memory<T>, wanted: (entry: T) => boolean): T | 'forgotten' | undefined {
  return memory.kept.findLast(wanted) ?? (memory.forgotten > 0 ? 'forgotten' : undefined);
}
