import { parseArgs } from 'node:util';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { printable } from '../diagnostics/printable.ts';
import { TracefoldError } from '../diagnostics/tracefold-error.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';

/** Runs one command line; every problem of the input ends in a message on standard error and exit code 2. */
export async function runCommand(
  commands: readonly Command[],
  version: string,
  args: readonly string[],
  context: CommandContext,
): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    context.out(overview(commands));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    context.out(version);
    return 0;
  }
  const command = commands.find((one) => one.name === name);
  if (command === undefined) {
    const names = commands.map((one) => one.name);
    const hint = nearestHint(name, names);
    context.err(`tracefold: unknown command "${printable(name)}"${hint === undefined ? '' : `; ${hint}`}`);
    return 2;
  }
  let parsed: ReturnType<typeof parseArgs>;
  try {
    const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const;
    parsed = parseArgs({ args: [...rest], options, allowPositionals: true, strict: true });
  } catch (error) {
    context.err(`tracefold ${name}: ${badOption(error as Error, command)}`);
    return 2;
  }
  if (parsed.values.help === true) {
    context.out(helpOf(command));
    return 0;
  }
  try {
    const code = await command.run(parsed.positionals, parsed.values, context);
    if (code === 2 && parsed.positionals.length === 0) context.err(`  tracefold ${command.usage}`);
    return code;
  } catch (error) {
    // Whatever it is, it is no verdict: Node's own exit code of an error would say "violated".
    context.err(
      error instanceof TracefoldError
        ? error.diagnostics.map(formatDiagnostic).join('\n\n')
        : `tracefold ${name}: an error that should not be; please report it\n${stackOf(error)}`,
    );
    return 2;
  }
}

const stackOf = (error: unknown): string =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n').map(printable).join('\n');

function badOption(error: Error, command: Command): string {
  const unknown = /Unknown option '(--?[^']*)'/.exec(error.message)?.[1];
  if (unknown === undefined) return printable(error.message);
  const known = Object.keys(command.options).map((option) => `--${option}`);
  const hint = nearestHint(unknown, known);
  return `unknown option "${printable(unknown)}"${hint === undefined ? '' : `; ${hint}`}`;
}

function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'tracefold: proves that the trace of an agent never reaches a forbidden state',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'tracefold COMMAND --help tells more. Exit codes: 0 holds, 1 violated, 2 cannot be judged.',
  ].join('\n');
}

function helpOf(command: Command): string {
  const entries = Object.entries(command.help);
  const width = Math.max(...entries.map(([option]) => option.length));
  return [
    `tracefold ${command.usage}`,
    '',
    command.summary,
    '',
    ...entries.map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`),
  ].join('\n');
}
