import { evaluate } from '../../tla/semantics/evaluation-error.ts';
import type { TlaModel } from '../../tla/semantics/model.ts';
import { reject } from '../../tla/semantics/semantic-error.ts';
import type { SourceRange } from '../../tla/syntax/ast.ts';
import { entriesOf, functionOf, isFunction } from '../../tla/values/functions.ts';
import { elements, setOf, tuple } from '../../tla/values/sets.ts';
import { hasKind, isInteger, isLazy, itemsOf, Kind, type Store, type Value } from '../../tla/values/store.ts';

/** A permutation of model values, with the images of the values met so far. */
type Permutation = Map<Value, Value>;

/** The permutations that are still tied for the least image of a state, once the variables before were decided. */
interface Stage {
  /** How many variables were decided. */
  readonly decided: number;
  readonly tied: readonly Permutation[];
  /** For each value of the next variable: its least image under `tied`, and those that give it. */
  readonly known: Map<Value, { readonly least: Value; readonly next: Stage }>;
}

/** The permutations of model values under which a model looks the same. */
export interface Symmetry {
  readonly store: Store;
  readonly width: number;
  /** The whole group, the identity included. */
  readonly permutations: readonly Permutation[];
  /** The variables in the order in which they decide between images. */
  order: readonly number[];
  readonly stages: Map<string, Stage>;
  readonly numbers: Map<Permutation, number>;
  root: Stage;
}

const MAX_PERMUTATIONS = 50_000;

/** Reads SYMMETRY: the group that its permutations generate; null if the configuration has none. */
export function symmetriesOf(model: TlaModel): Symmetry | null {
  if (model.symmetry === null) return null;
  const { store, symmetry } = model;
  const given = evaluate(model, symmetry, (value) =>
    elements(store, value).map((permutation) => new Map(entriesOf(store, permutation))),
  );
  const points = [...new Set(given.flatMap((map) => [...map.keys()]))];
  const place = new Map(points.map((point, i) => [point, i]));
  const group = generated(
    given.map((map) => points.map((point, i) => place.get(map.get(point) ?? point) ?? i)),
    points.length,
    symmetry.expr.at,
  );
  const width = model.spec.variables.length;
  const permutations = group.map((images) => new Map(points.map((point, i) => [point, points[images[i]!]!])));
  const root: Stage = { decided: 0, tied: permutations, known: new Map() };
  const numbers = new Map(permutations.map((permutation, i) => [permutation, i]));
  return {
    store,
    width,
    permutations,
    order: Array.from({ length: width }, (_, i) => i),
    stages: new Map(),
    numbers,
    root,
  };
}

/** The group that permutations of `0 … size - 1` generate; those that others generate cost a look-up and no more. */
function generated(
  given: readonly (readonly number[])[],
  size: number,
  at: SourceRange,
): readonly (readonly number[])[] {
  const identity = Array.from({ length: size }, (_, i) => i);
  const generators: (readonly number[])[] = [];
  let group = new Map<string, readonly number[]>([[identity.join(), identity]]);
  for (const one of given) {
    if (group.has(one.join())) continue;
    generators.push(one);
    group = new Map([[identity.join(), identity]]);
    // A map is gone through in order of insertion, what is inserted meanwhile included.
    for (const a of group.values()) {
      for (const b of generators) {
        const composed = a.map((middle) => b[middle]!);
        group.set(composed.join(), composed);
      }
      if (group.size > MAX_PERMUTATIONS) {
        reject('tla/too-large', at, `SYMMETRY makes a group of more than ${MAX_PERMUTATIONS} permutations`);
      }
    }
  }
  return [...group.values()];
}

/**
 * Lets the variables with the fewest values among these rows decide first: they leave few permutations for those whose values are many.
 * Keys from before mean nothing afterwards.
 */
export function orderVariables(symmetry: Symmetry, rows: Int32Array, count: number): void {
  const { width } = symmetry;
  const valuesOf = (variable: number): number => {
    const values = new Set<Value>();
    for (let row = 0; row < count; row++) values.add(rows[row * width + variable]!);
    return values.size;
  };
  const many = symmetry.order.map((_, variable) => valuesOf(variable));
  symmetry.order = symmetry.order.toSorted((a, b) => many[a]! - many[b]! || a - b);
  symmetry.stages.clear();
  symmetry.root = { decided: 0, tied: symmetry.permutations, known: new Map() };
}

/** Writes the least of a state's images to `key`: equal for states that the permutations lead into one another. */
export function canonicalKey(symmetry: Symmetry, row: Int32Array, key: Int32Array): void {
  const { width, order } = symmetry;
  let stage = symmetry.root;
  for (let i = 0; i < width; i++) {
    const value = row[order[i]!]!;
    let choice = stage.known.get(value);
    if (choice === undefined) {
      const { least, tied } = leastImage(symmetry.store, stage.tied, value);
      choice = { least, next: stageOf(symmetry, stage, tied) };
      stage.known.set(value, choice);
    }
    key[i] = choice.least;
    stage = choice.next;
  }
}

/** Writes the state that {@link canonicalKey} tells of: one of those that the permutations lead to, the same for all of them. */
export function canonicalRow(symmetry: Symmetry, row: Int32Array, canonical: Int32Array): void {
  const key = new Int32Array(symmetry.width);
  canonicalKey(symmetry, row, key);
  for (let i = 0; i < symmetry.width; i++) canonical[symmetry.order[i]!] = key[i]!;
}

function stageOf(symmetry: Symmetry, before: Stage, tied: readonly Permutation[]): Stage {
  const decided = before.decided + 1;
  const key = `${decided}:${tied.map((permutation) => symmetry.numbers.get(permutation)!).join()}`;
  let stage = symmetry.stages.get(key);
  if (stage === undefined) {
    stage = { decided, tied, known: new Map() };
    symmetry.stages.set(key, stage);
  }
  return stage;
}

/** The least image of a value, by any order that stands still, and the permutations that give it. */
function leastImage(
  store: Store,
  tied: readonly Permutation[],
  value: Value,
): { readonly least: Value; readonly tied: readonly Permutation[] } {
  if (isInteger(value) || isLazy(value)) return { least: value, tied };
  const set = hasKind(store, value, Kind.Set);
  const items = set ? itemsOf(store, value) : [value];
  let best: Int32Array | null = null;
  let givers: Permutation[] = [];
  const images = new Int32Array(items.length);
  for (const permutation of tied) {
    for (let i = 0; i < items.length; i++) images[i] = image(store, permutation, items[i]!);
    // A set's images are told apart by the numbers of their elements; only the least need be a set.
    if (set) images.sort();
    const order: number = best === null ? -1 : compareLists(images, best);
    if (order > 0) continue;
    if (order < 0) {
      best = images.slice();
      givers = [];
    }
    givers.push(permutation);
  }
  const least = set ? setOf(store, [...best!]) : best![0]!;
  return { least, tied: givers.length === tied.length ? tied : givers };
}

function compareLists(a: Int32Array, b: Int32Array): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}

function image(store: Store, permutation: Permutation, value: Value): Value {
  if (isInteger(value) || isLazy(value)) return value;
  const known = permutation.get(value);
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
  permutation.set(value, result);
  return result;
}
