import { describe, expect, it } from 'vitest';
import { type CheckReport, failedReport } from '../../explore/check-report.ts';
import { renderCheck } from './check.ts';

const base: CheckReport = { ...failedReport({ code: 'x', message: '' }), error: null };
const counting = (last: number): CheckReport => ({
  ...base,
  outcome: 'invariant',
  name: 'Small',
  trace: Array.from({ length: last + 1 }, (_, n) => ({ action: n === 0 ? null : 'Up', state: { n } })),
});

describe('a check for people', () => {
  it('leaves out the middle of a long counterexample, and says so', () => {
    expect(renderCheck(counting(50), { model: 'Counter', maxStates: 4 })).toMatchInlineSnapshot(`
      "VIOLATED Counter: the invariant Small is false in state 51
      Counterexample:
        1. initial state
             n = 0
        … 47 more states
        49. Up
             n: 47 becomes 48
        50. Up
             n: 48 becomes 49
        51. Up
             n: 49 becomes 50"
    `);
  });

  it('tells all states of one that fits', () => {
    const told = renderCheck(counting(3), { model: 'Counter', maxStates: 4 });
    expect(told.match(/^ {2}\d+\. /gm)).toHaveLength(4);
    expect(told).not.toContain('more states');
  });

  it('shows values of sets, functions and records as TLA+ does, and only the part that changed', () => {
    const before = {
      f: {
        '#map': [
          [1, false],
          [2, false],
        ],
      },
      r: { a: 1, b: [1] },
      s: { '#set': [] },
    };
    const after = {
      f: {
        '#map': [
          [1, false],
          [2, true],
        ],
      },
      r: { a: 1, b: [1, 2] },
      s: { '#set': ['x'] },
    };
    const report: CheckReport = {
      ...base,
      outcome: 'property',
      name: 'Live',
      loopsTo: 0,
      trace: [
        { action: null, state: before },
        { action: 'Go', args: { w: 2 }, state: after },
      ],
    };
    expect(renderCheck(report, { model: 'M' })).toMatchInlineSnapshot(`
      "VIOLATED M: the property Live is false of this behaviour
      Counterexample:
        1. initial state
             f = [1 :> FALSE, 2 :> FALSE]
             r = [a |-> 1, b |-> <<1>>]
             s = {}
        2. Go(w: 2)
             f[2]: FALSE becomes TRUE
             r.b: appends 2
             s: adds x
           leads back to state 1, for ever"
    `);
  });

  it('sends nothing of a model to the terminal', () => {
    const hostile = '\u001b[31m\r\n::error::x';
    const report: CheckReport = {
      ...counting(1),
      name: hostile,
      coverage: { [hostile]: 0 },
      distinctStates: 1,
      trace: [{ action: hostile, args: { [hostile]: hostile }, state: { [hostile]: hostile } }],
    };
    const told = renderCheck(report, { model: hostile, expected: hostile });
    expect(told).not.toMatch(/[\u001b\r]/);
    expect(told.split('\n').some((line) => line.startsWith('::'))).toBe(false);
  });
});
