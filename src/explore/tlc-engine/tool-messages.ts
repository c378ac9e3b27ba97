/** One message of TLC's `-tool` protocol. */
export interface ToolMessage {
  readonly code: number;
  /** 0 and 3 inform, 1 is an error, 2 a warning, 4 a state. */
  readonly severity: number;
  readonly text: string;
}

export interface ToolOutput {
  readonly messages: readonly ToolMessage[];
  /** Lines outside every message: what the model printed, and whatever Java wrote. */
  readonly loose: readonly string[];
  /** Whether the output stopped inside a message. */
  readonly truncated: boolean;
}

// Only at the start of a line: what a model prints is quoted and so never starts one.
const START = /^@!@!@STARTMSG (\d{1,9}):(\d{1,2}) @!@!@$/;
const END = /^@!@!@ENDMSG (\d{1,9}) @!@!@$/;

/**
 * Splits the output of `tlc2.TLC -tool` into its messages. A message may wrap another (an error whose text is a message of its own); the
 * outermost counts, and holds the text of those inside.
 */
export function readToolMessages(output: string): ToolOutput {
  const messages: ToolMessage[] = [];
  const loose: string[] = [];
  const open: number[] = [];
  let severity = 0;
  let lines: string[] = [];
  for (const line of output.split(/\r?\n/)) {
    const end = END.exec(line);
    if (end !== null && open.length > 0 && Number(end[1]) === open.at(-1)) {
      const code = open.pop()!;
      if (open.length > 0) continue;
      messages.push({ code, severity, text: lines.join('\n') });
      lines = [];
      continue;
    }
    const start = START.exec(line);
    if (start !== null) {
      if (open.length === 0) severity = Number(start[2]);
      open.push(Number(start[1]));
    } else if (open.length > 0) lines.push(line);
    else if (line !== '') loose.push(line);
  }
  return { messages, loose: [...loose, ...lines], truncated: open.length > 0 };
}
