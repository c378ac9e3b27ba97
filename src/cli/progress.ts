import type { CommandContext } from './command.ts';

/** A counter on a terminal's last line; nothing where standard error is no terminal. */
export function progressLine(context: CommandContext, total: number): { step(): void; clear(): void } {
  const status = statusLine(context);
  let done = 0;
  return {
    step: () => {
      done++;
      if (total > 1 && (done % 25 === 0 || done === total)) status.show(`${done} of ${total}`);
    },
    clear: status.clear,
  };
}

/** One line at the bottom of a terminal that is written over and over; nothing where standard error is no terminal. */
export interface StatusLine {
  show(text: string): void;
  clear(): void;
}

export function statusLine(context: CommandContext): StatusLine {
  let shown = false;
  return {
    show: (text) => {
      if (!context.progress) return;
      process.stderr.write(`\r\u001b[K${text}`);
      shown = true;
    },
    clear: () => {
      if (shown) process.stderr.write('\r\u001b[K');
      shown = false;
    },
  };
}
