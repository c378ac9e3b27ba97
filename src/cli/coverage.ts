import { formatDiagnostic } from '../diagnostics/format.ts';
import { printable } from '../diagnostics/printable.ts';
import { corpusCoverage } from '../explore/coverage/corpus-coverage.ts';
import { renderCoverage } from '../explore/coverage/render-coverage.ts';
import type { MachineModel } from '../model/machine-model.ts';
import { fileHost } from '../scenario/file-host.ts';
import { corpusOf } from '../scenario/mutation/corpus-runs.ts';
import { loadTrios } from '../scenario/mutation/load-trios.ts';
import { type Command, texts } from './command.ts';
import { loadModel, MODEL_HELP, MODEL_OPTIONS } from './load-model.ts';
import { mutationSettings } from './mutate.ts';

const { model: _model, ...options } = MODEL_OPTIONS;
const { '--model SPEC': _spec, ...help } = MODEL_HELP;

/** `tracefold coverage`: what of a model the trios exercise (issue 7, item 3). */
export const coverage: Command = {
  name: 'coverage',
  summary: 'tells which actions, guard parts, invariants and event kinds of a model the trios exercise',
  usage: 'coverage MODEL --scenarios GLOB [--mutation FILE] [--json]',
  options: {
    ...options,
    scenarios: { type: 'string', multiple: true },
    mutation: { type: 'string' },
    json: { type: 'boolean' },
  },
  help: {
    ...help,
    '--scenarios GLOB': 'the trios; may be given several times',
    '--mutation FILE': 'values to try and limits; default: beside the module, ending in .mutation.yaml',
    '--json': 'one JSON object',
  },
  run: async (positionals, values, context) => {
    const [spec, second] = positionals;
    const globs = texts(values, 'scenarios');
    if (spec === undefined || second !== undefined || globs.length === 0) {
      context.err('tracefold coverage: needs one model, and --scenarios');
      return 2;
    }
    const model = await loadModel(spec, { ...values, constant: [...texts(values, 'constant')] }, context);
    const trios = loadTrios(context.cwd, globs);
    const settings = mutationSettings(spec, values, context);
    for (const result of [model, trios, settings]) {
      if (result.ok) continue;
      context.err(result.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    if (!model.ok || !trios.ok || !settings.ok) return 2;
    const subject = model.value.model;
    if (!('machine' in subject)) {
      context.err(`tracefold coverage: ${printable(spec)} is no state machine, so it has no steps to cover`);
      return 2;
    }
    const corpus = await corpusOf(subject, trios.value, fileHost({ root: context.cwd }));
    const made = corpus.ok
      ? corpusCoverage((subject as MachineModel).machine, corpus.value.runs, settings.value)
      : corpus;
    if (!made.ok || !corpus.ok) {
      if (!made.ok) context.err(made.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    const events = [...corpus.value.events].map(([kind, count]) => ({ kind, count }));
    if (values.json === true) context.out(JSON.stringify({ ...made.value, events }));
    else {
      context.out(renderCoverage(made.value));
      if (events.length > 0) context.out('\nEvent kinds of the mapping:');
      for (const { kind, count } of events) context.out(`  ${kind}: ${count}${count === 0 ? ' (never)' : ''}`);
    }
    return 0;
  },
};
