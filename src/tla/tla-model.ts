import { ok, type Result } from '../diagnostics/diagnostic.ts';
import type { SourceText } from '../diagnostics/source-text.ts';
import { type MachineModel, machineModel } from '../model/machine-model.ts';
import type { ModelText } from '../model/model-text.ts';
import { parseMapping } from '../model/yaml-mapping.ts';
import type { JsonObject } from '../trace/json.ts';
import { parseConfiguration } from './config/parse-configuration.ts';
import { type TlaState, tlaMachine } from './machine/tla-machine.ts';
import { loadSpec, type ModuleReader } from './modules/load-spec.ts';
import { createModel } from './semantics/model.ts';

/** The texts that make a TLA+ model. */
export interface TlaModelSource {
  readonly spec: SourceText;
  /** TLC configuration: what the constants are, where a behaviour starts, and which invariants it must keep. */
  readonly config: SourceText;
  /** How events become steps; null if only steps are folded. */
  readonly mapping: SourceText | null;
  /** Constants that win over those of the configuration. */
  readonly constants?: JsonObject;
  /** Modules that the specification extends or instantiates. */
  readonly modules: ModuleReader;
}

/** A TLA+ module with its TLC configuration as a model that judges traces and steps (design section 4). */
export function tlaModel(source: TlaModelSource): Result<MachineModel<TlaState>> {
  const texts: ModelText[] = [source.spec, source.config];
  const read = (name: string): SourceText | undefined => {
    const module = source.modules.read(name);
    if (module !== undefined) texts.push(module);
    return module;
  };
  const loaded = loadSpec(source.spec, { ...source.modules, read });
  if (!loaded.ok) return loaded;
  const configuration = parseConfiguration(source.config);
  if (!configuration.ok) return configuration;
  const model = createModel(
    loaded.value,
    configuration.value,
    source.constants === undefined ? {} : { constants: source.constants },
  );
  if (!model.ok) return model;
  const machine = tlaMachine(model.value);
  if (!machine.ok) return machine;
  if (source.mapping === null) return ok(machineModel(machine.value, null, texts));
  const mapping = parseMapping(source.mapping, machine.value);
  return mapping.ok ? ok(machineModel(machine.value, mapping.value, texts)) : mapping;
}
