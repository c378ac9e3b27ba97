import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { tlaMachine } from '../tla/machine/tla-machine.ts';
import { definitions, textMachine, textModel } from '../tla/testing/text-model.ts';
import { checkSpec } from './check.ts';
import { exploreMachine } from './explore-machine.ts';
import { exploreModel } from './explore-model.ts';
import type { ExploreOptions } from './explore-options.ts';
import type { Exploration } from './states/search-states.ts';

const COUNTER = `---- MODULE Counter ----
EXTENDS Naturals
CONSTANT Top
VARIABLES n, turn
vars == <<n, turn>>
Init == n = 0 /\\ turn \\in {"up", "down"}
Up(by) == turn = "up" /\\ n + by <= Top /\\ n' = n + by /\\ turn' = "down"
Down == turn = "down" /\\ n' = (IF n = 0 THEN 0 ELSE n - 1) /\\ turn' = "up"
Next == (\\E by \\in 1..2 : Up(by)) \\/ Down
Spec == Init /\\ [][Next]_vars
Fair == Spec /\\ WF_vars(Down) /\\ SF_vars(Up(2))
Small == n < 4
Reaches == <>(n = 3)
Always == [](n <= Top)
Returns == [](n = 1 => <>(n = 0))
====`;

const explore = (configuration: string, options: ExploreOptions = {}): Exploration =>
  exploreModel(unwrap(textModel(COUNTER, configuration)), options).result;

const problem = (module: string, configuration = 'INIT Init\nNEXT Next\nINVARIANT Inv'): string => {
  const model = textModel(module, configuration);
  const error = model.ok ? exploreModel(model.value, { maxStates: 1000 }).result.error : model.errors[0];
  return error === null ? 'no error' : formatDiagnostic(error);
};

describe('exploring a model', () => {
  test('counts states, steps, depth and how often each action was taken', () => {
    const result = explore('SPECIFICATION Spec\nCONSTANT Top = 3', { deadlock: false });
    expect(result).toMatchObject({ outcome: 'ok', name: null, initialStates: 2, trace: [], error: null });
    const machine = unwrap(tlaMachine(unwrap(textModel(COUNTER, 'SPECIFICATION Spec\nCONSTANT Top = 3'))));
    expect(exploreMachine(machine)).toEqual({ kind: 'exhausted', states: result.distinctStates });
    const taken = Object.values(result.coverage).reduce((sum, count) => sum + count, 0);
    expect(result.generatedStates).toBe(result.initialStates + taken);
  });

  test('gives the shortest way to a state that breaks an invariant, with the action of each step', () => {
    const result = explore('SPECIFICATION Spec\nINVARIANT Small\nCONSTANT Top = 5');
    expect([result.outcome, result.name]).toEqual(['invariant', 'Small']);
    expect(result.trace.map(({ action, args, state }) => [action, args, state.n])).toEqual([
      [null, {}, 0],
      ['Up', { by: 2 }, 2],
      ['Down', {}, 1],
      ['Up', { by: 2 }, 3],
      ['Down', {}, 2],
      ['Up', { by: 2 }, 4],
    ]);
  });

  test('agrees with the search over the same model as a state machine', () => {
    const machine = textMachine(COUNTER, 'SPECIFICATION Spec\nINVARIANT Small\nCONSTANT Top = 5');
    const found = exploreMachine(machine);
    expect(found).toMatchObject({ kind: 'found', invariant: 'Small' });
    expect(found.kind === 'found' && found.steps.length).toBe(5);
    const goal = unwrap(machine.predicate('n = 2'));
    const reached = exploreMachine(machine, {
      invariants: [],
      goal: (state) => {
        const outcome = goal.holds(state);
        return outcome.kind === 'decided' && outcome.holds;
      },
    });
    expect(reached).toMatchObject({ kind: 'found', invariant: null, steps: [{ action: 'Up', args: { by: 2 } }] });
  });

  test('finds a state without successors, unless told not to look', () => {
    expect(explore('SPECIFICATION Spec\nCONSTANT Top = 0')).toMatchObject({ outcome: 'deadlock', name: null });
    expect(explore('SPECIFICATION Spec\nCONSTANT Top = 0\nCHECK_DEADLOCK FALSE')).toMatchObject({ outcome: 'ok' });
    expect(explore('SPECIFICATION Spec\nCONSTANT Top = 0', { deadlock: false })).toMatchObject({ outcome: 'ok' });
  });

  test('says so when it gives up', () => {
    const result = explore('SPECIFICATION Spec\nCONSTANT Top = 100', { maxStates: 10, deadlock: false });
    expect(result.outcome).toBe('error');
    expect(formatDiagnostic(result.error!)).toMatchInlineSnapshot(`
      "more than 10 distinct states: the search was given up, and says nothing about the rest [explore/limit]
        hint: raise the limit, or make the model smaller by its constants"
    `);
  });

  test('decides what must happen under fairness, and shows a behaviour without end where it need not', () => {
    const unfair = explore('SPECIFICATION Spec\nPROPERTY Reaches\nCONSTANT Top = 3', { deadlock: false });
    expect([unfair.outcome, unfair.name]).toEqual(['property', 'Reaches']);
    expect(unfair.loopsTo).not.toBeNull();
    expect(explore('SPECIFICATION Fair\nPROPERTY Reaches\nCONSTANT Top = 3', { deadlock: false })).toMatchObject({
      outcome: 'ok',
    });
    expect(explore('SPECIFICATION Fair\nPROPERTY Returns\nCONSTANT Top = 4', { deadlock: false })).toMatchObject({
      outcome: 'property',
      name: 'Returns',
    });
  });

  test('tells a property of states like an invariant', () => {
    expect(explore('SPECIFICATION Spec\nPROPERTY Always\nCONSTANT Top = 3', { deadlock: false })).toMatchObject({
      outcome: 'ok',
    });
  });

  test('gives the same bytes every time', () => {
    const once = () => JSON.stringify(explore('SPECIFICATION Spec\nINVARIANT Small\nCONSTANT Top = 5'));
    expect(once()).toBe(once());
  });
});

