import { type Diagnostic, fail, failAll, isNonEmpty, ok, type Result } from '../diagnostics/diagnostic.ts';
import { decodeBytes, MAX_RECORD_BYTES, tooLong, withoutBom } from './decode.ts';
import { diagnosticOf, MAX_ERRORS, refusedLine } from './diagnose-line.ts';
import { type Trace, type TraceEvent, type TraceHeader, traceEvent, traceHeader } from './event.ts';
import { ownValue } from './json.ts';
import { diagnosticAt, parseJson } from './json-text.ts';
import { streamLines, type TextLine, textLines } from './lines.ts';
import type { TraceCode } from './trace-code.ts';

type TraceDiagnostic = Diagnostic<TraceCode>;

export interface ReadTraceOptions {
  /** Name for messages, relative to the project. */
  readonly file: string;
  /** The longest line that is read, in bytes. Default: 64 MiB. */
  readonly maxRecordBytes?: number;
}

/** A trace whose events are read one by one; after an error no event follows. */
export interface TraceStream {
  readonly header: TraceHeader;
  readonly events: AsyncIterable<Result<TraceEvent, TraceDiagnostic>>;
}

/**
 * A trace in the normal form (design section 3) from JSON Lines: header first, then events of increasing `seq`. Text or bytes; gzip, a byte order mark and any
 * line ending are fine, blank lines are passed over. Every error has its line and column and the nearest known name.
 */
export function readTrace(input: string | Uint8Array, options: ReadTraceOptions): Result<Trace, TraceDiagnostic> {
  const maxBytes = options.maxRecordBytes ?? MAX_RECORD_BYTES;
  const text = typeof input === 'string' ? ok(withoutBom(input)) : decodeBytes(input, options.file, maxBytes * 16);
  if (!text.ok) return text;
  const reader = eventReader(options.file);
  const errors: TraceDiagnostic[] = [];
  const events: TraceEvent[] = [];
  let header: TraceHeader | undefined;
  for (const line of textLines(text.value)) {
    if (line.text.length > maxBytes) return fail(tooLong(options.file, line.number, maxBytes));
    if (line.text.trim() === '') continue;
    if (header === undefined) {
      const first = readHeader(line, options.file);
      if (!first.ok) return first;
      header = first.value;
      continue;
    }
    const event = reader(line);
    if (event.ok) events.push(event.value);
    else errors.push(...event.errors);
    if (errors.length >= MAX_ERRORS) break;
  }
  if (isNonEmpty(errors)) return failAll(errors);
  return header === undefined ? fail(empty(options.file)) : ok({ header, events });
}

/** Like {@link readTrace}, for files of any size: no more than one line is in memory. `chunks` is what a file or a network gives, already unpacked. */
export async function openTrace(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadTraceOptions,
): Promise<Result<TraceStream, TraceDiagnostic>> {
  const lines = streamLines(chunks, { file: options.file, maxBytes: options.maxRecordBytes ?? MAX_RECORD_BYTES });
  for (;;) {
    const next = await lines.next();
    if (next.done) return fail(empty(options.file));
    if (!next.value.ok) return next.value;
    if (next.value.value.text.trim() === '') continue;
    const header = readHeader(next.value.value, options.file);
    if (!header.ok) return header;
    return ok({ header: header.value, events: remaining(lines, options.file) });
  }
}

async function* remaining(
  lines: AsyncIterable<Result<TextLine, TraceDiagnostic>>,
  file: string,
): AsyncGenerator<Result<TraceEvent, TraceDiagnostic>> {
  const reader = eventReader(file);
  for await (const line of lines) {
    if (!line.ok) return yield line;
    if (line.value.text.trim() === '') continue;
    const event = reader(line.value);
    yield event;
    if (!event.ok) return;
  }
}

const empty = (file: string): TraceDiagnostic => ({
  code: 'trace/empty',
  message: 'the file holds nothing',
  at: { file, start: { line: 1, column: 1 } },
  expected: 'a header such as {"tracefold": 1, "source": "my-agent", "observes": ["call.proposed"]}',
});

function readHeader({ text, number }: TextLine, file: string): Result<TraceHeader, TraceDiagnostic> {
  const place = { file, line: number };
  const json = parseJson(text, place);
  if (!json.ok) return json;
  if (ownValue(json.value, 'tracefold') === undefined) {
    return fail(
      diagnosticAt(text, place, 0, {
        code: 'trace/no-header',
        message: 'the first line is not the header of a trace',
        expected: '{"tracefold": 1, "source": "…", "observes": […]}',
        hint: 'a recording of another format is read with importTrace',
      }),
    );
  }
  const parsed = traceHeader.safeParse(json.value);
  return parsed.success ? ok(parsed.data) : refusedLine({ text, place, value: json.value }, parsed.error.issues);
}

/** Reads one event a call and sees to it that `seq` increases. */
function eventReader(file: string): (line: TextLine) => Result<TraceEvent, TraceDiagnostic> {
  let last = -1;
  return ({ text, number }) => {
    const place = { file, line: number };
    const json = parseJson(text, place);
    if (!json.ok) return json;
    const line = { text, place, value: json.value };
    const parsed = traceEvent.safeParse(json.value);
    if (!parsed.success) return refusedLine(line, parsed.error.issues);
    if (parsed.data.seq <= last) {
      return fail(
        diagnosticOf(line, ['seq'], {
          code: 'trace/out-of-order',
          message: `"seq" ${parsed.data.seq} does not come after ${last}`,
          expected: `a number greater than ${last}`,
        }),
      );
    }
    last = parsed.data.seq;
    return ok(parsed.data);
  };
}
