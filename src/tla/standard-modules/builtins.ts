/**
 * An operator that is computed by a function of the run-time table, given the store and its arguments' values.
 */
export interface Builtin {
  readonly arity: number;
  /** Name in the run-time table. */
  readonly fn: string;
  /** Whether the function gives a JavaScript boolean rather than a value. */
  readonly boolean: boolean;
  /** For operator arguments: position to arity; `-arity` if the operator shall give a JavaScript boolean. */
  readonly operators?: { readonly [position: number]: number };
  /** Whether the result depends on more than the arguments. */
  readonly impure?: boolean;
  /** Whether it is told the place of its use, as a last argument. */
  readonly lazyArguments?: boolean;
}

const value = (arity: number, fn: string, more: Partial<Builtin> = {}): Builtin => ({
  arity,
  fn,
  boolean: false,
  ...more,
});
const test = (arity: number, fn: string, more: Partial<Builtin> = {}): Builtin => ({
  arity,
  fn,
  boolean: true,
  ...more,
});

type Table = { readonly [name: string]: Builtin };

const NATURALS: Table = {
  '+': value(2, 'add'),
  '-': value(2, 'subtract'),
  '*': value(2, 'multiply'),
  '^': value(2, 'power'),
  '%': value(2, 'modulo'),
  '\\div': value(2, 'divide'),
  '..': value(2, 'interval'),
  '<': test(2, 'less'),
  '>': test(2, 'greater'),
  '<=': test(2, 'lessOrEqual'),
  '>=': test(2, 'greaterOrEqual'),
  Nat: value(0, 'naturals'),
};

const INTEGERS: Table = { ...NATURALS, '-.': value(1, 'negate'), Int: value(0, 'integers') };

const SEQUENCES: Table = {
  Seq: value(1, 'sequences'),
  Len: value(1, 'length'),
  '\\o': value(2, 'concatenation'),
  Append: value(2, 'append'),
  Head: value(1, 'head'),
  Tail: value(1, 'tail'),
  SubSeq: value(3, 'subsequence'),
  SelectSeq: value(2, 'selectSequence', { operators: { 1: -1 } }),
};

const FINITE_SETS: Table = { IsFiniteSet: test(1, 'isFiniteSet'), Cardinality: value(1, 'cardinalityOf') };

const TLC: Table = {
  Print: value(2, 'print', { impure: true }),
  PrintT: test(1, 'printT', { impure: true }),
  Assert: test(2, 'assert', { impure: true }),
  JavaTime: value(0, 'javaTime', { impure: true }),
  TLCGet: value(1, 'tlcGet', { impure: true }),
  TLCSet: test(2, 'tlcSet', { impure: true }),
  ':>': value(2, 'singleton'),
  '@@': value(2, 'override'),
  Permutations: value(1, 'permutations'),
  SortSeq: value(2, 'sortSequence', { operators: { 1: -2 } }),
  RandomElement: value(1, 'randomElement', { impure: true }),
  Any: value(0, 'anything'),
  ToString: value(1, 'toText'),
  TLCEval: value(1, 'tlcEval'),
};

const TLC_EXT: Table = {
  AssertEq: test(2, 'equal'),
  TLCGetOrDefault: value(2, 'tlcGetOrDefault', { impure: true }),
  TLCModelValue: value(1, 'modelValueNamed'),
  TLCNoOp: value(1, 'tlcEval'),
  TLCCache: value(2, 'first'),
  Trace: value(0, 'errorTrace', { impure: true }),
  // These speak of TLC itself, or of the user at its terminal.
  ...Object.fromEntries(
    (
      [
        ['AssertError', 2],
        ['CounterExample', 0],
        ['PickSuccessor', 1],
        ['TLCDefer', 1],
        ['TLCEvalDefinition', 1],
        ['TLCFP', 1],
        ['ToTrace', 1],
      ] as const
    ).map(([name, arity]) => [name, value(arity, 'refusedOperator', { impure: true })]),
  ),
  TLCGetAndSet: value(4, 'refusedOperator', { impure: true, operators: { 1: 2 } }),
};

/**
 * Names of the standard modules that are operators of the run-time table. Modules of proofs have none: what they state is for provers.
 */
export const BUILTIN_MODULES: ReadonlyMap<string, Table> = new Map([
  ['Naturals', NATURALS],
  ['Integers', INTEGERS],
  ['Sequences', SEQUENCES],
  ['FiniteSets', FINITE_SETS],
  ['TLC', TLC],
  ['TLCExt', TLC_EXT],
  // What Bags is made of and cannot say in TLA+ itself.
  ['BagsCore', { IsABag: test(1, 'isABag') }],
  ['BagsHidden', { ABag: value(1, 'aBag') }],
  ['Reals', { ...INTEGERS, Real: value(0, 'integers') }],
  ['TLAPS', {}],
  ['FiniteSetTheorems', FINITE_SETS],
  ['NaturalsInduction', NATURALS],
  ['SequenceTheorems', SEQUENCES],
  ['SequencesTheorems', SEQUENCES],
  ['FunctionTheorems', {}],
  ['WellFoundedInduction', NATURALS],
  ['Randomization', {}],
  ['Toolbox', {}],
  ['IOUtils', {}],
]);
