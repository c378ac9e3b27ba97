// What collecting for a reporter adds to 1,000 passing trios, as a ratio within one run: the same trios with and without a place to leave
// their results, in turns, and what the reporter does with them at the end.
// Run by `npx tsx bench/reporter.bench.ts`. Prints medians and ratios; asserts nothing, because clocks differ.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { sourceText } from '../src/diagnostics/source-text.ts';
import { unwrap } from '../src/diagnostics/tracefold-error.ts';
import { COLLECT, readCollected } from '../src/evidence/report/collect.ts';
import { loadedToJson } from '../src/runner/loaded-json.ts';
import { finishRun } from '../src/runner/report/finish-run.ts';
import { completeOptions } from '../src/runner/report/options.ts';
import { collected, isTestReport, type TestReport } from '../src/runner/report/test-report.ts';
import { scenarioTests } from '../src/runner/scenario-tests.ts';
import { TRANSFER_TLA, transferCfg, trioYaml } from '../src/runner/testing/transfer-files.ts';
import { loadScenarioFile } from '../src/scenario/load-scenario.ts';

const TRIOS = 1_000;
const ROUNDS = 7;

const root = mkdtempSync(join(tmpdir(), 'tracefold-bench-'));
mkdirSync(join(root, 'models'));
writeFileSync(join(root, 'models/Transfer.tla'), TRANSFER_TLA);
writeFileSync(join(root, 'models/Transfer.cfg'), transferCfg(true));

const text = Array.from({ length: TRIOS }, (_, index) => trioYaml({ id: `send/${index}` })).join('---\n');
const loaded = loadedToJson(loadScenarioFile(sourceText('all.scenario.yaml', text)));
const options = unwrap(completeOptions({}, {}));
const finish = (reports: readonly TestReport[]) => finishRun(collected(reports), options, { root });

async function runTrios(contextOf: () => object | undefined): Promise<void> {
  const tests = scenarioTests({ file: 'all.scenario.yaml', root, text, loaded, modules: new Map() });
  for (let index = 0; index < TRIOS; index++) (await tests.trio(index, contextOf()))(-1, -1);
}

const ways: { readonly [name: string]: () => Promise<void> } = {
  'no reporter': () => runTrios(() => undefined),
  'Vitest reporter': async () => {
    const metas: { tracefold?: TestReport }[] = [];
    await runTrios(() => {
      const meta = {};
      metas.push(meta);
      return { task: { meta } };
    });
    // As it crosses from the worker to the main process.
    finish(structuredClone(metas).map(({ tracefold }) => tracefold!));
  },
  'Jest reporter': async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tracefold-bench-'));
    process.env[COLLECT.folder] = folder;
    await runTrios(() => undefined);
    delete process.env[COLLECT.folder];
    finish(readCollected(folder)!.filter(isTestReport));
    rmSync(folder, { recursive: true });
  },
};

const taken = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, way] of Object.entries(ways)) {
    const from = process.cpuUsage();
    const wall = performance.now();
    await way();
    const { user, system } = process.cpuUsage(from);
    // The first round warms up. Processor time, because other programs share the machine.
    if (round > 0) taken.get(name)!.push((user + system) / 1000);
    if (round === 0) console.log(`${name}: warm-up ${(performance.now() - wall).toFixed(0)} ms`);
  }
}
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const base = median(taken.get('no reporter')!);
for (const [name, values] of taken) {
  const added = ((median(values) / base - 1) * 100).toFixed(2);
  console.log(`${name.padEnd(16)} ${median(values).toFixed(1)} ms for ${TRIOS} trios, ${added} % more than without`);
}
rmSync(root, { recursive: true });
