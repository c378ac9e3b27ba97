import { fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { wantsColour } from './colours.ts';
import type { CommandContext } from './command.ts';

declare const TRACEFOLD_VERSION: string;

/** Version of the package; `development` where it is not built. */
export const VERSION = typeof TRACEFOLD_VERSION === 'string' ? TRACEFOLD_VERSION : 'development';

/** What a command may do when it is run from a shell. */
export function processContext(): CommandContext {
  // A reader that has seen enough (`| head`) ends the run quietly. Nobody got the verdict, so it is not told as a pass.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.stderr.write(`tracefold: cannot write to standard output (${error.code})\n`);
    process.exit(2);
  });
  // Nothing can be said about that.
  process.stderr.on('error', () => process.exit(2));
  return {
    cwd: process.cwd(),
    stdin: readStdin,
    out: (text) => process.stdout.write(`${text}\n`),
    err: (text) => process.stderr.write(`${text}\n`),
    progress: process.stderr.isTTY === true && process.env.TERM !== 'dumb',
    colour: wantsColour(process.stdout.isTTY === true, process.env),
  };
}

/** A text of more bytes than this would not fit a string of the engine. */
const MAX_STDIN_BYTES = 512 * 1024 * 1024;

async function readStdin(): Promise<Result<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_STDIN_BYTES) {
        const message = `standard input is longer than ${MAX_STDIN_BYTES} bytes`;
        return fail({ code: 'cli/stdin', message, hint: 'give a file instead' });
      }
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return fail({ code: 'cli/stdin', message: `standard input cannot be read (${code})` });
  }
  return ok(Buffer.concat(chunks));
}
