import { readFileSync } from 'node:fs';
import { dirname, extname, relative } from 'node:path';
import type { Diagnostic, Result } from '../diagnostics/diagnostic.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import { parseConfiguration } from '../tla/config/parse-configuration.ts';
import { folderReader } from '../tla/modules/folder-reader.ts';
import { loadSpec } from '../tla/modules/load-spec.ts';
import { createModel, type TlaModel } from '../tla/semantics/model.ts';
import type { JsonObject } from '../trace/json.ts';
import { type Exploration, type ExploreOptions, exploreModel } from './explore-model.ts';

export interface CheckRequest extends ExploreOptions {
  /** Path of the root module, `.tla`. */
  readonly specFile: string;
  /** Path of the TLC configuration; default: beside the module, under its name. */
  readonly configFile?: string;
  /** Constants that win over the configuration's; see `createModel`. */
  readonly constants?: JsonObject;
}

/** A file as source text, named relative to the working directory. */
function readSource(file: string): Result<ReturnType<typeof sourceText>> {
  const name = displayName(file);
  try {
    return { ok: true, value: sourceText(name, readFileSync(file, 'utf8')) };
  } catch {
    return { ok: false, errors: [{ code: 'tla/missing-file', message: `cannot read the file "${name}"` }] };
  }
}

const displayName = (path: string): string => relative('.', path).replaceAll('\\', '/');

/** Loads a module and its configuration from files. */
export function loadModel(request: Pick<CheckRequest, 'specFile' | 'configFile' | 'constants'>): Result<TlaModel> {
  const { specFile } = request;
  const root = readSource(specFile);
  if (!root.ok) return root;
  const configFile = request.configFile ?? `${specFile.slice(0, specFile.length - extname(specFile).length)}.cfg`;
  const configText = readSource(configFile);
  if (!configText.ok) return configText;
  const loaded = loadSpec(root.value, folderReader([dirname(specFile)], displayName));
  if (!loaded.ok) return loaded;
  const configuration = parseConfiguration(configText.value);
  if (!configuration.ok) return configuration;
  return createModel(
    loaded.value,
    configuration.value,
    request.constants === undefined ? {} : { constants: request.constants },
  );
}

/** What `tracefold check` says of a module: issue 3, item 5, as one JSON object. */
export type CheckResult = Omit<Exploration, 'trace'> & {
  readonly trace: readonly { readonly action: string | null; readonly state: JsonObject }[];
};

/** Checks a module under a configuration, as TLC would. Problems of the input are the result's `error`, never thrown. */
export function checkSpec(request: CheckRequest): CheckResult {
  const model = loadModel(request);
  if (!model.ok) return refused(model.errors[0]);
  const { result } = exploreModel(model.value, request);
  return { ...result, trace: result.trace.map(({ action, state }) => ({ action, state })) };
}

const refused = (error: Diagnostic): CheckResult => ({
  outcome: 'error',
  name: null,
  initialStates: 0,
  distinctStates: 0,
  generatedStates: 0,
  depth: 0,
  coverage: {},
  trace: [],
  loopsTo: null,
  error,
});
