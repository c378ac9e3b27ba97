/** Words as a sentence lists them: `a`, `a and b`, `a, b and c`. */
export const enumerated = (words: readonly string[]): string =>
  words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
