import type { Result } from '../diagnostics/diagnostic.ts';
import { printable } from '../diagnostics/printable.ts';
import { renderMarkdown } from '../evidence/render/markdown.ts';
import { collect, wantsAnnotations, wantsEvidence } from '../evidence/report/collect.ts';
import type { TrioResult } from '../scenario/run-trio.ts';
import type { LegName, Trio } from '../scenario/trio.ts';
import type { Json } from '../trace/json.ts';
import type { TestReport } from './report/test-report.ts';
import { summaryOf } from './trio-summary.ts';

/** The part of Vitest's test context that is used; the same in 3.2, 4 and 5. */
interface VitestContext {
  readonly task?: { readonly meta?: Record<string, unknown> };
  readonly annotate?: (message: string, type: string, attachment?: object) => Promise<unknown>;
}

/**
 * Leaves the result of a test for the reporters: in `task.meta` of Vitest, or in the folder that a reporter named. Small for a pass; evidence
 * goes along only where a reporter asked for it.
 */
export async function recordResult(
  context: unknown,
  trio: Trio,
  run: Result<TrioResult>,
  leg: LegName | null,
): Promise<void> {
  const { task, annotate } = (context ?? {}) as VitestContext;
  const summary = summaryOf(trio, run, leg);
  const records = run.ok && wantsEvidence(summary.outcome === 'proved') ? run.value.evidence() : [];
  const report: TestReport = records.length === 0 ? { summary } : { summary, evidence: JSON.stringify(records) };
  if (task?.meta !== undefined) task.meta.tracefold = report;
  else collect(report as unknown as Json);
  if (annotate === undefined || !wantsAnnotations()) return;
  await annotate(printable(summary.trio), 'tracefold.trio');
  await annotate(summary.outcome, 'tracefold.outcome');
  if (summary.guard !== null) await annotate(printable(summary.guard), 'tracefold.guard');
  for (const record of records) {
    const attachment = { contentType: 'text/markdown', body: renderMarkdown(record), bodyEncoding: 'utf-8' };
    await annotate(`evidence of ${printable(record.model.name)}`, 'tracefold.evidence', attachment);
  }
}
