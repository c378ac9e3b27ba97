import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { checkEvents } from './check-events.ts';

const call = { kind: 'call.proposed', call: 'c1', tool: 'pay', args: {} };

function problem(...events: unknown[]): string {
  const result = checkEvents(events);
  return result.ok ? '' : formatDiagnostic(result.errors[0]);
}

describe('events that code made', () => {
  it('are taken in the normal form, with or without a number', () => {
    expect(problem(call, { ...call, seq: 7, at: 3 })).toBe('');
  });

  it('are refused for an unknown kind, also one that every object inherits', () => {
    expect(problem(call, { ...call, kind: 'call.propose' })).toMatchInlineSnapshot(`
      "event 2 of the list has an unknown kind "call.propose" [trace/unknown-kind]
        hint: did you mean "call.proposed"?"
    `);
    expect(problem({ kind: 'constructor' })).toMatchInlineSnapshot(
      `"event 1 of the list has an unknown kind [trace/unknown-kind]"`,
    );
  });

  it('are refused for what an event of their kind does not have', () => {
    expect(problem({ ...call, tol: 'pay' })).toMatchInlineSnapshot(`
      "event 1 of the list is no event of the normal form [trace/not-an-event]
        hint: it has a key that its kind does not have"
    `);
    expect(problem({ ...call, call: 3 })).toMatchInlineSnapshot(`
      "event 1 of the list is no event of the normal form, at "call" [trace/not-an-event]
        hint: Invalid input: expected string, received number"
    `);
    expect(problem(null)).toMatchInlineSnapshot(`
      "event 1 of the list is no event of the normal form [trace/not-an-event]
        hint: Invalid input: expected object, received null"
    `);
  });
});
