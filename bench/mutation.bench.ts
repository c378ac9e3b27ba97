// Processor time of the mutation matrix, of synthesis and of a monitor's matrix with its corpus, beside that of exploring the same model once.
// The first run is that of a process whose code is not compiled yet; the best of the later ones is what a test run of many models pays.
// Run with: npx tsx bench/mutation.bench.ts
import { existsSync, readFileSync } from 'node:fs';
import { sourceText } from '../src/diagnostics/source-text.ts';
import { unwrap } from '../src/diagnostics/tracefold-error.ts';
import { matrixOf } from '../src/explore/mutation/matrix.ts';
import { graphOf, modelLimits } from '../src/explore/mutation/reach.ts';
import { variantsOf } from '../src/explore/mutation/variants.ts';
import { synthesize } from '../src/explore/synthesis/synthesize.ts';
import { shippedMonitor } from '../src/monitors/shipped.ts';
import { fileHost } from '../src/scenario/file-host.ts';
import { loadTrios } from '../src/scenario/mutation/load-trios.ts';
import { mutationMatrix } from '../src/scenario/mutation/mutation-matrix.ts';
import { tlaModel } from '../src/tla/tla-model.ts';

const SEED = '../shared/seeds/NodesPipelineHarness.tla';
const spec = existsSync(SEED) ? SEED : 'scenarios/models/NodesPipeline.tla';
const one = ['nodes.run'];
const RUNS = 7;

const read = (path: string) => sourceText(path, readFileSync(path, 'utf8'));
/** A model of its own for each run: what is compiled for one is not there for the next. */
const harness = () =>
  unwrap(
    tlaModel({
      spec: read(spec),
      config: read('scenarios/models/NodesPipeline.cfg'),
      mapping: null,
      constants: { Tools: one, PolicyAllowShared: one, PolicyAllowMain: one },
      modules: { read: () => undefined },
    }),
  );

const milliseconds = (value: number): string => `${value.toFixed(0).padStart(5)} ms`;

/** First and best processor time of a piece of work, and what it came to. */
async function measure<M>(
  name: string,
  load: () => M,
  work: (model: M) => unknown,
  wanted: string | null,
): Promise<void> {
  const times: number[] = [];
  let told = '';
  for (let run = 0; run < RUNS; run++) {
    const model = load();
    const before = process.cpuUsage();
    told = String(await work(model));
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  const [first = 0, ...later] = times;
  const best = Math.min(...later);
  console.log(
    `${name.padEnd(34)} first ${milliseconds(first)}, later ${milliseconds(best)}${wanted === null ? '' : `, wanted under ${wanted}`}: ${told}`,
  );
}

const matrix = () =>
  measure(
    'matrix of the harness',
    harness,
    async ({ machine }) => {
      const { mutants, states } = unwrap(await matrixOf(machine, ['MaxQueueLen', 'MaxExecLen'], null, []));
      return `${mutants.length} mutants, ${states} states`;
    },
    '200 ms',
  );
const synthesis = () =>
  measure(
    'trios for each of its guards',
    harness,
    (model) => {
      const made = unwrap(synthesize(model));
      return `${made.filter(({ kind }) => kind === 'trio').length} trios of ${made.length} guards`;
    },
    '500 ms',
  );
const once = () =>
  measure(
    'exploring it once, switches and all',
    harness,
    ({ machine }) => `${unwrap(graphOf(unwrap(variantsOf(machine)), modelLimits({}))).states.size} states`,
    null,
  );
// What comes first in a process pays for compiling the code of the others.
for (const part of process.argv.includes('--synthesis-first')
  ? [synthesis, matrix, once]
  : process.argv.includes('--once-first')
    ? [once, matrix, synthesis]
    : [matrix, synthesis, once]) {
  await part();
}
const trios = unwrap(loadTrios('.', ['scenarios/**/*.scenario.yaml']));
await measure(
  'matrix of monitor:gateway',
  () => fileHost({ root: '.' }),
  async (host) => {
    const made = unwrap(await mutationMatrix(shippedMonitor('gateway')!, trios, host));
    return `${made.mutants.length} mutants, ${made.trios.length} trios`;
  },
  '2 s',
);
