import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { check } from './check.ts';
import { runLine } from './testing/run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracefold-mistake-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const CONFIG = 'INIT Init\nNEXT Next\n';

/** What a person who made a mistake is told, without the first line and the counts, which are the same for all. */
async function told(body: string, config = CONFIG, others: { readonly [name: string]: string } = {}): Promise<string> {
  const module = body.includes('MODULE Till')
    ? body
    : `---- MODULE Till ----\nEXTENDS Integers, Sequences, FiniteSets, TLC\nCONSTANTS Clerks, Limit\nVARIABLES drawer, log\n${body}\n====\n`;
  writeFileSync(join(folder, 'Till.tla'), module);
  writeFileSync(join(folder, 'Till.cfg'), config);
  for (const [name, other] of Object.entries(others)) writeFileSync(join(folder, name), other);
  const { code, out, err } = await runLine(check, ['Till.tla'], folder);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  const lines = err.split('\n');
  expect(lines[0]).toBe('NOT CHECKED Till: there is no verdict');
  return lines
    .slice(1)
    .filter((line) => !/^(States|Actions|Never taken|Not taken)/.test(line))
    .join('\n');
}

const CONSTANTS = `${CONFIG}CONSTANTS Clerks = {c1, c2}\nLimit = 3\n`;
const INIT = 'Init == drawer = 0 /\\ log = <<>>\n';
const NEXT = "Next == drawer < Limit /\\ drawer' = drawer + 1 /\\ UNCHANGED log";
const starting = (value: string, before = ''): string => `${before}Init == drawer = ${value} /\\ log = <<>>\n${NEXT}`;

describe('a mistake in the text of a module is told where it stands:', () => {
  it('a word that is no operator', async () => {
    expect(await told(`${INIT}Next == drawer' = drawer plus 1`)).toMatchInlineSnapshot(`
      "Till.tla:6:26: unexpected "plus" [tla/unexpected-token]
       6 | Next == drawer' = drawer plus 1
         |                          ^^^^
        expected an infix operator that goes on, the next definition or declaration, or "====""
    `);
  });
  it('a bracket that is not closed', async () => {
    expect(await told(`${INIT}Next == drawer' = (drawer + 1 /\\ log' = log`)).toMatchInlineSnapshot(`
      "Till.tla:7:1: unexpected end of the module [tla/unexpected-token]
       7 | ====
         | ^^^^
        expected ")" to close the parenthesis
        Till.tla:6:19: the "(" that is open"
    `);
  });
  it('one equals sign for a definition', async () => {
    expect(await told(`Init = drawer = 0\n${NEXT}`)).toMatchInlineSnapshot(`
      "Till.tla:5:6: unexpected "=" after "Init" [tla/unexpected-token]
       5 | Init = drawer = 0
         |      ^
        expected "=="
        hint: a definition is written with "==""
    `);
  });
  it('operators of another language', async () => {
    expect(await told(`${INIT}Next == drawer == 3 && log' = log`)).toMatchInlineSnapshot(`
      "Till.tla:6:16: unexpected "==" [tla/unexpected-token]
       6 | Next == drawer == 3 && log' = log
         |                ^^
        expected an infix operator that goes on, the next definition or declaration, or "===="
        hint: "is equal to" is written "="; "==" defines a name"
    `);
    expect(await told(`${INIT}Next == drawer != 3 /\\ log' = log`)).toMatchInlineSnapshot(`
      "Till.tla:6:16: unexpected "!=" [tla/unexpected-token]
       6 | Next == drawer != 3 /\\ log' = log
         |                ^^
        hint: "is not equal to" is written "#" or "/=""
    `);
  });
  it('"and" of another language', async () => {
    expect(await told(`${INIT}Next == (drawer = 3) && (log' = log)`)).toMatchInlineSnapshot(`
      "Till.tla:6:9: the operator "&&" is not defined here [tla/unknown-name]
       6 | Next == (drawer = 3) && (log' = log)
         |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        hint: "and" is written "/\\""
    `);
  });
  it('two operators that need parentheses', async () => {
    expect(await told(`Init == drawer = 0 /\\ log = <<>> \\/ drawer = 1\n${NEXT}`)).toMatchInlineSnapshot(`
      "Till.tla:5:34: "/\\" and "\\/" have the same or overlapping precedence [tla/precedence-conflict]
       5 | Init == drawer = 0 /\\ log = <<>> \\/ drawer = 1
         |                                  ^^
        expected parentheses that say which comes first
        Till.tla:5:20: the other operator is this "/\\""
    `);
  });
  it('IF without ELSE', async () => {
    expect(await told(`${INIT}Next == drawer' = IF drawer < 3 THEN drawer + 1`)).toMatchInlineSnapshot(`
      "Till.tla:7:1: unexpected end of the module [tla/unexpected-token]
       7 | ====
         | ^^^^
        expected "ELSE" after the THEN branch of IF
        Till.tla:6:19: the IF that has none"
    `);
  });
  it('a string that is not closed', async () => {
    expect(await told(`Init == log = "open\n${NEXT}`)).toMatchInlineSnapshot(`
      "Till.tla:5:15: this string is not closed on its line [tla/unclosed-string]
       5 | Init == log = "open
         |               ^^^^^
        expected a closing quote"
    `);
  });
  it('a comment that is not closed', async () => {
    expect(await told(`(* the drawer\n${INIT}${NEXT}`)).toMatchInlineSnapshot(`
      "Till.tla:5:1: this comment is never closed [tla/unclosed-comment]
       5 | (* the drawer
         | ^^
        expected a "*)" for every "(*"; comments nest"
    `);
  });
  it('a module that is not ended', async () => {
    expect(await told("---- MODULE Till ----\nVARIABLE x\nInit == x = 0\nNext == x' = x\n")).toMatchInlineSnapshot(`
      "Till.tla:5:1: unexpected end of the text [tla/unexpected-token]
       5 | 
         | ^
        expected "====" at the end of the module"
    `);
  });
});

