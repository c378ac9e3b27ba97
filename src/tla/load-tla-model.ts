import type { Result } from '../diagnostics/diagnostic.ts';
import type { MachineModel } from '../model/machine-model.ts';
import type { JsonObject } from '../trace/json.ts';
import type { TlaState } from './machine/tla-machine.ts';
import { readModelFiles } from './model-files.ts';
import { tlaModel } from './tla-model.ts';

/** Files and constants beside a TLA+ module. */
export interface LoadTlaModelOptions {
  /** Path of the TLC configuration; default: beside the module, under its name. */
  readonly config?: string;
  /** Path of the mapping from events to steps; default: beside the module, if there is one. */
  readonly mapping?: string;
  /** Constants that win over the configuration's; a list is a set. */
  readonly constants?: JsonObject;
  /** Folder that paths are relative to, and that messages name files by; default: the working directory. */
  readonly cwd?: string;
}

/**
 * A TLA+ module and its configuration as a model: {@link loadModel} for one that is known to be TLA+. An error names file, line and column of
 * what is wrong.
 */
export function loadTlaModel(specFile: string, options: LoadTlaModelOptions = {}): Result<MachineModel<TlaState>> {
  const { config, mapping, constants, cwd } = options;
  const source = readModelFiles({
    specFile,
    ...(config === undefined ? {} : { configFile: config }),
    ...(mapping === undefined ? {} : { mappingFile: mapping }),
    ...(constants === undefined ? {} : { constants }),
    ...(cwd === undefined ? {} : { cwd }),
  });
  return source.ok ? tlaModel(source.value) : source;
}
