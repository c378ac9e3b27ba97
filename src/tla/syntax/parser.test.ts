import { describe, expect, it } from 'vitest';
import { normalForm } from './testing/normal-form.ts';
import { expressionOf, moduleOf, shape } from './testing/parse.ts';

const read = (text: string): string => shape(expressionOf(text));

describe('precedence', () => {
  it.each([
    ['a + b * c', '(a + (b * c))'],
    ['a - b - c', '((a - b) - c)'],
    ['a - b + c', '((a - b) + c)'],
    ['a + b - c', '(a + (b - c))'],
    ['-a * b', '(-. (a * b))'],
    ['-a + b', '((-. a) + b)'],
    ['a - -b', '(a - (-. b))'],
    ['~a = b', '(~ (a = b))'],
    ['~a /\\ b', '((~ a) /\\ b)'],
    ['a /\\ b => c \\/ d', '((a /\\ b) => (c \\/ d))'],
    ['a => b <=> c', undefined],
    ['x \\in S \\cup T', '(x \\in (S \\cup T))'],
    ['SUBSET S \\cup T', '((SUBSET S) \\cup T)'],
    ['UNION SUBSET S', '(UNION (SUBSET S))'],
    ["DOMAIN f'", "(DOMAIN (f'))"],
    ["f'[x].g", "(f')[x].g"],
    ['f[x][y]', 'f[x][y]'],
    ['~f[x]', '(~ f[x])'],
    ['a .. b + 1', '(a .. (b + 1))'],
    ['x :> 1 @@ y :> 2 @@ z :> 3', '(((x :> 1) @@ (y :> 2)) @@ (z :> 3))'],
    ['<<1>> \\o s', '(<<1>> \\o s)'],
    ['A \\X B \\X C', '(A \\X B \\X C)'],
    ['(A \\X B) \\X C', '((A \\X B) \\X C)'],
    ['[]<>P /\\ []Q', '(([] (<> P)) /\\ ([] Q))'],
    ['P ~> Q', '(P ~> Q)'],
    ['[][Next]_vars /\\ WF_vars(Next)', '(([] ([Next]_vars)) /\\ WF_vars(Next))'],
    ['<><<A \\/ B>>_<<x, y>>', '(<> (<<(A \\/ B)>>_<<x, y>>))'],
    ['IF a THEN b ELSE c + 1', '(IF a THEN b ELSE (c + 1))'],
    ['1 + IF a THEN b ELSE c + 1', '(1 + (IF a THEN b ELSE (c + 1)))'],
    ['\\A x \\in S : P /\\ Q', '(\\A 1 in S : (P /\\ Q))'],
    ['\\A x, y \\in S, <<u, v>> \\in T : P', '(\\A 2 in S, 1 in T : P)'],
    ['a /\\ \\E x \\in S : P \\/ Q', '(a /\\ (\\E 1 in S : (P \\/ Q)))'],
    ['a^2 * b', '((a ^ 2) * b)'],
    ['a \\cdot b', '(a \\cdot b)'],
    ['x = y /\\ z # w', '((x = y) /\\ (z /= w))'],
  ])('reads %s', (text, expected) => {
    if (expected === undefined) expect(() => expressionOf(text)).not.toThrow();
    else expect(read(text)).toBe(expected);
  });

  it('reads every other spelling as the canonical one', () => {
    const pairs = [
      ['a \\land b \\lor c', undefined],
      ['a \\land b', 'a /\\ b'],
      ['a ∧ b', 'a /\\ b'],
      ['a ∨ b', 'a \\/ b'],
      ['¬a', '~a'],
      ['\\lnot a', '~a'],
      ['\\neg a', '~a'],
      ['a ⇒ b', 'a => b'],
      ['a \\equiv b', 'a <=> b'],
      ['a # b', 'a /= b'],
      ['a ≠ b', 'a /= b'],
      ['a =< b', 'a <= b'],
      ['a \\leq b', 'a <= b'],
      ['a ≤ b', 'a <= b'],
      ['a \\geq b', 'a >= b'],
      ['a ∈ S', 'a \\in S'],
      ['a ∉ S', 'a \\notin S'],
      ['A \\union B', 'A \\cup B'],
      ['A ∪ B', 'A \\cup B'],
      ['A \\intersect B', 'A \\cap B'],
      ['A ⊆ B', 'A \\subseteq B'],
      ['A × B', 'A \\X B'],
      ['A \\times B', 'A \\X B'],
      ['s \\circ t', 's \\o t'],
      ['a (+) b', 'a \\oplus b'],
      ['∀ x ∈ S : ∃ y ∈ S : x = y', '\\A x \\in S : \\E y \\in S : x = y'],
      ['⟨1, 2⟩', '<<1, 2>>'],
      ['[x ∈ S ↦ x]', '[x \\in S |-> x]'],
      ['[S → T]', '[S -> T]'],
      ['□◇P ↝ Q', '[]<>P ~> Q'],
      ['ℕ', 'Nat'],
      ['\\b1010 + \\o17 + \\hFF', '10 + 15 + 255'],
    ] as const;
    for (const [spelling, canonical] of pairs) {
      if (canonical === undefined) expect(() => expressionOf(spelling)).toThrow('precedence');
      else expect(normalForm(expressionOf(spelling)), spelling).toEqual(normalForm(expressionOf(canonical)));
    }
  });
});

