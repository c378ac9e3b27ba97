import { ANY, INTEGER, join, MIXED, numberOfShape, type ShapeTable, setShape } from './shape-table.ts';
import { HEAP, INDEX, isInteger, itemsOf, Kind, type Store, textOf, type Value } from './store.ts';

function shapeOf(store: Store, value: Value): number {
  if (isInteger(value)) return INTEGER;
  if (value < HEAP) return MIXED;
  const table = store.shapes;
  const entry = value & INDEX;
  if (entry >= table.known.length) {
    const larger = new Int32Array(Math.max(store.kinds.length, table.known.length * 2));
    larger.set(table.known);
    table.known = larger;
  }
  const known = table.known[entry]!;
  if (known !== 0) return known - 2;
  const shape = compute(store, table, value);
  table.known[entry] = shape + 2;
  return shape;
}

function compute(store: Store, table: ShapeTable, value: Value): number {
  switch (store.kinds[value & INDEX]) {
    case Kind.Integer:
      return INTEGER;
    case Kind.Boolean:
      return numberOfShape(table, { kind: 'scalar', name: 'boolean' });
    case Kind.String:
      return numberOfShape(table, { kind: 'scalar', name: 'string' });
    case Kind.Model: {
      const name = textOf(store, value);
      return name.length > 2 && name[1] === '_'
        ? numberOfShape(table, { kind: 'scalar', name: `model ${name[0]}` })
        : ANY;
    }
    case Kind.Interval:
      return setShape(table, INTEGER);
    case Kind.Set:
      return setShape(table, elementShape(store, table, value));
    case Kind.Rule:
      return MIXED;
    default: {
      const items = itemsOf(store, value);
      const values = items.map((item) => shapeOf(store, item));
      if (values.includes(MIXED)) return MIXED;
      const tuple = store.kinds[value & INDEX] === Kind.Tuple;
      const domain = tuple ? 0 : store.domains[value & INDEX]!;
      const keys = tuple ? INTEGER : elementShape(store, table, domain);
      if (keys === MIXED) return MIXED;
      return numberOfShape(table, {
        kind: 'function',
        sizes: new Map([[items.length, { keys, domains: new Map([[domain, values]]) }]]),
      });
    }
  }
}

function elementShape(store: Store, table: ShapeTable, set: Value): number {
  if (store.kinds[set & INDEX] === Kind.Interval) return INTEGER;
  let shape = ANY;
  for (const item of itemsOf(store, set)) {
    shape = join(table, shape, shapeOf(store, item));
    if (shape === MIXED) break;
  }
  return shape;
}

/** Whether comparing two values cannot be refused, at any depth. False where that is not known. */
export const surelyComparable = (store: Store, a: Value, b: Value): boolean =>
  join(store.shapes, shapeOf(store, a), shapeOf(store, b)) !== MIXED;

/** Whether comparing a value with each element of an enumerated set that lists them cannot be refused. False where that is not known. */
export function surelyComparableWithin(store: Store, value: Value, set: Value): boolean {
  const shape = shapeOf(store, set);
  if (shape === MIXED) return false;
  const all = store.shapes.shapes[shape]!;
  return all.kind === 'set' && join(store.shapes, all.of, shapeOf(store, value)) !== MIXED;
}
