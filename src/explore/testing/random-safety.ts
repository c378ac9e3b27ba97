import fc from 'fast-check';

/** A small specification as text: what stands under each name, and which variables it has. */
export interface SafetySpec {
  readonly variables: readonly Variable[];
  readonly initial: readonly string[];
  readonly actions: readonly string[];
  readonly next: string;
  readonly shown: string;
}

type Sort = 'int' | 'bool' | 'set' | 'seq' | 'fun' | 'rec';
type Variable = 'i' | 's' | 'f' | 'q' | 'r';
type Text = fc.Arbitrary<string>;

const SORT_OF: { readonly [variable in Variable]: Sort } = { i: 'int', s: 'set', f: 'fun', q: 'seq', r: 'rec' };

/** Expressions of each sort over some variables and so many bound names, each total and of few values. */
function expressions(variables: readonly Variable[]): (sort: Sort, depth: number, bound: number) => Text {
  const known = new Map<string, Text>();
  const of = (sort: Sort, depth: number, bound: number): Text => {
    const key = `${sort}${depth}${bound}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const own = variables.filter((variable) => SORT_OF[variable] === sort);
    const others = leavesOf(sort, bound);
    const leaf =
      own.length > 0 ? fc.oneof({ arbitrary: fc.constantFrom(...own), weight: 3 }, ...others) : fc.oneof(...others);
    const made =
      depth === 0 ? leaf : fc.oneof(leaf, { arbitrary: fc.oneof(...nodes(sort, depth - 1, bound)), weight: 6 });
    known.set(key, made);
    return made;
  };
  /** Text with the parts between its pieces drawn from some sorts, a `+` for a sort that sees one more bound name. */
  const fill = (depth: number, bound: number, template: string): Text => {
    const pieces = template.split(/<(\w+\+?)>/);
    const holes = pieces.filter((_, i) => i % 2 === 1);
    const name = `k${bound}`;
    return fc
      .tuple(...holes.map((hole) => of(hole.replace('+', '') as Sort, depth, hole.endsWith('+') ? bound + 1 : bound)))
      .map((parts) =>
        pieces.map((piece, i) => (i % 2 === 1 ? parts[(i - 1) / 2]! : piece.replaceAll('$', name))).join(''),
      );
  };
  const leavesOf = (sort: Sort, bound: number): Text[] => {
    switch (sort) {
      case 'int':
        return [fc.constantFrom('0', '1', '2', '3', ...Array.from({ length: bound }, (_, i) => `k${i}`))];
      case 'bool':
        return [fc.constantFrom('TRUE', 'FALSE')];
      case 'set':
        return [fc.constantFrom('{}', '{1}', '{0, 2}', '0..2', 'Some')];
      case 'seq':
        return [fc.constantFrom('<<>>', '<<1>>', '<<2, 0>>')];
      case 'fun':
        return [fc.constantFrom('[j \\in 1..2 |-> 0]', '<<1, 3>>', '(1 :> 2 @@ 2 :> 1)')];
      case 'rec':
        return [fc.constantFrom('[a |-> 0, b |-> {}]', '[b |-> {1}, a |-> 2]')];
    }
  };
  const TEMPLATES: { readonly [sort in Sort]: readonly string[] } = {
    int: [
      '((<int> + <int>) % 4)',
      'Cardinality(<set>)',
      'Len(<seq>)',
      '<fun>[(<int> % 2) + 1]',
      '(<rec>).a',
      '(CHOOSE $ \\in (<set> \\cup {0}) : (<bool+> \\/ $ = 0))',
      '(IF <bool> THEN <int> ELSE <int>)',
      '(CASE <bool> -> <int> [] OTHER -> <int>)',
      '(Sum(<set>) % 4)',
      '(Up[<int> % 4] % 4)',
      'Other!Twice(<int>)',
      'Apply(LAMBDA $ : <int+>, <int>)',
      '(LET $ == <int> IN <int+>)',
      '(LET Pick($) == <int+> IN Pick(<int>))',
      'Head(Append(<seq>, <int>))',
    ],
    bool: [
      '(<int> < <int>)',
      '(<int> = <int>)',
      '(<int> \\in <set>)',
      '(<set> \\subseteq <set>)',
      '(<set> = <set>)',
      '(<seq> = <seq>)',
      '(<fun> /= <fun>)',
      '(<rec> = <rec>)',
      '(<bool> /\\ <bool>)',
      '(<bool> \\/ <bool>)',
      '(<bool> => <bool>)',
      '~<bool>',
      '(\\A $ \\in <set> : <bool+>)',
      '(\\E $ \\in <set> : <bool+>)',
      '(<set> \\in SUBSET <set>)',
      '(<fun> \\in [1..2 -> <set>])',
      '(<rec> \\in [a : <set>, b : SUBSET <set>])',
    ],
    set: [
      '{<int>, <int>}',
      '(<set> \\cup <set>)',
      '(<set> \\cap <set>)',
      '(<set> \\ <set>)',
      '{$ \\in <set> : <bool+>}',
      '{(<int+>) : $ \\in <set>}',
      'DOMAIN <seq>',
      'UNION {<set>, <set>}',
      '(CHOOSE $set \\in SUBSET (<set> \\cap 0..3) : Cardinality($set) < 2 \\/ <bool>)',
      '(<rec>).b',
      '{<fun>[$] : $ \\in 1..2}',
      '(IF <bool> THEN <set> ELSE <set>)',
    ],
    seq: [
      'Append(<seq>, <int>)',
      '(<seq> \\o <seq>)',
      'SelectSeq(<seq>, LAMBDA $ : <bool+>)',
      '[$ \\in 1..(<int> % 3) |-> <int+>]',
      '(LET $seq == <seq> IN SubSeq($seq, 2, Len($seq)))',
      'Tail(Append(<seq>, <int>))',
      'SortSeq(<seq>, LAMBDA $a, $b : $a < $b)',
    ],
    fun: [
      '[<fun> EXCEPT ![(<int> % 2) + 1] = <int>]',
      '[<fun> EXCEPT ![1] = (@ + <int>) % 4, ![2] = <int>]',
      '[$ \\in 1..2 |-> <int+>]',
      '(CHOOSE $f \\in [1..2 -> (<set> \\cup {0})] : <bool> \\/ $f[1] <= $f[2])',
    ],
    rec: [
      '[<rec> EXCEPT !.a = <int>]',
      '[<rec> EXCEPT !.b = @ \\cup <set>, !.a = @]',
      '[a |-> <int>, b |-> <set>]',
      '(CHOOSE $r \\in [a : (<set> \\cup {1}), b : {{}, <set>}] : $r.a > 0 \\/ <bool>)',
    ],
  };
  const nodes = (sort: Sort, depth: number, bound: number): Text[] =>
    TEMPLATES[sort].map((template) => fill(depth, bound, template));
  return of;
}

/** Keeps a value among few, so that the states are few. */
const CLAMPS: { readonly [variable in Variable]: (text: string) => string } = {
  i: (text) => `(${text}) % 4`,
  s: (text) => `(${text}) \\cap 0..2`,
  f: (text) => `Small(${text})`,
  q: (text) => `Short(${text})`,
  r: (text) => `Kept(${text})`,
};

const INITIAL: { readonly [variable in Variable]: string } = {
  i: 'i \\in 0..1',
  s: 's = {}',
  f: 'f = [j \\in 1..2 |-> 0]',
  q: 'q = <<>>',
  r: 'r = [a |-> 0, b |-> {}]',
};

/** Random specifications over two variables of several sorts, in which every expression has a value. */
export const safetySpec: fc.Arbitrary<SafetySpec> = fc
  .shuffledSubarray<Variable>(['i', 's', 'f', 'q', 'r'], { minLength: 2, maxLength: 2 })
  .chain((variables) => {
    const of = expressions(variables);
    const update = (variable: Variable, bound: number): Text => {
      const assigned = of(SORT_OF[variable], 2, bound).map((text) => `${variable}' = ${CLAMPS[variable](text)}`);
      const chosen =
        variable === 'i'
          ? of('set', 1, bound).map((text) => `i' \\in (${text}) \\cap 0..3`)
          : variable === 's'
            ? of('set', 1, bound).map((text) => `s' \\in SUBSET ((${text}) \\cap 0..2)`)
            : fc.constant(`UNCHANGED ${variable}`);
      const branching = fc
        .tuple(of('bool', 1, bound), assigned, assigned)
        .map(([condition, then, other]) => `(IF ${condition} THEN ${then} ELSE ${other})`);
      const split = fc.tuple(assigned, assigned).map(([one, other]) => `(${one} \\/ ${other})`);
      return fc.oneof(
        { arbitrary: assigned, weight: 3 },
        chosen,
        branching,
        split,
        fc.constant(`${variable}' = ${variable}`),
      );
    };
    const body = (bound: number): Text =>
      fc
        // Half of the actions are always enabled.
        .tuple(
          fc.oneof(fc.constant('TRUE'), of('bool', 2, bound)),
          ...variables.map((variable) => update(variable, bound)),
        )
        .map((parts) => parts.join(' /\\ '));
    return fc.record({
      variables: fc.constant(variables),
      initial: fc.constant(variables.map((variable) => INITIAL[variable])),
      actions: fc.tuple(body(0), body(1)),
      next: of('set', 1, 1).map((set) => `A \\/ \\E k0 \\in (${set}) \\cap 0..3 : B(k0)`),
      shown: of('bool', 3, 0),
    });
  });

