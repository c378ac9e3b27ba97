import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { EVENT_KINDS, type Trace } from '../trace/event.ts';
import { readTrace } from '../trace/read-trace.ts';
import { describeMarks, formatOf, sampleOf } from './detect-format.ts';
import type { ImportCode } from './import-code.ts';
import type { ImportedTrace, Importer, ImportOptions, NamedImportOptions } from './importer.ts';
import { type Recording, readRecords, recordingText } from './records.ts';
import { importerOf } from './registry.ts';
import { type RunBuilder, runBuilder } from './run-builder.ts';
import type { SourceRecord } from './source-record.ts';

type ImportDiagnostic = Diagnostic<ImportCode>;

/** The name of a run if it has the form of an id or is made of our own words and numbers; any other could be somebody's words. */
function toldRun(name: string | undefined): string {
  if (name === undefined) return 'unnamed';
  return /^(?:[A-Za-z0-9_.:/-]{1,80}|task \d+ trial \d+)$/.test(name) ? name : 'with a name';
}

/**
 * One run of a recording in the normal form, of any format that is known, with a report that accounts for every record. Bytes may be gzip, with or without a byte order mark; text may be one JSON
 * document, an array or JSON Lines, with any line ending; a value, such as a list of messages, is read as its JSON. A recording of several runs needs `run`, or {@link importTraces}.
 */
export function importTrace(
  input: string | Uint8Array | object,
  given: ImportOptions = {},
): Result<ImportedTrace, ImportDiagnostic> {
  const options = named(given);
  const runs = importTraces(input, options);
  if (!runs.ok) return runs;
  const index = options.run ?? 0;
  const at = { file: options.file, start: { line: 1, column: 1 } };
  if (runs.value.length > 1 && options.run === undefined) {
    const names = runs.value.slice(0, 5).map(({ name }, run) => `${run} (${toldRun(name)})`);
    return fail({
      code: 'importers/several-runs',
      message: `the file holds ${runs.value.length} runs`,
      at,
      expected: 'one run',
      hint: `choose with run: ${names.join(', ')}${runs.value.length > 5 ? ', …' : ''}`,
    });
  }
  const chosen = runs.value[index];
  if (chosen !== undefined) return ok(chosen);
  return fail({
    code: 'importers/no-such-run',
    message: `run ${index} of ${runs.value.length}`,
    at,
    expected: `a number from 0 to ${runs.value.length - 1}`,
  });
}

/** Every run of a recording; see {@link importTrace}. There is at least one. */
export function importTraces(
  input: string | Uint8Array | object,
  given: ImportOptions = {},
): Result<readonly ImportedTrace[], ImportDiagnostic> {
  const options = named(given);
  const written = typeof input === 'string' || input instanceof Uint8Array ? ok(input) : jsonOf(input, options);
  if (!written.ok) return written;
  const text = recordingText(written.value, options);
  if (!text.ok) return text;
  if (options.format === 'tracefold') return ownFormat(text.value, options);
  const recording = readRecords(text.value, options);
  if (!recording.ok) return recording;
  const { records } = recording.value;
  const format = options.format === undefined ? formatOf(records, options.file) : ok(options.format);
  if (!format.ok) return format;
  if (format.value === 'tracefold') return ownFormat(text.value, options);
  const joined = joinedRecords(options);
  if (!joined.ok) return joined;
  return runImporter(importerOf(format.value)!, recording.value, joined.value, options);
}

const named = (options: ImportOptions): NamedImportOptions => ({ ...options, file: options.file ?? 'recording' });

/** The text of a recording that a program still holds as values: what an agent's code calls its messages. */
function jsonOf(value: object, { file }: NamedImportOptions): Result<string, ImportDiagnostic> {
  const unread = (why: string) =>
    fail<ImportDiagnostic>({
      code: 'importers/not-json',
      message: `the recording is no JSON: ${why}`,
      at: { file, start: { line: 1, column: 1 } },
      expected: 'text, bytes, or messages, spans or events as their library gives them',
    });
  if (value === null || typeof value !== 'object') return unread(value === null ? 'null' : `a ${typeof value}`);
  if (typeof (value as { readonly then?: unknown }).then === 'function') return unread('a promise, await it first');
  try {
    return ok(JSON.stringify(value));
  } catch (error) {
    // A cycle, a bigint, or nesting that overflows; JSON.stringify's own words show the values it went through.
    return unread(error instanceof RangeError ? 'it is nested too deeply' : 'it holds a cycle or a bigint');
  }
}

function joinedRecords(options: NamedImportOptions): Result<readonly SourceRecord[], ImportDiagnostic> {
  const all: SourceRecord[] = [];
  for (const { file, input } of options.join ?? []) {
    const place = { ...options, file };
    const text = recordingText(input, place);
    if (!text.ok) return text;
    const recording = readRecords(text.value, place);
    if (!recording.ok) return recording;
    for (const record of recording.value.records) all.push({ ...record, file });
  }
  return ok(all);
}

function runImporter(
  importer: Importer,
  recording: Recording,
  joined: readonly SourceRecord[],
  options: NamedImportOptions,
): Result<readonly ImportedTrace[], ImportDiagnostic> {
  const runs: RunBuilder[] = [];
  const reader = importer.start({
    options,
    open(run) {
      const builder = runBuilder(run, options.file, importer.unit);
      builder.observes(...(options.observes ?? []));
      runs.push(builder);
      return builder;
    },
  });
  for (const record of recording.records) reader.record(record);
  for (const record of joined) reader.record(record);
  reader.end();
  const { cutOff } = recording;
  if (cutOff !== undefined) {
    runs.at(-1)?.dropped('cut-off', cutOff);
    runs.at(-1)?.warn('importers/cut-off', 'the last line ends in the middle; what came after it is unknown', cutOff);
  }
  const finished = runs.map((builder) => ({ format: importer.format, ...builder.finish() }));
  if (finished.every(({ report }) => report.imported + report.skipped.length === 0)) {
    return fail({
      code: 'importers/nothing-imported',
      message: `nothing in the file could be read as ${importer.title}`,
      at: { file: options.file, start: { line: 1, column: 1 } },
      hint: describeMarks(importer, sampleOf(recording.records)),
    });
  }
  return ok(finished);
}

/** The normal form itself. */
function ownFormat(text: string, options: NamedImportOptions): Result<readonly ImportedTrace[], ImportDiagnostic> {
  const trace = readTrace(text, options);
  return trace.ok ? ok([{ trace: trace.value, format: 'tracefold', report: reportOf(trace.value) }]) : trace;
}

function reportOf(trace: Trace): ImportedTrace['report'] {
  const kinds = new Map<string, number>();
  for (const { kind } of trace.events) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return {
    unit: 'event',
    records: trace.events.length,
    imported: trace.events.length,
    skipped: [],
    dropped: [],
    inferred: [],
    warnings: [],
    events: EVENT_KINDS.flatMap((kind) => {
      const count = kinds.get(kind);
      return count === undefined ? [] : [{ kind, count }];
    }),
  };
}
