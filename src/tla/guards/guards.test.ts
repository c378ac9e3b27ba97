import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { type LoadedSpec, loadSpec } from '../modules/load-spec.ts';
import { unparse } from '../syntax/unparse.ts';
import { definitionsInScope } from './definitions-in-scope.ts';
import { listGuards } from './list-guards.ts';
import type { Replacement } from './replacement.ts';
import { weakenSpec } from './weaken.ts';

const text = (name: string, body: string) => sourceText(`${name}.tla`, `---- MODULE ${name} ----\n${body}\n====`);

function load(root: string, files: Record<string, string> = {}): LoadedSpec {
  const sources = new Map(Object.entries(files).map(([name, body]) => [name, text(name, body)]));
  return unwrap(loadSpec(text('M', root), { read: (name) => sources.get(name) }));
}

/** One line a guard: path, kind, removal and text. */
const table = (spec: LoadedSpec, ...actions: string[]): string[] =>
  listGuards(spec, actions).map((guard) => `${guard.path} | ${guard.kind} | ${guard.removal} | ${guard.text}`);

const bodyOf = (spec: LoadedSpec, name: string): string => {
  const body = definitionsInScope(spec).get(name)?.definition.body;
  return body === undefined ? 'undefined' : unparse(body);
};

const weakened = (spec: LoadedSpec, path: string, replacement: Replacement = 'true'): LoadedSpec =>
  unwrap(weakenSpec(spec, ['Next'], path, replacement)).spec;

const GATE = `EXTENDS Naturals, Sequences
CONSTANTS Tools, Limit, Strict
VARIABLES queue, state, done
Allowed(t) == t \\in Tools /\\ ~(state = "shut" \\/ t = "bad")
MayRun(r) ==
  LET known == Allowed(r.tool)
      small == IF Strict THEN r.size <= Limit ELSE TRUE
  IN  known /\\ small
Open == /\\ state = "shut"
        /\\ state' = "open"
        /\\ UNCHANGED <<queue, done>>
Run == /\\ Len(queue) > 0
       /\\ LET r == Head(queue)
          IN  /\\ queue' = Tail(queue)
              /\\ done' = IF MayRun(r) /\\ Len(done) < Limit THEN Append(done, r) ELSE done
       /\\ UNCHANGED state
Next == Open \\/ Run
Inv == \\A i \\in 1 .. Len(done) : done[i].tool # "bad"`;

