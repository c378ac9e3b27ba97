import type { Diagnostic, Span } from './diagnostic.ts';
import { printable } from './printable.ts';

const MAX_LINE = 160;

/** `file:line:column`, the form that terminals and editors turn into a link. */
export function formatSpan(at: Span): string {
  return `${printable(at.file)}:${at.start.line}:${at.start.column}`;
}

/**
 * One diagnostic as plain text: place, message, the source line with a marker under the spot, then what was expected
 * and the hint. Hostile characters of the source are shown escaped, never sent to the terminal.
 */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const lines: string[] = [];
  const place = diagnostic.at === undefined ? '' : `${formatSpan(diagnostic.at)}: `;
  lines.push(`${place}${printable(diagnostic.message)} [${diagnostic.code}]`);
  if (diagnostic.at !== undefined && diagnostic.lineText !== undefined) {
    lines.push(...codeFrame(diagnostic.lineText, diagnostic.at));
  }
  if (diagnostic.expected !== undefined) lines.push(`  expected ${printable(diagnostic.expected)}`);
  if (diagnostic.hint !== undefined) lines.push(`  hint: ${printable(diagnostic.hint)}`);
  for (const related of diagnostic.related ?? []) {
    const where = related.at === undefined ? '' : `${formatSpan(related.at)}: `;
    lines.push(`  ${where}${printable(related.message)}`);
  }
  return lines.join('\n');
}

function codeFrame(lineText: string, at: Span): string[] {
  // A long line is cut to a window around the spot, so that the marker stays visible.
  const column = Math.max(0, Math.min(at.start.column - 1, lineText.length));
  const from = lineText.length <= MAX_LINE ? 0 : Math.max(0, column - MAX_LINE / 2);
  const window = lineText.slice(from, from + MAX_LINE);
  const sameLine = at.end !== undefined && at.end.line === at.start.line;
  const width = sameLine ? Math.max(1, (at.end?.column ?? 0) - at.start.column) : 1;
  const before = printable(window.slice(0, column - from).replaceAll('\t', ' '));
  const marked = printable(window.slice(column - from, column - from + width).replaceAll('\t', ' '));
  const after = printable(window.slice(column - from + width).replaceAll('\t', ' '));
  const gutter = ` ${at.start.line} | `;
  return [
    `${gutter}${before}${marked}${after}`,
    `${' '.repeat(gutter.length - 2)}| ${' '.repeat(before.length)}${'^'.repeat(Math.max(1, marked.length))}`,
  ];
}
