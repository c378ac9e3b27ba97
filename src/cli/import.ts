import { basename, join, resolve } from 'node:path';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { printable } from '../diagnostics/printable.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import type { ImportReport, Tally } from '../importers/import-report.ts';
import { type ImportedTrace, TRACE_FORMATS, type TraceFormat } from '../importers/importer.ts';
import { fileHost } from '../scenario/file-host.ts';
import { loadScenarioFile } from '../scenario/load-scenario.ts';
import { runTrio } from '../scenario/run-trio.ts';
import { writeTrace } from '../trace/write-trace.ts';
import { type Command, type CommandContext, type ExitCode, text } from './command.ts';
import { nameOf, readRecording } from './read-recording.ts';
import { trioOf } from './trio-from-trace.ts';
import { writeFile } from './write-file.ts';

/** `tracefold import`: a recording in the normal form, an account of what became of it, or a first trio (issue 5, items 2 and 5). */
export const importCommand: Command = {
  name: 'import',
  summary: 'turns a recording into the normal form, or into a first trio',
  usage: 'import FILE|- [--format FORMAT] [--run N] [--report] [--as-trio] [--out DIR]',
  options: {
    format: { type: 'string' },
    run: { type: 'string' },
    report: { type: 'boolean' },
    'as-trio': { type: 'boolean' },
    out: { type: 'string' },
  },
  help: {
    '--format FORMAT': 'format of the recording; default: detected',
    '--run N': 'only this run of a recording that holds several, from 0',
    '--report': 'what became of every record, instead of the trace',
    '--as-trio': 'a scenario file, with the trace normalised and redacted beside it',
    '--out DIR': 'where files go; default: the trace to standard output, a trio to the working directory',
  },
  run: async ([file, second], values, context) => {
    const format = text(values, 'format');
    if (file === undefined || second !== undefined) {
      context.err('tracefold import: needs one recording');
      return 2;
    }
    if (format !== undefined && !(TRACE_FORMATS as readonly string[]).includes(format)) {
      const hint = nearestHint(format, TRACE_FORMATS);
      context.err(`tracefold import: unknown format "${printable(format)}"${hint === undefined ? '' : `; ${hint}`}`);
      return 2;
    }
    const name = nameOf(context, file);
    const imported = await readRecording(context, file, format === undefined ? {} : { format: format as TraceFormat });
    if (!imported.ok) {
      context.err(imported.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    const run = text(values, 'run');
    if (run !== undefined && !(/^\d{1,9}$/.test(run) && Number(run) < imported.value.length)) {
      const last = imported.value.length - 1;
      context.err(`tracefold import: --run takes a number from 0 to ${last}; found "${printable(run)}"`);
      return 2;
    }
    const runs = run === undefined ? imported.value : [imported.value[Number(run)]!];
    const out = text(values, 'out');
    const stem = (file === '-' ? 'recording' : basename(name)).replace(/(\.(json|jsonl|ndjson|log|gz))+$/, '');
    if (values.report === true) return report(runs, context);
    if (values['as-trio'] === true) return asTrio(runs, stem, out ?? '.', context);
    return normalForm(runs, stem, out, context);
  },
};

/** Puts a file into a folder, and says so; false if it cannot be written. */
function put(context: CommandContext, out: string, name: string, content: string): boolean {
  const file = join(out, name);
  const written = writeFile(context, file, content);
  if (written) context.err(`wrote ${printable(file.replaceAll('\\', '/'))}`);
  return written;
}

function normalForm(
  runs: readonly ImportedTrace[],
  stem: string,
  out: string | undefined,
  context: CommandContext,
): ExitCode {
  if (out === undefined && runs.length > 1) {
    context.err(
      `tracefold import: the file holds ${runs.length} runs; say with --out where they go, or choose one: ${runNames(runs)}`,
    );
    return 2;
  }
  for (const [index, { trace }] of runs.entries()) {
    const written = writeTrace(trace);
    if (!written.ok) {
      context.err(written.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    if (out === undefined) {
      context.out(written.value.trimEnd());
      continue;
    }
    const file = runs.length === 1 ? `${stem}.trace.jsonl` : `${stem}.${index}.trace.jsonl`;
    if (!put(context, out, file, written.value)) return 2;
  }
  return 0;
}

const MAX_NAMED = 5;

/** How to choose one of several runs. */
function runNames(runs: readonly ImportedTrace[]): string {
  const named = runs.slice(0, MAX_NAMED).map(({ name }, index) => `--run ${index} (${printable(name ?? 'unnamed')})`);
  return `${named.join(', ')}${runs.length > MAX_NAMED ? ', …' : ''}`;
}

/** Accounts for every record; 2 if some were lost. */
function report(runs: readonly ImportedTrace[], context: CommandContext): ExitCode {
  for (const [index, { format, name, report, trace }] of runs.entries()) {
    if (index > 0) context.out('');
    const title = name === undefined ? '' : ` ${printable(name)}`;
    context.out(`run ${index}${title}: ${format}`);
    for (const line of reportLines(report)) context.out(`  ${line}`);
    context.out(`  observes: ${trace.header.observes.join(', ')}`);
  }
  return runs.some((run) => run.report.dropped.length > 0) ? 2 : 0;
}

function reportLines(report: ImportReport): string[] {
  const { unit, records, imported, skipped, dropped, inferred, warnings, events } = report;
  const lost = (tallies: readonly Tally[]) => tallies.reduce((sum, { count }) => sum + count, 0);
  return [
    `${records} ${unit}s: ${imported} imported, ${lost(skipped)} skipped, ${lost(dropped)} lost`,
    ...tallyLines('skipped', skipped),
    ...tallyLines('lost', dropped),
    `events: ${events.map(({ kind, count }) => `${count} ${kind}`).join(', ')}`,
    ...tallyLines('inferred', inferred),
    ...warnings.map((warning) => `warning: ${printable(warning.message)} [${warning.code}]`),
  ];
}

const tallyLines = (what: string, tallies: readonly Tally[]): string[] =>
  tallies.map(
    ({ rule, why, count, first }) =>
      `${what} ${count} by ${rule}: ${why}; first at ${first === '' ? 'the top' : printable(first)}`,
  );

async function asTrio(
  runs: readonly ImportedTrace[],
  stem: string,
  out: string,
  context: CommandContext,
): Promise<ExitCode> {
  const [run, second] = runs;
  if (run === undefined || second !== undefined) {
    context.err(`tracefold import: the file holds ${runs.length} runs; a trio needs one: ${runNames(runs)}`);
    return 2;
  }
  const safe = stem.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '') || 'recording';
  const trio = trioOf(run.trace, safe);
  if (!trio.ok) {
    context.err(trio.errors.map(formatDiagnostic).join('\n\n'));
    return 2;
  }
  for (const [name, content] of trio.value.files) if (!put(context, out, name, content)) return 2;
  for (const line of trio.value.decided) context.out(`decided for you: ${line}`);
  for (const line of trio.value.open) context.out(`to be decided: ${line}`);
  if (trio.value.open.length > 0) return 2;
  const [scenario, content] = trio.value.files[0]!;
  const loaded = loadScenarioFile(sourceText(scenario, content));
  if (!loaded.ok) {
    context.err(loaded.errors.map(formatDiagnostic).join('\n\n'));
    return 2;
  }
  const result = await runTrio(loaded.value.trios[0]!, fileHost({ root: resolve(context.cwd, out) }));
  if (!result.ok) {
    context.err(result.errors.map(formatDiagnostic).join('\n\n'));
    return 2;
  }
  const { outcome } = result.value;
  context.out(outcome === 'proved' ? 'the trio passes' : `the trio does not pass yet: ${outcome}`);
  return outcome === 'proved' ? 0 : outcome === 'failed' ? 1 : 2;
}
