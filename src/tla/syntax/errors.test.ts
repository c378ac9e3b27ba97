import { describe, expect, it } from 'vitest';
import { expressionError, moduleError } from './testing/parse.ts';

describe('the first error of an expression', () => {
  it('names what was expected and found', () => {
    expect(expressionError('IF a THEM b ELSE c')).toMatchInlineSnapshot(`
      "expression:1:6: unexpected "THEM" [tla/unexpected-token]
       1 | IF a THEM b ELSE c
         |      ^^^^
        expected "THEN" after the condition of IF
        hint: did you mean "THEN"?"
    `);
    expect(expressionError('(a + b')).toMatchInlineSnapshot(`
      "expression:1:7: unexpected end of the text [tla/unexpected-token]
       1 | (a + b
         |       ^
        expected ")" to close the parenthesis
        expression:1:1: the "(" that is open"
    `);
    expect(expressionError('{a, b')).toMatchInlineSnapshot(`
      "expression:1:6: unexpected end of the text [tla/unexpected-token]
       1 | {a, b
         |      ^
        expected "," or "}"
        expression:1:1: the "{" that is open"
    `);
    expect(expressionError('[a |-> 1, b ]')).toMatchInlineSnapshot(`
      "expression:1:13: unexpected "]" [tla/unexpected-token]
       1 | [a |-> 1, b ]
         |             ^
        expected "|->" after the field "b""
    `);
    expect(expressionError('f[x')).toMatchInlineSnapshot(`
      "expression:1:4: unexpected end of the text [tla/unexpected-token]
       1 | f[x
         |    ^
        expected "]" to close the argument of the function
        expression:1:2: the "[" that is open"
    `);
    expect(expressionError('[f EXCEPT f[1] = 2]')).toMatchInlineSnapshot(`
      "expression:1:11: unexpected "f" [tla/unexpected-token]
       1 | [f EXCEPT f[1] = 2]
         |           ^
        expected "!" to begin an update: ![i] = e or !.f = e"
    `);
    expect(expressionError('[f EXEPT ![1] = 2]')).toMatchInlineSnapshot(`
      "expression:1:4: unexpected "EXEPT" [tla/unexpected-token]
       1 | [f EXEPT ![1] = 2]
         |    ^^^^^
        expected "|->", "->", "EXCEPT" or "]_" inside square brackets
        hint: did you mean "EXCEPT"?
        expression:1:1: the "[" that is open"
    `);
    expect(expressionError('\\A x \\in S P(x)')).toMatchInlineSnapshot(`
      "expression:1:12: unexpected "P" [tla/unexpected-token]
       1 | \\A x \\in S P(x)
         |            ^
        expected ":" and the body of the quantifier"
    `);
    expect(expressionError('a b')).toMatchInlineSnapshot(`
      "expression:1:3: unexpected "b" [tla/unexpected-token]
       1 | a b
         |   ^
        expected an infix operator or the end of the expression"
    `);
    expect(expressionError('a +')).toMatchInlineSnapshot(`
      "expression:1:4: unexpected end of the text [tla/unexpected-token]
       1 | a +
         |    ^
        expected an expression"
    `);
    expect(expressionError('')).toMatchInlineSnapshot(`
      "expression:1:1: unexpected end of the text [tla/unexpected-token]
       1 | 
         | ^
        expected an expression"
    `);
    expect(expressionError('LET x == 1 IM x')).toMatchInlineSnapshot(`
      "expression:1:12: unexpected "IM" [tla/unexpected-token]
       1 | LET x == 1 IM x
         |            ^^
        expected a definition or "IN"
        hint: did you mean "IN"?"
    `);
    expect(expressionError('CASE a > 1')).toMatchInlineSnapshot(`
      "expression:1:11: unexpected end of the text [tla/unexpected-token]
       1 | CASE a > 1
         |           ^
        expected "->" after the condition of a CASE arm"
    `);
    expect(expressionError('\\A IN \\in S : TRUE')).toMatchInlineSnapshot(`
      "expression:1:4: unexpected "IN" [tla/unexpected-token]
       1 | \\A IN \\in S : TRUE
         |    ^^
        expected the name of a bound variable
        hint: "IN" is a reserved word"
    `);
  });

  it('says why a character, number, string or comment cannot be read', () => {
    expect(expressionError('1.5 + 2')).toMatchInlineSnapshot(`
      "expression:1:1: decimal number 1.5 [tla/decimal-number]
       1 | 1.5 + 2
         | ^^^
        expected an integer; real numbers have no values here, as in TLC"
    `);
    expect(expressionError('"abc')).toMatchInlineSnapshot(`
      "expression:1:1: this string is not closed on its line [tla/unclosed-string]
       1 | "abc
         | ^^^^
        expected a closing quote"
    `);
    expect(expressionError('"a\\qb"')).toMatchInlineSnapshot(`
      "expression:1:3: unknown escape in a string [tla/bad-escape]
       1 | "a\\qb"
         |   ^^
        expected one of \\" \\\\ \\n \\t \\r \\f"
    `);
    expect(expressionError('(* never closed (* inner *)')).toMatchInlineSnapshot(`
      "expression:1:1: this comment is never closed [tla/unclosed-comment]
       1 | (* never closed (* inner *)
         | ^^
        expected a "*)" for every "(*"; comments nest"
    `);
    expect(expressionError('x \\inn S')).toMatchInlineSnapshot(`
      "expression:1:3: unknown operator \\inn [tla/unknown-operator]
       1 | x \\inn S
         |   ^^^^
        hint: did you mean "\\in"?"
    `);
    expect(expressionError('x \\subsetq S')).toMatchInlineSnapshot(`
      "expression:1:3: unknown operator \\subsetq [tla/unknown-operator]
       1 | x \\subsetq S
         |   ^^^^^^^^
        hint: did you mean "\\subset"?"
    `);
    expect(expressionError('S \\unoin T')).toMatchInlineSnapshot(`
      "expression:1:3: unknown operator \\unoin [tla/unknown-operator]
       1 | S \\unoin T
         |   ^^^^^^
        hint: did you mean "\\union"?"
    `);
    expect(moduleError('Op == x \\notinn S')).toContain('did you mean "\\notin"?');
    expect(expressionError('größe + 1')).toMatchInlineSnapshot(`
      "expression:1:3: unexpected character "ö" [tla/unknown-character]
       1 | größe + 1
         |   ^
        expected names of ASCII letters, digits and "_""
    `);
    expect(expressionError('a \u0007 b')).toMatchInlineSnapshot(`
      "expression:1:3: unexpected character "\\u{7}" [tla/unknown-character]
       1 | a \\u{7} b
         |   ^^^^^"
    `);
    expect(expressionError('__')).toMatchInlineSnapshot(`
      "expression:1:1: "__" is not a name [tla/bad-name]
       1 | __
         | ^^
        expected at least one letter in a name"
    `);
    expect(expressionError('\\b12')).toMatchInlineSnapshot(`
      "expression:1:1: \\b12 is not a number in base 2 [tla/bad-number]
       1 | \\b12
         | ^^^^
        expected digits 0 and 1"
    `);
    expect(expressionError(`1${'0'.repeat(5000)}`)).toContain('at most 4096 digits');
  });

  it('is the one that comes first in the text, of whatever kind', () => {
    expect(expressionError('a b "unclosed')).toContain('unexpected "b"');
    expect(expressionError('a + "unclosed) b b')).toContain('not closed');
  });

  it('keeps LAMBDA to arguments and bounds to functions', () => {
    expect(expressionError('LAMBDA x : x')).toMatchInlineSnapshot(`
      "expression:1:1: LAMBDA stands where a value must [tla/unexpected-token]
       1 | LAMBDA x : x
         | ^^^^^^
        expected LAMBDA only as an argument of an operator or in a substitution"
    `);
    expect(expressionError('[x \\in S -> x]')).toMatchInlineSnapshot(`
      "expression:1:10: unexpected "->" [tla/unexpected-token]
       1 | [x \\in S -> x]
         |          ^^
        expected "|->" after the bound of a function"
    `);
  });

  it('tells which operators conflict', () => {
    expect(expressionError('a /\\ b \\/ c')).toMatchInlineSnapshot(`
      "expression:1:8: "/\\" and "\\/" have the same or overlapping precedence [tla/precedence-conflict]
       1 | a /\\ b \\/ c
         |        ^^
        expected parentheses that say which comes first
        expression:1:3: the other operator is this "/\\""
    `);
    expect(expressionError('a => b => c')).toMatchInlineSnapshot(`
      "expression:1:8: "=>" is not associative [tla/precedence-conflict]
       1 | a => b => c
         |        ^^
        expected parentheses that say which comes first
        expression:1:3: the other operator is this "=>""
    `);
    expect(expressionError('A \\cup B \\ C')).toMatchInlineSnapshot(`
      "expression:1:10: "\\cup" and "\\" have the same or overlapping precedence [tla/precedence-conflict]
       1 | A \\cup B \\ C
         |          ^
        expected parentheses that say which comes first
        expression:1:3: the other operator is this "\\cup""
    `);
    expect(expressionError('a * -b')).toMatchInlineSnapshot(`
      "expression:1:5: "*" and "-" have the same or overlapping precedence [tla/precedence-conflict]
       1 | a * -b
         |     ^
        expected parentheses that say which comes first
        expression:1:3: the other operator is this "*""
    `);
    expect(expressionError('[]x = 1')).toContain('overlapping precedence');
    expect(expressionError('a * b / c')).toContain('overlapping precedence');
    expect(expressionError('a * lab:: b + c')).toMatchInlineSnapshot(`
      "expression:1:5: the label "lab" changes what "*" applies to [tla/precedence-conflict]
       1 | a * lab:: b + c
         |     ^^^
        expected parentheses around the labelled expression or inside it"
    `);
  });

  it('tells which junction item is not indented', () => {
    expect(expressionError('/\\ IF a\n   THEN b\nELSE c')).toMatchInlineSnapshot(`
      "expression:3:1: "ELSE" ends the item of a junction list too early [tla/bad-indentation]
       3 | ELSE c
         | ^^^^
        expected "ELSE" after the THEN branch of IF, to the right of the "/\\" in column 1
        expression:1:1: the item begins at this "/\\""
    `);
    expect(expressionError('/\\ (a\n)')).toMatchInlineSnapshot(`
      "expression:2:1: ")" ends the item of a junction list too early [tla/bad-indentation]
       2 | )
         | ^
        expected ")" to close the parenthesis, to the right of the "/\\" in column 1
        expression:1:1: the item begins at this "/\\""
    `);
  });

  it('refuses @ outside EXCEPT and a subscript on a tuple', () => {
    expect(expressionError('@ + 1')).toMatchInlineSnapshot(`
      "expression:1:1: "@" stands outside EXCEPT [tla/at-outside-except]
       1 | @ + 1
         | ^
        expected "@" only in a new value: [f EXCEPT ![x] = @ + 1]"
    `);
    expect(expressionError('[f EXCEPT ![@] = 1]')).toContain('"@" stands outside EXCEPT');
    expect(expressionError('<<a, b>>_v')).toMatchInlineSnapshot(`
      "expression:1:7: a tuple cannot have a subscript [tla/unexpected-token]
       1 | <<a, b>>_v
         |       ^^^
        expected one action between "<<" and ">>_""
    `);
  });
});

