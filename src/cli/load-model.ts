import { parse as parseYamlValue } from 'yaml';
import { fail, type Result } from '../diagnostics/diagnostic.ts';
import { fileHost } from '../scenario/file-host.ts';
import { isShipped } from '../scenario/load-scenario.ts';
import { type ResolvedModel, resolveModel } from '../scenario/resolve-model.ts';
import type { Json, JsonObject } from '../trace/json.ts';
import { type CommandContext, type Options, text, texts, type Values } from './command.ts';

/** Options of every command that takes a model. */
export const MODEL_OPTIONS: Options = {
  model: { type: 'string' },
  config: { type: 'string' },
  mapping: { type: 'string' },
  constant: { type: 'string', multiple: true },
  predicate: { type: 'string', multiple: true },
};

export const MODEL_HELP = {
  '--model SPEC': 'a .tla module, an EIO module (.yaml), a model in code, eio:NAME or monitor:NAME',
  '--config FILE': 'TLC configuration; default: beside the module',
  '--mapping FILE': 'how events become steps; default: beside the module',
  '--constant NAME=VALUE': 'a constant, as YAML; may be given several times',
  '--predicate NAME': 'judge only this predicate; may be given several times; default: all',
};

/** The model that a command line names. */
export async function loadModel(spec: string, values: Values, context: CommandContext): Promise<Result<ResolvedModel>> {
  const constants = readConstants(texts(values, 'constant'));
  if (!constants.ok) return constants;
  const predicates = texts(values, 'predicate');
  const tla = spec.endsWith('.tla');
  const at = { file: spec, start: { line: 1, column: 1 } };
  return resolveModel(
    {
      spec: isShipped(spec) ? spec : spec.replaceAll('\\', '/'),
      config: text(values, 'config') ?? (tla ? spec.replace(/\.tla$/, '.cfg') : null),
      mapping: text(values, 'mapping') ?? (tla ? spec.replace(/\.tla$/, '.mapping.yaml') : null),
      constants: constants.value,
      constantsAt: at,
      predicates: predicates.length === 0 ? null : predicates.map((name) => ({ name, at })),
      at,
    },
    fileHost({ root: context.cwd }),
  );
}

/** `NAME=VALUE` pairs; a value is YAML, so `{a: 1}`, `[x, y]`, `true` and `3` mean what they look like. */
export function readConstants(pairs: readonly string[]): Result<JsonObject> {
  const constants: [string, Json][] = [];
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals <= 0) {
      return fail({ code: 'cli/constant', message: `"${pair}" is no constant`, expected: 'NAME=VALUE' });
    }
    try {
      constants.push([pair.slice(0, equals), parseYamlValue(pair.slice(equals + 1)) as Json]);
    } catch {
      return fail({ code: 'cli/constant', message: `the value of "${pair.slice(0, equals)}" is no YAML` });
    }
  }
  return { ok: true, value: Object.fromEntries(constants) };
}
