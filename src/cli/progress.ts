import type { CommandContext } from './command.ts';

/** A counter on a terminal's last line; nothing where standard error is no terminal. */
export function progressLine(context: CommandContext, total: number): { step(): void; clear(): void } {
  if (!context.progress || total < 2) return { step: () => {}, clear: () => {} };
  let done = 0;
  let shown = false;
  return {
    step: () => {
      done++;
      if (done % 25 !== 0 && done !== total) return;
      process.stderr.write(`\r${done} of ${total}`);
      shown = true;
    },
    clear: () => {
      if (shown) process.stderr.write('\r\u001b[K');
      shown = false;
    },
  };
}