/** The module; its configuration is {@link SAFETY_CONFIG}. */
export function safetyModule(spec: SafetySpec, title: string): string {
  return [
    `---- MODULE ${title} ----`,
    'EXTENDS Integers, Sequences, FiniteSets, TLC',
    `VARIABLES ${spec.variables.join(', ')}`,
    '---- MODULE Inner ----',
    'EXTENDS Integers',
    'CONSTANT N',
    'Twice(n) == (n * N) % 4',
    '====',
    'Other == INSTANCE Inner WITH N <- 2',
    'Some == {1, 3}',
    'RECURSIVE Sum(_)',
    'Sum(S) == IF S = {} THEN 0 ELSE LET e == CHOOSE e \\in S : TRUE IN e + Sum(S \\ {e})',
    'Up[n \\in 0..3] == IF n = 0 THEN 1 ELSE n * Up[n - 1]',
    'Apply(Op(_), x) == Op(x)',
    'Small(g) == [j \\in 1..2 |-> g[j] % 3]',
    'Short(l) == [j \\in 1..(IF Len(l) > 2 THEN 2 ELSE Len(l)) |-> l[j] % 3]',
    'Kept(c) == [a |-> c.a % 3, b |-> c.b \\cap 0..1]',
    `Init == ${spec.initial.join(' /\\ ')}`,
    `A == ${spec.actions[0]}`,
    `B(k0) == ${spec.actions[1]}`,
    `Next == ${spec.next}`,
    `Shown == (${spec.shown}) \\in BOOLEAN`,
    '====',
    '',
  ].join('\n');
}

export const SAFETY_CONFIG = 'INIT Init\nNEXT Next\nINVARIANT Shown\nCHECK_DEADLOCK FALSE\n';
