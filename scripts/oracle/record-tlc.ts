/**
 * Records TLC's verdict on every specification of the corpus.
 *
 *     npx tsx scripts/oracle/record-tlc.ts --jar PATH-OR-LAUNCHER --release NAME [--only TEXT] [--missing] [--out FILE] [--jobs N]
 *
 * Records the rows that have no verdict yet and those that the same release gave before; `--missing` only the former, `--only` those whose
 * configuration's name contains the text, whichever release gave them. Where two releases disagree, the later one's row stands in the
 * table (2.19 has no ALIAS and no Unicode), so a full record is one run for each release.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { CheckReport } from '../../src/explore/check-report.ts';
import { checkWithTlc } from '../../src/explore/tlc-engine/tlc-engine.ts';
import { type CorpusCase, type CorpusVerdict, corpusCases, VERDICTS_FILE } from '../../src/tla/testing/corpus.ts';

const { values } = parseArgs({
  options: {
    jar: { type: 'string' },
    release: { type: 'string' },
    only: { type: 'string' },
    missing: { type: 'boolean', default: false },
    out: { type: 'string', default: VERDICTS_FILE },
    jobs: { type: 'string', default: '1' },
  },
});

if (values.release === undefined) {
  process.stderr.write('--release is the name that the rows give to this TLC, as in 2.19\n');
  process.exit(2);
}
const { release } = values;

/**
 * The coverage, or null where TLC's is not what the search did: checking properties evaluates actions again, actions that one INSTANCE
 * brings are told as one, and an action without a name is told as "Action".
 */
function wholeCoverage({ coverage, initialStates, generatedStates }: CheckReport): CorpusVerdict['coverage'] {
  const sum = Object.values(coverage).reduce((total, count) => total + count, initialStates);
  return sum === generatedStates && !Object.hasOwn(coverage, 'Action') ? coverage : null;
}

function verdictOf({ spec, config, deadlock }: CorpusCase, report: CheckReport): CorpusVerdict {
  const counted = report.outcome === 'ok';
  const traced = report.outcome === 'invariant' || report.outcome === 'property' || report.outcome === 'deadlock';
  return {
    spec,
    config,
    deadlock,
    tlc: release,
    outcome: report.outcome,
    name: report.name,
    initialStates: counted ? report.initialStates : null,
    distinctStates: counted ? report.distinctStates : null,
    generatedStates: counted ? report.generatedStates : null,
    depth: counted ? report.depth : null,
    coverage: counted ? wholeCoverage(report) : null,
    counterexampleLength: traced && report.trace.length > 0 ? report.trace.length : null,
    loopsTo: traced ? report.loopsTo : null,
    trace: traced ? report.trace : [],
    errorKind: report.error === null ? null : report.error.code.replace('explore/tlc-', ''),
    errorLine: report.error?.at?.start.line ?? null,
  };
}

const previous: readonly CorpusVerdict[] = existsSync(values.out) ? JSON.parse(readFileSync(values.out, 'utf8')) : [];

function isWanted(kept: CorpusVerdict): boolean {
  if (values.missing) return false;
  return values.only === undefined ? kept.tlc === release : kept.config.includes(values.only);
}

async function rowOf(corpusCase: CorpusCase): Promise<CorpusVerdict | undefined> {
  const kept = previous.find(({ config }) => config === corpusCase.config);
  if (kept !== undefined && !isWanted(kept)) return kept;
  const report = await checkWithTlc({
    specFile: corpusCase.specFile,
    configFile: corpusCase.configFile,
    ...(values.jar === undefined ? {} : { jar: values.jar }),
    ...(corpusCase.deadlock ? {} : { deadlock: false }),
    javaOptions: ['-XX:TieredStopAtLevel=1', '-Xmx1g'],
    maxMilliseconds: 60_000,
  });
  const row = verdictOf(corpusCase, report);
  const told = report.error?.message.slice(0, 120) ?? row.distinctStates ?? row.counterexampleLength ?? '';
  process.stdout.write(`${row.config.padEnd(48)} ${row.outcome} ${row.name ?? ''} ${told}\n`);
  return row;
}

const cases = corpusCases();
const rows = new Array<CorpusVerdict | undefined>(cases.length);
let next = 0;
async function lane(): Promise<void> {
  while (next < cases.length) {
    const index = next++;
    rows[index] = await rowOf(cases[index]!);
  }
}
await Promise.all(Array.from({ length: Number(values.jobs) }, lane));
// One row a line: a change in one verdict is a change of one line.
const lines = rows.filter((row) => row !== undefined).map((row) => JSON.stringify(row));
writeFileSync(values.out, `[\n${lines.join(',\n')}\n]\n`);
