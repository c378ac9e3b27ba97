// Compiled, never run: the matchers' types under Vitest, with `skipLibCheck` off.
import { createTrace, type Trace } from 'tracefold';
import tracefold from 'tracefold/plugin';
import { evidenceSerializer, evidenceSnapshot, loadScenarios } from 'tracefold/vitest';
import { expect } from 'vitest';
import { defineConfig } from 'vitest/config';
import refunds from './models/refunds.ts';

export async function compiles(trace: Trace): Promise<void> {
  expect(trace).toNotReachForbiddenState(refunds);
  expect(trace).toNotReachForbiddenState(refunds, { predicates: ['RefundsAreApproved'], exercised: true });
  expect(trace).not.toReachForbiddenState(refunds, 'RefundsAreApproved');
  expect(createTrace({ events: [] })).not.toReachGoal(refunds, 'refunded');
  expect.soft(trace).toConformTo(refunds);
  await expect(Promise.resolve(trace)).resolves.toConformTo(refunds);
  await expect(Promise.reject(trace)).rejects.not.toConformTo(refunds);
  await expect.poll(() => trace).toConformTo(refunds);
  expect({ trace }).toEqual({ trace: expect.toConformTo(refunds) });
  expect([trace]).not.toContainEqual(expect.not.toNotReachForbiddenState(refunds));
  expect(trace).toMatchEvidenceSnapshot(refunds);
  expect(trace).toMatchEvidenceSnapshot(refunds, 'hint', { predicates: ['RefundsAreApproved'] });
  expect(evidenceSnapshot(trace, refunds)).toMatchInlineSnapshot();
  expect.addSnapshotSerializer(evidenceSerializer);
  loadScenarios('scenarios/**/*.scenario.yaml', { legs: true });
}

export function doesNotCompile(trace: Trace): void {
  // @ts-expect-error a model is needed
  expect(trace).toConformTo();
  // @ts-expect-error a goal is a name
  expect(trace).toReachGoal(refunds, 1);
  // @ts-expect-error no such option
  expect(trace).toNotReachForbiddenState(refunds, { exercise: true });
  // @ts-expect-error no such matcher
  expect(trace).toReachForbiddenStates(refunds);
  // @ts-expect-error no such matcher, negated
  expect(trace).not.toReachForbiddenStates(refunds);
  // @ts-expect-error a hint is a text
  expect(trace).toMatchEvidenceSnapshot(refunds, 1);
  // @ts-expect-error no such option of the plugin
  tracefold({ leg: true });
}

export default defineConfig({ plugins: [tracefold({ include: '**/*.trio.yaml', legs: true })] });
