// Compiled, never run: the matchers' types under Jest, with `skipLibCheck` off. `IMPORT` becomes the import of `expect`, or nothing where
// `@types/jest` makes it a global.
// IMPORT
import { createTrace, type Trace } from 'tracefold';
import { evidenceSerializer, evidenceSnapshot, loadScenarios } from 'tracefold/jest';
import refunds from './models/refunds.ts';

export async function compiles(trace: Trace): Promise<void> {
  expect(trace).toNotReachForbiddenState(refunds);
  expect(trace).toNotReachForbiddenState(refunds, { predicates: ['RefundsAreApproved'], exercised: true });
  expect(trace).not.toReachForbiddenState(refunds, 'RefundsAreApproved');
  expect(createTrace({ events: [] })).not.toReachGoal(refunds, 'refunded');
  await expect(Promise.resolve(trace)).resolves.toConformTo(refunds);
  await expect(Promise.reject(trace)).rejects.not.toConformTo(refunds);
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
}
