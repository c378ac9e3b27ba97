// Loading and folding, next to the time that an empty loop over the same work takes.
// Run with: npx tsx bench/trio.bench.ts
import { existsSync, readFileSync } from 'node:fs';
import { sourceText } from '../src/diagnostics/source-text.ts';
import { unwrap } from '../src/diagnostics/tracefold-error.ts';
import { fileHost } from '../src/scenario/file-host.ts';
import { loadScenarioFile } from '../src/scenario/load-scenario.ts';
import { runTrio } from '../src/scenario/run-trio.ts';
import { tlaModel } from '../src/tla/tla-model.ts';

const SEED = '../shared/seeds/NodesPipelineHarness.tla';
const OURS = 'scenarios/models/NodesPipeline.tla';
const spec = existsSync(SEED) ? SEED : OURS;

/** Median and best of several runs, in milliseconds of wall time, and of processor time a run. */
async function measure(name: string, runs: number, work: () => unknown): Promise<void> {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  const [best, median] = [times[0]!, times[runs >> 1]!].map((time) => time.toFixed(3).padStart(9));
  console.log(
    `${name.padEnd(44)} best ${best} ms  median ${median} ms  cpu ${((user + system) / 1000 / runs).toFixed(3).padStart(9)} ms`,
  );
}

const read = (path: string) => sourceText(path, readFileSync(path, 'utf8'));
const load = () =>
  unwrap(
    tlaModel({
      spec: read(spec),
      config: read('scenarios/models/NodesPipeline.cfg'),
      mapping: null,
      modules: { read: () => undefined },
    }),
  );

const file = 'scenarios/nodes-run/harness.scenario.yaml';
const host = fileHost({ root: process.cwd() });
const trio = unwrap(loadScenarioFile(read(file))).trios[0]!;
const model = load();
const attack = trio.attack.sources[0].kind === 'steps' ? trio.attack.sources[0].steps : [];

console.log(`module: ${spec}`);
await measure('first load of module and configuration', 1, load);
await measure('load of module and configuration', 50, load);
await measure('reading a scenario file of twelve trios', 50, () => loadScenarioFile(read(file)));
await measure('one trio for the first time', 1, () => runTrio(trio, host));
await measure('one trio, three legs, model at hand', 500, () => runTrio(trio, host));
await measure('fold of one leg', 2000, () => model.foldSteps(attack));
