import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DefinedModel, defineModel } from './define-model.ts';
import type { Verdict } from './model.ts';
import type { Step } from './state-machine.ts';
import { naiveFold, type TableMachine } from './testing/naive-fold.ts';

const STATES = 5;
const ACTIONS = ['a', 'b', 'c'] as const;

const states = fc.uniqueArray(fc.nat({ max: STATES - 1 }), { maxLength: 3 });
const flags = fc.array(fc.boolean(), { minLength: STATES, maxLength: STATES });
const table: fc.Arbitrary<TableMachine> = fc.record({
  initial: fc.uniqueArray(fc.nat({ max: STATES - 1 }), { minLength: 1, maxLength: 3 }),
  moves: fc.record(
    Object.fromEntries(ACTIONS.map((action) => [action, fc.array(states, { minLength: STATES, maxLength: STATES })])),
  ),
  bad: flags,
  interesting: flags,
});
const steps: fc.Arbitrary<readonly Step[]> = fc.array(fc.record({ action: fc.constantFrom(...ACTIONS) }), {
  maxLength: 8,
});

type TableModel = DefinedModel<{ at: number }, Record<never, never>>;

function tableModel({ initial, moves, bad, interesting }: TableMachine): TableModel {
  const action = (name: (typeof ACTIONS)[number]) => ({
    next: ({ state }: { state: { at: number } }) => moves[name]![state.at]!.map((at) => ({ at })),
  });
  return defineModel({
    name: 'table',
    initial: () => initial.map((at) => ({ at })),
    actions: { a: action('a'), b: action('b'), c: action('c') },
    invariants: {
      Safe: { when: ({ state }) => interesting[state.at]! || bad[state.at]!, holds: ({ state }) => !bad[state.at] },
    },
  });
}

function verdictOf(model: TableModel, taken: readonly Step[]): Verdict {
  const verdict = model.foldSteps(taken);
  if (!verdict.ok) throw new Error(verdict.errors[0].message);
  return verdict.value;
}

describe('the candidate fold', () => {
  it('agrees with the naive fold on random models and steps', () => {
    fc.assert(
      fc.property(table, steps, (machine, taken) => {
        const model = tableModel(machine);
        const { claims, divergence } = verdictOf(model, taken);
        const { state, event } = claims[0]!;
        const naive = naiveFold(model.machine, taken, 'Safe');
        const expected = {
          fail: ['APPLICABLE_FAIL', naive.step],
          diverged: ['UNRESOLVED', naive.step],
          doubtful: ['UNRESOLVED', null],
          unexercised: ['NOT_APPLICABLE', null],
          pass: ['APPLICABLE_PASS', naive.step],
        };
        expect([state, naive.state === 'diverged' ? divergence?.step : event]).toEqual(expected[naive.state]);
      }),
      { numRuns: 2000 },
    );
  });

  it('gives the same bytes for the same input', () => {
    fc.assert(
      fc.property(table, steps, (machine, taken) => {
        const once = JSON.stringify(verdictOf(tableModel(machine), taken));
        expect(JSON.stringify(verdictOf(tableModel(machine), taken))).toBe(once);
      }),
      { numRuns: 200 },
    );
  });

  it('says the same with and without recording', () => {
    fc.assert(
      fc.property(table, steps, (machine, taken) => {
        const model = tableModel(machine);
        const recorded = model.foldSteps(taken, { record: true });
        const { run: _run, ...verdict } = recorded.ok ? recorded.value : ({} as Verdict);
        expect(verdict).toEqual(verdictOf(model, taken));
      }),
      { numRuns: 200 },
    );
  });

  it('does not hold a violation against the trace if the run that violates dies later', () => {
    // From 0, `a` leads to a bad and a good state; `b` continues from the good one only.
    const moves = { a: [[1, 2], [], [], [], []], b: [[], [], [3], [], []], c: [[], [], [], [], []] };
    const model = tableModel({
      initial: [0],
      moves,
      bad: [false, true, false, false, false],
      interesting: Array(5).fill(true),
    });
    const stateAfter = (...actions: string[]) =>
      verdictOf(
        model,
        actions.map((action) => ({ action })),
      ).claims[0]!.state;
    expect(stateAfter('a')).toBe('UNRESOLVED');
    expect(stateAfter('a', 'b')).toBe('APPLICABLE_PASS');
  });

  it('keeps only the states that agree with what was observed', () => {
    const moves = { a: [[1, 2], [], [], [], []], b: [[], [], [], [], []], c: [[], [], [], [], []] };
    const model = tableModel({
      initial: [0],
      moves,
      bad: [false, true, false, false, false],
      interesting: Array(5).fill(true),
    });
    const stateAt = (at: number) => verdictOf(model, [{ action: 'a', observed: { at } }]).claims[0]!.state;
    expect([stateAt(1), stateAt(2), stateAt(3)]).toEqual(['APPLICABLE_FAIL', 'APPLICABLE_PASS', 'UNRESOLVED']);
  });
});
