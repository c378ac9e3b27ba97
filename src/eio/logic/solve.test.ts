import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate, type Formula, type Tuple } from './formula.ts';
import { solve } from './solve.ts';
import { agreement, randomCase } from './testing/brute-force.ts';
import { FALSE, TRUE, UNKNOWN } from './truth.ts';

describe('strong Kleene logic', () => {
  const values = [FALSE, UNKNOWN, TRUE] as const;
  const constant = (truth: (typeof values)[number]): Formula => ({ kind: 'constant', truth });
  const value = (formula: Formula) => evaluate(formula, []);

  it('takes the least of all, the most of any, and turns round under not', () => {
    for (const left of values) {
      expect(value({ kind: 'not', part: constant(left) })).toBe(2 - left);
      for (const right of values) {
        const parts = [constant(left), constant(right)];
        expect(value({ kind: 'all', parts })).toBe(Math.min(left, right));
        expect(value({ kind: 'any', parts })).toBe(Math.max(left, right));
      }
    }
  });
});

describe('the indexed search', () => {
  it('agrees with trying every tuple on random tables and formulas', () => {
    fc.assert(
      fc.property(randomCase, (problem) => {
        expect(agreement(problem)).toEqual([]);
      }),
      { numRuns: 4000 },
    );
  });

  it('stops when its budget is spent', () => {
    const members = Array.from({ length: 50 }, (_, number) => ({ number, rank: number }));
    const always: Formula = { kind: 'constant', truth: TRUE };
    const search = { formula: always, variables: [0, 1], witnesses: new Set<number>(), domain: () => members };
    expect(solve(search, [null, null] as Tuple<(typeof members)[number]>, { steps: 100, solutions: 1e6 })).toBeNull();
    expect(
      solve(search, [null, null] as Tuple<(typeof members)[number]>, { steps: 10_000, solutions: 1e6 }),
    ).toHaveLength(51 * 51);
    expect(solve(search, [null, null] as Tuple<(typeof members)[number]>, { steps: 10_000, solutions: 99 })).toBeNull();
  });
});
