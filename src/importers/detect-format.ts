import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { enumerated } from '../diagnostics/enumerated.ts';
import { isJsonArray, isJsonObject, type Json, ownValue } from '../trace/json.ts';
import { toldKeys } from '../trace/told-value.ts';
import type { ImportCode } from './import-code.ts';
import type { Importer, TraceFormat } from './importer.ts';
import { type ReadRecordsOptions, readRecords, recordingText } from './records.ts';
import { IMPORTERS } from './registry.ts';
import type { SourceRecord } from './source-record.ts';
import { UNREAD_FORMATS } from './unread-formats.ts';

/** Detection looks at so many records: a format shows itself early or not at all. */
const SAMPLE = 40;

/** The format of a recording, from what stands in it; the name of the file plays no part. */
export function detectFormat(
  input: string | Uint8Array,
  options: ReadRecordsOptions,
): Result<TraceFormat, Diagnostic<ImportCode>> {
  const text = recordingText(input, options);
  if (!text.ok) return text;
  const recording = readRecords(text.value, options);
  return recording.ok ? formatOf(recording.value.records, options.file) : recording;
}

/** The format of a recording that a program holds as values, if it is one; events and traces of the normal form are none. */
export function formatOfValue(value: object): TraceFormat | undefined {
  const values = (Array.isArray(value) ? value.slice(0, SAMPLE) : [value]) as readonly Json[];
  try {
    return IMPORTERS.find(({ marks }) => marks.every((mark) => mark.test(values)))?.format;
  } catch {
    // Not made of JSON: no recording.
    return undefined;
  }
}

/** The format of records that have been read. */
export function formatOf(records: readonly SourceRecord[], file: string): Result<TraceFormat, Diagnostic<ImportCode>> {
  const values = sampleOf(records);
  if (ownValue(records[0]?.value, 'tracefold') !== undefined) return ok('tracefold');
  const importer = IMPORTERS.find(({ marks }) => marks.every((mark) => mark.test(values)));
  return importer === undefined ? fail(unknownFormat(values, file)) : ok(importer.format);
}

/** What detection sees: the elements of an array, the lines of a file, or the document. */
export function sampleOf(records: readonly SourceRecord[]): readonly Json[] {
  const first = records[0]?.value;
  if (records.length === 1 && isJsonArray(first)) return first.slice(0, SAMPLE);
  return records.slice(0, SAMPLE).map(({ value }) => value);
}

function unknownFormat(values: readonly Json[], file: string): Diagnostic<ImportCode> {
  const unread = UNREAD_FORMATS.find(({ is }) => values.some(is));
  if (unread !== undefined) {
    return {
      code: 'importers/unknown-format',
      message: `the recording looks like ${unread.title}, which is not read`,
      at: { file, start: { line: 1, column: 1 } },
      hint: unread.instead,
    };
  }
  const nearest = nearestImporter(values);
  const keys = isJsonObject(values[0]) ? Object.keys(values[0]) : [];
  const seen = keys.length === 0 ? 'no object' : toldKeys(keys);
  const hint =
    nearest === undefined
      ? `known formats: tracefold, ${IMPORTERS.map(({ format }) => format).join(', ')}`
      : `${describeMarks(nearest, values)}; if it is that, say format: "${nearest.format}"`;
  return {
    code: 'importers/unknown-format',
    message: `the format is not known: the first record has ${seen}`,
    at: { file, start: { line: 1, column: 1 } },
    hint,
  };
}

/** The importer with most of its marks found, if any is. */
function nearestImporter(values: readonly Json[]): Importer | undefined {
  let best: Importer | undefined;
  let bestShare = 0;
  for (const importer of IMPORTERS) {
    const own = importer.marks.filter(({ foreign }) => foreign !== true);
    const share = own.filter((mark) => mark.test(values)).length / own.length;
    if (share > bestShare) {
      best = importer;
      bestShare = share;
    }
  }
  return best;
}

/** What of a format was found in the records, and what was not. */
export function describeMarks(importer: Importer, values: readonly Json[]): string {
  const found = importer.marks.filter((mark) => mark.test(values)).map(({ name }) => name);
  const missing = importer.marks.filter((mark) => !mark.test(values)).map(({ name }) => name);
  const parts = [
    ...(found.length === 0 ? [] : [`found ${enumerated(found)}`]),
    ...(missing.length === 0 ? [] : [`missing ${enumerated(missing)}`]),
  ];
  return `as ${importer.title}: ${parts.join('; ')}`;
}
