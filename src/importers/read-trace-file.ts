import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { printable } from '../diagnostics/printable.ts';
import { gzipProblem, isGzip, MAX_RECORD_BYTES, tooLong } from '../trace/decode.ts';
import type { ImportCode } from './import-code.ts';
import { importTrace, importTraces } from './import-trace.ts';
import type { ImportedTrace, ImportOptions, NamedImportOptions } from './importer.ts';
import { type RecordingItem, streamRecording } from './stream-recording.ts';

type ImportDiagnostic = Diagnostic<ImportCode>;

/** What is read of a file, so that a change while it is read shows. */
interface FileState {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
}

/** An open file, as {@link readUnchanged} needs it. */
export interface OpenFile {
  stat(): FileState;
  read(): Uint8Array;
}

/** A file of this size would not fit a string of the engine, and is refused before it is read. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** {@link importTrace} of the file at this path. */
export async function readTraceFile(
  path: string,
  options: ImportOptions = {},
): Promise<Result<ImportedTrace, ImportDiagnostic>> {
  const file = options.file ?? path;
  const bytes = readFileBytes(path, file);
  return bytes.ok ? importTrace(bytes.value, { ...options, file }) : bytes;
}

/** {@link importTraces} of a file. */
export async function readTraceFiles(
  path: string,
  options: ImportOptions = {},
): Promise<Result<readonly ImportedTrace[], ImportDiagnostic>> {
  const file = options.file ?? path;
  const bytes = readFileBytes(path, file);
  return bytes.ok ? importTraces(bytes.value, { ...options, file }) : bytes;
}

/** {@link streamRecording} of a file of any size, gzip or not. That the file changed while it was read is told at the end. */
export async function* streamTraceFile(
  path: string,
  given: ImportOptions = {},
): AsyncGenerator<Result<RecordingItem, ImportDiagnostic>> {
  const options: NamedImportOptions = { ...given, file: given.file ?? path };
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    return yield fail(unreadable(error, options.file));
  }
  try {
    const before = await handle.stat();
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    const raw = handle.createReadStream({ start: 0, autoClose: false });
    const gzip = isGzip(buffer.subarray(0, bytesRead));
    for await (const item of streamRecording(gzip ? raw.pipe(createGunzip()) : raw, options)) {
      yield item;
      if (!item.ok) return;
    }
    if (changed(before, await handle.stat())) yield fail(changedWhileRead(options.file));
  } catch (error) {
    const zlib = String((error as { code?: unknown } | null)?.code).startsWith('Z_');
    yield fail(
      zlib
        ? gzipProblem(error, options.file, options.maxRecordBytes ?? MAX_RECORD_BYTES)
        : unreadable(error, options.file),
    );
  } finally {
    await handle.close();
  }
}

/** The bytes of a file that does not change meanwhile. */
// Not by promises: of a small file, and most recordings are, five of them cost more than its import.
export function readFileBytes(path: string, file: string): Result<Uint8Array, ImportDiagnostic> {
  try {
    const descriptor = openSync(path, 'r');
    try {
      return readUnchanged({ stat: () => fstatSync(descriptor), read: () => readFileSync(descriptor) }, file);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return fail(unreadable(error, file));
  }
}

function unreadable(error: unknown, file: string): ImportDiagnostic {
  const code = (error as { code?: unknown } | null)?.code;
  // A place in a file that is not there would be sought in vain.
  if (code === 'ENOENT') {
    const hint = 'a path is relative to the folder that the command or the runner was started in';
    return { code: 'trace/unreadable', message: `there is no file "${printable(file)}"`, hint };
  }
  return {
    code: 'trace/unreadable',
    message: `the file cannot be read (${typeof code === 'string' ? code : 'unknown error'})`,
    at: { file, start: { line: 1, column: 1 } },
  };
}

const changed = (before: FileState, after: FileState): boolean =>
  after.size !== before.size || after.mtimeMs !== before.mtimeMs || after.ino !== before.ino;

const changedWhileRead = (file: string): ImportDiagnostic => ({
  code: 'trace/changed-while-read',
  message: 'the file changed while it was read',
  at: { file, start: { line: 1, column: 1 } },
  hint: 'read it when its recorder has ended, or read a copy',
});

/** The bytes of an open file, unless it changed while it was read: half of one state and half of another prove nothing. */
export function readUnchanged(open: OpenFile, file: string): Result<Uint8Array, ImportDiagnostic> {
  const before = open.stat();
  if (before.size > MAX_FILE_BYTES) return fail(tooLong(file, 1, MAX_FILE_BYTES));
  const bytes = open.read();
  const after = open.stat();
  return changed(before, after) || bytes.length !== before.size ? fail(changedWhileRead(file)) : ok(bytes);
}
