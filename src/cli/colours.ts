import { type Colours, NO_COLOURS } from '../evidence/render/text.ts';
import type { CommandContext } from './command.ts';

/** The colours of the command line; none where the terminal or the user wants none. */
export async function chalkColours(context: CommandContext): Promise<Colours> {
  if (!context.colour) return NO_COLOURS;
  // Finding out what a terminal can do takes longer than a small check.
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return { bad: chalk.red, good: chalk.green, unsure: chalk.yellow, quiet: chalk.dim, strong: chalk.bold };
}

type Environment = { readonly [name: string]: string | undefined };

/**
 * Whether to write colour to a stream. `FORCE_COLOR` wins, as in Node: `0` and `false` mean no, anything else yes. Then a `NO_COLOR` that is
 * not empty, and a terminal that can do nothing, mean no; a stream that is no terminal has no colour.
 */
export function wantsColour(isTerminal: boolean, env: Environment): boolean {
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTerminal && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
}
