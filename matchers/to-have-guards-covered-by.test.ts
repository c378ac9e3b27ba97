import { describe, expect, it } from 'vitest';
import { defineModel } from '../src/model/define-model.ts';
import { shippedMonitor } from '../src/monitors/shipped.ts';
import './vitest.ts';

const monitor = shippedMonitor('nodes-pipeline');
const SCENARIOS = 'scenarios/nodes-run/monitor.scenario.yaml';

const failure = async (run: () => Promise<unknown>): Promise<string> => {
  try {
    await run();
    return 'passed';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('toHaveGuardsCoveredBy', () => {
  it('passes if the trios notice every mutant', async () => {
    await expect(monitor).toHaveGuardsCoveredBy(SCENARIOS);
    await expect(monitor).toHaveGuardsCoveredBy([SCENARIOS], { threshold: 0.5, guards: ['Execute/policyAllows'] });
  });

  it('fails with the mutants that no trio notices', async () => {
    const told = await failure(() =>
      expect(monitor).toHaveGuardsCoveredBy('scenarios/nodes-run/monitor.scenario.yaml', {
        waivers: [{ guard: 'decidable', text: 'decidable', reason: 'none needed' }],
        guards: ['decidable'],
      }),
    );
    expect(told).toMatchInlineSnapshot(`
      "expected a guard score of 100 %

      the waiver of decidable is not needed: a trio kills it, or it is equivalent [mutation/waiver-needless]
        hint: take it out

      nodes-pipeline (not explored, 12 trios): 2 mutants, 2 killed, 0 survive, 0 not judged, 0 equivalent, 0 waived
      guard score 100 %"
    `);
  });

  it('fails under .not if every mutant is noticed', async () => {
    const told = await failure(() => expect(monitor).not.toHaveGuardsCoveredBy(SCENARIOS, { guards: ['decidable'] }));
    expect(told).toMatchInlineSnapshot(`
      "expected a guard score of less than 100 %

      nodes-pipeline (not explored, 12 trios): 2 mutants, 2 killed, 0 survive, 0 not judged, 0 equivalent, 0 waived
      guard score 100 %"
    `);
  });

  it('passes neither way if there is no mutant to judge', async () => {
    const guardless = defineModel({
      name: 'guardless',
      initial: () => ({ on: false }),
      actions: { flip: { next: ({ state }) => ({ on: !state.on }) } },
      invariants: { Boolean: { when: () => true, holds: ({ state }) => typeof state.on === 'boolean' } },
    });
    expect(await failure(() => expect(guardless).toHaveGuardsCoveredBy([]))).toContain('no mutant to judge');
    expect(await failure(() => expect(guardless).not.toHaveGuardsCoveredBy([]))).toContain('no mutant to judge');
  });

  it('takes models only, and globs that match something', async () => {
    expect(await failure(() => expect('x').toHaveGuardsCoveredBy(SCENARIOS))).toMatchInlineSnapshot(`
      "the received value is no model [matchers/not-a-model]
        expected a model: of defineModel, shippedMonitor or a TLA+ module"
    `);
    expect(await failure(() => expect(monitor).toHaveGuardsCoveredBy('nowhere/*.yaml'))).toMatchInlineSnapshot(
      `
      "no scenario file matches "nowhere/*.yaml" [scenario/missing-file]
        expected files that end in .scenario.yaml"
    `,
    );
  });
});
