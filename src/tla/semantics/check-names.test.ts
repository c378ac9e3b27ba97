import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { loadSpec } from '../modules/load-spec.ts';
import { checkNames } from './check-names.ts';
import { SemanticFailure } from './semantic-error.ts';

const MODULE = (body: string) =>
  `---- MODULE M ----\nEXTENDS Naturals, Sequences\nCONSTANTS S, N\nVARIABLES v, w\n${body}\n====`;

/** Modules beside the one that is checked. */
const BESIDE: Readonly<Record<string, string>> = {
  Stateful: "CONSTANTS C, F(_)\nVARIABLE x\nStep == x' = F(C)\nOp(a) == a' = C\nPlain == C",
  Plain: 'CONSTANT C\nSame == C\nLOCAL Hidden == C',
  Primes: 'CONSTANT C(_)\nUse(a) == C(a)',
  Parts: 'CONSTANT C\nPair == <<C, 1>>',
  Announced: 'RECURSIVE f(_)\nLOCAL f(n) == f(n)\nLOCAL g(n) == n',
};

/** The first error of a module with this body; null if there is none. */
function error(body: string): string | null {
  const spec = loadSpec(sourceText('M.tla', MODULE(body)), {
    read: (name) => {
      const text = BESIDE[name];
      return text === undefined ? undefined : sourceText(`${name}.tla`, `---- MODULE ${name} ----\n${text}\n====`);
    },
  });
  if (!spec.ok) return formatDiagnostic(spec.errors[0]);
  try {
    checkNames(spec.value);
    return null;
  } catch (failure) {
    if (failure instanceof SemanticFailure) return formatDiagnostic(failure.diagnostic);
    throw failure;
  }
}