describe('junction lists', () => {
  const lines = (...all: string[]): string => all.join('\n');

  it('ends an item where a token is not to the right of the bullet', () => {
    expect(read(lines('  /\\ a', '  /\\ b', '=> c'))).toBe('({/\\ a /\\ b} => c)');
    expect(read(lines('  /\\ a', '  /\\ b', '     => c'))).toBe('{/\\ a /\\ (b => c)}');
  });

  it('takes the same operator further right as infix', () => {
    expect(read(lines('/\\ a', '/\\ b /\\ c', '   /\\ d'))).toBe('{/\\ a /\\ ((b /\\ c) /\\ d)}');
  });

  it('nests lists of both kinds by column', () => {
    const text = lines('/\\ a', '/\\ \\/ b', '   \\/ /\\ c', '      /\\ d', '   \\/ e', '/\\ f');
    expect(read(text)).toBe('{/\\ a /\\ {\\/ b \\/ {/\\ c /\\ d} \\/ e} /\\ f}');
  });

  it('opens a list of its own for a bullet in another column', () => {
    expect(read(lines(' /\\ a', '/\\ b'))).toBe('({/\\ a} /\\ b)');
  });

  it('does not mix bullets of two kinds in one column', () => {
    expect(() => expressionOf(lines('/\\ a', '\\/ b'))).not.toThrow();
    expect(read(lines('/\\ a', '\\/ b'))).toBe('({/\\ a} \\/ b)');
  });

  it('ends at a closing bracket and goes on after it', () => {
    expect(read(lines('(/\\ a', ' /\\ b) \\/ c'))).toBe('({/\\ a /\\ b} \\/ c)');
    expect(read(lines('{/\\ a', ' /\\ b, c}'))).toBe('{{/\\ a /\\ b}, c}');
  });

  it('ends at THEN and ELSE', () => {
    expect(read(lines('IF /\\ a', '   /\\ b', '  THEN \\/ c', '       \\/ d', '  ELSE e'))).toBe(
      '(IF {/\\ a /\\ b} THEN {\\/ c \\/ d} ELSE e)',
    );
  });

  it('counts a tab as a stop of eight columns', () => {
    expect(read('\t/\\ a\n        /\\ b')).toBe('{/\\ a /\\ b}');
    expect(read('  \t/\\ a\n        /\\ b')).toBe('{/\\ a /\\ b}');
    expect(read('\t/\\ a\n /\\ b')).toBe('({/\\ a} /\\ b)');
  });

  it('keeps its columns across comments and line ends of every kind', () => {
    expect(read('(* x\n (* y *) *) /\\ a \\* z\r\n            /\\ b\r            /\\ c')).toBe('{/\\ a /\\ b /\\ c}');
  });

  it('holds LET, CASE and definitions inside an item', () => {
    const text = lines('/\\ LET x == 1', '       y == 2', '   IN  x = y', '/\\ CASE p -> 1', '     [] q -> 2', '/\\ r');
    expect(read(text)).toBe('{/\\ let /\\ (CASE p -> 1 [] q -> 2) /\\ r}');
  });
});

