import { describe, expect, it } from 'vitest';
import type { Json } from '../../trace/json.ts';
import { describeChange } from './change.ts';

const tla = (before: Json, after: Json) => describeChange('x', before, after, 'tla');
const json = (before: Json, after: Json) => describeChange('x', before, after, 'json');

describe('what a step changed', () => {
  it('is told as a whole for plain values', () => {
    expect(tla('none', 'pending')).toEqual(['x: none becomes pending']);
    expect(tla(false, true)).toEqual(['x: FALSE becomes TRUE']);
    expect(json({ a: 1 }, [])).toEqual(['x: {a: 1} becomes []']);
  });

  it('names what was appended to a list or taken from its front', () => {
    expect(tla([1], [1, 2, 3])).toEqual(['x: appends 2, 3']);
    expect(tla([1, 2, 3], [3])).toEqual(['x: takes 1, 2 from the front']);
    expect(json([], [{ tool: 'nodes.run' }])).toEqual(['x: appends {tool: nodes.run}']);
  });

  it('counts what there is too much of to be told', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => i);
    const first = many.slice(0, 20).join(', ');
    expect(tla([], many)).toEqual([`x: appends ${first}, … (9980 more)`]);
    expect(tla([], many.slice(0, 20))).toEqual([`x: appends ${first}`]);
    expect(tla({ '#set': many }, { '#set': [] })).toEqual([`x: removes ${first}, … (9980 more)`]);
  });

  it('goes down to the part that changed, and numbers items as the notation does', () => {
    const live = (status: string) => [
      { id: 'a0', status: 'denied' },
      { id: 'a1', status },
    ];
    expect(json({ live: live('pending'), done: [] }, { live: live('approved'), done: [] })).toEqual([
      'x.live[1].status: pending becomes approved',
    ]);
    expect(tla(live('pending'), live('approved'))).toEqual(['x[2].status: pending becomes approved']);
    expect(json({ live: [], done: [] }, { live: [1], done: [] })).toEqual(['x.live: appends 1']);
  });

  it('names fields that came and went', () => {
    expect(json({ a: 1, b: 2, d: 3 }, { b: 2, c: 4, d: 3 })).toEqual(['x.a: 1 becomes unset', 'x.c: unset becomes 4']);
  });

  it('tells a record that changed in every field as a whole', () => {
    expect(tla({ a: 1, b: 2 }, { a: 3, b: 4 })).toEqual(['x: [a |-> 1, b |-> 2] becomes [a |-> 3, b |-> 4]']);
  });

  it('names members of sets and entries of functions', () => {
    expect(tla({ '#set': ['a', 'b'] }, { '#set': ['b', 'c'] })).toEqual(['x: adds c and removes a']);
    expect(
      tla(
        {
          '#map': [
            ['r1', 'none'],
            ['r2', 'none'],
          ],
        },
        {
          '#map': [
            ['r1', 'none'],
            ['r2', 'done'],
          ],
        },
      ),
    ).toEqual(['x[r2]: none becomes done']);
    expect(tla({ '#map': [] }, { '#map': [['r1', 'none']] })).toEqual(['x[r1]: unset becomes none']);
    expect(
      tla(
        {
          '#map': [
            ['r1', 1],
            ['r2', 2],
            ['r3', 3],
          ],
        },
        {
          '#map': [
            ['r1', 1],
            ['r3', 3],
          ],
        },
      ),
    ).toEqual(['x[r2]: 2 becomes unset']);
  });

  it('keeps to one line for values that are large', () => {
    const [line, ...more] = json(
      Array.from({ length: 500 }, (_, index) => `item${index}`),
      'x'.repeat(5000),
    );
    expect(more).toEqual([]);
    expect(line!.length).toBeLessThan(300);
  });
});
