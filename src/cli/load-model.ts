import type { Result } from '../diagnostics/diagnostic.ts';
import { fileHost } from '../scenario/file-host.ts';
import { resolveNamedModel } from '../scenario/load-model.ts';
import type { ResolvedModel } from '../scenario/resolve-model.ts';
import { type CommandContext, type Options, text, texts, type Values } from './command.ts';
import { readConstants } from './read-constants.ts';

/** Options of every command that takes a model. */
export const MODEL_OPTIONS: Options = {
  model: { type: 'string' },
  config: { type: 'string' },
  mapping: { type: 'string' },
  constant: { type: 'string', multiple: true },
};

export const MODEL_HELP = {
  '--model SPEC': 'a .tla module, an EIO module (.yaml), a model in code, eio:NAME or monitor:NAME',
  '--config FILE': 'TLC configuration; default: beside the module',
  '--mapping FILE': 'how events become steps; default: beside the module',
  '--constant NAME=VALUE': 'a constant, as YAML; may be given several times',
};

/** The model that a command line names. */
export async function loadModel(spec: string, values: Values, context: CommandContext): Promise<Result<ResolvedModel>> {
  const constants = readConstants(texts(values, 'constant'));
  if (!constants.ok) return constants;
  const [config, mapping] = [text(values, 'config'), text(values, 'mapping')];
  const files = {
    ...(config === undefined ? {} : { config }),
    ...(mapping === undefined ? {} : { mapping }),
    constants: constants.value,
  };
  return resolveNamedModel(spec, files, texts(values, 'predicate'), fileHost({ root: context.cwd }));
}
