import { describe, expect, it } from 'vitest';
import type { Json } from '../trace/json.ts';
import { unlisted } from './listed-details.ts';

const flights = [{ flight_number: 'HAT136' }, { flight_number: 'HAT039' }];

describe('what a question leaves out', () => {
  it.each<[string, string, Json, readonly string[], readonly string[]]>([
    ['nothing, where every value stands in it', 'Book HAT136 and HAT039?', { flights }, ['flights.flight_number'], []],
    [
      'a list of which it names a part',
      'Book HAT136?',
      { flights },
      ['flights.flight_number'],
      ['flights.flight_number'],
    ],
    ['a value of which it names a part', 'Cancel order W12?', { order: 'W123' }, ['order'], ['order']],
    [
      'no value that is written another way',
      'In **Basic Economy**, for $1,286?',
      { cabin: 'basic_economy', price: 1286 },
      ['cabin', 'price'],
      [],
    ],
    [
      'no value that is empty or missing',
      'Shall I?',
      { note: '', other: null, flag: true },
      ['note', 'other', 'flag', 'none'],
      [],
    ],
    ['names of objects that were never there', 'Shall I?', {}, ['__proto__.x', 'constructor'], []],
  ])('is %s', (_name, question, args, paths, missing) => {
    expect(unlisted(question, 'book', args, { book: paths })).toEqual(missing);
  });

  it('is everything, for a tool without paths, where it names no value at all', () => {
    expect(unlisted('Shall I cancel it?', 'cancel', { id: 'W1', why: 'x9' }, {})).toEqual(['*']);
    expect(unlisted('Shall I cancel W1?', 'cancel', { id: 'W1', why: 'x9' }, {})).toEqual([]);
    expect(unlisted('Shall I?', 'logout', {}, {})).toEqual([]);
    expect(unlisted('Shall I?', 'constructor', { id: 'W1' }, {})).toEqual(['*']);
  });

  it('is found in arguments of any depth', () => {
    let deep: Json = 'W1';
    for (let level = 0; level < 20_000; level++) deep = [deep];
    expect(unlisted('Cancel W1?', 'cancel', { deep }, {})).toEqual([]);
    expect(unlisted('Cancel W2?', 'cancel', { deep }, { cancel: ['deep'] })).toEqual(['deep']);
  });
});
