// Injected text goes through YAML, Python or JSON writers before the agent sees it: lines are folded, characters escaped, quotes doubled.

// Any number of backslashes: a text inside a text is escaped twice. The look behind keeps a long run of them from being tried at each of them.
const ESCAPED = /(?<!\\)\\+(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|[nrtabefv0"'/ \n])/g;
const NOT_SAID = /[^\p{L}\p{N}]+/gu;

/** Shorter texts stand in too many places by chance. */
export const MIN_SAID = 12;

/** What a text says, whatever a writer did to its white space, quotes and escapes: its letters and digits. */
export function saidBy(text: string): string {
  return text
    .replace(ESCAPED, (_match, unicode?: string, hex?: string) => {
      const code = unicode ?? hex;
      return code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16));
    })
    .replace(NOT_SAID, '');
}