describe('CASE and []', () => {
  it('takes [] after a value as the next arm, at a line end too', () => {
    expect(read('CASE a -> 1 []\n     b -> 2 []\n     OTHER -> 3')).toBe('(CASE a -> 1 [] b -> 2 [] OTHER -> 3)');
  });
  it('takes [] before a formula as always', () => {
    expect(read('CASE a -> []P [] b -> []Q')).toBe('(CASE a -> ([] P) [] b -> ([] Q))');
  });
  it('gives an arm to the innermost CASE', () => {
    expect(read('CASE a -> CASE b -> 1 [] c -> 2')).toBe('(CASE a -> (CASE b -> 1 [] c -> 2))');
    expect(read('CASE a -> (CASE b -> 1) [] c -> 2')).toBe('(CASE a -> (CASE b -> 1) [] c -> 2)');
  });
});

describe('brackets', () => {
  it.each([
    ['{}', 'setEnumeration'],
    ['{x \\in S : P}', 'setFilter'],
    ['{<<x, y>> \\in S : P}', 'setFilter'],
    ['{x \\in S : y \\in T}', 'setFilter'],
    ['{(x \\in S) : x \\in T}', 'setMap'],
    ['{x + y : x \\in S, y \\in T}', 'setMap'],
    ['{f[x] : x \\in S}', 'setMap'],
    ['[x \\in S |-> x]', 'function'],
    ['[x, y \\in S, z \\in T |-> x]', 'function'],
    ['[<<x, y>> \\in S |-> x]', 'function'],
    ['[S -> T]', 'functionSet'],
    ['[x -> T]', 'functionSet'],
    ['[a |-> 1, IF |-> 2]', 'record'],
    ['[a : S, b : T]', 'recordSet'],
    ['[f EXCEPT ![1] = 2, !.a[2].b = @ + 1, ![1, 2] = 3]', 'except'],
    ["[x' \\in S]_x", 'boxAction'],
    ['[x \\in S]_x', 'boxAction'],
    ['[<<x, y>> \\in S]_x', 'boxAction'],
    ['[Next]_<<x, y>>', 'boxAction'],
    ['<<Next>>_(x)', 'angleAction'],
    ['<<>>', 'tuple'],
    ['CHOOSE x \\in S : P', 'choose'],
    ['CHOOSE <<x, y>> \\in S : P', 'choose'],
    ['CHOOSE x : x \\notin S', 'choose'],
    ['\\E x : P', 'unboundedQuantifier'],
    ['\\AA x, y : P', 'unboundedQuantifier'],
    ['LET f[x \\in S] == x RECURSIVE g(_) g(x) == x a ++ b == a I(n) == INSTANCE M WITH v <- n IN f', 'let'],
    ['lab:: x', 'labelled'],
    ['Op(x)!2!<<', 'subexpression'],
    ['Thm!:', 'subexpression'],
    ['WF_f(x)(A)', 'fairness'],
  ])('reads %s as %s', (text, kind) => {
    expect(expressionOf(text).kind).toBe(kind);
  });

  it('keeps @ for the value of the innermost update', () => {
    expect(normalForm(expressionOf('[f EXCEPT ![1] = [@ EXCEPT !.a = @]]'))).toMatchObject({
      kind: 'except',
      updates: [{ value: { kind: 'except', base: { kind: 'at' }, updates: [{ value: { kind: 'at' } }] } }],
    });
  });

  it('reads operators as arguments and by name', () => {
    expect(read('Fold(+, 0, S)')).toBe('Fold(+, 0, S)');
    expect(read('Fold(~, -., \\cup, DOMAIN)')).toBe('Fold(~, -., \\cup, DOMAIN)');
    expect(read('+(1, 2) * 3')).toBe('(+(1, 2) * 3)');
    expect(read('M(1)!N!Op(2)')).toBe('M(1)!N!Op(2)');
    expect(read('Map(LAMBDA x : x, s)')).toBe('Map(lambda, s)');
  });

  it('takes the longest known word after a backslash, as TLC does', () => {
    expect(read('\\Ax \\inS : x')).toBe('(\\A 1 in S : x)');
    expect(read('S \\T')).toBe('(S \\ T)');
    expect(read('S \\Untrusted')).toBe('(S \\ Untrusted)');
  });

  it('reads names that begin with digits and fields that are words', () => {
    expect(read('1a + a1_')).toBe('(1a + a1_)');
    expect(read('r.IF.DOMAIN')).toBe('r.IF.DOMAIN');
  });

  it('reads escapes in strings', () => {
    expect(expressionOf('"a\\"b\\\\c\\n\\t"')).toMatchObject({ kind: 'string', value: 'a"b\\c\n\t' });
  });

  it('keeps numbers exact', () => {
    expect(expressionOf('123456789012345678901234567890')).toMatchObject({ value: 123456789012345678901234567890n });
  });
});