describe('a mistake in a name is told with the nearest one:', () => {
  it('an unknown operator', async () => {
    expect(await told(`${INIT}Next == drawer' = Lenn(log) /\\ UNCHANGED log`)).toMatchInlineSnapshot(`
      "Till.tla:6:19: unknown operator "Lenn" [tla/unknown-name]
       6 | Next == drawer' = Lenn(log) /\\ UNCHANGED log
         |                   ^^^^
        expected a name that is declared or defined before it is used
        hint: did you mean "Len"?"
    `);
  });
  it('an unknown variable', async () => {
    expect(await told(`${INIT}Next == drawr' = 1 /\\ UNCHANGED log`)).toMatchInlineSnapshot(`
      "Till.tla:6:9: unknown name "drawr" [tla/unknown-name]
       6 | Next == drawr' = 1 /\\ UNCHANGED log
         |         ^^^^^
        expected a name that is declared or defined before it is used
        hint: did you mean "drawer"?"
    `);
  });
  it('too few arguments', async () => {
    expect(await told(`Add(a, b) == a + b\n${INIT}Next == drawer' = Add(1) /\\ UNCHANGED log`)).toMatchInlineSnapshot(`
      "Till.tla:7:19: "Add" takes 2 arguments, but is given 1 [tla/arity]
       7 | Next == drawer' = Add(1) /\\ UNCHANGED log
         |                   ^^^^^^"
    `);
  });
  it('a name that is defined twice', async () => {
    expect(await told(`${INIT}${INIT}${NEXT}`)).toMatchInlineSnapshot(`
      "Till.tla:6:1: "Init" is defined already [tla/redefined]
       6 | Init == drawer = 0 /\\ log = <<>>
         | ^^^^
        expected a name that nothing else in reach has
        Till.tla:5:1: it is defined here"
    `);
  });
  it('a module that does not exist', async () => {
    expect(
      await told("---- MODULE Till ----\nEXTENDS Natural\nVARIABLE x\nInit == x = 0\nNext == x' = x\n===="),
    ).toMatchInlineSnapshot(`
      "Till.tla:2:9: there is no module "Natural" [tla/missing-module]
       2 | EXTENDS Natural
         |         ^^^^^^^
        hint: did you mean "Naturals"?"
    `);
  });
  it('an operator of a module that is not extended', async () => {
    expect(
      await told("---- MODULE Till ----\nVARIABLE x\nInit == x = 0\nNext == x' = x + 1\n===="),
    ).toMatchInlineSnapshot(`
      "Till.tla:4:14: the operator "+" is not defined here [tla/unknown-name]
       4 | Next == x' = x + 1
         |              ^^^^^
        hint: "EXTENDS Naturals" defines it"
    `);
  });
  it('an expression that is primed twice', async () => {
    expect(await told(`${INIT}Next == (drawer')' = 1 /\\ UNCHANGED log`)).toMatchInlineSnapshot(`
      "Till.tla:6:9: an expression that speaks of the next state is primed [tla/level]
       6 | Next == (drawer')' = 1 /\\ UNCHANGED log
         |         ^^^^^^^^^"
    `);
  });
});

