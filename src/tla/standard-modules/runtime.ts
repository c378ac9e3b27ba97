import * as arithmetic from '../values/arithmetic.ts';

import { EvaluationFailure, failure } from '../values/failure.ts';
import * as functions from '../values/functions.ts';
import { filtered, functionBy } from '../values/rules.ts';
import * as sets from '../values/sets.ts';
import {
  EMPTY_SET,
  EMPTY_TUPLE,
  FALSE,
  HEAP,
  hasKind,
  integer,
  isLazy,
  itemsOf,
  Kind,
  MAX_SET_SIZE,
  modelValue,
  numberOf,
  type Store,
  string,
  TRUE,
  textOf,
  UNSET,
  type Value,
} from '../values/store.ts';
import { kindText, valueText } from '../values/text.ts';
import { createExplanation, type Explanation, type RefusedPart, type ToldPart } from './explanation.ts';

/** What generated code of one program reports to, and reads from. */
export interface Runtime {
  /** The state that was built, one value a variable. */
  readonly buffer: Int32Array;
  /** Called for each state that was built, with the number of its label and the label's arguments. */
  emit: (label: number, args: readonly Value[]) => void;
  /** Whether an action with these arguments is asked for. */
  wanted: (label: number, args: readonly Value[]) => boolean;
  /** Called with a formula that refused a step. */
  refuse: (site: number, parts: readonly RefusedPart[]) => void;
  /** Called with a comparison with an integer constant that came out false. */
  bound: (site: number, parts: readonly RefusedPart[]) => void;
  /** Called with the number of an assumed guard and a function that gives its own value. */
  assumed: (index: number, own: () => boolean) => void;
  /** What explained formulas tell of their parts. */
  readonly explanation: Explanation;
  /** Follows the conditions that choose what a step does, on the way that is being tried. */
  choices: ChoiceListener;
  /** Settings of switched nodes, by their number: 0 as written, 1 true, 2 false, 3 negated, 4 looser, 5 tighter. */
  switches: Uint8Array;
  /** What switched nodes came to by themselves since this was last cleared: 1 true, 2 false, 3 both. */
  seen: Uint8Array;
  /** Set when evaluation reaches a marked node. */
  marked: boolean;
  /** Places where evaluation stands, outermost first; kept by traced code only. */
  readonly stack: number[];
  /** Where each variable's value in {@link buffer} was written; kept by traced code only. */
  readonly assigned: number[];
  /** Depth of the state that is being worked on, from 1: `TLCGet("level")`. */
  level: number;
  /** What TLCSet set. */
  registers: Map<Value, Value>;
  /** Counts of the search so far by the name that TLCGet knows them by; null where there is no search. */
  statistics: (() => ReadonlyMap<string, number>) | null;
  /** The states up to the one that is shown, for `TLCExt!Trace`; null outside ALIAS. */
  trace: (() => Value) | null;
  /** Names of the variables. */
  readonly variables: readonly string[];
}

/** Told of each condition of IF or CASE that chooses an effect, before and after it is evaluated. */
export interface ChoiceListener {
  begin(): void;
  end(site: number, holds: boolean, parts: readonly RefusedPart[], bindings: ToldPart['bindings']): void;
  /** How far the way has come; {@link back} returns there. */
  way(): number;
  back(way: number): void;
}

const NO_CHOICES: ChoiceListener = { begin: () => {}, end: () => {}, way: () => 0, back: () => {} };

export function createRuntime(variables: readonly string[]): Runtime {
  return {
    buffer: new Int32Array(Math.max(1, variables.length)),
    emit: () => {},
    wanted: () => true,
    refuse: () => {},
    bound: () => {},
    assumed: () => {},
    explanation: createExplanation(),
    choices: NO_CHOICES,
    switches: new Uint8Array(0),
    seen: new Uint8Array(0),
    marked: false,
    stack: [],
    assigned: [],
    level: 1,
    registers: new Map(),
    statistics: null,
    trace: null,
    variables,
  };
}

