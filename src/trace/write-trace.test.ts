import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import type { TraceEvent } from './event.ts';
import type { Json } from './json.ts';
import { createTrace } from './trace.ts';
import { writeTrace } from './write-trace.ts';

const call = (args: Json): TraceEvent => ({ seq: 1, kind: 'call.proposed', call: 'c', tool: 't', args });
const problem = (args: unknown): string => {
  const result = writeTrace(createTrace({ events: [call(args as Json)] }));
  return result.ok ? 'written' : formatDiagnostic(result.errors[0]);
};

describe('writing a trace', () => {
  it('writes a header and one line an event', () => {
    expect(unwrap(writeTrace(createTrace({ source: 'x', observes: ['truth'], events: [call({ a: 1 })] })))).toBe(
      '{"tracefold":1,"source":"x","observes":["truth"]}\n{"seq":1,"kind":"call.proposed","call":"c","tool":"t","args":{"a":1}}\n',
    );
  });

  it('gives the same bytes whatever order the keys of an event have', () => {
    const forward: TraceEvent = { seq: 1, kind: 'truth', name: 'n', value: true, src: { file: 'f' }, at: 5 };
    const backward = Object.fromEntries(Object.entries(forward).reverse()) as unknown as TraceEvent;
    expect(writeTrace(createTrace({ events: [backward] }))).toEqual(writeTrace(createTrace({ events: [forward] })));
  });

  it('refuses what JSON would change without a word', () => {
    expect(problem(Number.NaN)).toMatchInlineSnapshot(`
      "event 1 (call.proposed) holds the number NaN at "args" [trace/not-writable]
        expected JSON values that nest at most 1000 deep"
    `);
    expect(problem({ amount: Number.POSITIVE_INFINITY })).toMatchInlineSnapshot(`
      "event 1 (call.proposed) holds the number Infinity at "amount" [trace/not-writable]
        expected JSON values that nest at most 1000 deep"
    `);
    expect(problem({ f: () => 1 })).toMatchInlineSnapshot(`
      "event 1 (call.proposed) holds a function at "f" [trace/not-writable]
        expected JSON values that nest at most 1000 deep"
    `);
    expect(problem(10n)).toMatchInlineSnapshot(`
      "event 1 (call.proposed) holds a bigint at "args" [trace/not-writable]
        expected JSON values that nest at most 1000 deep"
    `);
    let deep: Json = 1;
    for (let i = 0; i < 20_000; i++) deep = [deep];
    expect(problem(deep)).toMatchInlineSnapshot(`
      "event 1 (call.proposed) holds a value that nests more than 1000 deep [trace/not-writable]
        expected JSON values that nest at most 1000 deep"
    `);
  });
});