describe('a mistake in the configuration is told:', () => {
  const GOOD = INIT + NEXT;
  it('a keyword that is none', async () => {
    expect(await told(GOOD, 'INIT Init\nNEXT Next\nINVARAINT Few\n')).toMatchInlineSnapshot(`
      "Till.cfg:3:1: unknown keyword "INVARAINT" [tla/config-unknown-keyword]
       3 | INVARAINT Few
         | ^^^^^^^^^
        expected a keyword such as SPECIFICATION, INVARIANT or CONSTANT
        hint: did you mean "INVARIANT"?"
    `);
  });
  it('no INIT', async () => {
    expect(await told(GOOD, 'NEXT Next\nCONSTANTS Clerks = {c1}\nLimit = 3\n')).toMatchInlineSnapshot(`
      "Till.cfg:1:6: the configuration names NEXT alone [tla/no-specification]
       1 | NEXT Next
         |      ^^^^
        expected INIT and NEXT, or SPECIFICATION"
    `);
  });
  it('nothing at all', async () => {
    expect(await told(GOOD, 'CONSTANTS Clerks = {c1}\nLimit = 3\n')).toMatchInlineSnapshot(`
      "Till.cfg:1:1: the configuration does not say what module Till specifies [tla/no-specification]
       1 | CONSTANTS Clerks = {c1}
         | ^
        expected "SPECIFICATION Spec", or "INIT Init" and "NEXT Next""
    `);
  });
  it('an invariant that is not defined', async () => {
    expect(await told(`${GOOD}\nEnough == drawer >= 0`, `${CONSTANTS}INVARIANT Enuogh\n`)).toMatchInlineSnapshot(`
      "Till.cfg:5:11: module Till has no definition "Enuogh" [tla/unknown-name]
       5 | INVARIANT Enuogh
         |           ^^^^^^
        hint: did you mean "Enough"?"
    `);
  });
  it('an invariant with parameters', async () => {
    expect(await told(`${GOOD}\nEnough(n) == drawer >= n`, `${CONSTANTS}INVARIANT Enough\n`)).toMatchInlineSnapshot(`
      "Till.cfg:5:11: "Enough" takes 1 argument, but is given 0 [tla/arity]
       5 | INVARIANT Enough
         |           ^^^^^^"
    `);
  });
  it('an invariant that is no formula', async () => {
    expect(await told(`${GOOD}\nSum == drawer + 1`, `${CONSTANTS}INVARIANT Sum\n`)).toMatchInlineSnapshot(
      `
      "Till.cfg:5:11: expected a boolean, but got the integer 1, in Sum [tla/type-error]
       5 | INVARIANT Sum
         |           ^^^
      The way there:
        1. initial state
             drawer = 0
             log = <<>>"
    `,
    );
  });
  it('an invariant about a step', async () => {
    expect(await told(`${GOOD}\nGrows == drawer' > drawer`, `${CONSTANTS}INVARIANT Grows\n`)).toMatchInlineSnapshot(`
      "Till.cfg:5:11: the invariant "Grows" speaks of a step: it primes a variable [tla/level]
       5 | INVARIANT Grows
         |           ^^^^^
        expected a formula about one state
        hint: what is about steps belongs to PROPERTY, with a definition such as [][Grows]_vars"
    `);
  });
  it('a constant without a value', async () => {
    expect(await told(GOOD, `${CONFIG}CONSTANT Limit = 3\n`)).toMatchInlineSnapshot(`
      "Till.tla:3:11: the constant "Clerks" has no value [tla/missing-constant]
       3 | CONSTANTS Clerks, Limit
         |           ^^^^^^
        expected "Clerks = …" or "Clerks <- …" in the configuration"
    `);
  });
  it('a constant that the module does not have', async () => {
    expect(await told(GOOD, `${CONFIG}CONSTANTS Clerk = {c1}\nLimit = 3\n`)).toMatchInlineSnapshot(`
      "Till.cfg:3:11: module Till has no constant "Clerk" [tla/unknown-name]
       3 | CONSTANTS Clerk = {c1}
         |           ^^^^^
        hint: did you mean "Clerks"?"
    `);
  });
  it('a specification that is none', async () => {
    expect(
      await told(`${GOOD}\nSpec == Init /\\ Next`, 'SPECIFICATION Spec\nCONSTANTS Clerks = {c1}\nLimit = 3\n'),
    ).toMatchInlineSnapshot(`
      "Till.cfg:1:15: "Spec" speaks of a step outside "[][…]_v" [tla/bad-specification]
       1 | SPECIFICATION Spec
         |               ^^^^
        expected a specification of the form Init /\\ [][Next]_v /\\ fairness"
    `);
  });
  it('an expression for a value', async () => {
    expect(await told(GOOD, `${CONFIG}CONSTANTS Clerks = 1..3\nLimit = 3\n`)).toMatchInlineSnapshot(`
      "Till.cfg:3:21: unexpected ".." after a value [tla/config-unexpected]
       3 | CONSTANTS Clerks = 1..3
         |                     ^^
        expected the next constant, or a keyword
        hint: what is computed is defined in the module, and named here: "NAME <- Definition""
    `);
  });
  it('INIT that is given twice', async () => {
    expect(await told(GOOD, `${CONSTANTS}INIT Init\n`)).toMatchInlineSnapshot(`
      "Till.cfg:5:1: INIT is given twice [tla/config-duplicate]
       5 | INIT Init
         | ^^^^
        Till.cfg:1:6: it is "Init" here"
    `);
  });
});

