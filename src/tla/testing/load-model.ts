import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import type { MachineModel } from '../../model/machine-model.ts';
import type { JsonObject } from '../../trace/json.ts';
import type { TlaState } from '../machine/tla-machine.ts';
import { tlaModel } from '../tla-model.ts';

/** A model from files, paths relative to the project; modules that it extends are looked for beside it. */
export function loadTestModel(
  spec: string,
  config: string,
  options: { readonly mapping?: string; readonly constants?: JsonObject } = {},
): MachineModel<TlaState> {
  const read = (path: string) => sourceText(basename(path), readFileSync(path, 'utf8'));
  const folder = spec.slice(0, -basename(spec).length);
  return unwrap(
    tlaModel({
      spec: read(spec),
      config: read(config),
      mapping: options.mapping === undefined ? null : read(options.mapping),
      ...(options.constants === undefined ? {} : { constants: options.constants }),
      modules: {
        read: (name) => {
          const path = join(folder, `${name}.tla`);
          return existsSync(path) ? read(path) : undefined;
        },
      },
    }),
  );
}
