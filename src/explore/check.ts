import { readFileSync, statSync } from 'node:fs';
import { dirname, extname, relative, resolve } from 'node:path';
import { fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { type SourceText, sourceText } from '../diagnostics/source-text.ts';
import { parseConfiguration } from '../tla/config/parse-configuration.ts';
import { folderReader } from '../tla/modules/folder-reader.ts';
import { loadSpec } from '../tla/modules/load-spec.ts';
import { createModel, type TlaModel } from '../tla/semantics/model.ts';
import type { JsonObject } from '../trace/json.ts';
import { type CheckReport, failedReport } from './check-report.ts';
import { type ExploreOptions, exploreModel } from './explore-model.ts';

export interface CheckRequest extends ExploreOptions {
  /** Path of the root module, `.tla`. */
  readonly specFile: string;
  /** Path of the TLC configuration; default: beside the module, under its name. */
  readonly configFile?: string;
  /** Constants that win over the configuration's; see `createModel`. */
  readonly constants?: JsonObject;
  /** Folder that paths are relative to, and that messages name files by; default: the working directory. */
  readonly cwd?: string;
}

/** The parts of a request that say which model is checked. */
export type ModelFiles = Pick<CheckRequest, 'specFile' | 'configFile' | 'constants' | 'cwd'>;

const MAX_BYTES = 32 * 1024 * 1024;

/** Loads a module and its configuration from files. */
export function loadModel(request: ModelFiles): Result<TlaModel> {
  const { specFile, cwd = '.' } = request;
  const displayName = (path: string): string => relative(cwd, path).replaceAll('\\', '/');
  const readSource = (file: string): Result<SourceText> => {
    const path = resolve(cwd, file);
    const name = displayName(path);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) {
      return fail({ code: 'tla/missing-file', message: `there is no file "${name}"` });
    }
    if (stats.size > MAX_BYTES) {
      return fail({ code: 'tla/spec-too-large', message: `the file "${name}" has more than ${MAX_BYTES} bytes` });
    }
    return ok(sourceText(name, readFileSync(path, 'utf8')));
  };
  const root = readSource(specFile);
  if (!root.ok) return root;
  const configFile = request.configFile ?? `${specFile.slice(0, specFile.length - extname(specFile).length)}.cfg`;
  const configText = readSource(configFile);
  if (!configText.ok) return configText;
  const loaded = loadSpec(root.value, folderReader([dirname(resolve(cwd, specFile))], displayName));
  if (!loaded.ok) return loaded;
  const configuration = parseConfiguration(configText.value);
  if (!configuration.ok) return configuration;
  return createModel(
    loaded.value,
    configuration.value,
    request.constants === undefined ? {} : { constants: request.constants },
  );
}

/** Checks a module under a configuration, as TLC would. Problems of the input are the report's `error`, never thrown. */
export function checkSpec(request: CheckRequest): CheckReport {
  const model = loadModel(request);
  return model.ok ? exploreModel(model.value, request).result : failedReport(model.errors[0]);
}
