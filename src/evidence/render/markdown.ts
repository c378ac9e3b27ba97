import type { EvidenceRecord } from '../record/schema.ts';
import { renderMermaid } from './mermaid.ts';
import { renderText } from './text.ts';
import { viewOf } from './view.ts';

export interface MarkdownOptions {
  readonly maxLines?: number;
  /** Whether to add a Mermaid sequence diagram; default true. */
  readonly diagram?: boolean;
}

/** The record as Markdown: a heading, the message in a fence that nothing in it can close, and a sequence diagram. */
export function renderMarkdown(record: EvidenceRecord, options: MarkdownOptions = {}): string {
  const parts = [
    `### ${escapeMarkdown(viewOf(record).id)}`,
    fenced('text', renderText(record, { maxLines: options.maxLines ?? 80 })),
  ];
  const diagram = options.diagram === false || record.outcome === 'pass' ? null : renderMermaid(record);
  if (diagram !== null) parts.push(fenced('mermaid', diagram));
  return `${parts.join('\n\n')}\n`;
}

/** A text in a fence longer than any run of backticks in it. */
export function fenced(language: string, text: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** One line of text in which no character has a meaning in Markdown or HTML; mentions and references are broken up. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/[^\p{L}\p{N} ,/-]/gu, (character) => `&#${character.codePointAt(0)};`);
