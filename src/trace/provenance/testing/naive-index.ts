import { isDistinctive, MIN_STRETCH, shapeOf } from '../distinctive.ts';
import { DIGIT, type Segments, segmenter } from '../segments.ts';
import { wordTable } from '../word-table.ts';

// The look-up as it is defined, without filters and with every place of a word: for texts in which no word is frequent.

/** A stretch by its text and by its words of the value. */
export type Stretch = readonly [text: number, from: number, to: number];

const copyOf = (reading: Segments): Segments => ({
  ...reading,
  words: reading.words.slice(0, reading.count),
  gaps: reading.gaps.slice(0, reading.count),
});

/** The distinctive stretches of a value that texts have too, for texts and values that nothing has to be undone in. */
export function naiveStretches(texts: readonly string[], value: string): Stretch[] {
  const segments = segmenter(wordTable());
  const readings: Segments[] = [];
  for (const text of texts) segments.each(text, true, (reading) => readings.push(copyOf(reading)));
  const found: Stretch[] = [];
  segments.each(value, false, (mine) => {
    const reached = new Map<number, number>();
    for (let at = 0; at < mine.count; at++) {
      // A single letter is no place to begin at.
      if (mine.sizes[at]! < 2 && (mine.shapes[at]! & DIGIT) === 0) continue;
      const best = new Map<number, readonly [number, number]>();
      readings.forEach((theirs, text) => {
        for (let place = 0; place < theirs.count; place++) {
          if (mine.words[at] !== theirs.words[place] || at < (reached.get(text) ?? 0)) continue;
          let [from, to] = [at, at + 1];
          while (from > (reached.get(text) ?? 0) && same(mine, from, theirs, place - (at - from))) from--;
          while (to < mine.count && same(mine, to, theirs, place + (to - at))) to++;
          const alone = mine.count === 1 || (mine.sizes[at]! >= MIN_STRETCH && (mine.shapes[at]! & DIGIT) !== 0);
          if (to - from === 1 && !alone) continue;
          const known = best.get(text);
          if (known === undefined || known[1] - known[0] < to - from) best.set(text, [from, to]);
        }
      });
      for (const [text, [from, to]] of best) {
        if (!isDistinctive(shapeOf(mine, from, to), from === 0 && to === mine.count)) continue;
        reached.set(text, to);
        found.push([text, from, to]);
      }
    }
  });
  return found;
}

// Whether the word before `at` and what stands between the two are the same as at `place`.
function same(mine: Segments, at: number, theirs: Segments, place: number): boolean {
  return (
    place > 0 &&
    place < theirs.count &&
    mine.words[at - 1] === theirs.words[place - 1] &&
    mine.gaps[at] === theirs.gaps[place] &&
    mine.words[at] === theirs.words[place]
  );
}
