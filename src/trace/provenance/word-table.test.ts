import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_HASH, hashOf, UNKNOWN, wordTable } from './word-table.ts';

const hashed = (word: string): number => [...word].reduce((hash, unit) => hashOf(hash, unit.charCodeAt(0)), EMPTY_HASH);

describe('numbers of words', () => {
  it('are the same for the same word wherever it stands, and differ for others', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z0-9]{1,9}$/), { maxLength: 300 }), (words) => {
        const table = wordTable();
        const numbers = new Map<string, number>();
        for (const word of words) {
          const text = `--${word}.`;
          const number = table.word(text, 2, 2 + word.length, hashed(word), true);
          expect(numbers.get(word) ?? number).toBe(number);
          numbers.set(word, number);
        }
        expect(new Set(numbers.values()).size).toBe(numbers.size);
      }),
      { numRuns: 100 },
    );
  });

  it('stay right for words of one and the same hash, however many there are and however far the table grows', () => {
    const table = wordTable();
    const words = Array.from({ length: 5_000 }, (_, at) => `word${at}`);
    // Every other word has a hash of its own, the rest share one.
    const hash = (at: number) => (at % 2 === 0 ? 7 : hashed(words[at]!));
    const numbers = words.map((word, at) => table.word(word, 0, word.length, hash(at), true));
    expect(new Set(numbers).size).toBe(words.length);
    expect(words.map((word, at) => table.word(word, 0, word.length, hash(at), false))).toEqual(numbers);
    expect(table.word('other', 0, 5, 7, false)).toBe(UNKNOWN);
  });

  it('take white space for one space, and other signs for what they are', () => {
    const table = wordTable();
    const number = (gap: string) => table.separator(gap, 0, gap.length, true);
    expect(new Set([' ', '\n', '\t ', '\u00a0', '  \r\n'].map(number)).size).toBe(1);
    expect(new Set([' ', ', ', '. ', '://', '-', '\u2014', ' - '].map(number)).size).toBe(7);
    expect(number(',\n\n')).toBe(number(', '));
    expect(table.separator('~~~', 0, 3, false)).toBe(UNKNOWN);
  });
});