describe('guards', () => {
  it('are the conjuncts, named operators, definitions, conditions and atoms that an action depends on', () => {
    expect(table(load(GATE), 'Next')).toMatchInlineSnapshot(`
      [
        "Open/1 | conjunct | true | state = "shut"",
        "Run/1 | conjunct | true | Len(queue) > 0",
        "Run/2/2/if | condition | true | MayRun(r) /\\ Len(done) < Limit",
        "Run/2/2/if/1 | atom | true | MayRun(r)",
        "Run/2/2/if/2 | atom | true | Len(done) < Limit",
        "MayRun | operator | true | LET known == Allowed(r.tool) small == IF Strict THEN r.size <= Limit ELSE TRUE IN known /\\ small",
        "MayRun/1 | atom | true | known",
        "MayRun/known | definition | true | Allowed(r.tool)",
        "MayRun/2 | atom | true | small",
        "MayRun/small | definition | true | IF Strict THEN r.size <= Limit ELSE TRUE",
        "MayRun/small/if | atom | true | Strict",
        "MayRun/small/then | atom | true | r.size <= Limit",
        "Allowed | operator | true | t \\in Tools /\\ ~(state = "shut" \\/ t = "bad")",
        "Allowed/1 | atom | true | t \\in Tools",
        "Allowed/2/not/1 | atom | false | state = "shut"",
        "Allowed/2/not/2 | atom | false | t = "bad"",
      ]
    `);
  });

  it('of one action leave out those of others', () => {
    expect(table(load(GATE), 'Open')).toEqual(['Open/1 | conjunct | true | state = "shut"']);
    expect(table(load(GATE), 'Nowhere')).toEqual([]);
  });

  it('are numbered as a reader counts: every conjunct of the list, parentheses and nested lists of the kind flattened', () => {
    const spec = load(`VARIABLE x
A == (x = 1 /\\ x' = 2) /\\ (x # 3 /\\ (x # 4))
B == /\\ x' = 2
     /\\ /\\ x = 1
        /\\ x = 5
C == x = 1
Next == A \\/ B \\/ (C /\\ x' = 1)`);
    expect(table(spec, 'Next')).toMatchInlineSnapshot(`
      [
        "Next/3/1 | conjunct | true | C",
        "A/1 | conjunct | true | x = 1",
        "A/3 | conjunct | true | x /= 3",
        "A/4 | conjunct | true | x /= 4",
        "B/2 | conjunct | true | x = 1",
        "B/3 | conjunct | true | x = 5",
        "C | operator | true | x = 1",
      ]
    `);
  });

  it('stand in every branch of a choice', () => {
    const spec = load(`VARIABLE x
Next == \\/ /\\ x = 1
           /\\ x' = 2
        \\/ \\E y \\in {1, 2} :
             \\/ x = y /\\ x' = 3
             \\/ IF x > 3 THEN x' = 4 /\\ x # 9 ELSE UNCHANGED x
        \\/ CASE x = 6 -> x' = 1 [] x = 7 -> x' = 2 [] OTHER -> x' = 3 /\\ x = 0`);
    expect(table(spec, 'Next')).toMatchInlineSnapshot(`
      [
        "Next/1/1 | conjunct | true | x = 1",
        "Next/2/1/1 | conjunct | true | x = y",
        "Next/2/2/if | condition | true | x > 3",
        "Next/2/2/then/2 | conjunct | true | x /= 9",
        "Next/3/case1 | condition | true | x = 6",
        "Next/3/case2 | condition | true | x = 7",
        "Next/3/other/2 | conjunct | true | x = 0",
      ]
    `);
  });

  it('turn round under negation and the left side of an implication', () => {
    const spec = load(`VARIABLE x
Ok == (x = 1 => ~(x = 2 /\\ ~(x = 3 \\/ x = 4))) /\\ \\A y \\in {1} : x # y
Next == Ok /\\ x' = 1`);
    expect(table(spec, 'Next')).toMatchInlineSnapshot(`
      [
        "Next/1 | conjunct | true | Ok",
        "Ok | operator | true | (x = 1 => ~(x = 2 /\\ ~(x = 3 \\/ x = 4))) /\\ (\\A y \\in {1} : x /= y)",
        "Ok/1/1 | atom | false | x = 1",
        "Ok/1/2/not/1 | atom | false | x = 2",
        "Ok/1/2/not/2/not/1 | atom | true | x = 3",
        "Ok/1/2/not/2/not/2 | atom | true | x = 4",
        "Ok/2/all | atom | true | x /= y",
      ]
    `);
  });

  it('inside values are numbered in source order', () => {
    const spec = load(`VARIABLE x
Pick(s) == {t \\in s : t > 1}
Next == /\\ x' = [a |-> IF x > 1 THEN IF x > 2 THEN 1 ELSE 2 ELSE 3, b |-> {y \\in Pick(x) : y # 2}, c |-> CASE x = 1 -> 2]`);
    expect(table(spec, 'Next')).toMatchInlineSnapshot(`
      [
        "Next/1/if | condition | true | x > 1",
        "Next/1/if2 | condition | true | x > 2",
        "Next/1/where | condition | true | y /= 2",
        "Next/1/case | condition | true | x = 1",
        "Pick/where | condition | true | t > 1",
      ]
    `);
  });

  it('with one name in two LETs have two paths', () => {
    const spec = load(`VARIABLE x
Next == \\/ (LET ok == x = 1 IN ok) /\\ x' = 1
        \\/ (LET ok == x = 2 IN ok) /\\ x' = 2`);
    expect(table(spec, 'Next').filter((line) => line.includes('definition'))).toEqual([
      'Next/ok | definition | true | x = 1',
      'Next/ok#2 | definition | true | x = 2',
    ]);
  });

  it('are found in modules that are extended', () => {
    const spec = load('EXTENDS Base\nNext == Step', { Base: "VARIABLE x\nOk == x = 1\nStep == Ok /\\ x' = 2" });
    expect(listGuards(spec, ['Next']).map((guard) => [guard.path, guard.module, guard.at.source.file])).toEqual([
      ['Step/1', 'Base', 'Base.tla'],
      ['Ok', 'Base', 'Base.tla'],
    ]);
    const after = weakened(spec, 'Ok');
    expect(bodyOf(after, 'Ok')).toBe('TRUE');
    expect(after.root).toBe(spec.root);
    expect(bodyOf(spec, 'Ok')).toBe('x = 1');
  });

  it('are found in modules that are instantiated without a name', () => {
    const spec = load("INSTANCE Base\nVARIABLE x\nNext == Ok /\\ x' = 2", { Base: 'VARIABLE x\nOk == x = 1' });
    expect(table(spec, 'Next')).toEqual(['Next/1 | conjunct | true | Ok', 'Ok | operator | true | x = 1']);
  });

  it('of recursive definitions come to an end', () => {
    const spec = load(`VARIABLE x
RECURSIVE Ok(_)
Ok(n) == IF n = 0 THEN x = 1 ELSE Ok(n - 1)
Next == Ok(3) /\\ x' = Next`);
    expect(table(spec, 'Next').map((line) => line.split(' ')[0])).toEqual([
      'Next/1',
      'Ok',
      'Ok/if',
      'Ok/then',
      'Ok/else',
    ]);
  });
});

