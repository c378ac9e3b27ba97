import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { maskedLine } from './told-value.ts';
import type { TraceCode } from './trace-code.ts';

/** The longest record (one line, or a whole JSON document) that is read unless an option says otherwise: 64 MiB. */
export const MAX_RECORD_BYTES = 64 * 1024 * 1024;

const BOM = '\ufeff';

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The text of a file: unpacked if gzip (RFC 1952), decoded as strict UTF-8, without a byte order mark. `maxBytes` bounds what is unpacked. */
export function decodeBytes(bytes: Uint8Array, file: string, maxBytes: number): Result<string, Diagnostic<TraceCode>> {
  const unpacked = isGzip(bytes) ? gunzip(bytes, file, maxBytes) : ok(bytes);
  return unpacked.ok ? decodeUtf8(unpacked.value, { file, line: 1 }) : unpacked;
}

function gunzip(bytes: Uint8Array, file: string, maxBytes: number): Result<Uint8Array, Diagnostic<TraceCode>> {
  try {
    return ok(gunzipSync(bytes, { maxOutputLength: maxBytes }));
  } catch (error) {
    return fail(gzipProblem(error, file, maxBytes));
  }
}

/** What an error of zlib says about the file. */
export function gzipProblem(error: unknown, file: string, maxBytes: number): Diagnostic<TraceCode> {
  const code = (error as { code?: unknown } | null)?.code;
  const at = { file, start: { line: 1, column: 1 } };
  if (code === 'ERR_BUFFER_TOO_LARGE') {
    return { ...tooLong(file, 1, maxBytes), message: `the gzip file unpacks to more than ${maxBytes} bytes` };
  }
  const message =
    code === 'Z_BUF_ERROR'
      ? 'the gzip file is cut off before its end'
      : 'the file starts like gzip but cannot be unpacked';
  return { code: 'trace/not-gzip', message, at, expected: 'a whole gzip file' };
}

/** A record longer than the limit. */
export function tooLong(file: string, line: number, maxBytes: number): Diagnostic<TraceCode> {
  return {
    code: 'trace/too-long',
    message: `a record is longer than ${maxBytes} bytes`,
    at: { file, start: { line, column: 1 } },
    expected: `lines, or a JSON document, of at most ${maxBytes} bytes`,
    hint: 'raise maxRecordBytes if the file is to be trusted with that much memory',
  };
}

/** Strict UTF-8 (RFC 3629): a replacement character would change what the trace says. A byte order mark is dropped. */
export function decodeUtf8(
  bytes: Uint8Array,
  place: { readonly file: string; readonly line: number },
): Result<string, Diagnostic<TraceCode>> {
  if (!isUtf8(bytes)) return fail(notUtf8(bytes, place));
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return ok(withoutBom(text));
}

export const withoutBom = (text: string): string => (text.startsWith(BOM) ? text.slice(1) : text);

function notUtf8(bytes: Uint8Array, place: { readonly file: string; readonly line: number }): Diagnostic<TraceCode> {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return {
      code: 'trace/not-utf8',
      message: 'the file is UTF-16',
      at: { file: place.file, start: { line: 1, column: 1 } },
      expected: 'UTF-8',
      hint: 'write it again as UTF-8; older versions of PowerShell write UTF-16 with ">"',
    };
  }
  const offset = firstInvalid(bytes);
  const before = Buffer.from(bytes.subarray(0, offset)).toString('utf8');
  const lines = before.split(/\r\n|\n|\r/);
  const last = lines.at(-1) ?? '';
  return {
    code: 'trace/not-utf8',
    message: `byte 0x${bytes[offset]?.toString(16).padStart(2, '0')} is not valid UTF-8 here`,
    at: { file: place.file, start: { line: place.line + lines.length - 1, column: last.length + 1 } },
    lineText: maskedLine(last),
    expected: 'UTF-8',
  };
}

/** Offset of the first byte that no well-formed sequence begins with (RFC 3629 section 4). */
function firstInvalid(bytes: Uint8Array): number {
  let low = 0;
  // A prefix that ends inside a character is not valid by itself, so the longest valid prefix is looked for in steps of whole characters.
  while (low < bytes.length) {
    const lead = bytes[low]!;
    const size =
      lead < 0x80 ? 1 : lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 ? 4 : 0;
    if (size === 0 || (size > 1 && !isUtf8(bytes.subarray(low, low + size)))) return low;
    low += size;
  }
  return low;
}
