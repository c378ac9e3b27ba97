import type { TlaModel } from '../tla/semantics/model.ts';
import { compileProgram } from '../tla/semantics/program.ts';
import { entriesOf, functionOf, isFunction } from '../tla/values/functions.ts';
import { elements, setOf, tuple } from '../tla/values/sets.ts';
import { hasKind, INDEX, isInteger, isLazy, itemsOf, Kind, type Store, type Value } from '../tla/values/store.ts';

/** The permutations of model values under which a model looks the same. */
export interface Symmetry {
  readonly store: Store;
  readonly width: number;
  /** Each with the images of the stored values met so far, by entry. */
  readonly permutations: readonly Value[][];
  readonly candidate: Int32Array;
}

const MAX_PERMUTATIONS = 5040;

/** Reads SYMMETRY: the group that its permutations generate, without the identity; null if the configuration has none. */
export function symmetriesOf(model: TlaModel): Symmetry | null {
  if (model.symmetry === null) return null;
  const { store } = model;
  const program = compileProgram(model.spec, store, model.analysis, { values: [model.symmetry] });
  const given = elements(store, program.values[0]!()).map((permutation) => new Map(entriesOf(store, permutation)));
  const identity = (map: ReadonlyMap<Value, Value>): boolean => [...map].every(([from, to]) => from === to);
  const keyOf = (map: ReadonlyMap<Value, Value>): string =>
    [...map]
      .filter(([from, to]) => from !== to)
      .sort((a, b) => a[0] - b[0])
      .join(';');
  const group = new Map<string, Map<Value, Value>>();
  const generators = given.filter((map) => !identity(map));
  let edge = generators;
  for (const map of generators) group.set(keyOf(map), map);
  while (edge.length > 0 && group.size <= MAX_PERMUTATIONS) {
    const next: Map<Value, Value>[] = [];
    for (const a of edge) {
      for (const b of generators) {
        const composed = new Map<Value, Value>();
        for (const from of new Set([...a.keys(), ...b.keys()])) {
          const middle = a.get(from) ?? from;
          composed.set(from, b.get(middle) ?? middle);
        }
        const key = keyOf(composed);
        if (identity(composed) || group.has(key)) continue;
        group.set(key, composed);
        next.push(composed);
      }
    }
    edge = next;
  }
  const width = model.spec.variables.length;
  const permutations = [...group.values()].map((map) => {
    const images: Value[] = [];
    for (const [from, to] of map) images[from & INDEX] = to;
    return images;
  });
  return { store, width, permutations, candidate: new Int32Array(width) };
}

/** Writes the least of a state's images to `key`: equal for states that the permutations lead into one another. */
export function canonicalKey(symmetry: Symmetry, row: Int32Array, key: Int32Array): void {
  const { width, candidate, permutations, store } = symmetry;
  for (let i = 0; i < width; i++) key[i] = row[i]!;
  for (const permutation of permutations) {
    let order = 0;
    for (let i = 0; i < width; i++) {
      const value = image(store, permutation, row[i]!);
      candidate[i] = value;
      if (order === 0) {
        order = value - key[i]!;
        if (order > 0) break;
      }
    }
    if (order < 0) for (let i = 0; i < width; i++) key[i] = candidate[i]!;
  }
}

function image(store: Store, permutation: Value[], value: Value): Value {
  if (isInteger(value) || isLazy(value)) return value;
  const known = permutation[value & INDEX];
  if (known !== undefined) return known;
  let result = value;
  if (hasKind(store, value, Kind.Set)) {
    result = setOf(
      store,
      itemsOf(store, value).map((item) => image(store, permutation, item)),
    );
  } else if (hasKind(store, value, Kind.Tuple)) {
    result = tuple(
      store,
      itemsOf(store, value).map((item) => image(store, permutation, item)),
    );
  } else if (isFunction(store, value)) {
    result = functionOf(
      store,
      entriesOf(store, value).map(
        ([key, item]) => [image(store, permutation, key), image(store, permutation, item)] as const,
      ),
    );
  }
  permutation[value & INDEX] = result;
  return result;
}
