import { sourceText } from '../diagnostics/source-text.ts';
import { TracefoldError, unwrap } from '../diagnostics/tracefold-error.ts';
import { fileHost } from '../scenario/file-host.ts';
import type { ScenarioHost } from '../scenario/host.ts';
import { loadScenarioFile } from '../scenario/load-scenario.ts';
import { runTrio, type TrioResult } from '../scenario/run-trio.ts';
import type { LegName, Trio } from '../scenario/trio.ts';
import { registeredAgents } from './agents.ts';
import { failureOf, recordResult } from './trio-failure.ts';
import { lineFor } from './trio-places.ts';

/** What a generated test file hands over. */
export interface ScenarioSource {
  readonly file: string;
  readonly root: string;
  readonly text: string;
  /** Loads each TypeScript or JavaScript model by the runner's own means, by path relative to the root. */
  readonly modules: ReadonlyMap<string, () => Promise<unknown>>;
}

/** Throws if the failure stands on this line of the YAML; called once for each line in question. */
export type Checkpoint = (line: number) => void;

export interface ScenarioTests {
  /** Runs all three legs of a trio. `context` is the runner's, if it has one. */
  trio(index: number, context?: unknown): Promise<Checkpoint>;
  /** Runs a trio and judges one of its legs; the three share one run. */
  leg(index: number, leg: LegName, context?: unknown): Promise<Checkpoint>;
  /** Throws the diagnostics of a file that does not load. */
  invalid(): void;
}

/** The run time of a generated test file: no runner is imported here, so that any version of any runner can call it. */
export function scenarioTests(source: ScenarioSource): ScenarioTests {
  let trios: readonly Trio[] | null = null;
  const load = (): readonly Trio[] => {
    trios ??= unwrap(loadScenarioFile(sourceText(source.file, source.text))).trios;
    return trios;
  };
  const host: ScenarioHost = {
    ...fileHost({ root: source.root, agents: registeredAgents() }),
    importModule: async (path) => {
      const load = source.modules.get(path);
      if (load === undefined) throw new Error(`${path} is no module of this scenario file`);
      return load();
    },
  };
  const runs = new Map<number, Promise<TrioResult>>();
  const shared = (index: number): Promise<TrioResult> => {
    const run = runs.get(index) ?? runTrio(load()[index]!, host);
    runs.set(index, run);
    return run;
  };
  const invalid = (): void => {
    try {
      load();
    } catch (error) {
      throwFrom(error, invalid);
    }
  };
  return {
    trio: async (index, context) => {
      const trio = load()[index]!;
      return checkpoint(trio, await attempt(runTrio(trio, host)), null, context);
    },
    leg: async (index, leg, context) => checkpoint(load()[index]!, await attempt(shared(index)), leg, context),
    invalid,
  };
}

type Attempt = { readonly ok: true; readonly result: TrioResult } | { readonly ok: false; readonly error: unknown };

async function attempt(run: Promise<TrioResult>): Promise<Attempt> {
  try {
    return { ok: true, result: await run };
  } catch (error) {
    return { ok: false, error };
  }
}

function checkpoint(trio: Trio, run: Attempt, leg: LegName | null, context: unknown): Checkpoint {
  const failure = failureOfRun(trio, run, leg);
  if (run.ok) recordResult(context, trio, run.result, leg);
  const at: Checkpoint = (line) => {
    if (failure !== null && line === failure.line) throwFrom(failure.error, at);
  };
  return at;
}

function failureOfRun(trio: Trio, run: Attempt, leg: LegName | null): { line: number; error: unknown } | null {
  if (!run.ok) {
    const at = run.error instanceof TracefoldError ? (run.error.diagnostics[0]?.at ?? trio.at) : trio.at;
    return { line: lineFor(trio, at, trio.at), error: run.error };
  }
  const failure = failureOf(trio, run.result, leg);
  return failure && { line: lineFor(trio, failure.at, failure.home), error: failure.error };
}

/** Rethrows with a stack that begins at the caller of `ours`: the line of the YAML, not the inside of this package. */
function throwFrom(error: unknown, ours: (...args: never[]) => unknown): never {
  if (error instanceof Error) Error.captureStackTrace(error, ours);
  throw error;
}
