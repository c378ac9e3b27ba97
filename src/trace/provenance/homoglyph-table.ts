// A closed table of letters that pass for Latin ones. Extending it changes decisions, so it raises TRANSFORMS_VERSION.

/** Runs of alphabets in Latin order: first, last, the ASCII code that the first stands for; each run wraps after 26 letters. */
export const HOMOGLYPH_RUNS: readonly (readonly [number, number, number])[] = [
  [0xff21, 0xff3a, 65],
  [0xff41, 0xff5a, 97],
  [0x24b6, 0x24cf, 65],
  [0x24d0, 0x24e9, 97],
  ...mathematical(),
];

// Mathematical alphanumerics: thirteen styles of 52 letters, upper case before lower.
function mathematical(): [number, number, number][] {
  return Array.from({ length: 13 }, (_, style) => 0x1d400 + style * 52).flatMap((first): [number, number, number][] => [
    [first, first + 25, 65],
    [first + 26, first + 51, 97],
  ]);
}

const digits = (first: number): [number, string][] =>
  Array.from({ length: 10 }, (_, digit): [number, string] => [first + digit, String(digit)]);

const pairs = (from: string, to: string): [number, string][] =>
  [...from].map((character, index): [number, string] => [character.codePointAt(0)!, to[index]!]);

/** Single letters: Cyrillic, Greek, Armenian and Latin look-alikes, full-width signs, mathematical digits. */
export const HOMOGLYPHS: readonly (readonly [number, string])[] = [
  ...pairs('\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u051b\u051d', 'aeopcyxijsdhqw'),
  ...pairs(
    '\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0423\u0406\u0408\u0405',
    'ABEKMHOPCTXYIJS',
  ),
  ...pairs('\u03bf\u03bd\u03b1\u03b9\u03ba\u03c1\u03c5\u03c7', 'ovaikpux'),
  ...pairs('\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7', 'ABEZHIKMNOPTYX'),
  ...pairs('\u0131\u0261\u0251\u0578\u057d\u0585\u2113\u2170\u2174\u2179', 'igahuolivx'),
  ...pairs('\uff20\uff0e\uff0f\uff1a\uff0d\uff3f', '@./:-_'),
  ...pairs('\u2010\u2011\u2012\u2013\u2014\u2212\u2024\u2044\u2215', '------.//'),
  ...digits(0xff10),
  ...[0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6].flatMap(digits),
];
