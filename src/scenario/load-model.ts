import { failEach, ok, type Result } from '../diagnostics/diagnostic.ts';
import type { Model } from '../model/model.ts';
import type { JsonObject } from '../trace/json.ts';
import { fileHost } from './file-host.ts';
import type { ScenarioHost } from './host.ts';
import { isShipped } from './load-scenario.ts';
import { type ResolvedModel, resolveModel } from './resolve-model.ts';

/** What a model needs beside its `spec`; paths are relative to the folder of the call. */
export interface ModelFiles {
  /** TLC configuration of a TLA+ module. Default: beside the module, `.cfg`. */
  readonly config?: string;
  /** How events become steps of a TLA+ module. Default: beside the module, `.mapping.yaml`. */
  readonly mapping?: string;
  /** Constants that win over the model's own. */
  readonly constants?: JsonObject;
}

/** Where a model and its files are found. */
export interface LoadModelOptions extends ModelFiles {
  /** Folder that the paths are relative to, and that no file may lie outside of. Default: the working directory. */
  readonly root?: string;
  /** Loads a model in code; gets its absolute path. Default: the runtime's own `import`. */
  readonly importModule?: (file: string) => Promise<unknown>;
}

/**
 * A model for the matchers and {@link foldTrace}, by what `spec:` says in a scenario file: a `.tla` module, an EIO module (`.yaml`), a model
 * in code, `eio:NAME` or `monitor:NAME`.
 */
export async function loadModel(spec: string, options: LoadModelOptions = {}): Promise<Result<Model>> {
  const { root = process.cwd(), importModule } = options;
  const host = fileHost({ root, ...(importModule === undefined ? {} : { importModule }) });
  const resolved = await resolveNamedModel(spec, options, [], host);
  return resolved.ok ? ok(resolved.value.model) : resolved;
}

/** A model that no scenario file names: its errors have a place only where they stand in a file of the model. */
export async function resolveNamedModel(
  spec: string,
  files: ModelFiles,
  predicates: readonly string[],
  host: ScenarioHost,
): Promise<Result<ResolvedModel>> {
  const path = isShipped(spec) ? spec : spec.replaceAll('\\', '/');
  const beside = (ending: string) => (path.endsWith('.tla') ? path.replace(/\.tla$/, ending) : null);
  const at = { file: path, start: { line: 1, column: 1 } };
  const resolved = await resolveModel(
    {
      spec: path,
      config: files.config ?? beside('.cfg'),
      mapping: files.mapping ?? beside('.mapping.yaml'),
      constants: files.constants ?? {},
      configAt: at,
      mappingAt: at,
      constantsAt: at,
      predicates: predicates.length === 0 ? null : predicates.map((name) => ({ name, at })),
      at,
    },
    host,
  );
  if (resolved.ok) return resolved;
  return failEach(resolved.errors, (error) => {
    if (error.at !== at) return error;
    const { at: _nowhere, ...rest } = error;
    return rest;
  });
}