/** The functions of one program's runtime that generated code may call, by name; the same names for every program. */
export function runtimeFunctions(runtime: Runtime): { readonly [name: string]: unknown } {
  return {
    R: runtime,
    enter: (site: number): void => {
      runtime.stack.push(site);
    },
    leave: (): void => {
      runtime.stack.pop();
    },
    possible: (condition: () => boolean): boolean => {
      const depth = runtime.stack.length;
      try {
        return condition();
      } catch (error) {
        if (!(error instanceof EvaluationFailure) || error.code !== 'tla/unassigned') throw error;
        runtime.stack.length = depth;
        return true;
      }
    },
    mark: (): number => runtime.stack.length,
    reset: (depth: number): void => {
      if (runtime.stack.length > depth) runtime.stack.length = depth;
    },
    unassigned: (index: number, primed: boolean): never =>
      failure(
        'tla/unassigned',
        `${runtime.variables[index] ?? 'a variable'}${primed ? "'" : ''} is used before it has a value`,
      ),
    incomplete: (missing: readonly number[], primed: boolean): never =>
      failure(
        'tla/incomplete-state',
        primed
          ? `the action does not say what becomes of ${missing.map((i) => runtime.variables[i]).join(', ')}`
          : `the initial predicate does not say what ${missing.map((i) => runtime.variables[i]).join(', ')} is`,
      ),
    refuse: (site: number, parts: readonly RefusedPart[]): void => runtime.refuse(site, parts),
    atBound: (site: number, holds: boolean, parts: readonly RefusedPart[]): boolean => {
      if (!holds) runtime.bound(site, parts);
      return holds;
    },
    assumed: (index: number, own: () => boolean, value: boolean): boolean => {
      runtime.assumed(index, own);
      return value;
    },
    begin: (): void => runtime.explanation.begin(),
    opened: (place: number, atom: boolean): number => runtime.explanation.open(place, atom),
    closed: (
      opened: number,
      site: number,
      holds: boolean,
      parts: readonly RefusedPart[],
      bindings: readonly (readonly [name: number, value: Value])[],
    ): void => runtime.explanation.close(opened, { site, holds, parts, bindings }),
    tlcSet: (_: Store, key: Value, value: Value): boolean => {
      runtime.registers.set(key, value);
      return true;
    },
    tlcGet: (store: Store, key: Value): Value => {
      const register = runtime.registers.get(key);
      if (register !== undefined) return register;
      if (numberOf(store, key) !== undefined) {
        return failure('tla/evaluation', `TLCGet(${valueText(store, key)}) is undefined: nothing was set`);
      }
      return told(store, key, runtime);
    },
    tlcGetOrDefault: (_: Store, key: Value, otherwise: Value): Value => runtime.registers.get(key) ?? otherwise,
    errorTrace: (): Value => {
      const { trace } = runtime;
      return trace === null ? failure('tla/unsupported', 'Trace has a value in ALIAS alone') : trace();
    },
  };
}

/** A register by a name, which TLC tells from its own words by the way that it begins. */
const isNamed = (store: Store, key: Value): boolean =>
  hasKind(store, key, Kind.String) && textOf(store, key).startsWith('s:');

/** What TLCGet tells by a name. */
function told(store: Store, key: Value, { level, statistics: count, registers }: Runtime): Value {
  const name = hasKind(store, key, Kind.String) ? textOf(store, key) : '';
  if (name === 'level') return level;
  if (name === 'all:named') {
    // One worker: each register has one value.
    const named = [...registers].filter(([register]) => isNamed(store, register));
    return functions.functionOf(
      store,
      named.map(([register, value]) => [register, sets.tuple(store, [value])] as const),
    );
  }
  if (name.startsWith('s:')) {
    return failure('tla/evaluation', `TLCGet(${valueText(store, key)}) is undefined: nothing was set`);
  }
  const statistics = count === null ? null : count();
  const known = statistics?.get(name);
  if (known !== undefined) return integer(store, known);
  if (name === 'stats' && statistics !== null) {
    return functions.functionOf(
      store,
      [...statistics].map(([field, number]) => [string(store, field), integer(store, number)] as const),
    );
  }
  const names =
    statistics === null ? '"level"' : `"level", "stats", ${[...statistics.keys()].map((one) => `"${one}"`).join(', ')}`;
  const where = ['distinct', 'generated', 'diameter', 'queue', 'stats'].includes(name) ? ' outside of a search' : '';
  return failure('tla/unsupported', `TLCGet(${valueText(store, key)}) is not supported${where}; known: ${names}`);
}

/** Characters of ToString at most. */
const MAX_TEXT = 1 << 20;

function truth(store: Store, value: Value): boolean {
  if (value === TRUE) return true;
  if (value === FALSE) return false;
  return failure(
    'tla/type-error',
    `expected a boolean, but got the ${kindText(store, value)} ${valueText(store, value)}`,
  );
}

/** The number of a small integer, for loops over intervals. */
function small(store: Store, value: Value): number {
  const number = numberOf(store, value);
  if (number === undefined) {
    return failure(
      'tla/type-error',
      `".." takes integers, but got the ${kindText(store, value)} ${valueText(store, value)}`,
    );
  }
  // Numbers past the range that stands for itself would need another encoding in the loop.
  return Math.max(-HEAP, Math.min(HEAP - 1, number));
}

function component(store: Store, value: Value, index: number, size: number): Value {
  if (hasKind(store, value, Kind.Tuple)) {
    const items = itemsOf(store, value);
    if (items.length === size) return items[index]!;
  }
  return failure(
    'tla/type-error',
    `expected a tuple of ${size} values, but got the ${kindText(store, value)} ${valueText(store, value)}`,
  );
}

