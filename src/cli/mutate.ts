import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import type { GuardReport } from '../evidence/guards/guard-report.ts';
import type { MatrixOptions, MutationMatrix } from '../explore/mutation/matrix.ts';
import { renderMatrix, renderMatrixTable } from '../explore/mutation/render-matrix.ts';
import { isMachineModel } from '../model/machine-model.ts';
import type { Model } from '../model/model.ts';
import { fileHost } from '../scenario/file-host.ts';
import { coverageOf } from '../scenario/mutation/coverage-of.ts';
import { loadTrios } from '../scenario/mutation/load-trios.ts';
import { readMutationFile } from '../scenario/mutation/mutation-file.ts';
import { mutationMatrix } from '../scenario/mutation/mutation-matrix.ts';
import type { Trio } from '../scenario/trio.ts';
import { type Command, type CommandContext, text, texts, type Values } from './command.ts';
import { jsonLine } from './json-line.ts';
import { loadModel, MODEL_HELP, MODEL_OPTIONS } from './load-model.ts';
import { writePage } from './write-page.ts';

const { model: _model, ...options } = MODEL_OPTIONS;
const { '--model SPEC': _spec, ...help } = MODEL_HELP;

/** `tracefold mutate`: which guards could be taken out without a trio going red (issue 7, item 2). */
export const mutate: Command = {
  name: 'mutate',
  summary: 'changes every guard part of a model in turn, and tells which changes no trio notices',
  usage:
    'mutate MODEL [--scenarios GLOB] [--threshold PERCENT] [--guard PATH] [--mutation FILE] [--html FILE] [--all | --table | --json]',
  options: {
    ...options,
    scenarios: { type: 'string', multiple: true },
    threshold: { type: 'string' },
    guard: { type: 'string', multiple: true },
    mutation: { type: 'string' },
    html: { type: 'string' },
    all: { type: 'boolean' },
    table: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  help: {
    ...help,
    '--scenarios GLOB': 'trios that judge; without any, the model is only explored',
    '--threshold PERCENT': 'fail below this guard score; default 100 with --scenarios, else 0',
    '--guard PATH': 'only this guard and what stands below it; may be given several times',
    '--mutation FILE': 'values to try, limits and waivers; default: beside the module, ending in .mutation.yaml',
    '--html FILE': 'also a page, of one file',
    '--all': 'also the killed and the equivalent',
    '--table': 'every mutant as a Markdown table',
    '--json': 'one JSON object',
  },
  run: async (positionals, values, context) => {
    const [spec, second] = positionals;
    if (spec === undefined || second !== undefined) {
      context.err('tracefold mutate: needs one model');
      return 2;
    }
    const globs = texts(values, 'scenarios');
    const threshold = text(values, 'threshold') ?? (globs.length > 0 ? '100' : '0');
    if (!/^\d+(\.\d+)?$/.test(threshold) || Number(threshold) > 100) {
      context.err('tracefold mutate: --threshold takes a percentage from 0 to 100');
      return 2;
    }
    const model = await loadModel(spec, { ...values, constant: [...texts(values, 'constant')] }, context);
    const trios = globs.length === 0 ? ok([]) : loadTrios(context.cwd, globs);
    const settings = mutationSettings(spec, values, context);
    for (const result of [model, trios, settings]) {
      if (result.ok) continue;
      context.err(result.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    if (!model.ok || !trios.ok || !settings.ok) return 2;
    const host = fileHost({ root: context.cwd });
    const guards = texts(values, 'guard');
    const made = await mutationMatrix(model.value.model, trios.value, host, { ...settings.value, guards });
    if (!made.ok) {
      context.err(made.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    const matrix = made.value;
    const wanted = Number(threshold) / 100;
    const html = text(values, 'html');
    if (html !== undefined) {
      const report = await guardReport(matrix, model.value.model, trios.value, wanted, settings.value, context);
      if (!writePage(html, report, context)) return 2;
    }
    if (values.json === true) context.out(jsonLine(matrix));
    else if (values.table === true) context.out(renderMatrixTable(matrix));
    else context.out(renderMatrix(matrix, { all: values.all === true }));
    if (matrix.problems.length > 0) return 1;
    return wanted === 0 || (matrix.score !== null && matrix.score >= wanted) ? 0 : 1;
  },
};

/** The matrix with what the trios cover beside it, where there are trios and a state machine. */
async function guardReport(
  matrix: MutationMatrix,
  model: Model,
  trios: readonly Trio[],
  threshold: number,
  settings: MatrixOptions,
  context: CommandContext,
): Promise<GuardReport> {
  const host = fileHost({ root: context.cwd });
  const covered = isMachineModel(model) && trios.length > 0 ? await coverageOf(model, trios, host, settings) : null;
  return { model: matrix.model, matrix, coverage: covered?.ok === true ? covered.value : null, threshold };
}

/** What stands in the mutation file of a model: the one that is named, or the one beside the module, if there is any. */
export function mutationSettings(spec: string, values: Values, context: CommandContext): Result<MatrixOptions> {
  const named = text(values, 'mutation');
  const file = named ?? spec.replace(/\.tla$/, '.mutation.yaml');
  const path = resolve(context.cwd, file);
  if (named === undefined && (file === spec || !existsSync(path))) return ok({});
  if (!existsSync(path)) return fail({ code: 'cli/missing-file', message: `there is no file "${file}"` });
  return readMutationFile(sourceText(file, readFileSync(path, 'utf8')));
}
