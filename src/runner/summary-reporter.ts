import { renderSummary } from './render-summary.ts';
import type { TestReport } from './report/test-report.ts';

/** The part of Vitest's reported modules that is used; the same in 3.2, 4 and 5. */
interface ReportedModule {
  readonly children: { allTests(): Iterable<{ meta(): object }> };
}

/** Vitest reporter that prints what the scenarios proved, after all else. */
export default function summaryReporter(): { onTestRunEnd(modules: readonly ReportedModule[]): void } {
  return {
    onTestRunEnd: (modules) => {
      const summaries = modules.flatMap((module) =>
        [...module.children.allTests()].flatMap((test) => {
          const { tracefold } = test.meta() as { tracefold?: TestReport };
          return tracefold?.summary === undefined ? [] : [tracefold.summary];
        }),
      );
      if (summaries.length > 0) process.stdout.write(`\n${renderSummary(summaries)}\n`);
    },
  };
}