const isABag = (store: Store, value: Value): boolean =>
  functions.isFunction(store, value) && itemsOf(store, value).every((count) => (numberOf(store, count) ?? 0) > 0);

const PURE = {
  U: UNSET,
  TRUE,
  FALSE,
  EMPTY_SET,
  EMPTY_TUPLE,
  ...arithmetic,
  ...functions,
  equal: sets.equal,
  member: sets.member,
  elements: sets.elements,
  setOf: sets.setOf,
  setOfAscending: sets.setOfAscending,
  enumerated: sets.enumerated,
  interval: sets.interval,
  naturals: sets.naturals,
  integers: sets.integers,
  strings: sets.strings,
  anything: sets.anything,
  booleans: sets.booleans,
  tuple: sets.tuple,
  functionOn: sets.functionOn,
  subset: sets.subset,
  union: sets.union,
  intersection: sets.intersection,
  difference: sets.difference,
  bigUnion: sets.bigUnion,
  powerset: sets.powerset,
  functionSet: sets.functionSet,
  recordSet: sets.recordSet,
  product: sets.product,
  sequences: sets.sequences,
  truth,
  small,
  component,
  settle: (store: Store, value: Value): Value => (isLazy(value) ? sets.settled(store, value) : value),
  bounded: (items: readonly Value[]): void => {
    if (items.length > MAX_SET_SIZE * 4)
      failure('tla/too-large', `a set is built from more than ${MAX_SET_SIZE * 4} values`);
  },
  overflow: (number: string): never => failure('tla/overflow', `the integer ${number} does not fit into 32 bits`),
  noCase: (): never => failure('tla/case-failed', 'no case of CASE is true, and it has no OTHER'),
  noChoice: (store: Store, set: Value): never =>
    failure('tla/choose-failed', `no element of ${valueText(store, set)} satisfies the condition of CHOOSE`),
  inDomain: (store: Store, argument: Value, set: Value): void => {
    if (!sets.member(store, argument, set)) {
      failure(
        'tla/not-in-domain',
        `${valueText(store, argument)} is not in the domain ${valueText(store, set)} of the function`,
      );
    }
  },
  tabulate: functionBy,
  filtered,
  isABag,
  aBag: (store: Store, value: Value): Value =>
    isABag(store, value)
      ? value
      : failure('tla/type-error', `expected a bag, but got the ${kindText(store, value)} ${valueText(store, value)}`),
  isFiniteSet: (store: Store, set: Value): boolean => {
    if (!sets.isSet(store, set)) {
      return failure(
        'tla/type-error',
        `IsFiniteSet takes a set, but got the ${kindText(store, set)} ${valueText(store, set)}`,
      );
    }
    return sets.canEnumerate(store, set);
  },
  cardinalityOf: (store: Store, set: Value): Value => {
    if (!sets.canEnumerate(store, set)) {
      return failure(
        'tla/type-error',
        `Cardinality takes a finite set, but got the ${kindText(store, set)} ${valueText(store, set)}`,
      );
    }
    return integer(store, sets.cardinality(store, set));
  },
  singleton: (store: Store, key: Value, value: Value): Value => functions.functionOf(store, [[key, value]]),
  permutations: (store: Store, set: Value): Value => sets.setOf(store, functions.permutationsOf(store, set)),
  print: (_: Store, __: Value, value: Value): Value => value,
  printT: (): boolean => true,
  assert: (store: Store, condition: Value, message: Value): boolean => {
    if (condition === TRUE) return true;
    if (condition !== FALSE) return truth(store, condition);
    return failure(
      'tla/assert',
      `Assert failed: ${hasKind(store, message, Kind.String) ? textOf(store, message) : valueText(store, message)}`,
    );
  },
  javaTime: (): never =>
    failure('tla/unsupported', 'JavaTime is not supported: a verdict depends on nothing but the model'),
  randomElement: (): never =>
    failure('tla/unsupported', 'RandomElement is not supported: a verdict depends on nothing but the model'),
  toText: (store: Store, value: Value): Value => {
    const named = !isLazy(value) || sets.isNamed(store, value);
    return string(store, valueText(store, named ? value : sets.enumerated(store, value), MAX_TEXT));
  },
  modelValueNamed: (store: Store, name: Value): Value =>
    hasKind(store, name, Kind.String)
      ? modelValue(store, textOf(store, name))
      : failure('tla/type-error', `TLCModelValue needs a string, but got ${valueText(store, name)}`),
  first: (_: Store, a: Value): Value => a,
  refusedOperator: (): never => failure('tla/unsupported', 'this operator of TLC is not supported'),
  tlcEval: (store: Store, value: Value): Value => sets.settled(store, value),
};

/** The functions and constants that generated code of every program shares, by name; functions take the store `S` first. */
export const sharedFunctions: { readonly [name: string]: unknown } = PURE;
