import { describe, expect, it } from 'vitest';
import { moduleError, moduleOf } from './testing/parse.ts';

const names = (text: string): (string | undefined)[] =>
  moduleOf(text).units.map((unit) => ('name' in unit ? unit.name?.text : undefined));

describe('proofs', () => {
  it.each([
    ['one word', 'PROOF OMITTED'],
    ['facts', 'BY A, B(1), \\A x \\in S : P(x), SMT DEF C, |, D'],
    ['facts only', 'BY ONLY A DEFS C'],
    ['steps', '<1>1. x = 1\n  BY A\n<1>2. y\n  BY <1>1\n<1> QED BY <1>1, <1>2 DEF Next'],
    ['nested steps', '<1>1. x\n  <2>1. y\n    OBVIOUS\n  <2> QED BY <2>1\n<1>. QED\n  <2>1. z\n  <2> QED BY <2>1'],
    ['relative levels', '<*> 1\n  <+> 2\n  <*> QED\n<*> QED\n  PROOF <*>1. TRUE\n  <*> QED'],
    ['every kind of step', STEPS()],
    ['steps with lists', '<1> /\\ a\n    /\\ b\n  BY DEF A, |\n<1> QED'],
  ])('are skipped: %s', (_, proof) => {
    expect(names(`THEOREM T == TRUE\n${proof}\nnext(x) == x\na ++ b == 1\nf[x \\in S] == x`)).toEqual([
      'T',
      'next',
      '++',
      'f',
    ]);
  });

  it('end before the next unit of any kind', () => {
    expect(
      names('THEOREM A == TRUE BY X\nVARIABLE x\nTHEOREM B == TRUE BY f(x)[y]\n-. q == 1\nUSE A\nLOCAL z == 1'),
    ).toEqual(['A', undefined, 'B', '-.', 'z']);
  });

  it('without their last step are an error that shows where they begin', () => {
    expect(moduleError('THEOREM T == TRUE\n<1>1. x\n  BY A\nnext == 1')).toMatchInlineSnapshot(`
      "M.tla:3:1: this proof has no QED step [tla/unfinished-proof]
       3 | <1>1. x
         | ^^^^^
        expected a step <1> QED"
    `);
  });
});

function STEPS(): string {
  return `<1> DEFINE P(x) == x
          f[y \\in S] == y
<1> USE A DEF B
<1> HIDE DEF B
<1>a. SUFFICES ASSUME NEW x \\in S, NEW CONSTANT c PROVE P(x)
  OBVIOUS
<1>b. ASSUME x = 1 PROVE FALSE
<1>c. CASE x = 2
  BY <1>a, <1>b
<1>d. PICK z \\in S : P(z)
<1>e. HAVE x = 3
<1>f. TAKE v \\in S
<1>g. WITNESS 1 \\in S
<1>h. x = @ + 1
<1> INSTANCE M
<1> QED BY <1>h`;
}
