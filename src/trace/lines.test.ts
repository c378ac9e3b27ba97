import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { streamLines, type TextLine, textLines } from './lines.ts';

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

const streamed = async (text: string, size: number): Promise<TextLine[]> => {
  const lines: TextLine[] = [];
  for await (const line of streamLines(chunksOf(text, size), { file: 'f', maxBytes: 1000 })) {
    if (!line.ok) throw new Error(line.errors[0].message);
    lines.push(line.value);
  }
  return lines;
};

const pieces = fc
  .array(fc.constantFrom('a', 'é', '😀', '\n', '\r', '\r\n', ''), { maxLength: 20 })
  .map((parts) => parts.join(''));

describe('lines', () => {
  it('are the same in a text and in a stream of any chunks, and lose nothing but line breaks', async () => {
    await fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 1, max: 9 }), async (text, size) => {
        const lines = [...textLines(text)];
        expect(await streamed(text, size)).toEqual(lines);
        const wanted = text
          .replace(/\r\n|\r/g, '\n')
          .replace(/\n$/, '')
          .split('\n');
        expect(lines.map((line) => line.text)).toEqual(text === '' ? [] : wanted);
        expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
      }),
      { numRuns: 300 },
    );
  });

  it('say whether a line break ended them', () => {
    expect([...textLines('a\nb')].map(({ ended }) => ended)).toEqual([true, false]);
    expect([...textLines('a\r\nb\r')].map(({ ended }) => ended)).toEqual([true, true]);
  });
});
