import { basename } from 'node:path';
import { fail, type Result } from '../diagnostics/diagnostic.ts';
import { parseConfiguration } from '../tla/config/parse-configuration.ts';
import { type ModelFiles, readModelFiles } from '../tla/model-files.ts';
import { loadSpec } from '../tla/modules/load-spec.ts';
import { createModel, type TlaModel } from '../tla/semantics/model.ts';
import { semanticError } from '../tla/semantics/semantic-error.ts';
import { type CheckReport, failedReport } from './check-report.ts';
import { exploreModel } from './explore-model.ts';
import type { ExploreOptions } from './explore-options.ts';
import { prepareCheck } from './states/check-programs.ts';

/** A check of a module from files. */
export interface CheckRequest extends ExploreOptions, Omit<ModelFiles, 'mappingFile'> {}

/** Loads a module and its configuration from files, down to the code of its first check. */
export function loadModel(files: Omit<ModelFiles, 'mappingFile'>): Result<TlaModel> {
  const source = readModelFiles(files);
  if (!source.ok) return source;
  const { spec, config, modules, constants } = source.value;
  const loaded = loadSpec(spec, modules);
  if (!loaded.ok) return loaded;
  const { name } = loaded.value.root;
  const stem = basename(files.specFile).replace(/\.tla$/, '');
  if (name.text !== stem) {
    return fail(
      semanticError('tla/module-name', name.at, `the file "${stem}.tla" holds module ${name.text}`, {
        expected: `a module "${stem}", or the file under the name ${name.text}.tla`,
      }),
    );
  }
  const configuration = parseConfiguration(config);
  if (!configuration.ok) return configuration;
  const model = createModel(loaded.value, configuration.value, constants === undefined ? {} : { constants });
  if (model.ok) prepareCheck(model.value);
  return model;
}

/** Checks a module under a configuration, as TLC would. Problems of the input are the report's `error`, never thrown. */
export function checkSpec(request: CheckRequest): CheckReport {
  const model = loadModel(request);
  return model.ok ? exploreModel(model.value, request).result : failedReport(model.errors[0]);
}