describe('the first error of a module', () => {
  it('names what a module needs', () => {
    expect(moduleError('')).toMatchInlineSnapshot(`
      "M.tla:1:1: there is no module in this text [tla/no-module]
       1 | 
         | ^
        expected a line "---- MODULE Name ----""
    `);
    expect(moduleError('---- MODULE M\nx == 1\n====')).toMatchInlineSnapshot(`
      "M.tla:2:1: unexpected "x" [tla/unexpected-token]
       2 | x == 1
         | ^
        expected four or more dashes after the name of the module"
    `);
    expect(moduleError('---- MODULE M ----\nx == 1')).toMatchInlineSnapshot(`
      "M.tla:2:7: unexpected end of the text [tla/unexpected-token]
       2 | x == 1
         |       ^
        expected "====" at the end of the module"
    `);
  });

  it('tells a declaration or definition that is none', () => {
    expect(moduleError('VARAIBLES x, y')).toMatchInlineSnapshot(`
      "M.tla:2:1: unexpected "VARAIBLES" [tla/unexpected-token]
       2 | VARAIBLES x, y
         | ^^^^^^^^^
        expected an infix operator that goes on, the next definition or declaration, or "===="
        hint: did you mean "VARIABLES"?"
    `);
    expect(moduleError('x = 1')).toMatchInlineSnapshot(`
      "M.tla:2:3: unexpected "=" after "x" [tla/unexpected-token]
       2 | x = 1
         |   ^
        expected "=="
        hint: a definition is written with "==""
    `);
    expect(moduleError('x == 1 2')).toMatchInlineSnapshot(`
      "M.tla:2:8: unexpected "2" [tla/unexpected-token]
       2 | x == 1 2
         |        ^
        expected an infix operator that goes on, the next definition or declaration, or "====""
    `);
    expect(moduleError('x == y\nz = 1')).toMatchInlineSnapshot(`
      "M.tla:3:3: unexpected "=" after "z" [tla/unexpected-token]
       3 | z = 1
         |   ^
        expected "=="
        hint: a definition is written with "==""
    `);
    expect(moduleError('x == 1 /\\ y\nz = 2 + 3')).toContain('a definition is written with "=="');
    expect(moduleError('Op(x == x')).toMatchInlineSnapshot(`
      "M.tla:2:6: unexpected "==" [tla/unexpected-token]
       2 | Op(x == x
         |      ^^
        expected ")" to close the parameters
        M.tla:2:3: the "(" that is open"
    `);
    expect(moduleError('Op(1) == x')).toMatchInlineSnapshot(`
      "M.tla:2:4: unexpected "1" [tla/unexpected-token]
       2 | Op(1) == x
         |    ^
        expected the name of a constant or parameter, or a pattern such as F(_)"
    `);
    expect(moduleError('VARIABLES x, CASE')).toMatchInlineSnapshot(`
      "M.tla:2:14: unexpected "CASE" [tla/unexpected-token]
       2 | VARIABLES x, CASE
         |              ^^^^
        expected the name of a variable
        hint: "CASE" is a reserved word"
    `);
    expect(moduleError('CONSTANT F(a)')).toMatchInlineSnapshot(`
      "M.tla:2:12: unexpected "a" [tla/unexpected-token]
       2 | CONSTANT F(a)
         |            ^
        expected "_" for each argument"
    `);
    expect(moduleError('I == INSTANCE')).toMatchInlineSnapshot(`
      "M.tla:3:1: unexpected end of the module [tla/unexpected-token]
       3 | ====
         | ^^^^
        expected the name of the module"
    `);
    expect(moduleError('I == INSTANCE M WITH x = 1')).toMatchInlineSnapshot(`
      "M.tla:2:24: unexpected "=" [tla/unexpected-token]
       2 | I == INSTANCE M WITH x = 1
         |                        ^
        expected "<-" after "x""
    `);
    expect(moduleError('THEOREM ASSUME x')).toMatchInlineSnapshot(`
      "M.tla:3:1: unexpected end of the module [tla/unexpected-token]
       3 | ====
         | ^^^^
        expected "PROVE" after the assumptions"
    `);
    expect(moduleError('<1> QED')).toMatchInlineSnapshot(`
      "M.tla:2:1: unexpected proof step [tla/unexpected-token]
       2 | <1> QED
         | ^^^
        expected an infix operator that goes on, the next definition or declaration, or "====""
    `);
  });

  it('suspects a forgotten second equals sign', () => {
    expect(moduleError('x == y =\nz = 1')).toMatchInlineSnapshot(`
      "M.tla:3:3: "=" is not associative [tla/precedence-conflict]
       3 | z = 1
         |   ^
        expected parentheses that say which comes first
        hint: a definition is written with "=="
        M.tla:2:8: the other operator is this "=""
    `);
  });

  it('shows hostile text escaped', () => {
    expect(moduleError('x == "\u001b[31m" \u001b')).not.toContain('\u001b');
  });
});
