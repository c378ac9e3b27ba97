import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { check } from './check.ts';
import { runLine } from './testing/run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracefold-bad-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What is said of a module `Bad`, with these modules beside it; the test fails unless it ends as "cannot be checked". */
async function refusal(text: string | Uint8Array, others: { readonly [name: string]: string } = {}): Promise<string> {
  writeFileSync(join(folder, 'Bad.tla'), text);
  writeFileSync(join(folder, 'Bad.cfg'), 'INIT Init\nNEXT Next\n');
  for (const [name, other] of Object.entries(others)) writeFileSync(join(folder, name), other);
  const { code, out, err } = await runLine(check, ['Bad.tla'], folder);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  return err;
}
const module = (body: string, extending = 'Integers, Sequences, FiniteSets') =>
  `---- MODULE Bad ----\nEXTENDS ${extending}\nVARIABLE x\n${body}\n====\n`;
const starting = (value: string, before = '') => module(`${before}Init == x = ${value}\nNext == UNCHANGED x`);

describe('tracefold check of bad input', () => {
  it('says what to do with a model in code', async () => {
    const { code, err } = await runLine(check, ['models/refunds.ts'], folder);
    expect(code).toBe(2);
    expect(err).toMatchInlineSnapshot(
      `"tracefold check: checks TLA+ modules, and "models/refunds.ts" is a model in code: expect(model).toBeSafe() explores it in a test"`,
    );
  });

  it('tells where a truncated module breaks off', async () => {
    const whole = module("Init == x = 0\nNext == x' = [y \\in {1} |-> y + 1][1]");
    expect(await refusal(whole.slice(0, whole.indexOf('|->')))).toMatchInlineSnapshot(`
      "NOT CHECKED Bad: there is no verdict
      Bad.tla:5:25: unexpected end of the text [tla/unexpected-token]
       5 | Next == x' = [y \\in {1} 
         |                         ^
        expected "|->", "->", "EXCEPT" or "]_" inside square brackets
        Bad.tla:5:14: the "[" that is open"
    `);
    expect(await refusal(whole.slice(0, whole.indexOf('====')))).toMatchInlineSnapshot(`
      "NOT CHECKED Bad: there is no verdict
      Bad.tla:6:1: unexpected end of the text [tla/unexpected-token]
       6 | 
         | ^
        expected "====" at the end of the module"
    `);
    expect(await refusal('')).toMatchInlineSnapshot(`
      "NOT CHECKED Bad: there is no verdict
      Bad.tla:1:1: there is no module in this text [tla/no-module]
       1 | 
         | ^
        expected a line "---- MODULE Name ----""
    `);
  });

  it('tells what is no text of a module at all', async () => {
    const bytes = Uint8Array.from({ length: 4096 }, (_, i) => (i * 197 + 31) % 256);
    expect(await refusal(bytes)).toMatchInlineSnapshot(`
      "NOT CHECKED Bad: there is no verdict
      Bad.tla:1:1: there is no module in this text [tla/no-module]
       1 | \\u{1f}�n3���G\\u{c}і[ �o4���H
         | ^^^^^^
        expected a line "---- MODULE Name ----""
    `);
  });

  it('refuses expressions that nest too deeply', async () => {
    const deep = (open: string, close: string) => starting(`${open.repeat(100_000)}1${close.repeat(100_000)}`);
    expect((await refusal(deep('(', ')'))).replace(/ \d+ \|.*|.*\^.*/g, '')).toMatchInlineSnapshot(`
      "NOT CHECKED Bad: there is no verdict
      Bad.tla:4:313: expressions are nested more than 300 deep here [tla/nested-too-deep]

      "
    `);
    expect((await refusal(deep('{', '}'))).split('\n')[1]).toMatchInlineSnapshot(
      `"Bad.tla:4:313: expressions are nested more than 300 deep here [tla/nested-too-deep]"`,
    );
    expect((await refusal(deep('IF TRUE THEN ', ' ELSE 1'))).split('\n')[1]).toMatchInlineSnapshot(
      `"Bad.tla:4:3903: expressions are nested more than 300 deep here [tla/nested-too-deep]"`,
    );
  });

  it('checks or refuses a module of a million tokens', async () => {
    const sum = `1${' + 1'.repeat(500_000)}`;
    expect((await refusal(starting(sum))).split('\n')[1]).toMatchInlineSnapshot(
      `"Bad.tla:4:13: operators are applied more than 1000 deep here [tla/nested-too-deep]"`,
    );
    const conjuncts = `Init == ${'/\\ x = 0 '.repeat(250_000)}\nNext == UNCHANGED x`;
    expect((await refusal(module(conjuncts))).split('\n')[1]).toMatchInlineSnapshot(
      `"Bad.tla:4:12: operators are applied more than 1000 deep here [tla/nested-too-deep]"`,
    );
  });

  it('tells a circle of EXTENDS', async () => {
    const other = '---- MODULE Other ----\nEXTENDS Bad\n====\n';
    expect(
      await refusal(module('Init == x = 0\nNext == x = 0', 'Other'), { 'Other.tla': other }),
    ).toMatchInlineSnapshot(`
      "NOT CHECKED Bad: there is no verdict
      Other.tla:2:9: modules need one another in a circle: Bad extends Other, which extends Bad [tla/module-cycle]
       2 | EXTENDS Bad
         |         ^^^"
    `);
  });

  it('tells recursion without end', async () => {
    expect(await refusal(starting('F(0)', 'RECURSIVE F(_)\nF(n) == F(n + 1)\n'))).toMatchInlineSnapshot(`
      "NOT CHECKED Bad: there is no verdict
      Bad.tla:5:9: the evaluation nests too deeply: a recursion without end, or one that is longer than can be followed: F(n + 1) [tla/too-deep]
       5 | F(n) == F(n + 1)
         |         ^^^^^^^^
        Bad.tla:6:13: it begins in F(0)"
    `);
    expect(await refusal(starting('f[0]', 'f[n \\in Nat] == f[n + 1] + 1\n'))).toMatchInlineSnapshot(`
      "NOT CHECKED Bad: there is no verdict
      Bad.tla:4:17: the evaluation nests too deeply: a recursion without end, or one that is longer than can be followed: f[n + 1] + 1 [tla/too-deep]
       4 | f[n \\in Nat] == f[n + 1] + 1
         |                 ^^^^^^^^^^^^
        Bad.tla:5:13: it begins in f[0]"
    `);
  });

  it('refuses sets that are too large to enumerate', async () => {
    expect(await refusal(starting('Cardinality({y \\in 1..1000000000000 : y > 3})'))).toMatchInlineSnapshot(`
      "NOT CHECKED Bad: there is no verdict
      Bad.tla:4:32: the integer 1000000000000 does not fit into 32 bits, in 1..1000000000000 [tla/overflow]
       4 | Init == x = Cardinality({y \\in 1..1000000000000 : y > 3})
         |                                ^^^^^^^^^^^^^^^^
        Bad.tla:4:13: in Cardinality({y \\in 1..1000000000000 : y > 3})"
    `);
    expect(await refusal(starting('Cardinality({y \\in 1..1000000000 : y > 3})'))).toMatchInlineSnapshot(`
      "NOT CHECKED Bad: there is no verdict
      Bad.tla:4:25: the set 1..1000000000 has more than 1000000 elements, in {y \\in 1..1000000000 : y > 3} [tla/too-large]
       4 | Init == x = Cardinality({y \\in 1..1000000000 : y > 3})
         |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        Bad.tla:4:13: in Cardinality({y \\in 1..1000000000 : y > 3})"
    `);
    expect(await refusal(starting('{s \\in SUBSET (1..40) : s = {}}'))).toMatchInlineSnapshot(`
      "NOT CHECKED Bad: there is no verdict
      Bad.tla:4:13: the set SUBSET 1..40 has more than 1000000 elements, in {s \\in SUBSET (1..40) : s = {}} [tla/too-large]
       4 | Init == x = {s \\in SUBSET (1..40) : s = {}}
         |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
    `);
    expect(await refusal(starting('CHOOSE f \\in [1..30 -> 1..30] : f[1] = 31'))).toMatchInlineSnapshot(`
      "NOT CHECKED Bad: there is no verdict
      Bad.tla:4:13: the set [1..30 -> 1..30] has more than 1000000 elements, in CHOOSE f \\in [1..30 -> 1..30] : f[1] = 31 [tla/too-large]
       4 | Init == x = CHOOSE f \\in [1..30 -> 1..30] : f[1] = 31
         |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
    `);
    expect(await refusal(starting('{y \\in Nat : y < 3}'))).toMatchInlineSnapshot(`
      "NOT CHECKED Bad: there is no verdict
      Bad.tla:4:13: x cannot hold {… \\in Nat : …}, which cannot be listed, in {y \\in Nat : y < 3} [tla/not-enumerable]
       4 | Init == x = {y \\in Nat : y < 3}
         |             ^^^^^^^^^^^^^^^^^^^
      States: 0 distinct, 1 generated, 0 initial, depth 1
      Not taken before the search ended: Next"
    `);
  });

  it('points at the set that a step would have to list, and at the value that a state cannot hold', async () => {
    const at = async (body: string) => (await refusal(module(body))).split('\n').slice(1, 4).join('\n');
    const next = (step: string) => at(`Init == x = 0\nNext == ${step}`);
    expect(await at('Init == x \\in SUBSET (1..60)\nNext == UNCHANGED x')).toMatchInlineSnapshot(`
      "Bad.tla:4:15: the set SUBSET 1..60 has more than 1000000 elements, in SUBSET (1..60) [tla/too-large]
       4 | Init == x \\in SUBSET (1..60)
         |               ^^^^^^^^^^^^^^"
    `);
    expect(await at('Init == x = [1..40 -> BOOLEAN]\nNext == UNCHANGED x')).toMatchInlineSnapshot(`
      "Bad.tla:4:13: the set [1..40 -> {FALSE, TRUE}] has more than 1000000 elements, in [1..40 -> BOOLEAN] [tla/too-large]
       4 | Init == x = [1..40 -> BOOLEAN]
         |             ^^^^^^^^^^^^^^^^^^"
    `);
    expect(await at('Init == x \\in STRING\nNext == UNCHANGED x')).toMatchInlineSnapshot(`
      "Bad.tla:4:15: the elements of STRING cannot be listed: it is not a finite set, in STRING [tla/not-enumerable]
       4 | Init == x \\in STRING
         |               ^^^^^^"
    `);
    expect(await at('Init == x = 99999999999\nNext == UNCHANGED x')).toMatchInlineSnapshot(`
      "Bad.tla:4:13: the integer 99999999999 does not fit into 32 bits, in 99999999999 [tla/overflow]
       4 | Init == x = 99999999999
         |             ^^^^^^^^^^^"
    `);
    expect(await next("x' \\in Seq({1})")).toMatchInlineSnapshot(`
      "Bad.tla:5:16: the elements of Seq({1}) cannot be listed: it is not a finite set, in Seq({1}) [tla/not-enumerable]
       5 | Next == x' \\in Seq({1})
         |                ^^^^^^^^"
    `);
    expect(await next("\\E s \\in SUBSET (1..40) : x' = s")).toMatchInlineSnapshot(`
      "Bad.tla:5:18: the set SUBSET 1..40 has more than 1000000 elements, in SUBSET (1..40) [tla/too-large]
       5 | Next == \\E s \\in SUBSET (1..40) : x' = s
         |                  ^^^^^^^^^^^^^^"
    `);
    expect(await next("\\A n \\in Nat : x' = n")).toMatchInlineSnapshot(`
      "Bad.tla:5:18: the elements of Nat cannot be listed: it is not a finite set, in Nat [tla/not-enumerable]
       5 | Next == \\A n \\in Nat : x' = n
         |                  ^^^"
    `);
    expect(await next("x' = <<[n \\in Nat |-> n]>>")).toMatchInlineSnapshot(`
      "Bad.tla:5:14: x cannot hold [… \\in Nat |-> …], which cannot be listed, in <<[n \\in Nat |-> n]>> [tla/not-enumerable]
       5 | Next == x' = <<[n \\in Nat |-> n]>>
         |              ^^^^^^^^^^^^^^^^^^^^^"
    `);
  });

  it('points into what is too long to be followed', async () => {
    const chain = Array.from({ length: 20_000 }, (_, i) => `d${i + 1} == d${i}`).join('\n');
    const places = [
      await refusal(module(`d0 == 1\n${chain}\nInit == x = d20000\nNext == UNCHANGED x`)),
      await refusal(starting(`CASE ${'FALSE -> 1 [] '.repeat(20_000)} TRUE -> 2`)),
      await refusal(starting(`(\\A ${Array.from({ length: 1000 }, (_, i) => `v${i} \\in {1}`).join(', ')} : TRUE)`)),
    ];
    for (const said of places) expect(said).toMatch(/\nBad\.tla:\d+:\d+: .*\[tla\/too-deep\]\n +\d+ \|/);
  });

  it('gives up on more states than it was allowed', async () => {
    writeFileSync(join(folder, 'Bad.tla'), module("Init == x = 0\nNext == x' = x + 1"));
    writeFileSync(join(folder, 'Bad.cfg'), 'INIT Init\nNEXT Next\n');
    const { code, err } = await runLine(check, ['Bad.tla', '--max-states', '100000'], folder);
    expect(code).toBe(2);
    expect(err).toMatchInlineSnapshot(`
      "NOT CHECKED Bad: there is no verdict
      more than 100000 distinct states: the search was given up, and says nothing about the rest [explore/limit]
        hint: raise the limit, or make the model smaller by its constants
      States: 100001 distinct, 100001 generated, 1 initial, depth 100000
      Actions: Next 100000"
    `);
  });

  it('shows control characters of a module escaped', async () => {
    const said = await refusal(module('Init == x = \u001b]0;title\u0007 1\nNext == x = 0'));
    expect(said).not.toMatch(/[\u001b\u0007]/);
    expect(said).toContain('\\u{1b}');
  });
});