describe('modules', () => {
  it('ignores what stands before the header and after the end', () => {
    const tree = moduleOf(
      'junk "( ---- MODULEx\n------ MODULE A ------\nEXTENDS B, C\nx == 1\n======\n"unclosed (* junk',
    );
    expect(tree).toMatchObject({
      name: { text: 'A' },
      extends: [{ text: 'B' }, { text: 'C' }],
      units: [{ name: { text: 'x' } }],
    });
  });

  it('reads every kind of unit', () => {
    const tree = moduleOf(`---- MODULE M ----
CONSTANTS N, F(_, _), _ ++ _, -. _
CONSTANT _^+
VARIABLES x, y
RECURSIVE Sum(_)
Sum(S) == S
f[a, b \\in S, <<c, d>> \\in T] == a
a ** b == a
-. a == a
a ^# == a
HigherOrder(G(_), c) == G(c)
LOCAL Hidden == 1
I == INSTANCE A
J(p) == INSTANCE A WITH v <- p, + <- F, G <- LAMBDA q : q
INSTANCE B
LOCAL INSTANCE C WITH v <- 1
----
ASSUME N > 0
ASSUMPTION Named == N > 1
AXIOM N > 2
USE DEF Sum
HIDE Named DEF I, J
THEOREM TRUE
LEMMA Easy == TRUE OBVIOUS
---- MODULE Inner ----
z == 1
====
COROLLARY Last == ASSUME NEW CONSTANT q, ASSUME q PROVE q PROVE TRUE
PROPOSITION TRUE
last == 1
====`);
    expect(tree.units.map((unit) => unit.kind)).toEqual([
      ...['constants', 'constants', 'variables', 'recursive', 'operatorDefinition', 'functionDefinition'],
      ...['operatorDefinition', 'operatorDefinition', 'operatorDefinition', 'operatorDefinition', 'operatorDefinition'],
      ...['instance', 'instance', 'instance', 'instance', 'assume', 'assume', 'assume'],
      ...['theorem', 'theorem', 'module', 'theorem', 'theorem', 'operatorDefinition'],
    ]);
    expect(tree.units[0]).toMatchObject({
      parameters: [
        { name: { text: 'N' }, arity: 0 },
        { name: { text: 'F' }, arity: 2 },
        { name: { text: '++' }, arity: 2 },
        { name: { text: '-.' }, arity: 1 },
      ],
    });
    expect(tree.units[12]).toMatchObject({
      name: { text: 'J' },
      module: { text: 'A' },
      substitutions: [
        { name: { text: 'v' } },
        { name: { text: '+' } },
        { name: { text: 'G' }, value: { kind: 'lambda' } },
      ],
    });
    expect(tree.units[14]).toMatchObject({ local: true, name: null });
  });

  it('gives every node its place', () => {
    const tree = moduleOf('Op == x + 1');
    const [unit] = tree.units;
    const { source, start, end } = unit!.at;
    expect(source.text.slice(start, end)).toBe('Op == x + 1');
    expect(source.text.slice(tree.at.start, tree.at.end)).toBe(source.text);
  });
});
