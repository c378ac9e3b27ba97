import { failure } from './failure.ts';
import { canEnumerate, elements, enumerated, functionOn, member, setOfAscending } from './sets.ts';
import {
  hasKind,
  INDEX,
  intern,
  internLazy,
  isInteger,
  isLazy,
  itemsOf,
  Kind,
  Lazy,
  lazyEntry,
  type Store,
  UNSET,
  type Value,
} from './store.ts';
import { valueText } from './text.ts';

/** Functions and sets of one model that are kept by what they are computed from; more end in an error, for none is ever forgotten. */
const MAX_RULES = 1 << 20;

const bounded = (count: number): void => {
  if (count >= MAX_RULES) failure('tla/too-large', 'too many functions and sets without end are made');
};

/** The function on a set: its values listed where the set can be, else computed as they are asked for, as TLC does. */
export function functionBy(store: Store, domain: Value, rule: (argument: Value) => Value): Value {
  if (canEnumerate(store, domain) || !isLazy(domain)) {
    const listed = enumerated(store, domain);
    return functionOn(store, listed, elements(store, listed).map(rule));
  }
  bounded(store.rules.size);
  const value = intern(store, Kind.Rule, domain, [store.kinds.length]);
  const known = new Map<Value, Value>();
  store.rules.set(value & INDEX, (argument) => {
    const before = known.get(argument);
    if (before !== undefined) return before;
    const result = rule(argument);
    known.set(argument, result);
    return result;
  });
  return value;
}

/** `{x \in set : condition}`: listed where the set can be. */
export function filtered(store: Store, set: Value, condition: (value: Value) => boolean): Value {
  if (!isLazy(set) || canEnumerate(store, set)) {
    return setOfAscending(store, elements(store, set).filter(condition));
  }
  bounded(store.conditions.length);
  store.conditions.push(condition);
  return internLazy(store, Lazy.Filter, [set, store.conditions.length - 1]);
}

export const isRule = (store: Store, value: Value): boolean => hasKind(store, value, Kind.Rule);

/** `fn[argument]` of a function given by a rule. */
export function applyRule(store: Store, fn: Value, argument: Value): Value {
  const domain = store.domains[fn & INDEX]!;
  if (member(store, argument, domain)) return store.rules.get(fn & INDEX)!(argument);
  return failure(
    'tla/not-in-domain',
    `${valueText(store, argument)} is not in the domain ${valueText(store, domain)} of the function`,
  );
}

/** Where `EXCEPT` replaces; -1 if the argument is not in the domain. */
export function rulePosition(store: Store, fn: Value, argument: Value): number {
  if (!member(store, argument, store.domains[fn & INDEX]!)) return -1;
  const at = store.ruleArguments.indexOf(argument);
  if (at >= 0) return at;
  bounded(store.ruleArguments.length);
  return store.ruleArguments.push(argument) - 1;
}

/** The function with the value at a position of {@link rulePosition} replaced. */
export function withRuleAt(store: Store, fn: Value, at: number, value: Value): Value {
  const rule = store.rules.get(fn & INDEX)!;
  const replaced = store.ruleArguments[at]!;
  return functionBy(store, store.domains[fn & INDEX]!, (argument) => (argument === replaced ? value : rule(argument)));
}

/**
 * A state holds values that can be listed: as in TLC, which has no fingerprint for others. `refused` is told the index of the variable
 * that holds another.
 */
export function refuseRules(
  store: Store,
  row: ArrayLike<Value>,
  variables: readonly string[],
  refused?: (index: number) => void,
): void {
  if (store.rules.size === 0 && store.conditions.length === 0) return;
  for (let i = 0; i < variables.length; i++) {
    const found = ruleIn(store, row[i]!);
    if (found !== undefined) {
      refused?.(i);
      failure('tla/not-enumerable', `${variables[i]} cannot hold ${valueText(store, found)}, which cannot be listed`);
    }
  }
}

function ruleIn(store: Store, value: Value): Value | undefined {
  if (isInteger(value) || value === UNSET) return undefined;
  if (isLazy(value)) return store.lazyKinds[lazyEntry(value)] === Lazy.Filter ? value : undefined;
  switch (store.kinds[value & INDEX]) {
    case Kind.Rule:
      return value;
    case Kind.Set:
    case Kind.Tuple:
    case Kind.Function:
      for (const item of itemsOf(store, value)) {
        const found = ruleIn(store, item);
        if (found !== undefined) return found;
      }
      return undefined;
    default:
      return undefined;
  }
}
