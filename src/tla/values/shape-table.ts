/**
 * What a value is made of, as far as it matters for whether TLC refuses to compare it: two values whose shapes can be joined compare without
 * a refusal at any depth, so that looking at their identity is enough.
 */
export type Shape =
  /** Compares with everything: untyped model values, and what an empty set is a set of. */
  | { readonly kind: 'any' }
  | { readonly kind: 'scalar'; readonly name: string }
  | { readonly kind: 'set'; readonly of: number }
  /** By number of arguments: the shape of the arguments, and by domain the shapes of the values. */
  | { readonly kind: 'function'; readonly sizes: ReadonlyMap<number, FunctionShape> };

interface FunctionShape {
  readonly keys: number;
  readonly domains: ReadonlyMap<number, readonly number[]>;
}

/** Shapes of one store, by number. */
export interface ShapeTable {
  readonly shapes: Shape[];
  readonly numbers: Map<string, number>;
  readonly joined: Map<number, number>;
  /** Shape of each stored value plus 2; 0 where it was not looked at yet. */
  known: Int32Array;
}

/** Number of no shape: what may refuse to be compared. */
export const MIXED = -1;
export const ANY = 0;
export const INTEGER = 1;
/** Past so many shapes values are compared item by item. */
const MAX_SHAPES = 1 << 12;

/** A table that knows what compares with everything, and integers. */
export function createShapeTable(): ShapeTable {
  const any: Shape = { kind: 'any' };
  const integer: Shape = { kind: 'scalar', name: 'integer' };
  return {
    shapes: [any, integer],
    numbers: new Map([
      [keyOf(any), ANY],
      [keyOf(integer), INTEGER],
    ]),
    joined: new Map(),
    known: new Int32Array(1 << 10),
  };
}

function keyOf(shape: Shape): string {
  switch (shape.kind) {
    case 'any':
      return '*';
    case 'scalar':
      return shape.name;
    case 'set':
      return `{${shape.of}}`;
    case 'function': {
      const sizes = [...shape.sizes].sort((a, b) => a[0] - b[0]);
      const texts = sizes.map(([size, { keys, domains }]) => {
        const byDomain = [...domains]
          .sort((a, b) => a[0] - b[0])
          .map(([domain, values]) => `${domain}:${values.join()}`);
        return `${size}/${keys}/${byDomain.join(';')}`;
      });
      return `[${texts.join('|')}]`;
    }
  }
}

/** The number of a shape; {@link MIXED} if there are too many. */
export function numberOfShape(table: ShapeTable, shape: Shape): number {
  const key = keyOf(shape);
  const known = table.numbers.get(key);
  if (known !== undefined) return known;
  if (table.shapes.length >= MAX_SHAPES) return MIXED;
  const number = table.shapes.push(shape) - 1;
  table.numbers.set(key, number);
  return number;
}

/** The shape of what may be of either; {@link MIXED} if the one and the other may refuse to be compared. */
export function join(table: ShapeTable, a: number, b: number): number {
  if (a === b || b === ANY) return a;
  if (a === ANY) return b;
  if (a === MIXED || b === MIXED) return MIXED;
  const pair = a < b ? a * MAX_SHAPES + b : b * MAX_SHAPES + a;
  let result = table.joined.get(pair);
  if (result === undefined) {
    result = joinAnew(table, table.shapes[a]!, table.shapes[b]!);
    table.joined.set(pair, result);
  }
  return result;
}

function joinAnew(table: ShapeTable, a: Shape, b: Shape): number {
  if (a.kind === 'set' && b.kind === 'set') return setShape(table, join(table, a.of, b.of));
  if (a.kind !== 'function' || b.kind !== 'function') return MIXED;
  const sizes = new Map(a.sizes);
  for (const [size, other] of b.sizes) {
    const own = sizes.get(size);
    if (own === undefined) {
      sizes.set(size, other);
      continue;
    }
    const keys = join(table, own.keys, other.keys);
    if (keys === MIXED) return MIXED;
    const domains = new Map(own.domains);
    for (const [domain, values] of other.domains) {
      const before = domains.get(domain);
      // Functions on different domains of one size are told apart by an argument, before any value is looked at.
      const both = before === undefined ? values : values.map((value, i) => join(table, value, before[i]!));
      if (both.includes(MIXED)) return MIXED;
      domains.set(domain, both);
    }
    sizes.set(size, { keys, domains });
  }
  return numberOfShape(table, { kind: 'function', sizes });
}

export const setShape = (table: ShapeTable, of: number): number =>
  of === MIXED ? MIXED : numberOfShape(table, { kind: 'set', of });
