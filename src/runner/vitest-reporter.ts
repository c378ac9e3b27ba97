import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { COLLECT, readCollected } from '../evidence/report/collect.ts';
import { finishRun } from './report/finish-run.ts';
import { completeOptions, type ReporterOptions } from './report/options.ts';
import { collected, isTestReport, type TestReport } from './report/test-report.ts';

export type { ReporterOptions } from './report/options.ts';

/** The parts of Vitest that are used; the same in 3.2, 4 and 5. */
interface ReportedTest {
  meta(): object;
  result(): { readonly errors?: readonly object[] | undefined };
}
interface ReportedModule {
  readonly children: { allTests(): Iterable<ReportedTest> };
}
interface VitestInstance {
  readonly config: { readonly root: string };
}

/** A reporter as Vitest calls it. */
export interface TracefoldReporter {
  onInit(vitest: VitestInstance): void;
  onTestRunStart(): void;
  onTestRunEnd(modules: readonly ReportedModule[]): void;
}

/**
 * Vitest reporter: what the scenarios proved, after all else, and the report files that its options ask for. In the configuration:
 * `reporters: ['default', ['tracefold/reporter', { reports: ['html', 'sarif'] }]]`.
 */
export default function tracefoldReporter(options: ReporterOptions = {}): TracefoldReporter {
  const complete = unwrap(completeOptions(options, process.env));
  let root = process.cwd();
  let folder: string | null = null;
  return {
    onInit: (vitest) => {
      root = vitest.config.root;
      // Before the workers start, which inherit it.
      if (complete.reports.length > 0 || complete.github || complete.annotate) {
        process.env[COLLECT.evidence] = complete.evidence;
      }
      if (complete.annotate) process.env[COLLECT.annotate] = '1';
      process.env[COLLECT.guards] = '1';
      // A matcher of Vitest 3.2 does not know its test, so what it leaves of guards goes through a folder.
      try {
        folder = mkdtempSync(join(tmpdir(), 'tracefold-'));
        process.env[COLLECT.folder] = folder;
      } catch {
        folder = null;
      }
    },
    onTestRunStart: () => {
      if (folder !== null) mkdirSync(folder, { recursive: true });
    },
    onTestRunEnd: (modules) => {
      const reports = modules.flatMap((module) => [...module.children.allTests()].flatMap(reportsOf));
      const left = folder === null ? [] : (readCollected(folder) ?? []);
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
      const guards = left.filter(isTestReport).filter((report) => report.guards !== undefined);
      const { text, failure } = finishRun(collected([...reports, ...guards]), complete, {
        root,
        workspace: process.env.GITHUB_WORKSPACE,
      });
      if (text !== '') process.stdout.write(`\n${text}`);
      if (failure !== null) {
        process.stderr.write(`\ntracefold: ${failure}\n`);
        process.exitCode = 1;
      }
    },
  };
}

/** What a test left in its meta data, and what its failed matchers left in their errors. */
function reportsOf(test: ReportedTest): readonly TestReport[] {
  const { tracefold, tracefoldGuards = [] } = test.meta() as {
    readonly tracefold?: unknown;
    readonly tracefoldGuards?: readonly string[];
  };
  const guards = tracefoldGuards.map((text): TestReport => ({ guards: text }));
  const errors = (test.result().errors ?? []) as readonly {
    readonly __vitest_error_context__?: { readonly meta?: { readonly tracefold?: unknown } };
  }[];
  return [tracefold, ...guards, ...errors.map((error) => error.__vitest_error_context__?.meta?.tracefold)].filter(
    isTestReport,
  );
}
