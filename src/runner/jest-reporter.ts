import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { COLLECT, readCollected } from '../evidence/report/collect.ts';
import { finishRun } from './report/finish-run.ts';
import { completeOptions, type ReporterOptions } from './report/options.ts';
import { collected, isTestReport, type TestReport } from './report/test-report.ts';

// Jest takes `module.exports`; a type exported beside it would make the declarations promise a `default` that is not there.
interface JestResults {
  readonly testResults: readonly {
    readonly testFilePath: string;
    readonly testResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** A reporter as Jest calls it. */
interface TracefoldReporter {
  onRunStart(): void;
  onRunComplete(contexts: unknown, results: JestResults): void;
  /** Makes the run fail where there is one. */
  getLastError(): Error | undefined;
}

/**
 * Jest reporter: what the scenarios proved, after all else, and the report files that its options ask for. In the configuration:
 * `reporters: ['default', ['tracefold/jest-reporter', { reports: ['html', 'sarif'] }]]`.
 */
export default function tracefoldReporter(
  config: { readonly rootDir: string },
  options: ReporterOptions = {},
): TracefoldReporter {
  const complete = unwrap(completeOptions(options, process.env));
  let folder: string | null = null;
  let failure: string | null = null;
  return {
    // Jest's tests cannot hand anything to a reporter, so they append to a folder; workers start after this and inherit its name.
    onRunStart: () => {
      if (complete.reports.length > 0 || complete.github) process.env[COLLECT.evidence] = complete.evidence;
      process.env[COLLECT.guards] = '1';
      try {
        folder = mkdtempSync(join(tmpdir(), 'tracefold-'));
        process.env[COLLECT.folder] = folder;
      } catch {
        folder = null;
      }
    },
    onRunComplete: (_contexts, results) => {
      const lines = folder === null ? null : readCollected(folder);
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
      if (lines === null) {
        process.stderr.write('tracefold: no report, because the temporary folder cannot be used; the results stand\n');
        return;
      }
      const failed = failedTests(results);
      // A matcher that failed inside a test that passed was expected to.
      const reports = lines.filter(isTestReport).filter(({ test }) => test === undefined || failed.has(keyOf(test)));
      const finished = finishRun(collected(reports), complete, {
        root: config.rootDir,
        workspace: process.env.GITHUB_WORKSPACE,
      });
      failure = finished.failure;
      if (finished.text !== '') process.stdout.write(`\n${finished.text}`);
      // Jest makes no message of its own out of it.
      if (failure !== null) process.stderr.write(`\ntracefold: ${failure}\n`);
    },
    getLastError: () => (failure === null ? undefined : new Error(`tracefold: ${failure}`)),
  };
}

const keyOf = ({ file, name }: NonNullable<TestReport['test']>): string => JSON.stringify([file, name]);

const failedTests = (results: JestResults): ReadonlySet<string> =>
  new Set(
    results.testResults.flatMap(({ testFilePath, testResults }) =>
      testResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => keyOf({ file: testFilePath, name: fullName })),
    ),
  );
