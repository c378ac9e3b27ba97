import { relative, resolve } from 'node:path';
import { type Diagnostic, fail, type Result } from '../diagnostics/diagnostic.ts';
import { importTraces } from '../importers/import-trace.ts';
import type { ImportedTrace, ImportOptions } from '../importers/importer.ts';
import { readFileBytes } from '../importers/read-trace-file.ts';
import type { CommandContext } from './command.ts';

/** What a command line calls standard input. */
export const STDIN = '-';

/** The name of a file in messages: from the working directory, with forward slashes. */
export const nameOf = ({ cwd }: Pick<CommandContext, 'cwd'>, file: string): string =>
  file === STDIN ? STDIN : relative(cwd, resolve(cwd, file)).replaceAll('\\', '/');

/** The runs of a recording, from a file or, by the name `-`, from standard input. */
export async function readRecording(
  context: CommandContext,
  file: string,
  options: Omit<ImportOptions, 'file'>,
): Promise<Result<readonly ImportedTrace[], Diagnostic>> {
  const bytes = await readBytes(context, file);
  return bytes.ok ? importTraces(bytes.value, { ...options, file: nameOf(context, file) }) : bytes;
}

/** The bytes of a file or of standard input. */
export const readBytes = async (context: CommandContext, file: string): Promise<Result<Uint8Array, Diagnostic>> =>
  file === STDIN ? readStdin(context) : readFileBytes(resolve(context.cwd, file), nameOf(context, file));

/** Everything on standard input. */
export const readStdin = (context: CommandContext): Promise<Result<Uint8Array>> =>
  context.stdin?.() ?? Promise.resolve(fail({ code: 'cli/stdin', message: 'there is no standard input' }));
