import { formatDiagnostic, formatSpan } from '../diagnostics/format.ts';
import { printable } from '../diagnostics/printable.ts';
import { type Command, texts } from './command.ts';
import { jsonLine } from './json-line.ts';
import { loadModel, MODEL_HELP, MODEL_OPTIONS } from './load-model.ts';

const { model: _model, ...options } = MODEL_OPTIONS;
const { '--model SPEC': _spec, ...help } = MODEL_HELP;

/** `tracefold guards`: every guard part of a model, by the path that `weaken:` takes (issue 7, item 1). */
export const guards: Command = {
  name: 'guards',
  summary: 'lists the guards of a model, by the paths that "weaken:" takes',
  usage: 'guards MODEL [--json]',
  options: { ...options, json: { type: 'boolean' } },
  help: { ...help, '--json': 'a JSON array' },
  run: async (positionals, values, context) => {
    const [spec, second] = positionals;
    if (spec === undefined || second !== undefined) {
      context.err('tracefold guards: needs one model');
      return 2;
    }
    const model = await loadModel(spec, { ...values, constant: [...texts(values, 'constant')] }, context);
    if (!model.ok) {
      context.err(model.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    const list = model.value.model.guards();
    if (values.json === true) context.out(jsonLine(list));
    else {
      const width = Math.max(0, ...list.map(({ path }) => path.length));
      for (const { path, kind, text, at } of list) {
        const where = at === undefined ? '' : `  ${formatSpan(at)}`;
        context.out(`${path.padEnd(width)}  ${kind.padEnd(10)}  ${printable(text)}${where}`);
      }
    }
    return 0;
  },
};
