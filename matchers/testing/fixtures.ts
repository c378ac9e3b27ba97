import { stripVTControlCharacters } from 'node:util';
import { createTrace, type EventInput } from '../../src/trace/trace.ts';

const REQUESTED: EventInput = { kind: 'approval.requested', approval: 'a1', call: 'c1', tool: 'pay', args: {} };
const APPROVED: EventInput = {
  kind: 'approval.decided',
  approval: 'a1',
  decision: 'approve',
  scope: 'once',
  by: 'human',
  authenticity: 'server',
};
const EXECUTED: EventInput = { kind: 'exec.started', exec: 'e1', call: 'c1', tool: 'pay', args: {} };

/** Traces for the gate model: paid with approval, without, not at all, and seen by a recorder that is blind to approvals. */
export const traces = {
  approved: createTrace({ events: [REQUESTED, APPROVED, EXECUTED] }),
  unapproved: createTrace({ events: [REQUESTED, EXECUTED] }),
  idle: createTrace({ events: [REQUESTED] }),
  blind: createTrace({ observes: ['exec.started'], events: [EXECUTED] }),
};

/** The message of an assertion that must fail, without colour. */
export function messageOf(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return stripVTControlCharacters((error as Error).message);
  }
  throw new Error('the assertion passed');
}
