import { Chalk } from 'chalk';
import type { Colours } from '../evidence/render/text.ts';
import type { CommandContext } from './command.ts';

/** The colours of the command line; none where the terminal or the user wants none. */
export function chalkColours(context: CommandContext): Colours {
  const chalk = new Chalk({ level: context.colour ? 1 : 0 });
  return { bad: chalk.red, good: chalk.green, unsure: chalk.yellow, quiet: chalk.dim, strong: chalk.bold };
}
