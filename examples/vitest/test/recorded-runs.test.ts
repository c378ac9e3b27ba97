import { readTraceFile, unwrap } from 'tracefold';
import { expect, test } from 'vitest';
import refunds from '../models/refunds.ts';

const recorded = async (file: string) => unwrap(await readTraceFile(file));

test('the run that a clerk approved is safe, and refunds', async () => {
  const run = await recorded('traces/approved.jsonl');
  expect(run).toNotReachForbiddenState(refunds);
  expect(run).toReachGoal(refunds, 'refunded');
  expect(run).toConformTo(refunds);
});

test('the run in which the agent was tricked is caught', async () => {
  const run = await recorded('traces/tricked.jsonl');
  expect(run).toReachForbiddenState(refunds, 'RefundsAreApproved');
  // The model would have refused what the system allowed.
  expect(run).not.toConformTo(refunds);
});
