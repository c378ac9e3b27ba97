import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceText } from './source-text.ts';

const text = fc.array(fc.constantFrom('a', 'é', '😀', '\n', '\r', '\r\n')).map((pieces) => pieces.join(''));
const naiveLines = (whole: string): string[] => whole.split(/\r\n|\n|\r/);

describe('a source text', () => {
  it('has the lines that its line breaks of every kind make', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const lines = naiveLines(whole);
        const source = sourceText('a.txt', whole);
        expect(lines.map((_, index) => source.line(index + 1))).toEqual(lines);
        expect(source.line(lines.length + 1)).toBe('');
      }),
    );
  });

  it('places every offset of a line in it, at the column of what stands before', () => {
    fc.assert(
      fc.property(text, fc.nat(), (whole, seed) => {
        const offset = seed % (whole.length + 1);
        // Between the halves of a line break of two characters nothing starts.
        if (whole.slice(offset - 1, offset + 1) === '\r\n') return;
        const before = naiveLines(whole.slice(0, offset));
        expect(sourceText('a.txt', whole).positionAt(offset)).toEqual({
          line: before.length,
          column: before.at(-1)!.length + 1,
        });
      }),
    );
  });

  it('gives a span with the file, and an end only where one is known', () => {
    const source = sourceText('a.txt', 'one\ntwo');
    expect(source.span(4)).toEqual({ file: 'a.txt', start: { line: 2, column: 1 } });
    expect(source.span(0, 5)).toEqual({
      file: 'a.txt',
      start: { line: 1, column: 1 },
      end: { line: 2, column: 2 },
    });
  });
});
