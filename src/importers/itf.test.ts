import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { readItf } from './itf.ts';

const state = (x: unknown) =>
  JSON.stringify({
    '#meta': { format: 'ITF' },
    params: ['N'],
    vars: ['x'],
    states: [{ '#meta': { index: 0 }, x }],
    loop: 0,
  });
const value = (x: unknown) => unwrap(readItf(state(x), { file: 'f.itf.json' })).states[0]!.get('x');
const problem = (text: string): string => {
  const result = readItf(text, { file: 'f.itf.json' });
  return result.ok ? 'read' : formatDiagnostic(result.errors[0]);
};

describe('ITF traces', () => {
  it('give their variables, states and loop', () => {
    expect(unwrap(readItf(state(true), { file: 'f' }))).toEqual({
      vars: ['x'],
      params: ['N'],
      states: [new Map([['x', { kind: 'boolean', value: true }]])],
      loop: 0,
    });
  });

  it('have values of every form', () => {
    const one = { kind: 'integer', value: 1n };
    expect(value(1)).toEqual(one);
    expect(value({ '#bigint': '123456789012345678901' })).toEqual({ kind: 'integer', value: 123456789012345678901n });
    expect(value([1])).toEqual({ kind: 'sequence', items: [one] });
    expect(value({ '#tup': [1] })).toEqual({ kind: 'tuple', items: [one] });
    expect(value({ '#set': [1] })).toEqual({ kind: 'set', items: [one] });
    expect(value({ '#map': [['a', 1]] })).toEqual({ kind: 'map', pairs: [[{ kind: 'string', value: 'a' }, one]] });
    expect(value({ tag: 1 })).toEqual({ kind: 'record', fields: new Map([['tag', one]]) });
    expect(value({ '#unserializable': 'Int' })).toEqual({ kind: 'unserializable', text: 'Int' });
  });

  it('refuse a loop that is no number, and take none for none', () => {
    const looping = (loop: string): string => `{"vars":["x"],"states":[{"x":1}],"loop":${loop}}`;
    expect(problem(looping('"0"'))).toMatchInlineSnapshot(`
      "f.itf.json:1:41: the state that the trace loops to is no number [trace/wrong-value]
       1 | {"vars":["*"],"states":[{"*":*}],"loop":"*"}
         |                                         ^
        expected the index of a state"
    `);
    expect(problem(looping('{"#bigint":"0"}'))).toContain('[trace/wrong-value]');
    expect(problem(looping('0'))).toBe('read');
    expect(problem(looping('null'))).toBe('read');
  });

  it('say where a value is none of ITF', () => {
    expect(problem(state(1.5))).toMatchInlineSnapshot(`
      "f.itf.json:1:90: a variable has a value that ITF does not have [trace/wrong-value]
       1 | {"#meta":{"format":"***"},"params":["*"],"vars":["*"],"states":[{"#meta":{"index":*},"*":***}],"loop":*}
         |                                                                                          ^
        expected a boolean, a string, a whole number, a list, or an object"
    `);
    expect(problem('{"vars":["x"]}')).toMatchInlineSnapshot(`
      "f.itf.json:1:1: "states" is missing [trace/wrong-value]
       1 | {"vars":["*"]}
         | ^
        expected an ITF trace: {"vars": […], "states": […]}"
    `);
    expect(problem('{"vars":["x"],"states":[7]}')).toMatchInlineSnapshot(`
      "f.itf.json:1:25: a state is not an object [trace/wrong-value]
       1 | {"vars":["*"],"states":[*]}
         |                         ^
        expected an object with a value for every variable"
    `);
  });
});
