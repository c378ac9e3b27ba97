import { type Colours, NO_COLOURS } from '../evidence/render/text.ts';
import type { CommandContext } from './command.ts';

/** The colours of the command line; none where the terminal or the user wants none. */
export const coloursOf = (context: CommandContext): Colours => (context.colour ? TERMINAL : NO_COLOURS);

/** Text between two parameters of SGR (ECMA-48, section 8.3.117), again on every line, so that a pager which shows part of them keeps the colour. */
const rendition =
  (on: number, off: number) =>
  (text: string): string =>
    text
      .split('\n')
      .map((line) => (line === '' ? line : `\u001b[${on}m${line}\u001b[${off}m`))
      .join('\n');

const TERMINAL: Colours = {
  bad: rendition(31, 39),
  good: rendition(32, 39),
  unsure: rendition(33, 39),
  quiet: rendition(2, 22),
  strong: rendition(1, 22),
};

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
