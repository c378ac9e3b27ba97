import { printable } from '../../diagnostics/printable.ts';
import { maskSecrets } from './secrets.ts';

/** Longest text that is shown of an allowed string, in UTF-16 units; EIO's excerpt length. */
export const MAX_SHOWN = 400;

/** Longer lists are cut in the middle by the record; redaction lets the mark of the cut pass. */
export const CUT_MARK = '…';

/** The start of a text without its secrets. A cut can make one visible that was part of something longer, so it is searched again. */
export function excerpt(text: string): string {
  let current = printable(text);
  for (let round = 0; round < 8; round++) {
    const next = cut(maskSecrets(current));
    if (next === current) break;
    current = next;
  }
  return current;
}

/** At most {@link MAX_SHOWN} units, never through a secret's marker or a surrogate pair. */
export function cut(text: string, limit = MAX_SHOWN): string {
  if (text.length <= limit) return text;
  let end = limit - 1;
  const open = text.lastIndexOf('[REDACTED:', end);
  if (open !== -1 && text.indexOf(']', open) >= end) end = open;
  if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end--;
  return `${text.slice(0, end)}${CUT_MARK}`;
}
