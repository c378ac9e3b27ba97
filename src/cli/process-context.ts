import { wantsColour } from './colours.ts';
import type { CommandContext } from './command.ts';

declare const TRACEFOLD_VERSION: string;

/** Version of the package; `development` where it is not built. */
export const VERSION = typeof TRACEFOLD_VERSION === 'string' ? TRACEFOLD_VERSION : 'development';

/** What a command may do when it is run from a shell. */
export function processContext(): CommandContext {
  // A reader that has seen enough (`| head`) ends the run quietly.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  return {
    cwd: process.cwd(),
    out: (text) => process.stdout.write(`${text}\n`),
    err: (text) => process.stderr.write(`${text}\n`),
    progress: process.stderr.isTTY === true && process.env.TERM !== 'dumb',
    colour: wantsColour(process.stdout.isTTY === true, process.env),
  };
}
