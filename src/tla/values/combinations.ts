import { setOfAscending } from './listed-sets.ts';
import type { Store, Value } from './store.ts';

/** Every way to choose one value from each list, the last list turning fastest; each choice is a fresh array. */
export function forEachChoice(lists: readonly (readonly Value[])[], visit: (values: Value[]) => boolean): void {
  if (lists.some((list) => list.length === 0)) return;
  const at = lists.map(() => 0);
  for (;;) {
    if (!visit(lists.map((list, i) => list[at[i]!]!))) return;
    let i = lists.length - 1;
    while (i >= 0 && ++at[i]! === lists[i]!.length) at[i--] = 0;
    if (i < 0) return;
  }
}

/** Subsets by size, and within a size in lexical order of the elements: TLC's order on sets. */
export function forEachSubset(store: Store, all: readonly Value[], visit: (value: Value) => boolean): void {
  const n = all.length;
  for (let size = 0; size <= n; size++) {
    const chosen = Array.from({ length: size }, (_, i) => i);
    for (;;) {
      if (
        !visit(
          setOfAscending(
            store,
            chosen.map((i) => all[i]!),
          ),
        )
      ) {
        return;
      }
      let i = size - 1;
      while (i >= 0 && chosen[i] === n - size + i) i--;
      if (i < 0) break;
      chosen[i]!++;
      for (let j = i + 1; j < size; j++) chosen[j] = chosen[j - 1]! + 1;
    }
  }
}
