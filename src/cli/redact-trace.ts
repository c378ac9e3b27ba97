import { KNOWN_FIELDS } from '../evidence/redaction/fields.ts';
import { hasSecret } from '../evidence/redaction/secrets.ts';
import type { Trace, TraceEvent } from '../trace/event.ts';
import { isJsonObject, type Json } from '../trace/json.ts';

/** Fields whose strings say how the parts of a trace belong together, or what kind they are. */
const KEPT = new Set(
  'kind item origin trust producer id part_of tool tools server definition effect call rule approval decision scope by authenticity exec status result channel session agent parent basis from_session role method items'.split(
    ' ',
  ),
);
/** What has the form of an id or a tool name; anything else is prose, wherever it stands. */
const NAME = /^[A-Za-z0-9_.:/@#*{},+-]{1,160}$/;
/** Words that say nothing about anyone, and by which addresses are told. */
const PLAIN = new Set(['http', 'https', 'www', 'com', 'user', 'assistant', 'example']);
const WORD = /[\p{L}\p{N}]+/gu;
/** Shorter numbers are amounts and dates more often than names. */
const MIN_DIGITS = 4;

/**
 * Redacts traces that belong together: in each, every word of content, arguments and messages becomes another one. Equal words stay equal, whatever their case, and words with digits keep them, so that what was taken from where
 * can still be told; nothing can be guessed back. Ids and tool names that hold no secret, kinds and common names of arguments stay; other keys become words too. `src` goes. Encoded stretches lose their connection.
 */
export function traceRedactor(): (trace: Trace) => Trace {
  const words = new Map<string, string>();
  const word = (original: string): string => {
    const folded = original.toLowerCase();
    if (PLAIN.has(folded)) return folded;
    const digitsOnly = /^\p{N}+$/u.test(folded);
    if (digitsOnly && folded.length < MIN_DIGITS) return folded;
    const known = words.get(folded);
    if (known !== undefined) return known;
    const made = pseudonym(
      words.size,
      folded.length,
      digitsOnly ? 'digits' : /\p{N}/u.test(folded) ? 'mixed' : 'letters',
    );
    words.set(folded, made);
    return made;
  };
  const prose = (text: string): string => text.replace(WORD, word);
  const value = (json: Json, keep: boolean): Json => {
    if (typeof json === 'string') return keep && NAME.test(json) && !hasSecret(json) ? json : prose(json);
    if (typeof json === 'number') {
      const text = String(json);
      return Number.isSafeInteger(json) && json >= 0 && text.length >= MIN_DIGITS && !keep ? Number(word(text)) : json;
    }
    if (Array.isArray(json)) return json.map((one) => value(one, keep));
    if (!isJsonObject(json)) return json;
    const shown = new Map<string, Json>();
    for (const [key, one] of Object.entries(json)) {
      let name = KNOWN_FIELDS.has(key) ? key : prose(key);
      // Keys that differ in case only stay two.
      while (shown.has(name)) name += '_';
      shown.set(name, value(one, keep));
    }
    return Object.fromEntries(shown);
  };
  const redactEvent = (event: TraceEvent): TraceEvent => {
    const fields = Object.entries(event as unknown as { [key: string]: Json }).flatMap(
      ([key, one]): [string, Json][] => {
        if (key === 'seq' || key === 'at' || key === 'turn' || key === 'until') return [[key, one]];
        // A time in a policy, ids elsewhere.
        if (key === 'from') return [[key, typeof one === 'number' ? one : value(one, true)]];
        if (key === 'src') return [];
        if (key === 'requests' && isJsonObject(one)) {
          return [[key, { ...one, ...(one.args === undefined ? {} : { args: value(one.args, false) }) }]];
        }
        return [[key, value(one, KEPT.has(key))]];
      },
    );
    return Object.fromEntries(fields) as unknown as TraceEvent;
  };
  return (trace) => ({ header: { ...trace.header, source: 'redacted' }, events: trace.events.map(redactEvent) });
}

/** The nth word of a kind, at least as long as what it stands for. */
function pseudonym(index: number, length: number, kind: 'digits' | 'mixed' | 'letters'): string {
  if (kind === 'digits') return `9${String(index).padStart(Math.max(0, length - 1), '0')}`;
  let letters = '';
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(97 + ((left - 1) % 26)) + letters;
  }
  const body = `q${letters}`.padEnd(length - (kind === 'mixed' ? 1 : 0), 'x');
  return kind === 'mixed' ? `${body}7` : body;
}
