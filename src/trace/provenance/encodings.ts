/** A text found inside another by undoing an encoding, with the way back to the original (UTF-16 offsets). */
export interface DecodedText {
  readonly encoding: Encoding;
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export const ENCODINGS = ['base64', 'hex', 'url', 'html', 'json'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const MIN_RUN = 12;
const CAPITAL = /[A-Z]/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Every reading of the text, or of a run of it, under the closed list of encodings: base64 (both alphabets) and hexadecimal in runs of at
 * least 12 characters that decode to readable UTF-8; percent, HTML and JSON escapes wherever they stand. Linear in the text.
 */
export function decodings(text: string): DecodedText[] {
  const found: DecodedText[] = [];
  if (hasLongRun(text, IN_RUN)) {
    if (CAPITAL.test(text)) runs(text, /[A-Za-z0-9+/_-]{12,}={0,2}/g, 'base64', fromBase64, found);
    if (hasLongRun(text, IN_HEX)) runs(text, /[0-9A-Fa-f]{12,}/g, 'hex', fromHex, found);
  }
  if (text.includes('%')) escapes(text, 'url', /(?:%[0-9A-Fa-f]{2})+/g, fromPercent, found);
  if (text.includes('&'))
    escapes(text, 'html', /&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});/g, fromEntity, found);
  if (text.includes('\\')) escapes(text, 'json', /\\(?:u[0-9A-Fa-f]{4}|["\\/bfnrt])/g, fromJsonEscape, found);
  return found;
}

const unitsOf = (pattern: RegExp): Uint8Array =>
  Uint8Array.from({ length: 0x80 }, (_, unit) => (pattern.test(String.fromCharCode(unit)) ? 1 : 0));

const IN_RUN = unitsOf(/[A-Za-z0-9+/_-]/);
const IN_HEX = unitsOf(/[0-9A-Fa-f]/);

// Most texts have no run that is long enough. A run covers its last place, so looking backwards from there skips most of a text that has none.
function hasLongRun(text: string, units: Uint8Array): boolean {
  let broken = -1;
  while (broken + MIN_RUN < text.length) {
    let at = broken + MIN_RUN;
    while (at > broken && units[text.charCodeAt(at)] === 1) at--;
    if (at === broken) return true;
    broken = at;
  }
  return false;
}

function runs(
  text: string,
  pattern: RegExp,
  encoding: Encoding,
  decode: (run: string) => string | null,
  found: DecodedText[],
): void {
  for (const match of text.matchAll(pattern)) {
    const run = match[0];
    if (run.length < MIN_RUN) continue;
    const decoded = decode(run);
    if (decoded === null) continue;
    // A decoded byte has no offset of its own in the original: the whole run is the place.
    found.push({
      encoding,
      text: decoded,
      starts: new Int32Array(decoded.length).fill(match.index),
      ends: new Int32Array(decoded.length).fill(match.index + run.length),
    });
  }
}

function escapes(
  text: string,
  encoding: Encoding,
  pattern: RegExp,
  decode: (sequence: string) => string | null,
  found: DecodedText[],
): void {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let from = 0;
  let changed = false;
  const plain = (until: number) => {
    parts.push(text.slice(from, until));
    for (let at = from; at < until; at++) {
      starts.push(at);
      ends.push(at + 1);
    }
  };
  for (const match of text.matchAll(pattern)) {
    const decoded = decode(match[0]);
    if (decoded === null) continue;
    changed = true;
    plain(match.index);
    from = match.index + match[0].length;
    parts.push(decoded);
    for (let unit = 0; unit < decoded.length; unit++) {
      starts.push(match.index);
      ends.push(from);
    }
  }
  if (!changed) return;
  plain(text.length);
  found.push({ encoding, text: parts.join(''), starts: Int32Array.from(starts), ends: Int32Array.from(ends) });
}

function fromBase64(run: string): string | null {
  // Readable text encodes to mixed case; a run without capitals is a path or a long word.
  if (!CAPITAL.test(run) || run.replace(/=+$/, '').length % 4 === 1) return null;
  return readable(Buffer.from(run, 'base64'));
}

const fromHex = (run: string): string | null => (run.length % 2 === 0 ? readable(Buffer.from(run, 'hex')) : null);

function fromPercent(sequence: string): string | null {
  return decodeBytes(Buffer.from(sequence.replaceAll('%', ''), 'hex'));
}

function decodeBytes(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function readable(bytes: Uint8Array): string | null {
  // Most runs are no encoding: a control byte decides that without decoding.
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) return null;
  return decodeBytes(bytes);
}

const ENTITIES = new Map<string, string>([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['commat', '@'],
  ['period', '.'],
  ['colon', ':'],
  ['sol', '/'],
  ['lowbar', '_'],
  ['num', '#'],
  ['Tab', '\t'],
  ['NewLine', '\n'],
]);

function fromEntity(sequence: string): string | null {
  const body = sequence.slice(1, -1);
  if (!body.startsWith('#')) return ENTITIES.get(body) ?? null;
  const code = /^#[xX]/.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : null;
}

const JSON_ESCAPES = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function fromJsonEscape(sequence: string): string | null {
  if (sequence[1] === 'u') return String.fromCharCode(Number.parseInt(sequence.slice(2), 16));
  return JSON_ESCAPES.get(sequence[1]!) ?? sequence[1]!;
}
