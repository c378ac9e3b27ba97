/**
 * A text as its words: lower case, without punctuation, one space between, one before and one after. Apostrophes join (`don't` is `dont`),
 * thousands separators vanish, everything else that is neither letter nor digit separates.
 */
export function plainWords(text: string): string {
  const joined = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/(?<=\d),(?=\d{3})/g, '');
  return ` ${(joined.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}

/** Whether some phrase stands in {@link plainWords} as whole words. */
export const hasPhrase = (words: string, phrases: readonly string[]): boolean =>
  phrases.some((phrase) => words.includes(plainWords(phrase)));
