import type { Result } from '../diagnostics/diagnostic.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { fileHost } from '../scenario/file-host.ts';
import type { ScenarioHost } from '../scenario/host.ts';
import type { TrioResult } from '../scenario/run-trio.ts';
import type { LegName, Trio } from '../scenario/trio.ts';
import { registeredAgents } from './agents.ts';
import { loadedFromJson } from './loaded-json.ts';
import { recordResult } from './record-result.ts';
import { failureOf, runOrErrors } from './trio-failure.ts';
import { placeFor } from './trio-places.ts';

/** What a generated test file hands over. */
export interface ScenarioSource {
  readonly file: string;
  readonly root: string;
  readonly text: string;
  /** What the text holds, as {@link loadedToJson} writes it. */
  readonly loaded: string;
  /** Loads each TypeScript or JavaScript model by the runner's own means, by path relative to the root. */
  readonly modules: ReadonlyMap<string, () => Promise<unknown>>;
}

/** Throws if the failure stands at this place of the YAML; called once for each place in question. */
export type Checkpoint = (line: number, column: number) => void;

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
    trios ??= unwrap(loadedFromJson(source.loaded, sourceText(source.file, source.text)));
    return trios;
  };
  const host: ScenarioHost = {
    ...fileHost({ root: source.root, agents: registeredAgents() }),
    importModule: async (path) => {
      const importer = source.modules.get(path);
      if (importer === undefined) throw new Error(`${path} is no module of this scenario file`);
      return importer();
    },
  };
  const runs = new Map<number, Promise<Result<TrioResult>>>();
  const shared = (index: number): Promise<Result<TrioResult>> => {
    const run = runs.get(index) ?? runOrErrors(load()[index]!, host);
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
      return checkpoint(trio, await runOrErrors(trio, host), null, context);
    },
    leg: async (index, leg, context) => checkpoint(load()[index]!, await shared(index), leg, context),
    invalid,
  };
}

async function checkpoint(
  trio: Trio,
  run: Result<TrioResult>,
  leg: LegName | null,
  context: unknown,
): Promise<Checkpoint> {
  await recordResult(context, trio, run, leg);
  const failure = failureOf(trio, run, leg);
  const failing = failure === null ? null : placeFor(trio, failure.at, failure.home);
  const at: Checkpoint = (line, column) => {
    if (failure !== null && line === failing?.line && column === failing.column) throwFrom(failure.error, at);
  };
  return at;
}

/** Rethrows with a stack that begins at the caller of `ours`: the line of the YAML, not the inside of this package. */
function throwFrom(error: unknown, ours: (...args: never[]) => unknown): never {
  if (error instanceof Error) Error.captureStackTrace(error, ours);
  throw error;
}
