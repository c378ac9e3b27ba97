/**
 * Compares our checker with recorded verdicts of TLC, over a folder of specifications.
 *
 *     npx tsx scripts/oracle/compare-tlc.ts (--folder SPECS --list VERDICTS.json | --corpus) [--only TEXT] [--engine tlc] [--max-states N]
 *         [--max-seconds N] [--verbose]
 *
 * The list has one object a check: `spec` (or `module`) and `cfg` relative to the folder, `flags`, `outcome` ("ok", "invariant:Name",
 * "property:Name", …), `distinct`, `generated`, `depth`, `initStates`, `counterexampleLength`, and `countsComparable: false` where
 * the counts depend on the order of the search. `--engine tlc` compares the TLC of TLA2TOOLS_JAR, as our engine reads it, instead of our
 * own checker. Exit 1 on any difference.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatDiagnostic } from '../../src/diagnostics/format.ts';
import { checkSpec } from '../../src/explore/check.ts';
import { type CheckReport, failedReport } from '../../src/explore/check-report.ts';
import { checkWithTlc } from '../../src/explore/tlc-engine/tlc-engine.ts';
import { corpusVerdicts, SPECS_FOLDER } from '../../src/tla/testing/corpus.ts';
import { type Difference, differencesOf, type RecordedVerdict, recordedVerdict } from './differences.ts';

interface CheckOptions {
  readonly specFile: string;
  readonly configFile?: string;
  readonly deadlock?: boolean;
  readonly maxStates?: number;
  readonly maxMilliseconds?: number;
}

const { values } = parseArgs({
  options: {
    corpus: { type: 'boolean', default: false },
    folder: { type: 'string' },
    list: { type: 'string' },
    only: { type: 'string' },
    engine: { type: 'string', default: 'tracefold' },
    'max-states': { type: 'string', default: '2000000' },
    'max-seconds': { type: 'string', default: '60' },
    verbose: { type: 'boolean', default: false },
  },
});
const folder = values.corpus ? SPECS_FOLDER : values.folder;
if (folder === undefined || (!values.corpus && values.list === undefined)) {
  process.stderr.write('usage: compare-tlc.ts (--folder SPECS --list VERDICTS.json | --corpus) [--only TEXT]\n');
  process.exit(2);
}

const check = (options: CheckOptions): CheckReport | Promise<CheckReport> =>
  values.engine === 'tlc' ? checkWithTlc(options) : checkSpec(options);

const recorded: readonly RecordedVerdict[] =
  values.list === undefined ? corpusVerdicts().map(recordedVerdict) : JSON.parse(readFileSync(values.list, 'utf8'));

interface Compared {
  readonly title: string;
  readonly seconds: number;
  readonly differences: readonly Difference[];
  readonly report: CheckReport;
}

async function compare(verdict: RecordedVerdict, folder: string): Promise<Compared> {
  const spec = verdict.spec ?? verdict.module ?? '';
  const started = process.cpuUsage();
  const report = await check({
    specFile: join(folder, spec),
    configFile: join(folder, verdict.cfg),
    // The recorded examples were all run with TLC's -deadlock, which switches the check off.
    ...(verdict.flags === undefined || verdict.flags.includes('-deadlock') ? { deadlock: false } : {}),
    maxStates: Number(values['max-states']),
    maxMilliseconds: Number(values['max-seconds']) * 1000,
  });
  const { user, system } = process.cpuUsage(started);
  const seconds = (user + system) / 1e6;
  return { title: `${spec} ${verdict.cfg}`, seconds, differences: differencesOf(verdict, report), report };
}

/** A crash of the checker is a difference like any other, and the comparison goes on. */
async function compareSafely(verdict: RecordedVerdict, inFolder: string): Promise<Compared> {
  try {
    return await compare(verdict, inFolder);
  } catch (thrown) {
    const text = String(thrown).split('\n').slice(0, 2).join(' ');
    const report = failedReport({ code: 'explore/crashed', message: text });
    const title = `${verdict.spec ?? verdict.module} ${verdict.cfg}`;
    return { title, seconds: 0, differences: differencesOf({ ...verdict, outcome: 'no crash' }, report), report };
  }
}

let agreed = 0;
let seconds = 0;
const compared: Compared[] = [];
for (const verdict of recorded) {
  if (values.only !== undefined && !`${verdict.spec ?? verdict.module} ${verdict.cfg}`.includes(values.only)) continue;
  const result = await compareSafely(verdict, folder);
  compared.push(result);
  seconds += result.seconds;
  const agrees = result.differences.length === 0;
  if (agrees) agreed++;
  if (agrees && !values.verbose) continue;
  process.stdout.write(`${agrees ? 'same' : 'DIFF'}  ${result.seconds.toFixed(3).padStart(8)} s  ${result.title}\n`);
  for (const { what, ours, theirs } of result.differences) {
    process.stdout.write(`        ${what}: ours ${ours}, TLC ${theirs}\n`);
  }
  if (!agrees && result.report.error !== null) {
    process.stdout.write(`${formatDiagnostic(result.report.error).replace(/^/gm, '        ')}\n`);
  }
}
const slowest = compared.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5);
process.stdout.write(`\n${agreed} of ${compared.length} agree; ${seconds.toFixed(2)} s in all\nslowest:\n`);
for (const { title, seconds: own } of slowest) process.stdout.write(`  ${own.toFixed(3).padStart(8)} s  ${title}\n`);
process.exitCode = agreed === compared.length ? 0 : 1;
