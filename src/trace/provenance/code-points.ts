/** Counts code points before UTF-16 offsets of one text. */
export type CodePoints = (offset: number) => number;

/** A counter that looks through the text once, and then takes the logarithm of its surrogate pairs for each offset. */
export function codePointsOf(text: string): CodePoints {
  const pairs: number[] = [];
  for (let at = 0; at + 1 < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(at + 1);
    if (next >= 0xdc00 && next <= 0xdfff) pairs.push(at++);
  }
  if (pairs.length === 0) return sameOffset;
  return (offset) => {
    // Pairs that end before the offset.
    let low = 0;
    let high = pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[middle]! + 1 < offset) low = middle + 1;
      else high = middle;
    }
    return offset - low;
  };
}

/** For texts without surrogates. */
export const sameOffset: CodePoints = (offset) => offset;