describe('a mistake that shows when values are computed is told with them:', () => {
  it('a string compared with a number', async () => {
    expect(
      await told(`${INIT}Next == log = "empty" /\\ drawer' = 1 /\\ UNCHANGED log`, CONSTANTS),
    ).toMatchInlineSnapshot(`
      "Till.tla:6:9: cannot compare the sequence <<>> with the string "empty", in log = "empty" [tla/incomparable]
       6 | Next == log = "empty" /\\ drawer' = 1 /\\ UNCHANGED log
         |         ^^^^^^^^^^^^^
      The way there:
        1. initial state
             drawer = 0
             log = <<>>"
    `);
  });
  it('a function outside its domain', async () => {
    expect(await told(`${INIT}Next == drawer' = log[1] /\\ UNCHANGED log`, CONSTANTS)).toMatchInlineSnapshot(`
      "Till.tla:6:19: 1 is not in the domain of sequence <<>>, in log[1] [tla/not-in-domain]
       6 | Next == drawer' = log[1] /\\ UNCHANGED log
         |                   ^^^^^^
      The way there:
        1. initial state
             drawer = 0
             log = <<>>"
    `);
    expect(await told(starting('[c \\in Clerks |-> 0]["c1"]'), CONSTANTS)).toMatchInlineSnapshot(`
      "Till.tla:5:18: "c1" is not in the domain of function (c1 :> 0 @@ c2 :> 0), in [c \\in Clerks |-> 0]["c1"] [tla/not-in-domain]
       5 | Init == drawer = [c \\in Clerks |-> 0]["c1"] /\\ log = <<>>
         |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^"
    `);
    expect(await told(starting('[sum |-> 3].sun'), CONSTANTS)).toMatchInlineSnapshot(`
      "Till.tla:5:18: the record [sum |-> 3] has no field "sun", in [sum |-> 3].sun [tla/not-in-domain]
       5 | Init == drawer = [sum |-> 3].sun /\\ log = <<>>
         |                  ^^^^^^^^^^^^^^^"
    `);
  });
  it('CHOOSE that finds nothing', async () => {
    expect(await told(starting('CHOOSE n \\in 1..3 : n > 3'), CONSTANTS)).toMatchInlineSnapshot(`
      "Till.tla:5:18: no element of {1, 2, 3} satisfies the condition of CHOOSE, in CHOOSE n \\in 1..3 : n > 3 /\\ log = <<>> [tla/choose-failed]
       5 | Init == drawer = CHOOSE n \\in 1..3 : n > 3 /\\ log = <<>>
         |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
    `);
  });
  it('CASE that fits nothing', async () => {
    expect(await told(starting('CASE Limit = 1 -> 1 [] Limit = 2 -> 2'), CONSTANTS)).toMatchInlineSnapshot(`
      "Till.tla:5:18: no case of CASE is true, and it has no OTHER, in CASE Limit = 1 -> 1 [] Limit = 2 -> 2 /\\ log = <<>> [tla/case-failed]
       5 | Init == drawer = CASE Limit = 1 -> 1 [] Limit = 2 -> 2 /\\ log = <<>>
         |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
    `);
  });
  it('a number where a truth value is needed', async () => {
    expect(await told(`${INIT}Next == drawer /\\ drawer' = 1 /\\ UNCHANGED log`, CONSTANTS)).toMatchInlineSnapshot(`
      "Till.tla:6:9: expected a boolean, but got the integer 0, in drawer [tla/type-error]
       6 | Next == drawer /\\ drawer' = 1 /\\ UNCHANGED log
         |         ^^^^^^
      The way there:
        1. initial state
             drawer = 0
             log = <<>>"
    `);
  });
  it('a set of numbers and strings', async () => {
    expect(await told(starting('Cardinality({1, "one"})'), CONSTANTS)).toMatchInlineSnapshot(`
      "Till.tla:5:30: cannot compare the integer 1 with the string "one", in {1, "one"} [tla/incomparable]
       5 | Init == drawer = Cardinality({1, "one"}) /\\ log = <<>>
         |                              ^^^^^^^^^^
        Till.tla:5:18: in Cardinality({1, "one"})"
    `);
  });
  it('the head of nothing', async () => {
    expect(await told(`${INIT}Next == drawer' = Head(log) /\\ UNCHANGED log`, CONSTANTS)).toMatchInlineSnapshot(`
      "Till.tla:6:19: Head of the empty sequence, in Head(log) [tla/not-in-domain]
       6 | Next == drawer' = Head(log) /\\ UNCHANGED log
         |                   ^^^^^^^^^
      The way there:
        1. initial state
             drawer = 0
             log = <<>>"
    `);
  });
  it('an action that forgets a variable', async () => {
    expect(await told(`${INIT}Draw == drawer' = drawer + 1\nNext == Draw`, CONSTANTS)).toMatchInlineSnapshot(`
      "Till.tla:6:1: the action does not say what becomes of log, in Draw == drawer' = drawer + 1 [tla/incomplete-state]
       6 | Draw == drawer' = drawer + 1
         | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      The way there:
        1. initial state
             drawer = 0
             log = <<>>"
    `);
  });
  it('an initial predicate that forgets a variable', async () => {
    expect(await told(`Init == drawer = 0\n${NEXT}`, CONSTANTS)).toMatchInlineSnapshot(`
      "Till.tla:5:1: the initial predicate does not say what log is, in Init == drawer = 0 [tla/incomplete-state]
       5 | Init == drawer = 0
         | ^^^^^^^^^^^^^^^^^^"
    `);
  });
  it('a variable that is read before it has a value', async () => {
    expect(await told(`Init == drawer = Len(log) /\\ log = <<>>\n${NEXT}`, CONSTANTS)).toMatchInlineSnapshot(`
      "Till.tla:5:22: log is used before it has a value, in log [tla/unassigned]
       5 | Init == drawer = Len(log) /\\ log = <<>>
         |                      ^^^
        Till.tla:5:18: in Len(log)"
    `);
  });
  it('a number that is too large', async () => {
    expect(await told(starting('2 ^ 40'), CONSTANTS)).toMatchInlineSnapshot(`
      "Till.tla:5:18: the integer 1099511627776 does not fit into 32 bits, in 2 ^ 40 [tla/overflow]
       5 | Init == drawer = 2 ^ 40 /\\ log = <<>>
         |                  ^^^^^^"
    `);
    expect(await told(starting('CHOOSE n \\in 1..1000000000000 : TRUE'), CONSTANTS)).toMatchInlineSnapshot(`
      "Till.tla:5:31: the integer 1000000000000 does not fit into 32 bits, in 1..1000000000000 [tla/overflow]
       5 | Init == drawer = CHOOSE n \\in 1..1000000000000 : TRUE /\\ log = <<>>
         |                               ^^^^^^^^^^^^^^^^"
    `);
  });
  it('a division by zero', async () => {
    expect(await told(starting('Limit \\div 0'), CONSTANTS)).toMatchInlineSnapshot(`
      "Till.tla:5:18: division of 3 by zero, in Limit \\div 0 [tla/evaluation]
       5 | Init == drawer = Limit \\div 0 /\\ log = <<>>
         |                  ^^^^^^^^^^^^"
    `);
  });
  it('recursion without end', async () => {
    expect(
      await told(starting('Down(0)', 'RECURSIVE Down(_)\nDown(n) == Down(n - 1)\n'), CONSTANTS),
    ).toMatchInlineSnapshot(
      `
      "Till.tla:6:12: the evaluation nests too deeply: a recursion without end, or one that is longer than can be followed: Down(n - 1) [tla/too-deep]
       6 | Down(n) == Down(n - 1)
         |            ^^^^^^^^^^^
        Till.tla:7:18: it begins in Down(0)"
    `,
    );
  });
  it('a false assertion', async () => {
    expect(await told(starting('IF Assert(Limit > 5, "too few") THEN 1 ELSE 2'), CONSTANTS)).toMatchInlineSnapshot(`
      "Till.tla:5:21: Assert failed: too few, in Assert(Limit > 5, "too few") [tla/assert]
       5 | Init == drawer = IF Assert(Limit > 5, "too few") THEN 1 ELSE 2 /\\ log = <<>>
         |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
    `);
  });
});
