import type { z } from 'zod';
import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { decodeBytes, MAX_RECORD_BYTES, tooLong, withoutBom } from './decode.ts';
import { EVENT_KINDS, type Trace, type TraceEvent, type TraceHeader, traceEvent, traceHeader } from './event.ts';
import { type Json, ownValue } from './json.ts';
import { diagnosticAt, locateInJson, parseJson } from './json-text.ts';
import { streamLines, type TextLine, textLines } from './lines.ts';
import { toldName, toldPath, toldValue } from './told-value.ts';
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

/** More would be noise: one slip of a recorder repeats on every line. */
const MAX_ERRORS = 20;

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
  const [first, ...rest] = errors;
  if (first !== undefined) return fail(first, ...rest);
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

function readHeader(line: TextLine, file: string): Result<TraceHeader, TraceDiagnostic> {
  const place = { file, line: line.number };
  const json = parseJson(line.text, place);
  if (!json.ok) return json;
  if (ownValue(json.value, 'tracefold') === undefined) {
    return fail(
      diagnosticAt(line.text, place, 0, {
        code: 'trace/no-header',
        message: 'the first line is not the header of a trace',
        expected: '{"tracefold": 1, "source": "…", "observes": […]}',
        hint: 'a recording of another format is read with importTrace',
      }),
    );
  }
  const parsed = traceHeader.safeParse(json.value);
  if (parsed.success) return ok(parsed.data);
  return failures(line.text, place, json.value, parsed.error.issues, Object.keys(traceHeader.shape));
}

/** Reads one event a call and sees to it that `seq` increases. */
function eventReader(file: string): (line: TextLine) => Result<TraceEvent, TraceDiagnostic> {
  let last = -1;
  return (line) => {
    const place = { file, line: line.number };
    const json = parseJson(line.text, place);
    if (!json.ok) return json;
    const parsed = traceEvent.safeParse(json.value);
    if (!parsed.success) return failures(line.text, place, json.value, parsed.error.issues, keysOfKind(json.value));
    if (parsed.data.seq <= last) {
      return fail(
        describe(line.text, place, ['seq'], {
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

const optionOfKind = (value: Json) =>
  traceEvent.options.find((option) => option.shape.kind.value === ownValue(value, 'kind'));

const keysOfKind = (value: Json): string[] => Object.keys(optionOfKind(value)?.shape ?? {});

function failures(
  text: string,
  place: { readonly file: string; readonly line: number },
  value: Json,
  issues: readonly z.core.$ZodIssue[],
  known: readonly string[],
): Result<never, TraceDiagnostic> {
  const [first, ...rest] = issues.flatMap((issue) => diagnosticsOf(text, place, value, issue, known));
  return fail(first ?? wrongValue(text, place, [], value, 'a valid event'), ...rest);
}

type Path = (string | number)[];

function diagnosticsOf(
  text: string,
  place: { readonly file: string; readonly line: number },
  root: Json,
  issue: z.core.$ZodIssue,
  known: readonly string[],
): TraceDiagnostic[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  const value = valueAt(root, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => {
        const names = path.length === 0 ? known : nestedKeys(root, path);
        const range = locateInJson(text, path, key);
        const hint = nearestHint(key, names);
        return diagnosticAt(
          text,
          place,
          range?.start ?? 0,
          {
            code: 'trace/unknown-key',
            message: `unknown key${toldName(key, names)}${kindOf(root)}`,
            ...(hint === undefined ? { expected: `one of ${names.join(', ')}` } : { hint }),
          },
          range?.end,
        );
      });
    case 'invalid_union': {
      if (path.length !== 1 || path[0] !== 'kind') {
        return [
          wrongValue(
            text,
            place,
            path,
            value,
            path[0] === 'basis' ? '"observed" or "inferred:<rule>"' : 'a name or a number',
          ),
        ];
      }
      if (value === undefined) return [wrongValue(text, place, path, value, 'the kind of the event')];
      const hint = typeof value === 'string' ? nearestHint(value, EVENT_KINDS) : undefined;
      return [
        describe(text, place, path, {
          code: 'trace/unknown-kind',
          message: `unknown kind of event${typeof value === 'string' ? toldName(value, EVENT_KINDS) : `: ${toldValue(value)}`}`,
          expected: `one of ${EVENT_KINDS.join(', ')}`,
          ...(hint === undefined ? {} : { hint }),
        }),
      ];
    }
    case 'invalid_value': {
      const values = issue.values.map((allowed) => JSON.stringify(allowed));
      if (path[0] === 'tracefold') {
        return [
          describe(text, place, path, {
            code: 'trace/unknown-version',
            message: `${typeof value === 'number' && value < 1000 ? `version ${value}` : 'another version'} of the trace format`,
            expected: values.join(', '),
          }),
        ];
      }
      const hint = typeof value === 'string' ? nearestHint(value, issue.values.map(String)) : undefined;
      return [
        {
          ...wrongValue(text, place, path, value, `one of ${values.join(', ')}`, issue.values.map(String)),
          ...(hint === undefined ? {} : { hint }),
        },
      ];
    }
    case 'invalid_type':
      return [
        wrongValue(
          text,
          place,
          path,
          value,
          `${issue.expected === 'int' ? 'a whole number' : withArticle(issue.expected)}`,
        ),
      ];
    case 'too_small':
      return [
        wrongValue(text, place, path, value, typeof value === 'number' ? 'at least 0' : 'a name that is not empty'),
      ];
    default:
      return [wrongValue(text, place, path, value, issue.message.replace(/^expected /, ''))];
  }
}

const withArticle = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);

function wrongValue(
  text: string,
  place: { readonly file: string; readonly line: number },
  path: Path,
  value: unknown,
  expected: string,
  known: readonly string[] = [],
): TraceDiagnostic {
  const name = path.length === 0 ? 'the line' : `"${toldPath(path.join('.'))}"`;
  return describe(text, place, value === undefined ? path.slice(0, -1) : path, {
    code: 'trace/wrong-value',
    message: value === undefined ? `${name} is missing` : `${name} is ${toldValue(value, known)}`,
    expected,
  });
}

function describe(
  text: string,
  place: { readonly file: string; readonly line: number },
  path: Path,
  diagnostic: TraceDiagnostic,
): TraceDiagnostic {
  const range = locateInJson(text, path);
  return diagnosticAt(text, place, range?.start ?? 0, diagnostic, range?.end);
}

function kindOf(root: Json): string {
  const kind = optionOfKind(root)?.shape.kind.value;
  return kind === undefined ? '' : ` in "${kind}"`;
}

function nestedKeys(root: Json, path: Path): string[] {
  const field = (optionOfKind(root)?.shape as Record<string, { unwrap?: () => { shape?: object } }> | undefined)?.[
    String(path[0])
  ];
  return Object.keys(field?.unwrap?.().shape ?? {});
}

function valueAt(root: Json, path: Path): unknown {
  let value: unknown = root;
  for (const step of path) value = ownValue(value, String(step));
  return value;
}
