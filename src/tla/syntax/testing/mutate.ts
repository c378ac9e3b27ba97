/** A small generator of numbers from a seed (mulberry32), so that a run of the fuzzer can be repeated on any machine. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

const FRAGMENTS = [
  ...'( ) [ ] { } << >> >>_ ]_ , . : :: ; == ! @ -> <- |-> /\\ \\/ => ~ # = \\in \\A \\E [] <> <1> <1>2. <*> <+> ---- ===='.split(
    ' ',
  ),
  ...'LET IN IF THEN ELSE CASE OTHER CHOOSE LAMBDA EXCEPT DOMAIN SUBSET UNCHANGED ENABLED WF_ SF_ MODULE EXTENDS'.split(
    ' ',
  ),
  ...'CONSTANT VARIABLE ASSUME THEOREM PROOF BY QED OBVIOUS USE INSTANCE WITH LOCAL RECURSIVE x Op 1 "s" _'.split(' '),
  ...[
    '\n',
    '\n  /\\ ',
    '\n \\/ ',
    '(*',
    '*)',
    '\\* ',
    '"',
    '\\',
    '\u2227',
    '\ud800',
    '\u0000',
    '\t',
    '\r',
    '1.5',
    '\\b1',
    '-.',
    "'",
    '^+',
  ],
];

/** A text made of one of the seeds by a few random edits, or of random characters and words. */
export function mutant(seeds: readonly string[], random: () => number): string {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const kind = random();
  if (kind < 0.1) {
    return Array.from({ length: Math.floor(random() * 200) }, () =>
      String.fromCharCode(Math.floor(random() * 256)),
    ).join('');
  }
  if (kind < 0.25)
    return Array.from({ length: Math.floor(random() * 60) }, () => pick(FRAGMENTS)).join(pick(['', ' ']));
  let text = pick(seeds);
  for (let edits = 1 + Math.floor(random() * 6); edits > 0; edits--) {
    const at = Math.floor(random() * (text.length + 1));
    const length = Math.floor(random() * 12);
    const edit = random();
    if (edit < 0.3) text = text.slice(0, at) + text.slice(at + length);
    else if (edit < 0.6) text = text.slice(0, at) + pick(FRAGMENTS) + text.slice(at);
    else if (edit < 0.75)
      text = text.slice(0, at) + String.fromCharCode(32 + Math.floor(random() * 95)) + text.slice(at + 1);
    else if (edit < 0.85) {
      const other = pick(seeds);
      const from = Math.floor(random() * other.length);
      text = text.slice(0, at) + other.slice(from, from + length * 8) + text.slice(at);
    } else if (edit < 0.95) text = text.slice(0, at);
    else text = text.slice(0, at) + text.slice(at, at + length).repeat(1 + Math.floor(random() * 40)) + text.slice(at);
  }
  return text;
}
