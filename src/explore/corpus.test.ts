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
