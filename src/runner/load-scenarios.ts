import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import picomatch from 'picomatch';
import { type Diagnostic, fail, ok, type Result, type Span } from '../diagnostics/diagnostic.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import { TracefoldError, unwrap } from '../diagnostics/tracefold-error.ts';
import { fileHost } from '../scenario/file-host.ts';
import { loadScenarioFile } from '../scenario/load-scenario.ts';
import type { TrioResult } from '../scenario/run-trio.ts';
import { LEGS, type LegName, type Trio } from '../scenario/trio.ts';
import { registeredAgents } from './agents.ts';
import { nameOf } from './generate-test-file.ts';
import { recordResult } from './record-result.ts';
import { failureOf, runOrErrors } from './trio-failure.ts';

/** The two functions of a runner that tests are defined with. */
export interface RunnerFunctions {
  describe(name: string, body: () => void): unknown;
  /** Vitest hands over a context, Jest nothing. A body with a plain parameter would be a test with a callback to Jest. */
  test(name: string, body: (...context: unknown[]) => Promise<void> | void): unknown;
}

/** Where scenario files are looked for, and how they become tests. */
export interface LoadScenariosOptions {
  /** Folder that the glob and the paths in the results are relative to. Default: the working directory. */
  readonly root?: string;
  /** One test a leg, instead of one a document. Default: false. */
  readonly legs?: boolean;
  /** Loads a TypeScript or JavaScript model; gets its absolute path. Default: the runner's own way. */
  readonly importModule?: (file: string) => Promise<unknown>;
}

export type LoadScenariosErrorCode = 'runner/no-scenario-files' | 'runner/duplicate-trio';

/**
 * Defines a test for every trio of the scenario files that match the glob, for those who prefer a test file of their own to the
 * plugin. Files come in the order of their paths; a file that does not load becomes a failing test.
 */
export function defineScenarios(
  runner: RunnerFunctions,
  importModule: (file: string) => Promise<unknown>,
  glob: string | readonly string[],
  options: LoadScenariosOptions,
): void {
  const root = resolve(options.root ?? '.');
  const files = unwrap(findScenarioFiles(root, [glob].flat()));
  const host = fileHost({ root, agents: registeredAgents(), importModule: options.importModule ?? importModule });
  const known = new Map<string, Span>();
  for (const file of files) {
    const loaded = loadScenarioFile(sourceText(file, readFileSync(resolve(root, file), 'utf8')));
    runner.describe(file, () => {
      if (!loaded.ok) {
        runner.test('loads', () => throwAt(root, new TracefoldError(loaded.errors), loaded.errors[0].at));
        return;
      }
      for (const trio of loaded.value.trios) {
        const first = known.get(trio.id);
        if (first === undefined) {
          known.set(trio.id, trio.at);
          defineTrio(runner, trio, () => runOrErrors(trio, host), root, options.legs ?? false);
        } else {
          runner.test(nameOf(trio), () => throwAt(root, new TracefoldError([duplicate(trio, first)]), trio.at));
        }
      }
    });
  }
}

function defineTrio(
  runner: RunnerFunctions,
  trio: Trio,
  run: () => Promise<Result<TrioResult>>,
  root: string,
  legs: boolean,
): void {
  const judge = async (result: Result<TrioResult>, leg: LegName | null, context: unknown): Promise<void> => {
    await recordResult(context, trio, result, leg);
    const failure = failureOf(trio, result, leg);
    if (failure !== null) throwAt(root, failure.error, failure.at);
  };
  if (!legs) {
    runner.test(nameOf(trio), async (...[context]) => await judge(await run(), null, context));
    return;
  }
  runner.describe(nameOf(trio), () => {
    let shared: Promise<Result<TrioResult>> | null = null;
    for (const leg of LEGS) {
      runner.test(leg, async (...[context]) => {
        shared ??= run();
        await judge(await shared, leg, context);
      });
    }
  });
}

/** Throws with a stack of one frame: the place in the YAML, which both runners then show and link. */
function throwAt(root: string, error: Error, at: Span | undefined): never {
  if (at !== undefined) {
    const place = `${resolve(root, at.file)}:${at.start.line}:${at.start.column}`;
    error.stack = `${error.name}: ${error.message}\n    at ${place}`;
  }
  throw error;
}

const duplicate = (trio: Trio, first: Span): Diagnostic<LoadScenariosErrorCode> => ({
  code: 'runner/duplicate-trio',
  message: `two documents have the id "${trio.id}"`,
  at: trio.at,
  related: [{ message: 'first here', at: first }],
});

// Folders that hold other people's files or nobody's.
const SKIPPED = new Set(['node_modules', '.git']);

function findScenarioFiles(
  root: string,
  globs: readonly string[],
): Result<readonly string[], Diagnostic<LoadScenariosErrorCode>> {
  const matches = picomatch(globs.map((glob) => glob.replace(/^\.\//, '')));
  const files: string[] = [];
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of readdirSync(resolve(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      // A symbolic link to a folder is not followed: links can go round in circles.
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) pending.push(path);
      } else if (matches(path)) files.push(path);
    }
  }
  if (files.length > 0) return ok(files.sort());
  return fail({
    code: 'runner/no-scenario-files',
    message: `no file matches ${globs.map((glob) => `"${glob}"`).join(', ')}`,
    expected: 'a glob relative to the root, such as "scenarios/**/*.scenario.yaml"',
  });
}
