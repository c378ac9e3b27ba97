import { expect, test } from 'vitest';
import { readState } from './state-text.ts';

test('reads one variable without a bullet', () => {
  expect(readState('n = 3\n')).toEqual({ n: 3 });
});

test('reads several variables, and values that run over lines', () => {
  expect(readState('/\\ inbox = << [id |-> "a"],\n   [id |-> "b"] >>\n/\\ open = {}\n')).toEqual({
    inbox: [{ id: 'a' }, { id: 'b' }],
    open: { '#set': [] },
  });
});

test('is not misled by a string that looks like a variable', () => {
  expect(readState('/\\ text = "\\n/\\\\ n = 9"\n/\\ n = 1\n')).toEqual({ text: '\n/\\ n = 9', n: 1 });
});

test('keeps a value that is not written out as text, and reads on', () => {
  expect(readState('/\\ s = SUBSET {1, 2}\n/\\ t = Nat\n/\\ n = 1\n')).toEqual({
    s: { '#unserializable': 'SUBSET {1, 2}' },
    t: { '#unserializable': 'Nat' },
    n: 1,
  });
});

test('reads nothing from an empty text', () => {
  expect(readState('')).toEqual({});
});