describe('what goes wrong in a model', () => {
  test('a value of the wrong kind is told with its place and the operators that led there', () => {
    const module = definitions('Twice(x) == x + x\nShow(s) == Twice(Head(s))\nInv == Show(<<"a">>) > 0');
    expect(problem(module)).toMatchInlineSnapshot(`
      "Test.tla:4:13: "+" takes integers, but got the string "a", in x + x [tla/type-error]
       4 | Twice(x) == x + x
         |             ^^^^^
        Test.tla:5:12: in Twice(Head(s))
        Test.tla:6:8: in Show(<<"a">>)
        Test.cfg:3:11: in Inv"
    `);
  });

  test.each([
    ['a comparison of a string with an integer', 'Inv == "a" = v', 'tla/incomparable'],
    ['an argument outside a domain', 'Inv == <<1, 2>>[v + 3] = 1', 'tla/not-in-domain'],
    ['an integer of more than 32 bits', 'Inv == 2147483647 + 1 > v', 'tla/overflow'],
    ['a literal of more than 32 bits', 'Inv == v \\in 1..1000000000000', 'tla/overflow'],
    ['a set without end that is listed', 'Inv == \\A x \\in Nat : x >= v', 'tla/not-enumerable'],
    ['a set too large to be listed', 'Inv == Cardinality({x \\in SUBSET (1..100) : x = {v}}) = 0', 'tla/too-large'],
    ['a choice of nothing', 'Inv == (CHOOSE x \\in {1} : x = v) = 1', 'tla/choose-failed'],
    ['a case that none covers', 'Inv == CASE v = 1 -> TRUE [] v = 2 -> FALSE', 'tla/case-failed'],
    ['an assertion that fails', 'Inv == Assert(v = 1, "v should be 1")', 'tla/assert'],
    ['a value where a truth is needed', 'Inv == v /\\ TRUE', 'tla/type-error'],
    ['a recursion without end', 'RECURSIVE F(_)\nF(x) == F(x + 1) + 1\nInv == F(v) > 0', 'tla/too-deep'],
    ['a function that recurs without end', 'f[x \\in Nat] == f[x + 1] + 1\nInv == f[v] > 0', 'tla/too-deep'],
    ['an unbounded choice', 'Inv == (CHOOSE x : x = v) = 1', 'tla/unsupported'],
    ['an unknown name', 'Inv == w = 1', 'tla/unknown-name'],
    ['an operator without its module', 'Inv == v (+) 1 = 1', 'tla/unknown-name'],
    ['a wrong number of arguments', 'F(x) == x\nInv == F(v, v) = 1', 'tla/arity'],
    ['a name that is defined twice', 'Inv == TRUE\nInv == FALSE', 'tla/redefined'],
    ['a prime in a prime', "Inv == (v')' = 1", 'tla/level'],
  ])('%s is an error with a code', (_, body, code) => {
    expect(problem(definitions(body))).toContain(`[${code}]`);
  });

  test('an action that leaves a variable open says which', () => {
    const module = "---- MODULE Open ----\nVARIABLES a, b\nInit == a = 1 /\\ b = 1\nNext == a' = 2\nInv == TRUE\n====";
    expect(problem(module)).toMatchInlineSnapshot(`
      "Test.tla:4:1: the action does not say what becomes of b, in Next == a' = 2 [tla/incomplete-state]
       4 | Next == a' = 2
         | ^^^^^^^^^^^^^^"
    `);
  });

  test('a constant without a value, and a name the configuration misspells', () => {
    expect(problem(COUNTER, 'SPECIFICATION Spec')).toMatchInlineSnapshot(`
      "Test.tla:3:10: the constant "Top" has no value [tla/missing-constant]
       3 | CONSTANT Top
         |          ^^^
        expected "Top = …" or "Top <- …" in the configuration"
    `);
    expect(problem(COUNTER, 'SPECIFICATION Spek\nCONSTANT Top = 1')).toMatchInlineSnapshot(`
      "Test.cfg:1:15: module Counter has no definition "Spek" [tla/unknown-name]
       1 | SPECIFICATION Spek
         |               ^^^^
        hint: did you mean "Spec"?"
    `);
  });

  test('a file that is missing is an error of the result', () => {
    const result = checkSpec({ specFile: 'no/such/Module.tla' });
    expect(result.outcome).toBe('error');
    expect(formatDiagnostic(result.error!)).toBe('there is no file "no/such/Module.tla" [tla/missing-file]');
  });
});

const SEED = '../shared/seeds/NodesPipelineHarness.tla';

test.skipIf(!existsSync(SEED))('the seed module has as many states as TLC counts', () => {
  const result = checkSpec({
    specFile: SEED,
    configFile: '../shared/reference/nodes-pipeline-535029-states.cfg',
    constants: {
      Tools: ['nodes.run'],
      PolicyAllowShared: ['nodes.run'],
      PolicyAllowMain: ['nodes.run'],
      MaxQueueLen: 2,
      MaxExecLen: 2,
    },
  });
  expect(result).toMatchObject({ outcome: 'ok', initialStates: 1, distinctStates: 301, generatedStates: 923 });
});
