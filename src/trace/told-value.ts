import { counted } from '../diagnostics/counted.ts';
import { enumerated } from '../diagnostics/enumerated.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { printable } from '../diagnostics/printable.ts';
import { AUTHENTICITIES, DECISIONS, EVENT_KINDS, ORIGINS, SCOPES, TRUST, traceEvent, traceHeader } from './event.ts';
import { isJsonObject } from './json.ts';

// What a diagnostic may tell of a trace file: a log of a build is read by more people than the trace is. Structure, places and words that
// everybody knows are told; strings, numbers and names of others are not (design section 6).

/** What the formats that we read call their own fields; whoever is not of one of them could be a person. */
const FOREIGN_KEYS =
  '$schemaVersion #meta actions agent approval approvals approved args arguments attributes author blocks body call call_id calls choices content contents context created_at data decision details error errors event events eval file final_output finish_reason format function function_call functionCall functionResponse history id index input inputs is_error items jsonrpc key kind kwargs level limit lines list log loop message messages meta metadata method model name output outputs parent_id parentUuid params parts plan pointer privacy_metadata reason request resource resourceSpans response result results role run runs samples schemaVersion scopeSpans security session_id sessionId source span_id spanId spans start state states status stringValue text thought thread_id timestamp timestamps tool toolCallId toolName toolUseResult tool_call_id tool_calls tool_name tool_result tool_use tool_use_id tools trace_id traceId turn type usage user uuid value values vars version'.split(
    ' ',
  );

const SHOWN_KEYS: ReadonlySet<string> = new Set([
  ...Object.keys(traceHeader.shape),
  ...traceEvent.options.flatMap((option) => Object.keys(option.shape)),
  ...FOREIGN_KEYS,
]);

/** Kinds, roles and other words of closed lists: such a value says no more than that it is one of them. */
const SHOWN_WORDS: ReadonlySet<string> = new Set([
  ...[EVENT_KINDS, TRUST, ORIGINS, DECISIONS, SCOPES, AUTHENTICITIES].flat(),
  ...'allow ask assistant deny denied developer error observed ok permit prohibit require_approval system tool unknown user'.split(
    ' ',
  ),
]);

const TOKEN = /"(?:[^"\\]|\\.)*(?:"|\\?$)|\b(?:true|false|null)\b|[^"{}[\]:,\s]/gy;

/**
 * A line of a recording with the same punctuation at the same columns: keys of formats, words of closed lists, `true`, `false` and `null` stay,
 * every other character of a string, a number or whatever else stands there is `*`.
 */
export function maskedLine(line: string): string {
  let masked = '';
  for (let at = 0; at < line.length; ) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(line)?.[0];
    if (token === undefined) {
      masked += line[at]!;
      at++;
      continue;
    }
    at += token.length;
    const words = /^\s*:/.test(line.slice(at, at + 20)) ? SHOWN_KEYS : SHOWN_WORDS;
    const shown = token.startsWith('"') ? words.has(token.slice(1, -1)) : /^(?:true|false|null)$/.test(token);
    masked += shown ? token : hidden(token);
  }
  return masked;
}

function hidden(token: string): string {
  if (!token.startsWith('"')) return '*'.repeat(token.length);
  const closed = token.length > 1 && token.endsWith('"');
  return `"${'*'.repeat(token.length - (closed ? 2 : 1))}${closed ? '"' : ''}`;
}

/** A value in a message: what kind of value it is, and itself only if it is no more than a slip of a known name. */
export function toldValue(value: unknown, known: Iterable<string> = []): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'an array';
  if (isJsonObject(value)) return 'an object';
  if (typeof value === 'number') return 'a number';
  if (typeof value !== 'string') return 'undefined';
  if (value === '') return '""';
  return isSlip(value, known) ? quoted(value) : 'a string';
}

/** A name in a message, with a space before it; nothing if it could be somebody's. */
export const toldName = (name: string, known: Iterable<string>): string =>
  isSlip(name, known) ? ` ${quoted(name)}` : '';

/** The keys of an object in a message: those of formats, and how many others. */
export function toldKeys(keys: readonly string[]): string {
  const shown = keys.filter((key) => SHOWN_KEYS.has(key)).slice(0, 8);
  const others = keys.length - shown.length;
  const rest = others === 0 ? [] : [counted(others, shown.length === 0 ? 'key' : 'other key')];
  const named = shown.length === 0 ? [] : [`key${shown.length === 1 ? '' : 's'} ${shown.map(quoted).join(', ')}`];
  return enumerated([...named, ...rest]);
}

/** A pointer or a path in a message: positions and known keys, `*` for every other. */
export const toldPath = (path: string): string =>
  path.replace(/[^/.[\]]+/g, (segment) => (/^\d+$/.test(segment) || SHOWN_KEYS.has(segment) ? segment : '*'));

const isSlip = (name: string, known: Iterable<string>): boolean =>
  SHOWN_KEYS.has(name) || nearest(name, known) !== undefined;

const quoted = (text: string): string => printable(JSON.stringify(text));
