/**
 * Compares verdicts and counts of our checker with TLC's over random small specifications.
 *
 *     npx tsx scripts/oracle/random-specs.ts --out FOLDER [--kind liveness|safety] [--count N] [--seed N] [--jar PATH-OR-LAUNCHER]
 *
 * Writes the specifications to the folder and, with `--jar`, prints every difference; exit 1 if there is one. The same seed gives the same
 * specifications. Counterexamples without end that TLC gives in fewer states, or in more, are counted; they are no difference.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { checkSpec } from '../../src/explore/check.ts';
import type { CheckReport } from '../../src/explore/check-report.ts';
import { LIVENESS_CONFIG, livenessModule, livenessSpec } from '../../src/explore/testing/random-liveness.ts';
import { SAFETY_CONFIG, safetyModule, safetySpec } from '../../src/explore/testing/random-safety.ts';
import { checkWithTlc } from '../../src/explore/tlc-engine/tlc-engine.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    kind: { type: 'string', default: 'liveness' },
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    jar: { type: 'string' },
  },
});
const { out } = values;
if (out === undefined || (values.kind !== 'liveness' && values.kind !== 'safety')) {
  process.stderr.write(
    'usage: random-specs.ts --out FOLDER [--kind liveness|safety] [--count N] [--seed N] [--jar JAR]\n',
  );
  process.exit(2);
}

const sampling = { numRuns: Number(values.count), seed: Number(values.seed) };
const [modules, config] =
  values.kind === 'liveness'
    ? [fc.sample(livenessSpec, sampling).map((spec, i) => livenessModule(spec, `Random${i}`)), LIVENESS_CONFIG]
    : [fc.sample(safetySpec, sampling).map((spec, i) => safetyModule(spec, `Random${i}`)), SAFETY_CONFIG];

/** What must agree: where a search stops early, its counts depend on its order. */
const told = (report: CheckReport): string =>
  report.outcome === 'ok'
    ? `ok, ${report.distinctStates} distinct, ${report.generatedStates} generated`
    : `${report.outcome} ${report.name ?? ''}`;

mkdirSync(out, { recursive: true });
let differences = 0;
const lassos = { shorter: 0, same: 0, longer: 0 };
for (const [i, text] of modules.entries()) {
  const specFile = join(out, `Random${i}.tla`);
  const configFile = join(out, `Random${i}.cfg`);
  writeFileSync(specFile, text);
  writeFileSync(configFile, config);
  if (values.jar === undefined) continue;
  const request = { specFile, configFile, maxMilliseconds: 60_000 };
  const ours = checkSpec(request);
  const theirs = await checkWithTlc({
    ...request,
    jar: values.jar,
    javaOptions: ['-XX:TieredStopAtLevel=1', '-Xmx1g'],
  });
  if (told(ours) !== told(theirs)) {
    differences++;
    process.stdout.write(`DIFF  Random${i}: ours ${told(ours)}; TLC ${told(theirs)}\n`);
  } else if (ours.loopsTo !== null && theirs.loopsTo !== null) {
    const more = ours.trace.length - theirs.trace.length;
    lassos[more < 0 ? 'shorter' : more === 0 ? 'same' : 'longer']++;
    if (more > 0)
      process.stdout.write(`LONG  Random${i}: ours ${ours.trace.length} states; TLC ${theirs.trace.length}\n`);
  }
}
if (values.kind === 'liveness' && values.jar !== undefined) {
  const { shorter, same, longer } = lassos;
  process.stdout.write(`lassos beside those of TLC: ${shorter} shorter, ${same} as long, ${longer} longer\n`);
}
process.stdout.write(`${modules.length} specifications, ${differences} differences\n`);
process.exitCode = differences === 0 ? 0 : 1;
