import { existsSync, readFileSync } from 'node:fs';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import type { MachineModel } from '../../model/machine-model.ts';
import type { TlaMachine, TlaState } from '../../tla/machine/tla-machine.ts';
import { tlaModel } from '../../tla/tla-model.ts';
import type { JsonObject } from '../../trace/json.ts';

const NO_MODULES = { read: () => undefined };

/** A TLA+ module from its body and its configuration. */
export function smallModel(body: string, config: string): MachineModel<TlaState> {
  const spec = sourceText('Small.tla', `---- MODULE Small ----\n${body}\n====`);
  return unwrap(tlaModel({ spec, config: sourceText('Small.cfg', config), mapping: null, modules: NO_MODULES }));
}

const SEED = '../shared/seeds/NodesPipelineHarness.tla';
/** Whether the harness that the shipped module follows can be read. */
export const HAS_SEED = existsSync(SEED);

/** The harness module under the shipped configuration with one tool: 301 states, as TLC counts them. */
export function harness(constants: JsonObject = {}): TlaMachine {
  const only = ['nodes.run'];
  const model = unwrap(
    tlaModel({
      spec: sourceText('Harness.tla', readFileSync(HAS_SEED ? SEED : 'scenarios/models/NodesPipeline.tla', 'utf8')),
      config: sourceText('Harness.cfg', readFileSync('scenarios/models/NodesPipeline.cfg', 'utf8')),
      mapping: null,
      constants: { Tools: only, PolicyAllowShared: only, PolicyAllowMain: only, ...constants },
      modules: NO_MODULES,
    }),
  );
  return model.machine as TlaMachine;
}
