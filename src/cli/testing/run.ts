import type { Command, CommandContext, ExitCode } from '../command.ts';
import { runCommand } from '../run-command.ts';

/** What a command line did. */
export interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line without a terminal; `cwd` is where its paths start. */
export async function runLine(command: Command, args: readonly string[], cwd = process.cwd()): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const context: CommandContext = {
    cwd,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    progress: false,
    colour: false,
  };
  const code = await runCommand([command], 'test', [command.name, ...args], context);
  return { code, out: out.join('\n'), err: err.join('\n') };
}
