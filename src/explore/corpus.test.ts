import { describe, expect, test } from 'vitest';
import { corpusCases, corpusVerdicts, hasOneTrace } from '../tla/testing/corpus.ts';
import { checkSpec } from './check.ts';

/** Where we part from TLC on purpose, or know that we fall short, each with the reason. */
const DIFFERENCES: ReadonlyMap<string, string> = new Map([
  ['BagOfAllRefused.cfg', 'TLC cannot pass this operator to BagOfAll; we can'],
  ['Counter.top-negative.cfg', "TLC's configurations have no negative numbers"],
  ['Temporal.Latch.Equivalent.cfg', 'TLC cannot check <=> of temporal formulas; we can'],
  ['Temporal.StrongBoth.Equivalent.cfg', 'TLC cannot check <=> of temporal formulas; we can'],
  ['ToStringForms.cfg', 'ToString writes an interval as a list of its elements'],
]);

describe("the corpus agrees with TLC's verdicts", () => {
  const verdicts = corpusVerdicts();
  corpusCases().forEach(({ config, specFile, configFile, deadlock }, index) => {
    const verdict = verdicts[index]!;
    const reason = DIFFERENCES.get(config);
    const run = () => checkSpec({ specFile, configFile, ...(deadlock ? {} : { deadlock: false }) });

    test(reason === undefined ? `${config}: ${verdict.outcome}` : `${config} still differs: ${reason}`, () => {
      const result = run();
      const agrees = {
        outcome: result.outcome,
        ...(verdict.name === null ? {} : { name: result.name }),
        ...(verdict.outcome === 'ok'
          ? {
              distinctStates: result.distinctStates,
              generatedStates: result.generatedStates,
              depth: result.depth,
            }
          : {}),
        ...(verdict.counterexampleLength === null || verdict.loopsTo !== null
          ? {}
          : { counterexampleLength: result.trace.length }),
        ...(hasOneTrace(verdict) && verdict.outcome !== 'error'
          ? { states: result.trace.slice(0, verdict.trace.length).map(({ shown, state }) => shown ?? state) }
          : {}),
      };
      const expected = Object.fromEntries(
        Object.keys(agrees).map((key) => [
          key,
          key === 'states' ? verdict.trace.map(({ state }) => state) : verdict[key as keyof typeof verdict],
        ]),
      );
      if (reason === undefined) expect(agrees).toEqual(expected);
      else expect(agrees).not.toEqual(expected);
    });
  });
});

// TLC 2.19 and 2026.04, one worker: a level counts once the search found a state on it, expanded or not.
test.each([
  ['QueueDrain.all-done.cfg', 'deadlock', 3, 'a deadlock on the way to it'],
  ['RecursiveHigherOrder.Small.cfg', 'invariant', 4, 'the violating state'],
  ['Temporal.Free.StepPropertyBad.cfg', 'property', 4, 'where the violating step led'],
  ['Counter.constraint-checked-outside.cfg', 'invariant', 3, 'no state outside of the constraint'],
  ['Counter.zero-top.cfg', 'deadlock', 1, 'a deadlock in the initial state'],
])('the depth of %s, which ends early by %s, is TLC’s %i: %s', (config, outcome, depth) => {
  const { specFile, configFile } = corpusCases().find((one) => one.config === config)!;
  expect(checkSpec({ specFile, configFile })).toMatchObject({ outcome, depth });
});
