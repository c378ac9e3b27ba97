import { expect, test } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { checkTrace } from './check-trace.ts';
import { createTrace } from './trace.ts';

const HEADER = { tracefold: 1, source: 'x', observes: ['handoff'] };
const EVENT = { kind: 'handoff', from: 'a', to: 'b' };

test('a trace is what it was, and events without a number get their place', () => {
  const trace = createTrace({ events: [{ kind: 'handoff', from: 'a', to: 'b' }] });
  expect(unwrap(checkTrace(trace))).toEqual(trace);
  expect(unwrap(checkTrace({ header: HEADER, events: [EVENT, { ...EVENT, seq: 7 }] })).events).toMatchObject([
    { seq: 1 },
    { seq: 7 },
  ]);
});

test.each<[string, unknown, string]>([
  ['nothing', null, 'trace/not-a-trace'],
  ['a text', 'trace', 'trace/not-a-trace'],
  ['an inherited header', Object.create({ header: HEADER, events: [] }), 'trace/not-a-trace'],
  ['a header with more keys', { header: { ...HEADER, more: 1 }, events: [] }, 'trace/not-a-trace'],
  ['an unknown kind', { header: HEADER, events: [{ kind: 'handof' }] }, 'trace/unknown-kind'],
  ['a number that does not rise', { header: HEADER, events: [{ ...EVENT, seq: 3 }, EVENT] }, 'trace/out-of-order'],
])('%s is none', (_name, value, code) => {
  const result = checkTrace(value);
  expect(result.ok ? 'accepted' : result.errors[0].code).toBe(code);
});

test.each<[unknown, string]>([
  [undefined, 'it is undefined'],
  [7, 'it is a number'],
  [[EVENT], 'it is a list'],
  [{ events: [] }, 'it is an object without "header" and "events"'],
  [{ trace: () => null }, 'it is a recorder'],
])('what %j is instead of a trace is said', (value, message) => {
  const result = checkTrace(value);
  expect(result.ok ? 'accepted' : result.errors[0].message).toBe(message);
});
