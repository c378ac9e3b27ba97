import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { decodeBytes, MAX_RECORD_BYTES, tooLong, withoutBom } from '../trace/decode.ts';
import { MAX_FOREIGN_DEPTH, parseJson } from '../trace/json-text.ts';
import { textLines } from '../trace/lines.ts';
import type { ImportCode } from './import-code.ts';
import type { SourceRecord } from './source-record.ts';

/** What a recording is made of: one JSON document, or a line a record. */
export interface Recording {
  readonly shape: 'document' | 'lines';
  readonly records: readonly SourceRecord[];
  /** A last line that ends in the middle, as a recorder leaves it that was killed. */
  readonly cutOff?: { readonly pointer: string; readonly file: string };
}

export interface ReadRecordsOptions {
  readonly file: string;
  readonly maxRecordBytes?: number;
}

/** A first line that opens what further lines hold: the document is one. */
const OPENING = /^[[{]\s*$/;

const isMarkup = (text: string): boolean => /^\s*<(?:[a-z!?])/i.test(text.slice(0, 1000));
const MARKUP =
  'this is HTML or XML: a server may have answered with an error or a sign-in page, and that was saved in place of the recording';

const TOO_LONG =
  'write its records as JSON Lines, one a line (jq -c ".[]"), or raise maxRecordBytes if the file is to be trusted with that much memory';

/** The text of a recording: bytes may be gzip and must be UTF-8. */
export function recordingText(
  input: string | Uint8Array,
  options: ReadRecordsOptions,
): Result<string, Diagnostic<ImportCode>> {
  if (typeof input === 'string') return ok(withoutBom(input));
  return decodeBytes(input, options.file, (options.maxRecordBytes ?? MAX_RECORD_BYTES) * 16);
}

/** The records of a text: JSON Lines if the first line is JSON by itself and more follows, otherwise one document. */
export function readRecords(text: string, options: ReadRecordsOptions): Result<Recording, Diagnostic<ImportCode>> {
  const { file } = options;
  const maxBytes = options.maxRecordBytes ?? MAX_RECORD_BYTES;
  const records: SourceRecord[] = [];
  let index = 0;
  let isLines: boolean | undefined;
  for (const line of textLines(text)) {
    if (line.text.trim() === '') continue;
    // A character takes at least a byte, so that no text has to be measured.
    if (isLines === undefined && OPENING.test(line.text)) break;
    if (line.text.length > maxBytes) return fail(tooLong(file, line.number, maxBytes));
    const value = parseJson(line.text, { file, line: line.number }, MAX_FOREIGN_DEPTH);
    if (isLines === undefined) {
      if (!value.ok) {
        if (value.errors[0].code === 'trace/too-deep') return value;
        break;
      }
      isLines = true;
    }
    if (!value.ok) {
      if (line.ended || records.length < 2) return value;
      return ok({ shape: 'lines', records, cutOff: { pointer: `/${index}`, file } });
    }
    records.push({ value: value.value, pointer: `/${index}` });
    index++;
  }
  if (records.length === 1) return ok({ shape: 'document', records: [{ value: records[0]!.value, pointer: '' }] });
  if (isLines === true) return ok({ shape: 'lines', records });
  if (text.trim() === '') {
    return fail({
      code: 'trace/empty',
      message: 'the file holds nothing',
      at: { file, start: { line: 1, column: 1 } },
      expected: 'a recording in JSON or JSON Lines',
    });
  }
  if (text.length > maxBytes) return fail({ ...tooLong(file, 1, maxBytes), hint: TOO_LONG });
  const document = parseJson(text, { file }, MAX_FOREIGN_DEPTH);
  if (document.ok) return ok({ shape: 'document', records: [{ value: document.value, pointer: '' }] });
  return isMarkup(text) ? fail({ ...document.errors[0], hint: MARKUP }) : document;
}
