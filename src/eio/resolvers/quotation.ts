/** Version of the lists below: changing them changes decisions of `untrusted-content-reproduced` under quote-awareness. */
export const QUOTATION_VERSION = 1;

const PAIRS: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['\u201c', '\u201d'],
  ['\u201e', '\u201c'],
  ['\u00ab', '\u00bb'],
  ['`', '`'],
  ["'", "'"],
  ['\u2018', '\u2019'],
];

const ATTRIBUTION =
  /\b(?:says?|said|states?|stated|reads?|claims?|claimed|contains?|contained|includes?|included|asks?|asked|tells?|told|instructs?|instructed|mentions?|mentioned|quotes?|quoted|writes?|wrote|written|according to|attempts?|attempted|injected|injection|the (?:page|document|email|message|file|result|text|tool|website|source) (?:has|had))\b/i;

// A line of the form "name: value", as records and forms have them. A colon after an attribution is no record.
const RECORD_LINE =
  /^\s*(?:[-*+]\s+|\d+[.)]\s+|\|)?\s*(?:\*\*)?[\p{L}][\p{L}\p{N} _-]{0,39}(?:\*\*)?\s*[:=|]\s*(?:\*\*)?/u;

/**
 * Whether a stretch of the agent's words (code points, half-open) is reported speech: between quotation marks, in a block quote, or in a
 * sentence that attributes it. Attribution does not carry to the next sentence, and a record line (`status: …`) counts as adopted
 * whatever its quotation marks (reference section 6, point 6). English words only; the lists are closed.
 */
export function isQuoted(text: string, start: number, end: number): boolean {
  const from = utf16(text, start);
  const to = utf16(text, end);
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const nextBreak = text.indexOf('\n', to);
  const line = text.slice(lineStart, nextBreak < 0 ? text.length : nextBreak);
  const before = text.slice(lineStart, from);
  const record = RECORD_LINE.exec(line.slice(0, 120));
  if (record !== null && record[0].length <= before.length && !ATTRIBUTION.test(record[0])) return false;
  if (/^\s*>/.test(line)) return true;
  const after = line.slice(to - lineStart);
  for (const [open, close] of PAIRS) if (between(before, after, open, close)) return true;
  return ATTRIBUTION.test(sentenceAround(before, after));
}

// An odd number of marks before, or an opening one that is not closed, and a closing one after.
function between(before: string, after: string, open: string, close: string): boolean {
  if (!after.includes(close)) return false;
  if (open !== close) return before.lastIndexOf(open) > before.lastIndexOf(close);
  // An apostrophe inside a word is no quotation mark.
  const marks =
    open === "'" ? (before.match(/(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/gu) ?? []) : before.split(open).slice(1);
  return marks.length % 2 === 1;
}

function sentenceAround(before: string, after: string): string {
  const begin = Math.max(before.lastIndexOf('. '), before.lastIndexOf('! '), before.lastIndexOf('? '));
  const stop = /[.!?](?:\s|$)/.exec(after);
  return `${before.slice(begin < 0 ? 0 : begin + 2)} \u2026 ${after.slice(0, stop === null ? after.length : stop.index)}`;
}

function utf16(text: string, codePoints: number): number {
  let offset = 0;
  for (let left = codePoints; left > 0 && offset < text.length; left--)
    offset += text.codePointAt(offset)! > 0xffff ? 2 : 1;
  return offset;
}