describe('guards of hostile specifications', () => {
  it('are found through long chains of definitions', { timeout: 60_000 }, () => {
    const chain = (count: number, last: string): string =>
      Array.from({ length: count }, (_, i) => `D${i} == ${i === 0 ? last : `D${i - 1}`}`).join('\n');
    const many = 5_000;
    const formulas = load(`VARIABLE x\n${chain(many, 'x = 1')}\nNext == D${many - 1} /\\ x' = 1`);
    expect(listGuards(formulas, ['Next'])).toHaveLength(many + 1);
    const actions = load(`VARIABLE x\n${chain(many, "x = 1 /\\ x' = 2")}\nNext == D${many - 1}`);
    expect(table(actions, 'Next')).toEqual(['D0/1 | conjunct | true | x = 1']);
    const locals = load(`VARIABLE x\nNext == (LET ${chain(many, 'x = 1')} IN D${many - 1}) /\\ x' = 1`);
    expect(listGuards(locals, ['Next']).filter((guard) => guard.kind === 'definition')).toHaveLength(many);
  });
});

describe('a weakened specification', () => {
  it('differs at every listed path by that part alone, and the rest is shared', () => {
    const spec = load(GATE);
    for (const guard of listGuards(spec, ['Next'])) {
      const owner = guard.path.split('/')[0]!;
      const after = weakened(spec, guard.path);
      expect(bodyOf(after, owner), guard.path).not.toBe(bodyOf(spec, owner));
      const changed = after.root.units.filter((unit, index) => unit !== spec.root.units[index]);
      expect(changed, guard.path).toHaveLength(1);
    }
  });

  it.each<[string, Replacement, string, string]>([
    ['Allowed', 'true', 'Allowed', 'TRUE'],
    ['Allowed/1', 'true', 'Allowed', 'TRUE /\\ ~(state = "shut" \\/ t = "bad")'],
    ['Allowed/2/not/1', 'false', 'Allowed', 't \\in Tools /\\ ~(FALSE \\/ t = "bad")'],
    ['Allowed/1', 'negate', 'Allowed', '~(t \\in Tools) /\\ ~(state = "shut" \\/ t = "bad")'],
    ['MayRun/small', 'true', 'MayRun', 'LET known == Allowed(r.tool) small == TRUE IN known /\\ small'],
    [
      'MayRun/small/then',
      'loosen',
      'MayRun',
      'LET known == Allowed(r.tool) small == IF Strict THEN r.size <= Limit + 1 ELSE TRUE IN known /\\ small',
    ],
    ['Open/1', 'negate', 'Open', '~(state = "shut") /\\ state\' = "open" /\\ UNCHANGED <<queue, done>>'],
  ])('has %s replaced by %s', (path, replacement, owner, body) => {
    expect(bodyOf(weakened(load(GATE), path, replacement), owner)).toBe(body);
  });

  it.each([
    ['a < b', 'a <= b', 'a + 1 < b'],
    ['a <= b', 'a <= b + 1', 'a < b'],
    ['a > b', 'a >= b', 'a > b + 1'],
    ['a >= b', 'a + 1 >= b', 'a > b'],
    ['a \\in 1 .. b', 'a \\in 1 .. b + 1', 'a \\in 1 .. b - 1'],
    ['(a < b + 2)', 'a <= b + 2', 'a + 1 < b + 2'],
  ])('has the bound of %s moved', (guard, loosened, tightened) => {
    const spec = load(`EXTENDS Naturals\nVARIABLES a, b\nOk == ${guard}\nNext == Ok /\\ a' = 1`);
    expect(bodyOf(weakened(spec, 'Ok', 'loosen'), 'Ok')).toBe(loosened);
    expect(bodyOf(weakened(spec, 'Ok', 'tighten'), 'Ok')).toBe(tightened);
  });

  it('is refused for a path that is none, with the nearest one', () => {
    const message = (path: string, replacement: Replacement = 'true'): string => {
      const result = weakenSpec(load(GATE), ['Next'], path, replacement);
      return result.ok ? 'weakened' : formatDiagnostic(result.errors[0]);
    };
    expect(message('MayRun/smal')).toMatchInlineSnapshot(`
      "there is no guard "MayRun/smal" [tla/unknown-guard]
        expected the path of a guard part that an action depends on
        hint: did you mean "MayRun/small"?"
    `);
    expect(message('AprovalOk')).toMatchInlineSnapshot(`
      "there is no guard "AprovalOk" [tla/unknown-guard]
        expected the path of a guard part that an action depends on"
    `);
    expect(message('Run/9')).toMatchInlineSnapshot(`
      "there is no guard "Run/9" [tla/unknown-guard]
        expected the path of a guard part that an action depends on
        hint: did you mean "Run/1"?"
    `);
    expect(message('Inv')).toMatchInlineSnapshot(`
      "there is no guard "Inv" [tla/unknown-guard]
        expected the path of a guard part that an action depends on"
    `);
    expect(message('')).toMatchInlineSnapshot(`
      "there is no guard "" [tla/unknown-guard]
        expected the path of a guard part that an action depends on"
    `);
    expect(message('Open/1', 'loosen')).toMatchInlineSnapshot(`
      "M.tla:10:12: "Open/1" compares no bounds: state = "shut" [tla/guard-without-bound]
       10 | Open == /\\ state = "shut"
          |            ^^^^^^^^^^^^^^
        expected a guard with <, <=, >, >= or membership in an interval"
    `);
  });
});

const SEED = '../shared/seeds/NodesPipelineHarness.tla';

describe.skipIf(!existsSync(SEED))('the guards of the seed module', () => {
  it('have the paths that a trio names', () => {
    const spec = unwrap(loadSpec(sourceText('Seed.tla', readFileSync(SEED, 'utf8')), { read: () => undefined }));
    const paths = listGuards(spec, ['Next']).map((guard) => guard.path);
    expect(paths).toHaveLength(34);
    expect(paths).toEqual(
      expect.arrayContaining(['ApprovalOk', 'MayExecute/approvalOk', 'HumanApprove/1', 'ApprovalOk/else/2']),
    );
  });
});
