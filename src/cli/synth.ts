import { existsSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { counted } from '../diagnostics/counted.ts';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { printable } from '../diagnostics/printable.ts';
import { type Synthesis, synthesize } from '../explore/synthesis/synthesize.ts';
import { isMachineModel, type MachineModel } from '../model/machine-model.ts';
import { isShipped } from '../scenario/load-scenario.ts';
import { type ModelNaming, renderTrioYaml, slug } from '../scenario/synthesis/render-trio-yaml.ts';
import { type Command, text, texts } from './command.ts';
import { loadModel, MODEL_HELP, MODEL_OPTIONS } from './load-model.ts';
import { mutationSettings } from './mutate.ts';
import { readConstants } from './read-constants.ts';
import { writeFile } from './write-file.ts';

const { model: _model, ...options } = MODEL_OPTIONS;
const { '--model SPEC': _spec, ...help } = MODEL_HELP;

/** `tracefold synth`: trios for the guards of a model, found by exploring it (issue 7, item 4). */
export const synth: Command = {
  name: 'synth',
  summary: 'finds, for each guard of a model, the shortest attack that it stops, and writes it as a trio',
  usage: 'synth MODEL [--guard PATH] [--goal EXPR] [--out DIR] [--mutation FILE]',
  options: {
    ...options,
    guard: { type: 'string', multiple: true },
    goal: { type: 'string' },
    out: { type: 'string' },
    mutation: { type: 'string' },
  },
  help: {
    ...help,
    '--guard PATH': 'only this guard and what stands below it; may be given several times',
    '--goal EXPR': 'what the control achieves; default: what the attack gains at its last step',
    '--out DIR': 'write one scenario file a guard there; files that exist are left alone. Default: print',
    '--mutation FILE': 'values to try and limits; default: beside the module, ending in .mutation.yaml',
  },
  run: async (positionals, values, context) => {
    const [spec, second] = positionals;
    if (spec === undefined || second !== undefined) {
      context.err('tracefold synth: needs one model');
      return 2;
    }
    const constants = readConstants(texts(values, 'constant'));
    const model = await loadModel(spec, { ...values, constant: [...texts(values, 'constant')] }, context);
    const settings = mutationSettings(spec, values, context);
    for (const result of [constants, model, settings]) {
      if (result.ok) continue;
      context.err(result.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    if (!constants.ok || !model.ok || !settings.ok) return 2;
    if (!isMachineModel(model.value.model)) {
      context.err(`tracefold synth: ${printable(spec)} is no state machine, so there is nothing to explore`);
      return 2;
    }
    const goal = text(values, 'goal');
    const { values: tried, maxStates, maxDepth } = settings.value;
    const made = synthesize(model.value.model as MachineModel, {
      guards: texts(values, 'guard'),
      ...(goal === undefined ? {} : { goal }),
      ...(tried === undefined ? {} : { values: tried }),
      ...(maxStates === undefined ? {} : { maxStates }),
      ...(maxDepth === undefined ? {} : { maxDepth }),
    });
    if (!made.ok) {
      context.err(made.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    const out = text(values, 'out');
    const config = text(values, 'config');
    const from = (file: string): string =>
      posix.relative((out ?? '.').replaceAll('\\', '/'), file.replaceAll('\\', '/'));
    const naming: ModelNaming = {
      spec: isShipped(spec) ? spec : from(spec),
      ...(config === undefined ? {} : { config: from(config) }),
      constants: constants.value,
      group: slug(model.value.model.name),
    };
    const documents: string[] = [];
    for (const one of made.value) {
      if (one.kind === 'no-attack') {
        context.err(`${printable(one.guard.path)}: ${why(one)}`);
        continue;
      }
      if (one.kind === 'no-control') {
        context.err(`${printable(one.guard.path)}: ${formatDiagnostic(one.error)}`);
        continue;
      }
      const yaml = renderTrioYaml(one.trio, naming);
      if (out === undefined) {
        documents.push(yaml);
        continue;
      }
      const file = join(out, `${slug(one.trio.guard.path)}.scenario.yaml`);
      const path = resolve(context.cwd, file);
      if (existsSync(path)) context.err(`${printable(file)} exists and is left alone`);
      else if (!writeFile(context, file, yaml)) return 2;
      else context.out(printable(file));
    }
    if (documents.length > 0) context.out(documents.join('---\n').trimEnd());
    return made.value.some(({ kind }) => kind === 'trio') ? 0 : 1;
  },
};

const MAKES_NO_DIFFERENCE = {
  constant: 'constant in this configuration, so there is no attack that it stops',
  unreachable: 'never asked in this configuration, so there is no attack that it stops',
  masked: 'another guard refuses the same steps, so there is no attack that it alone stops',
};

/** Why there is no attack on a guard. */
function why({ reach }: Extract<Synthesis, { kind: 'no-attack' }>): string {
  switch (reach.kind) {
    case 'same':
      return MAKES_NO_DIFFERENCE[reach.why];
    case 'blind':
      return 'no invariant minds when it is gone';
    case 'limit':
      return `no attack in ${counted(reach.states, 'state')}, where the search was given up`;
    case 'error':
      return `without it the model cannot be evaluated: ${printable(reach.error.message)}`;
  }
}
