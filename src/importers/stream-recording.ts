import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { MAX_RECORD_BYTES, tooLong } from '../trace/decode.ts';
import type { TraceEvent, TraceHeader } from '../trace/event.ts';
import { MAX_FOREIGN_DEPTH, parseJson } from '../trace/json-text.ts';
import { streamLines } from '../trace/lines.ts';
import { formatOf } from './detect-format.ts';
import type { ImportCode } from './import-code.ts';
import type { ImportReport } from './import-report.ts';
import { importTraces } from './import-trace.ts';
import type { Importer, NamedImportOptions, RecordReader, TraceFormat } from './importer.ts';
import { importerOf } from './registry.ts';
import { type RunBuilder, runBuilder } from './run-builder.ts';
import type { SourceRecord } from './source-record.ts';

type ImportDiagnostic = Diagnostic<ImportCode>;

/**
 * What a stream gives, run by run: its beginning, its events, its end. The header of the end has the final `observes`: a kind that a format shows
 * only sometimes is known to be observed once it was seen.
 */
export type RecordingItem =
  | { readonly kind: 'run'; readonly format: TraceFormat; readonly name?: string; readonly header: TraceHeader }
  | { readonly kind: 'event'; readonly event: TraceEvent }
  | { readonly kind: 'end'; readonly header: TraceHeader; readonly report: ImportReport };

/** Lines that are kept to tell the format from. */
const SAMPLE = 40;

/**
 * Imports a recording of JSON Lines while it is read, holding a line and the open calls but not the file. A recording that is one JSON document is
 * read whole, up to `maxRecordBytes`. Formats whose records form a tree or have no order (`otlp` and other stores of spans, `openclaw`,
 * `claude-code`) are collected before their events come. `chunks` are already unpacked. An error ends the stream.
 */
export async function* streamRecording(
  chunks: AsyncIterable<Uint8Array>,
  options: NamedImportOptions,
): AsyncGenerator<Result<RecordingItem, ImportDiagnostic>> {
  const maxBytes = options.maxRecordBytes ?? MAX_RECORD_BYTES;
  const sample: SourceRecord[] = [];
  let document: string[] | undefined;
  let documentSize = 0;
  let reading: Reading | undefined;
  let index = 0;
  let broken: Result<never, ImportDiagnostic> | undefined;
  for await (const line of streamLines(chunks, { file: options.file, maxBytes })) {
    if (!line.ok) return yield line;
    const { text, number, ended } = line.value;
    if (document !== undefined) {
      documentSize += text.length + 1;
      if (documentSize > maxBytes) return yield fail(tooLong(options.file, 1, maxBytes));
      document.push(text);
      continue;
    }
    if (text.trim() === '') continue;
    if (broken !== undefined) return yield broken;
    const value = parseJson(text, { file: options.file, line: number }, MAX_FOREIGN_DEPTH);
    if (!value.ok) {
      if (index === 0 && value.errors[0].code !== 'trace/too-deep') {
        document = ['\n'.repeat(number - 1) + text];
        documentSize = text.length;
        continue;
      }
      // Only the end of the file tells a line that was cut off from one that is broken.
      if (ended) return yield value;
      broken = value;
      continue;
    }
    const record: SourceRecord = { value: value.value, pointer: `/${index++}` };
    if (reading === undefined) {
      sample.push(record);
      if (sample.length < SAMPLE) continue;
      const begun = begin(sample, options);
      if (!begun.ok) return yield begun;
      reading = begun.value;
      for (const first of sample.splice(0)) yield* reading.take(first);
    } else yield* reading.take(record);
  }
  // One line and the beginning of another are no recording of lines yet, and no document.
  if (reading === undefined && sample.length === 1 && broken !== undefined) return yield broken;
  if (document !== undefined || (reading === undefined && sample.length <= 1)) {
    yield* wholeDocument(
      document?.join('\n') ?? (sample[0] === undefined ? '' : JSON.stringify(sample[0].value)),
      options,
    );
    return;
  }
  if (reading === undefined) {
    const begun = begin(sample, options);
    if (!begun.ok) return yield begun;
    reading = begun.value;
    for (const first of sample) yield* reading.take(first);
  }
  yield* reading.end(broken === undefined ? undefined : `/${index}`);
}

interface Reading {
  take(record: SourceRecord): Generator<Result<RecordingItem, ImportDiagnostic>>;
  /** `cutOff`: where a last line ends in the middle. */
  end(cutOff: string | undefined): Generator<Result<RecordingItem, ImportDiagnostic>>;
}

function begin(sample: readonly SourceRecord[], options: NamedImportOptions): Result<Reading, ImportDiagnostic> {
  const format = options.format === undefined ? formatOf(sample, options.file) : ok(options.format);
  if (!format.ok) return format;
  const importer = importerOf(format.value);
  if (importer !== undefined) return ok(reading(importer, options));
  return fail({
    code: 'importers/unknown-format',
    message: 'the file is in the normal form',
    at: { file: options.file, start: { line: 1, column: 1 } },
    expected: 'a recording of another format',
    hint: 'read it with openTrace',
  });
}

function reading(importer: Importer, options: NamedImportOptions): Reading {
  const runs: { readonly builder: RunBuilder; readonly name: string | undefined; begun: boolean }[] = [];
  const reader: RecordReader = importer.start({
    options,
    open(run) {
      const builder = runBuilder(run, options.file, importer.unit);
      builder.observes(...(options.observes ?? []));
      runs.push({ builder, name: run.name, begun: false });
      return builder;
    },
  });
  function* drain(all: boolean): Generator<Result<RecordingItem, ImportDiagnostic>> {
    for (;;) {
      const run = runs[0];
      if (run === undefined) return;
      if (!run.begun) {
        run.begun = true;
        const name = run.name === undefined ? {} : { name: run.name };
        yield ok({ kind: 'run', format: importer.format, header: run.builder.header(), ...name });
      }
      for (const event of run.builder.drain()) yield ok({ kind: 'event', event });
      // A run ends where the next one begins.
      if (runs.length === 1 && !all) return;
      const { trace, report } = run.builder.finish();
      yield ok({ kind: 'end', header: trace.header, report });
      runs.shift();
    }
  }
  return {
    *take(record) {
      reader.record(record);
      yield* drain(false);
    },
    *end(cutOff) {
      reader.end();
      if (cutOff !== undefined) {
        const at = { pointer: cutOff };
        runs.at(-1)?.builder.dropped('cut-off', at);
        runs
          .at(-1)
          ?.builder.warn('importers/cut-off', 'the last line ends in the middle; what came after it is unknown', at);
      }
      yield* drain(true);
    },
  };
}

function* wholeDocument(text: string, options: NamedImportOptions): Generator<Result<RecordingItem, ImportDiagnostic>> {
  const runs = importTraces(text, options);
  if (!runs.ok) {
    yield runs;
    return;
  }
  for (const { trace, format, name, report } of runs.value) {
    yield ok({ kind: 'run', format, header: trace.header, ...(name === undefined ? {} : { name }) });
    for (const event of trace.events) yield ok({ kind: 'event', event });
    yield ok({ kind: 'end', header: trace.header, report });
  }
}
