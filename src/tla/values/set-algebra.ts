import { isSet, notASet, setOfAscending } from './listed-sets.ts';
import { canEnumerate, cardinality, elements, enumerated, member, setOf, settled, union } from './sets.ts';
import {
  EMPTY_SET,
  HEAP,
  internLazy,
  isLazy,
  Lazy,
  lazyEntry,
  MAX_SET_SIZE,
  recall,
  remember,
  type Store,
  UNSET,
  type Value,
} from './store.ts';

const INTERSECTION = 2;
const DIFFERENCE = 3;

/** `a \cap b` */
export function intersection(store: Store, a: Value, b: Value): Value {
  if (a >= HEAP && b >= HEAP) {
    const known = recall(store, INTERSECTION, a, b);
    if (known !== UNSET) return known;
    if (!isSet(store, b)) return notASet(store, b);
    const items = elements(store, a).filter((value) => member(store, value, b));
    return remember(store, INTERSECTION, a, b, setOfAscending(store, items));
  }
  if (!isSet(store, a)) return notASet(store, a);
  if (!isSet(store, b)) return notASet(store, b);
  const lazy = internLazy(store, Lazy.Intersection, [a, b]);
  return canEnumerate(store, lazy) ? enumerated(store, lazy) : lazy;
}

/** `a \ b` */
export function difference(store: Store, a: Value, b: Value): Value {
  if (a >= HEAP && b >= HEAP) {
    const known = recall(store, DIFFERENCE, a, b);
    if (known !== UNSET) return known;
    if (!isSet(store, b)) return notASet(store, b);
    const items = elements(store, a).filter((value) => !member(store, value, b));
    return remember(store, DIFFERENCE, a, b, setOfAscending(store, items));
  }
  if (!isSet(store, a)) return notASet(store, a);
  if (!isSet(store, b)) return notASet(store, b);
  const lazy = internLazy(store, Lazy.Difference, [a, b]);
  return canEnumerate(store, a) && cardinality(store, a) <= MAX_SET_SIZE ? enumerated(store, lazy) : lazy;
}

/** `UNION set` */
export function bigUnion(store: Store, set: Value): Value {
  if (isLazy(set) && store.lazyKinds[lazyEntry(set)] === Lazy.Powerset) return store.lazyItems[lazyEntry(set)]![0]!;
  const all = elements(store, set);
  if (all.length === 0) return EMPTY_SET;
  if (all.length === 1) return isSet(store, all[0]!) ? all[0]! : notASet(store, all[0]!);
  if (!all.every((member) => canEnumerate(store, member))) {
    for (const member of all) if (!isSet(store, member)) notASet(store, member);
    return internLazy(store, Lazy.BigUnion, [settled(store, set)]);
  }
  if (all.length === 2) return union(store, all[0]!, all[1]!);
  const items: Value[] = [];
  for (const member of all) for (const value of elements(store, member)) items.push(value);
  return setOf(store, items);
}
