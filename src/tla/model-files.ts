import { readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fail, failEach, ok, type Result } from '../diagnostics/diagnostic.ts';
import { type SourceText, sourceText } from '../diagnostics/source-text.ts';
import type { JsonObject } from '../trace/json.ts';
import { folderReader } from './modules/folder-reader.ts';
import type { TlaModelSource } from './tla-model.ts';

/** The files of a TLA+ model, and what wins over them. */
export interface ModelFiles {
  /** Path of the root module, `.tla`; modules that it extends or instantiates are looked for beside it. */
  readonly specFile: string;
  /** Path of the TLC configuration; default: beside the module, under its name. */
  readonly configFile?: string;
  /** Path of the mapping from events to steps; default: beside the module, under its name, if there is one. */
  readonly mappingFile?: string;
  /** Constants that win over the configuration's; see `createModel`. */
  readonly constants?: JsonObject;
  /** Folder that paths are relative to, and that messages name files by; default: the working directory. */
  readonly cwd?: string;
}

/** What to do about a module that stands alone. */
export const NEEDS_CONFIGURATION =
  'a TLA+ module needs its TLC configuration: beside it with the ending .cfg, or where "config" names it';

const MAX_BYTES = 32 * 1024 * 1024;

/** Reads the texts of a model. */
export function readModelFiles(files: ModelFiles): Result<TlaModelSource> {
  const { specFile, cwd = '.' } = files;
  const displayName = (path: string): string => relative(cwd, path).replaceAll('\\', '/');
  const read = (file: string): Result<SourceText> => {
    const path = resolve(cwd, file);
    const name = displayName(path);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) return fail({ code: 'tla/missing-file', message: `there is no file "${name}"` });
    if (stats.size > MAX_BYTES) {
      return fail({ code: 'tla/spec-too-large', message: `the file "${name}" has more than ${MAX_BYTES} bytes` });
    }
    return ok(sourceText(name, readFileSync(path, 'utf8')));
  };
  const stem = specFile.replace(/\.tla$/, '');
  const spec = read(specFile);
  if (!spec.ok) return spec;
  const config = read(files.configFile ?? `${stem}.cfg`);
  if (!config.ok && files.configFile === undefined)
    return failEach(config.errors, (error) => ({ ...error, hint: NEEDS_CONFIGURATION }));
  if (!config.ok) return config;
  const mapping = read(files.mappingFile ?? `${stem}.mapping.yaml`);
  if (!mapping.ok && files.mappingFile !== undefined) return mapping;
  return ok({
    spec: spec.value,
    config: config.value,
    mapping: mapping.ok ? mapping.value : null,
    ...(files.constants === undefined ? {} : { constants: files.constants }),
    modules: folderReader([dirname(resolve(cwd, specFile))], displayName),
  });
}
