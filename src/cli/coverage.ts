import { formatDiagnostic } from '../diagnostics/format.ts';
import { printable } from '../diagnostics/printable.ts';
import { renderCoverage } from '../explore/coverage/render-coverage.ts';
import { isMachineModel, type MachineModel } from '../model/machine-model.ts';
import { fileHost } from '../scenario/file-host.ts';
import { coverageOf } from '../scenario/mutation/coverage-of.ts';
import { loadTrios } from '../scenario/mutation/load-trios.ts';
import { type Command, text, texts } from './command.ts';
import { jsonLine } from './json-line.ts';
import { loadModel, MODEL_HELP, MODEL_OPTIONS } from './load-model.ts';
import { mutationSettings } from './mutate.ts';
import { writePage } from './write-page.ts';

const { model: _model, ...options } = MODEL_OPTIONS;
const { '--model SPEC': _spec, ...help } = MODEL_HELP;

/** `tracefold coverage`: what of a model the trios exercise (issue 7, item 3). */
export const coverage: Command = {
  name: 'coverage',
  summary: 'tells which actions, guard parts, invariants and event kinds of a model the trios exercise',
  usage: 'coverage MODEL --scenarios GLOB [--mutation FILE] [--html FILE] [--json]',
  options: {
    ...options,
    scenarios: { type: 'string', multiple: true },
    mutation: { type: 'string' },
    html: { type: 'string' },
    json: { type: 'boolean' },
  },
  help: {
    ...help,
    '--scenarios GLOB': 'the trios; may be given several times',
    '--mutation FILE': 'values to try and limits; default: beside the module, ending in .mutation.yaml',
    '--html FILE': 'also a page, of one file',
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
    if (!isMachineModel(subject)) {
      context.err(`tracefold coverage: ${printable(spec)} is no state machine, so it has no steps to cover`);
      return 2;
    }
    const host = fileHost({ root: context.cwd });
    const made = await coverageOf(subject as MachineModel, trios.value, host, settings.value);
    if (!made.ok) {
      context.err(made.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    const { events } = made.value;
    const report = { model: subject.name, matrix: null, coverage: made.value, threshold: null };
    const html = text(values, 'html');
    if (html !== undefined && !writePage(html, report, context)) return 2;
    if (values.json === true) context.out(jsonLine(made.value));
    else {
      context.out(renderCoverage(made.value));
      if (events.length > 0) context.out('\nEvent kinds of the mapping:');
      for (const { kind, count } of events) context.out(`  ${kind}: ${count}${count === 0 ? ' (never)' : ''}`);
    }
    return 0;
  },
};
