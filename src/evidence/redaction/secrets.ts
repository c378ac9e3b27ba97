import { type DecodedText, decodings } from '../../trace/provenance/encodings.ts';
import { MARKER, marker, SECRET_PATTERNS, type SecretClass } from './secret-patterns.ts';

/** Where a secret stands in a text, in UTF-16 units. */
interface Found {
  readonly from: number;
  readonly to: number;
  readonly class: SecretClass;
}

/** The text with every secret replaced by `[REDACTED:<class>]`, encoded ones too; markers that are there already are never touched. */
export function maskSecrets(text: string): string {
  if (text.length < 8) return text;
  let current = text;
  for (let round = 0; round < 8; round++) {
    const before = current;
    current = maskEncoded(maskPlain(current));
    if (current === before) break;
  }
  return current;
}

/** Whether {@link maskSecrets} would change the text. */
export const hasSecret = (text: string): boolean => maskSecrets(text) !== text;

function maskPlain(text: string): string {
  let current = text;
  // A replacement can bring a new match to light, for example two cards in a row; each round removes text, so this ends.
  for (let round = 0; round < 8; round++) {
    const before = current;
    for (const { class: name, pattern, keep } of SECRET_PATTERNS) {
      current = outsideMarkers(current, (part) =>
        part.replace(pattern, (match) => (keep === undefined ? marker(name) : (keep(match) ?? marker(name)))),
      );
    }
    if (current === before) break;
  }
  return current;
}

function outsideMarkers(text: string, change: (part: string) => string): string {
  if (!text.includes('[REDACTED:')) return change(text);
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(MARKER)) {
    parts.push(change(text.slice(from, match.index)), match[0]);
    from = match.index + match[0].length;
  }
  parts.push(change(text.slice(from)));
  return parts.join('');
}

/** How often one encoding may stand in another. */
const MAX_NESTED = 2;

/** Secrets that show once an encoding is undone: base64, hexadecimal, escapes of URLs, HTML and JSON, look-alike and invisible characters. */
function maskEncoded(text: string): string {
  return outsideMarkers(text, (part) => {
    const found = encodedIn(part, MAX_NESTED).sort((a, b) => a.from - b.from || b.to - a.to);
    if (found.length === 0) return part;
    const parts: string[] = [];
    let end = 0;
    for (const { from, to, class: name } of found) {
      if (from < end) continue;
      parts.push(part.slice(end, from), marker(name));
      end = to;
    }
    return [...parts, part.slice(end)].join('');
  });
}

function encodedIn(text: string, nested: number): Found[] {
  const found: Found[] = [];
  const readings: Pick<DecodedText, 'text' | 'starts' | 'ends'>[] = decodings(text);
  const folded = foldedReading(text);
  if (folded !== null) readings.push(folded);
  for (const { text: decoded, starts, ends } of readings) {
    const inside = nested > 1 ? [...plainIn(decoded), ...encodedIn(decoded, nested - 1)] : plainIn(decoded);
    for (const { from, to, class: name } of inside) {
      found.push({ from: starts[from]!, to: ends[to - 1]!, class: name });
    }
  }
  return found;
}

function plainIn(text: string): Found[] {
  return SECRET_PATTERNS.flatMap(({ class: name, pattern, keep }) =>
    [...text.matchAll(pattern)].flatMap((match): Found[] =>
      keep?.(match[0]) === match[0] ? [] : [{ from: match.index, to: match.index + match[0].length, class: name }],
    ),
  );
}

const INVISIBLE = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/;

/** The text in compatibility form without what nobody sees; null if it is that already. */
function foldedReading(text: string): Pick<DecodedText, 'text' | 'starts' | 'ends'> | null {
  // Most texts are ASCII, which is its own compatibility form.
  if (!/[^\u0000-\u007f]/.test(text)) return null;
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const sign of text) {
    const next = at + sign.length;
    const folded = INVISIBLE.test(sign) ? '' : sign.normalize('NFKC');
    parts.push(folded);
    for (let unit = 0; unit < folded.length; unit++) {
      starts.push(at);
      ends.push(next);
    }
    at = next;
  }
  const folded = parts.join('');
  return folded === text ? null : { text: folded, starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}
