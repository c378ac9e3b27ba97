import { escapeMarkdown, fenced } from '../render/markdown.ts';
import type { GuardReport } from './guard-report.ts';
import { renderGuards } from './text.ts';

/** What is known of a model's guards as Markdown: a heading, and the text in a fence that nothing in it can close. */
export const renderGuardsMarkdown = (report: GuardReport): string =>
  `### Guards of ${escapeMarkdown(report.model)}\n\n${fenced('text', renderGuards(report))}\n`;