/** What is refused, and beside it what is like it and must pass. TLC's parser says the same of every line. */
const CASES: Readonly<Record<string, readonly (readonly [refused: string, passes: string])[]>> = {
  'levels of parameters': [
    ["Next(a) == a'\nx == Next(v')", "Next(a) == a'\nx == Next(v)"],
    ["Next(a) == a'\nTwice(b) == Next(b)\nx == Twice(v')", "Same(a) == a\nTwice(b) == Same(b)\nx == Twice(v')"],
    ["Next(a) == a'\nx == LET y(b) == Next(b) IN y(w')", "Next(a) == a'\nx == LET y(b) == Next(b) IN y(w)"],
    ['In(a) == a \\in S\nx == In([]v)', 'And(a) == a /\\ TRUE\nx == And([]v)'],
    ["To(F(_), a) == F(a)\nx == To(LAMBDA b : b', v')", "To(F(_), a) == F(a)\nx == To(LAMBDA b : b, v')"],
    ["To(F(_)) == F(v')\nx == To(LAMBDA b : b')", "To(F(_)) == F(v)\nx == To(LAMBDA b : b')"],
    [
      "Via(F(_)) == F(v')\nTo(G(_)) == Via(G)\nx == To(LAMBDA b : b')",
      "Via(F(_)) == F(v)\nTo(G(_)) == Via(G)\nx == To(LAMBDA b : b')",
    ],
    ["a \\prec b == a' = b\nx == (v' \\prec 1)", "a \\prec b == a' = b\nx == (v \\prec v')"],
    ["x == SelectSeq(v', LAMBDA a : a' = 1)", "x == SelectSeq(v', LAMBDA a : a = 1)"],
    ['Deep(a) == ENABLED a\nx == Deep([]v)', "Deep(a) == ENABLED a\nx == Deep(v' = 1)"],
  ],
  'what is LOCAL': [['INSTANCE Announced\nf(a, b) == a', 'INSTANCE Announced\ng(a, b) == a']],
  'levels of the language': [
    ["x == N''", "x == N'"],
    ["x == ([]v)'", 'x == []v'],
    ["x == UNCHANGED (v')", 'x == UNCHANGED <<v, N>>'],
    ["x == [v' = 1]_(w')", "x == [v' = 1]_w"],
    ["x == WF_(v')(v' = 1)", "x == WF_v(v' = 1)"],
    ["x == []v /\\ w' = 1", "x == []v /\\ [][w' = 1]_w"],
    ["x == [] /\\ [v' = 1]_v", "x == []([v' = 1]_v)"],
    ["x == <>(v' = 1)", "x == <><<v' = 1>>_v"],
    ["x == (v' = 1) ~> w", 'x == (v = 1) ~> w'],
    ["x == \\A a \\in v' : []a", 'x == \\A a \\in v : []a'],
    ['x == {[]v}', 'x == IF v = 1 THEN []v ELSE <>w'],
    ["x == [v' EXCEPT ![1] = @']", "x == [v EXCEPT ![1] = @']"],
    ["x == \\EE q : q''", "x == \\EE q : [][q' = v]_q"],
  ],
  assumptions: [
    ['ASSUME v = 1', 'ASSUME N = 1'],
    ["ASSUME N' = N", 'ASSUME N = N'],
    ['ASSUME ENABLED TRUE', 'ASSUME \\E a \\in S : a = N'],
    ['AXIOM A == []TRUE', 'AXIOM A == TRUE'],
    [
      'I == INSTANCE Stateful WITH C <- N, F <- Len, x <- v\nASSUME I!Step',
      'I == INSTANCE Stateful WITH C <- N, F <- Len, x <- v\nASSUME I!Plain',
    ],
    ['I == INSTANCE Plain WITH C <- v\nASSUME I!Same', 'I == INSTANCE Plain WITH C <- N\nASSUME I!Same'],
    ["x == [v' = N]_v\nASSUME x!1 = 1", "x == [v' = N]_v\nASSUME x!1!2 = 1"],
  ],
  theorems: [
    ['THEOREM x => v', 'THEOREM w => v'],
    ['THEOREM T == Len(v, w)', 'THEOREM T == Len(v) = 1\nx == T'],
    ["THEOREM v'' = 1", "THEOREM v' = 1"],
    ['THEOREM ASSUME NEW a, b PROVE a', 'THEOREM ASSUME NEW a, NEW b PROVE a = b'],
    ['THEOREM ASSUME ASSUME NEW a PROVE a PROVE a', 'THEOREM ASSUME ASSUME NEW a PROVE a PROVE TRUE'],
    ["THEOREM ASSUME NEW ACTION a PROVE a'", "THEOREM ASSUME NEW STATE a PROVE a'"],
    ['THEOREM ASSUME NEW v PROVE v', 'THEOREM ASSUME NEW F(_), NEW a \\in S PROVE F(a)'],
    ['THEOREM T == ASSUME TRUE PROVE v\nx == T', 'THEOREM T == v\nx == T'],
    ['THEOREM TRUE\nPROOF', 'THEOREM TRUE\nPROOF OBVIOUS'],
  ],
  'names that are taken': [
    ["x' == 1", 'x ^+ == 1'],
    ['TRUE == 1', 'True == 1'],
    ['x == \\E BOOLEAN \\in S : TRUE', 'x == \\E Boolean \\in S : TRUE'],
    ['x == CHOOSE STRING : TRUE', 'x == CHOOSE String : TRUE'],
    [
      '---- MODULE Inner ----\nv == 1\n====',
      '---- MODULE Inner ----\nx == 1\n====\nInner == 1\nx == 1\nI == INSTANCE Inner',
    ],
    ['f[f \\in S] == 1', 'f[a \\in S] == f[a]'],
    ['VARIABLE N', 'VARIABLE v'],
    ['Len == 1', 'LOCAL INSTANCE Naturals'],
    ['f[a \\in {1, f}] == 1', 'f[a \\in {1, 2}] == f'],
  ],
  recursion: [
    ['RECURSIVE f(_)', 'RECURSIVE f(_)\nf(a) == f(a)'],
    ['RECURSIVE f(_)\nf(a, b) == a', 'RECURSIVE f(_, _)\nf(a, b) == a'],
    ['RECURSIVE f(_)\nf(F(_)) == F(1)', 'RECURSIVE f(_)\nf(a) == a'],
    ['RECURSIVE f(_, _)\nf(a, F(_)) == F(a)', 'RECURSIVE f(_, _)\nf(F(_), a) == F(f(F, a))'],
    ['RECURSIVE f(_, _)\nf(F(_), a) == f(a, a)', 'RECURSIVE f(_, _)\nf(F(_), a) == f(LAMBDA b : b, a)'],
    ["RECURSIVE f(_)\nf(a) == IF a = 0 THEN 0 ELSE f(a')", "RECURSIVE f(_)\nf(a) == IF a = 0 THEN v' ELSE f(a)"],
    ["RECURSIVE f\nf == f'", 'RECURSIVE f\nf == f'],
    ["RECURSIVE f(_)\nx == f(1)\nf(a) == v' = a\ny == x'", "RECURSIVE f(_)\nx == f(1)\nf(a) == v = a\ny == x'"],
    ['RECURSIVE f(_)\nASSUME TRUE\nf(a) == a', 'RECURSIVE f(_)\ng == f(1)\nf(a) == a\nASSUME TRUE'],
    ['x == LET RECURSIVE f(_) IN 1', 'x == LET RECURSIVE f(_) f(a) == f(a) IN f(1)'],
    ['RECURSIVE f(_)\ng == LET f(a) == a IN 1\nf(a) == a', 'RECURSIVE f(_)\ng == LET h(a) == f(a) IN 1\nf(a) == a'],
  ],
  instances: [
    ['I == INSTANCE Plain', 'C == 1\nI == INSTANCE Plain'],
    ['I == INSTANCE Plain WITH C <- 1, Same <- 2', 'I == INSTANCE Plain WITH C <- 1'],
    ['I == INSTANCE Plain WITH C <- 1, C <- 2', 'I == INSTANCE Plain WITH C <- 1\nJ == INSTANCE Plain WITH C <- 2'],
    ['I == INSTANCE Plain WITH C <- 1\nx == I!Hidden', 'I == INSTANCE Plain WITH C <- 1\nx == I!Same'],
    ['I == INSTANCE Plain WITH C <- LAMBDA a : a', 'I == INSTANCE Primes WITH C <- LAMBDA a : a'],
    ["I == INSTANCE Primes WITH C <- LAMBDA a : a'", 'I == INSTANCE Primes WITH C <- LAMBDA a : a + v'],
    ['I == INSTANCE Stateful WITH C <- v, F <- Len, x <- w', 'I == INSTANCE Stateful WITH C <- N, F <- Len, x <- w'],
    [
      "I(a) == INSTANCE Stateful WITH C <- N, F <- Len, x <- a\nx == I(v')!Step",
      'I(a) == INSTANCE Stateful WITH C <- N, F <- Len, x <- a\nx == I(v)!Step',
    ],
    [
      "I == INSTANCE Stateful WITH C <- N, F <- Len, x <- w\nx == I!Op(v')",
      'I == INSTANCE Stateful WITH C <- N, F <- Len, x <- w\nx == I!Op(v)',
    ],
    ['I == INSTANCE Plain WITH C <- 1\nx == I!Same!1\ny == I!C', 'I == INSTANCE Plain WITH C <- 1\nx == I!Same'],
    ['x == LET INSTANCE Naturals IN 1', 'x == LET I == INSTANCE Naturals IN I!+(1, 2)'],
    ['x == LET LOCAL INSTANCE Naturals IN 1', 'x == LET LOCAL a == 1 IN a'],
    ['F == 1\nC == 1\nx == 1\nINSTANCE Stateful', 'F(a) == a\nC == 1\nx == 1\nINSTANCE Stateful'],
  ],
  'operators as arguments': [
    ['To(F(_)) == F(1)\nTake(G(_)) == G(2)\nx == To(Take)', 'To(F(_)) == F(1)\nx == To(Len)'],
    ['To(F(_)) == F(1)\nx == To(1)', 'To(F(_)) == F(1)\nx == To(LAMBDA a : a)'],
    ['To(F(_, _)) == F(1, 2)\nx == To(Len)', 'To(F(_, _)) == F(1, 2)\nx == To(=)'],
    ['To(F(_)) == F\nx == 1', 'To(F(_)) == F(1)\nx == 1'],
  ],
  'labels and parts': [
    ['x == (l:: 1) + (l:: 2)', 'x == (l:: 1) + (m:: 2)'],
    ['x == \\A a \\in S : l:: a', 'x == \\A a \\in S : l(a):: a'],
    ['x(a) == l(a):: a', 'x(a) == l:: a'],
    ['x == \\A a \\in S : l(a):: \\A b \\in S : m(a, b):: b', 'x == \\A a \\in S : l(a):: \\A b \\in S : m(b):: b'],
    ['x == l(1):: 1', 'x == l:: 1'],
    ['ASSUME l:: TRUE', 'ASSUME A == l:: TRUE'],
    ['x == [v EXCEPT ![1] = l:: 2]', 'x == l:: [v EXCEPT ![1] = 2]'],
    ['x(a) == l:: a\ny == x(1)!m', 'x(a) == l:: a\ny == x(1)!l'],
    ['x == N!1', 'y == N + 1\nx == y!1'],
    ["Op(a) == lab:: a = 1\nx == (Op(v')!lab)'", "Op(a) == lab:: a = 1\nx == (Op(v)!lab)'\ny == Op(v')"],
    [
      'Op(a) == \\A i \\in S : lab(i):: a = i\nx == Op(v)!lab',
      'Op(a) == \\A i \\in S : lab(i):: a = i\nx == Op(v)!lab(1)',
    ],
    ["Op(a) == <<lab:: a', N>>\nx == (Op(v)!1)'", "Op(a) == <<lab:: a', N>>\nx == (Op(v)!2)'\ny == Op(v)!1"],
    ["Op(a) == LET y == a' IN <<y>>\nx == (Op(v)!1)'", "Op(a) == LET y == a IN <<y>>\nx == (Op(v)!1)'"],
    [
      "I == INSTANCE Parts WITH C <- v'\nx == (I!Pair!1)'",
      "I == INSTANCE Parts WITH C <- v\nx == (I!Pair!1)'\nJ == INSTANCE Parts WITH C <- w'",
    ],
  ],
  'what binds': [
    ['x == \\E a, <<b, c>> \\in S : TRUE', 'x == \\E a \\in S, <<b, c>> \\in S : TRUE'],
    ['x == {a : <<a, b>>, c \\in S}', 'x == {a : <<a, b>> \\in S, c \\in S}'],
    ['x == [a, <<b, c>> \\in S |-> 1]', 'x == [a, b \\in S |-> 1]'],
    ['x == Len(\\land v)', 'x == Len(/\\ v)'],
  ],
};

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  it.each(cases)('%j is refused, and %j is not', (refused, passes) => {
    expect(error(refused)).not.toBeNull();
    expect(error(passes)).toBeNull();
  });

  it('are told with what was expected', () => {
    expect(cases.map(([refused]) => `${refused}\n${error(refused)}`).join('\n\n')).toMatchSnapshot();
  });
});

const doubled = (count: number, one: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => one(i)).join('\n');

// Each would take longer than anybody waits if every turn were checked as often as the one around it, or every name compared with all.
it.each([
  [
    'definitions inside recursive ones',
    `${doubled(40, (i) => `RECURSIVE f${i}(_)\nf${i}(a${i}) == LET`)} x == v IN x ${doubled(39, (i) => `IN f${39 - i}(1)`)}`,
  ],
  [
    'definitions made of parts of one another',
    `x0 == <<v>>\n${doubled(60, (i) => `x${i + 1} == <<x${i}!: , x${i}!: >>`)}`,
  ],
  ['LOCAL definitions', doubled(20_000, (i) => `LOCAL x${i} == 1`)],
])('many %s are checked, and a mistake after them is found', (_, body) => {
  expect(error(body)).toBeNull();
  expect(error(`${body}\ny == z`)).toContain('unknown name "z"');
});
