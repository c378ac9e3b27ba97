// Whatever could move a cursor, hide text or forge a line: C0 and C1 controls, bidirectional controls, line separators, zero-width characters,
// tags, lone surrogates, and noncharacters, which XML refuses.
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\u{e0000}-\u{e007f}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

/** The text with every character that could act on a terminal, a log or a reader's eye shown as an escape. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (match) => {
    switch (match) {
      case '\n':
        return '\\n';
      case '\r':
        return '\\r';
      case '\t':
        return '\\t';
      default:
        return `\\u{${match.codePointAt(0)?.toString(16)}}`;
    }
  });
}
