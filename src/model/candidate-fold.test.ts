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

describe('a guard that stops some ways of a step and lets others through', () => {
  /** Choosing leaves open what is taken; the guard is against `a` when it is used, and against `b` when it is grabbed. */
  const choosing = defineModel({
    name: 'choosing',
    initial: () => ({ item: 'none', stolen: false }),
    guards: { mine: ({ state }, item: string) => state.item !== item },
    actions: {
      Choose: {
        parameters: { item: ['a', 'b'] },
        next: ({ state, args }: { state: { item: string; stolen: boolean }; args: { item: string } }) => ({
          ...state,
          item: args.item,
        }),
      },
      Use: { guards: { notA: ({ guards }) => guards.mine('a') }, next: ({ state }) => state },
      Leak: { next: ({ state }) => ({ ...state, stolen: state.stolen || state.item === 'a' }) },
      Grab: {
        guards: { notB: ({ guards }) => guards.mine('b') },
        next: ({ state }) => ({ ...state, stolen: true }),
      },
    },
    invariants: { Kept: { when: () => true, holds: ({ state }) => !state.stolen } },
  });
  const attack: readonly Step[] = [{ action: 'Choose' }, { action: 'Use' }, { action: 'Leak' }, { action: 'Grab' }];
  const claimOf = (taken: readonly Step[], model: Pick<typeof choosing, 'foldSteps'> = choosing, tolerate?: string) => {
    const verdict = model.foldSteps(taken, tolerate === undefined ? {} : { tolerate });
    if (!verdict.ok) throw new Error(verdict.errors[0].message);
    return verdict.value.claims[0]!.state;
  };

  it('goes on with the ways that it stopped: what they do later is not forgotten', () => {
    // Without the guard every way is forbidden, so the negative control bites: the attack alone could tell.
    const without = choosing.weaken('mine');
    expect(without.ok && claimOf(attack, without.value)).toBe('APPLICABLE_FAIL');
    expect(claimOf(attack, choosing, 'mine')).toBe('UNRESOLVED');
  });

  it('passes where none of the ways does what is forbidden', () => {
    const harmless = attack.filter(({ action }) => action !== 'Leak' && action !== 'Grab');
    expect(claimOf(harmless, choosing, 'mine')).toBe('APPLICABLE_PASS');
  });

  it('drops the ways on which the step is impossible for another reason, as of any trace', () => {
    const bs = attack.filter(({ action }) => action !== 'Grab');
    expect(claimOf(bs, choosing)).toBe('APPLICABLE_PASS');
    expect(claimOf(bs, choosing, 'Grab/notB')).toBe('APPLICABLE_PASS');
  });
});

describe('a goal', () => {
  /** Two first states, one of which satisfies the goal already; `go` is possible in that one only. */
  const twoStarts = defineModel({
    name: 'two starts',
    initial: () => [
      { at: 0, done: true },
      { at: 1, done: false },
    ],
    actions: {
      go: { guards: { zero: ({ state }) => state.at === 0 }, next: ({ state }) => state },
      work: { guards: { one: ({ state }) => state.at === 1 }, next: ({ state }) => ({ ...state, done: true }) },
    },
    invariants: { Any: { when: () => true, holds: () => true } },
    goals: { done: ({ state }) => state.done },
  });
  const reached = (action: string) => {
    const verdict = twoStarts.foldSteps([{ action }], { goals: ['done'] });
    return verdict.ok ? verdict.value.goals : [];
  };

  it('is not reached by a way whose first state satisfies it, though other first states do not', () => {
    expect(reached('go')).toMatchObject([{ reached: false, initially: true, step: null }]);
  });

  it('is reached by a way that begins without it', () => {
    expect(reached('work')).toMatchObject([{ reached: true, initially: false, step: 1 }]);
  });
});

describe('candidates', () => {
  it('stay apart that have violated invariants of other names, however the names are spelled', () => {
    // Ways to one state: one has violated "A" and "B", the other "A B".
    const bad: readonly (readonly string[])[] = [['A', 'B'], ['A B']];
    const name = (one: string) => ({
      when: () => true,
      holds: ({ state }: { state: { way: number } }) => state.way < 0 || !bad[state.way]!.includes(one),
    });
    const model = defineModel({
      name: 'names',
      initial: () => ({ way: -1 }),
      actions: { part: { next: () => [{ way: 0 }, { way: 1 }] }, join: { next: () => ({ way: -1 }) } },
      invariants: { A: name('A'), B: name('B'), 'A B': name('A B') },
    });
    const verdict = model.foldSteps([{ action: 'part' }, { action: 'join' }]);
    expect(verdict.ok && verdict.value.claims.map(({ state }) => state)).toEqual(Array(3).fill('UNRESOLVED'));
  });
});
